// How much a word tells. Soft ones say what kind of sentence it is and not what it is about: one of
// two equal questions may do without them. Mild ones seldom tell two questions apart. All others do.

export const softWords: ReadonlySet<string> = toSet(`
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

/** Soft beside a number, which says it too: "higher than 5" is not "higher than last year". */
export const comparingWords: ReadonlySet<string> = toSet(
  'above below over under higher lower greater less fewer exceed exceeds surpass surpasses',
)

/** Soft as verbs; what is counted, where somebody leads or has the most of them. */
export const countedWords: ReadonlySet<string> = toSet(
  'hits runs wins points scores races awards titles trophies picks',
)
export const leadingWords: ReadonlySet<string> = toSet('lead leads leader leaders leading most')

/** Told on one side only, they cost; on both, they are two questions. */
export const mildWords: ReadonlySet<string> = toSet(`
  most close settle settled official new rate current currently again ever world national
  market company country meeting song show another average x earn gross
`)

/** Competitions: one of two equal questions may leave it out, but two different ones are two questions. */
export const leagueWords: ReadonlySet<string> = toSet(
  'nba wnba mlb nfl nhl mls pga lpga liv atp wta ipl f1 nascar indycar ncaa cfb cbb epl laliga bundesliga ligue1 seriea ligamx ufc',
)

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
