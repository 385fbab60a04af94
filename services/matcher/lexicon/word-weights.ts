// How significant words are in the comparison of two statements. Stop words say what kind of question is asked, not
// what the question is about, so an equal question may omit them. Weak words seldom distinguish two questions. All
// other words are significant.

export const stopWords: ReadonlySet<string> = toWordSet(`
  a an the this that these those there here it its his her their they them he she him
  will would could is are was were be being been do does did done has have had having
  to of in on at for by from with and or as than into about per via
  who whom whose what which when where how many much
  next any more overall during before after through until following between least exactly
  win wins won winning winner winners champion champions championship championships title trophy
  race races seat seats election elections electoral general legislative parliamentary party spot place position
  become becomes becoming make makes made making get gets getting receive receives take takes took
  finish finishes finishing finishers reach reaches hit hits advance advances clinch clinches
  qualify qualifies qualifiers run runs running score scores scored lead leads
  happen happens happening occur occurs take takes place
  team teams player players person people candidate candidates award awards prize
  total number times amount value level price
  regular season tournament league cup holder event events matchup play played
  draft pick picks single singles men mens pro tour fifa uefa ufc
  record records day date days month year years time
  million billion trillion thousand percent percentage points usd dollars dollar f
  control controls midterms following
  am pm et edt est utc today tomorrow tonight
  officially formally publicly
  monday tuesday wednesday thursday friday saturday sunday
`)

/** Words that are stop words if the question has a number ("higher than 5"), and otherwise significant. */
export const comparisonWords: ReadonlySet<string> = toWordSet(
  'above below over under higher lower greater less fewer exceed exceeds surpass surpasses',
)

/** Words that are stop words as verbs, but significant in a ranking, where they say what is counted. */
export const rankingUnitWords: ReadonlySet<string> = toWordSet(
  'hits runs wins points scores races awards titles trophies picks',
)
/** Words by which a question about a ranking is recognized. */
export const rankingWords: ReadonlySet<string> = toWordSet('lead leads leader leaders leading most')

/**
 * Weak words. If one of two questions has a weak word that the other lacks, their score is lower. If each of the two
 * questions has a weak word that the other lacks, they do not match.
 */
export const weakWords: ReadonlySet<string> = toWordSet(`
  most close settle settled official new rate current currently again ever world national
  market company country meeting song show another average x earn gross
`)

/** Leagues. An equal question may omit the league, but questions with different leagues do not match. */
export const leagueWords: ReadonlySet<string> = toWordSet(
  'nba wnba mlb nfl nhl mls pga lpga liv atp wta ipl f1 nascar indycar ncaa cfb cbb epl laliga bundesliga ligue1 seriea ligamx ufc',
)

function toWordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
