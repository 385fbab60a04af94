// What the series of platform_b, the first part of a ticker, tells about its contests.

const prefix = (codes: string): RegExp => new RegExp(`^(?:KX)?(?:${codes.replaceAll(' ', '|')})`)

/** The leagues of which both platforms leave out either the city or the nickname. */
export const leagueSeries = prefix('(NBA) (WNBA) (NHL) (MLB) (NFL)')

/** Their titles name the guest first and so do their codes; elsewhere "A at B" has the code of B first. */
export const guestFirst = prefix('W?NBA NHL MLB NFL NCAA CFL UFL GLEAGUE')

/** Their tickers have the least number that pays; those of football have the line below it. */
export const leastInTicker = new RegExp(
  `${prefix('W?NBA NHL AHL KHL SHL IIHF MLB NFL NCAA CFL UFL IPL ATP WTA ITF LOL CS2 VALORANT DOTA2 UFC').source}|(?:MAPS|SETS|GAMES|ROUNDS|CORNERS)$`,
)

export const tennisSeries = prefix('ATP WTA ITF CHALLENGER')

/** Of women whose sides are called like those of the men. */
export const womensSeries = prefix('NCAAW UWCL WSL LIGAF FRAUEN UEFAW WWC')

interface Esport {
  readonly game: string
  readonly series: RegExp
  /** What it is called, in plain titles. */
  readonly names: string
  /** How platform_a begins the title of a match. */
  readonly title: RegExp
}

const esport = (game: string, codes: string, names: string): Esport => ({
  game,
  series: prefix(codes),
  names,
  title: new RegExp(`^(?:${names})\\b`),
})

const esports: readonly Esport[] = [
  esport('league of legends', 'LOL', 'lol|league of legends'),
  esport('counter-strike', 'CS2 CSGO', 'counter-strike|cs ?2?|cs:? ?go'),
  esport('valorant', 'VALORANT', 'valorant'),
  esport('dota', 'DOTA', 'dota ?2?'),
  esport('rainbow six', 'R6', 'r6|rainbow six(?: siege)?'),
  esport('mobile legends', 'MLBB', 'mlbb|mobile legends(?:: bang bang)?'),
  esport('overwatch', 'OW', 'overwatch(?: 2)?'),
  esport('call of duty', 'COD', 'cod|call of duty'),
  esport('rocket league', 'RL', 'rocket league'),
  esport('honor of kings', 'HOK', 'hok|honor of kings'),
  esport('starcraft', 'SC2', 'starcraft(?: (?:2|ii))?'),
  esport('pubg', 'PUBG', 'pubg'),
  esport('apex', 'APEX', 'apex'),
]

/** Some of them have words in them that mean something else by themselves: "Rainbow Six". */
export const namesOfGames = new RegExp(
  `\\b(?:${esports.map(({ names }) => names).join('|')})\\b`,
  'g',
)

export function gameOfSeries(series: string): string | null {
  return esports.find((one) => one.series.test(series))?.game ?? null
}

/** Of a plain title of platform_a. */
export function gameOfTitle(plain: string): string | null {
  return esports.find((one) => one.title.test(plain))?.game ?? null
}
