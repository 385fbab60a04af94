// What the series of a ticker says about its contests. The series is the first part: `KXNBA` of `KXNBA-26`.

/** Returns a pattern for series that begin with one of the codes, with or without the letters KX. */
const seriesPattern = (codes: string): RegExp =>
  new RegExp(`^(?:KX)?(?:${codes.replaceAll(' ', '|')})`)

/** Leagues whose clubs one platform names by city and the other by nickname. */
export const leagueSeries = seriesPattern('(NBA) (WNBA) (NHL) (MLB) (NFL)')

/**
 * Series whose tickers contain the guest's code first, like the title. In other series "A at B" has B's code
 * first.
 */
export const guestFirstSeries = seriesPattern('W?NBA NHL MLB NFL NCAA CFL UFL GLEAGUE')

/**
 * Series whose tickers contain the lowest number for which the market pays. In other series the number in the
 * ticker is one less.
 */
export const minimumInTickerSeries = new RegExp(
  `${seriesPattern('W?NBA NHL AHL KHL SHL IIHF MLB NFL NCAA CFL UFL IPL ATP WTA ITF LOL CS2 VALORANT DOTA2 UFC').source}|(?:MAPS|SETS|GAMES|ROUNDS|CORNERS)$`,
)

export const tennisSeries = seriesPattern('ATP WTA ITF CHALLENGER')

/** Women's series whose titles name the clubs without "Women". */
export const womensSeries = seriesPattern('NCAAW UWCL WSL LIGAF FRAUEN UEFAW WWC')

interface Esport {
  readonly game: string
  readonly series: RegExp
  /** A regular expression that matches each name of this video game in a title that was converted to plain text. */
  readonly names: string
  /** A pattern for the beginning of match titles on platforms without tickers. */
  readonly title: RegExp
}

const createEsport = (game: string, seriesCodes: string, names: string): Esport => ({
  game,
  series: seriesPattern(seriesCodes),
  names,
  title: new RegExp(`^(?:${names})\\b`),
})

const esports: readonly Esport[] = [
  createEsport('league of legends', 'LOL', 'lol|league of legends'),
  createEsport('counter-strike', 'CS2 CSGO', 'counter-strike|cs ?2?|cs:? ?go'),
  createEsport('valorant', 'VALORANT', 'valorant'),
  createEsport('dota', 'DOTA', 'dota ?2?'),
  createEsport('rainbow six', 'R6', 'r6|rainbow six(?: siege)?'),
  createEsport('mobile legends', 'MLBB', 'mlbb|mobile legends(?:: bang bang)?'),
  createEsport('overwatch', 'OW', 'overwatch(?: 2)?'),
  createEsport('call of duty', 'COD', 'cod|call of duty'),
  createEsport('rocket league', 'RL', 'rocket league'),
  createEsport('honor of kings', 'HOK', 'hok|honor of kings'),
  createEsport('starcraft', 'SC2', 'starcraft(?: (?:2|ii))?'),
  createEsport('pubg', 'PUBG', 'pubg'),
  createEsport('apex', 'APEX', 'apex'),
]

/**
 * The names of all games. They are removed from titles, because their words would be misread: "Rainbow Six".
 */
export const esportNames = new RegExp(
  `\\b(?:${esports.map(({ names }) => names).join('|')})\\b`,
  'g',
)

/** Returns the game of a ticker series, or null if the series is not about esports. */
export function esportOfSeries(series: string): string | null {
  return esports.find((one) => one.series.test(series))?.game ?? null
}

/** Returns the game from the title (in plain text) of a match on a platform without tickers, or null. */
export function esportOfTitle(plainText: string): string | null {
  return esports.find((one) => one.title.test(plainText))?.game ?? null
}
