// Tables of the words in titles of contests: what is counted, and words without significance. A title that
// contains a word from no table is not parsed, because the word may change the meaning.

/** Words for what a contest counts -> canonical unit. `score` is the unit that decides the contest. */
export const unitByWord: ReadonlyMap<string, string> = indexByWord({
  score: 'goals goal runs run points point pts',
  corners: 'corners corner',
  cards: 'cards card bookings booking',
  shots: 'shots shot',
  kills: 'kills kill',
  sixes: 'sixes six 6s',
  fours: 'fours four 4s',
  wickets: 'wickets wicket',
  maps: 'maps',
  sets: 'sets',
  games: 'games',
  rounds: 'rounds',
  tries: 'tries try',
  touchdowns: 'touchdowns touchdown tds',
  'field goals': 'fgs',
  hits: 'hits hit',
  strikeouts: 'strikeouts strikeout',
  aces: 'aces ace',
  'home runs': 'hrs homers',
  threes: 'threes',
})

/** Words that occur in questions on contests in general and therefore do not distinguish two questions. */
export const fillerWords: ReadonlySet<string> = words(
  'will would there be is are was the a an in of on to for at with it its have has their this that does do' +
    ' match matches game fight bout contest fixture matchup event scheduled originally between versus vs v' +
    ' scored score scores scoring played play taken fought made hit record recorded total totals combined team full' +
    ' time o u over under ou line lines market more than least number' +
    ' winner winners win wins won winning who result results moneyline ml money head h2h outcome beat beats defeat defeats against victorious' +
    ' pro professional college ncaa mma ufc pfl boxing basketball football american hockey ice baseball soccer tennis' +
    ' cricket rugby union league legends esports e sports cs2 cs counter strike valorant dota lol nba wnba nhl mlb nfl cfl' +
    ' atp wta itf epl mls ipl t20 t20i odi test table volleyball handball darts snooker championship cup tournament open' +
    ' conference conferences division eastern western champions europa libertadores sudamericana copa coppa italia del rey fa carabao dfb pokal super' +
    ' world euro uefa fifa concacaf nations friendly grand prix masters slam bracket leg' +
    ' regular season playoffs playoff postseason preseason round final finals semifinal semifinals quarterfinal quarterfinals' +
    ' semi quarter qualification qualifying qualifier group stage day week matchday' +
    ' jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december' +
    ' am pm et est edt utc',
)

/** Words that may follow the name of a side but never belong to it, as in "Everton after extra time". */
export const wordsAfterSideNames: ReadonlySet<string> = words(
  'after before by and or from behind both halves half nil clean sheet extra regulation overtime penalties penalty red yellow' +
    ' home away first last twice once per allowed attempted plus bench starters not no under fewer less exactly leading trailing' +
    ' quarter period set map inning innings reserves youth team total combined',
)

/** Words that name a group of markets ("Player Props") in the event titles of platforms with tickers. */
export const marketGroupWords: ReadonlySet<string> = words(
  'set map spread spreads handicap handicaps props prop player players method victory finish rounds threes rebounds assists blocks steals bases' +
    ' advance qualify draw tie exact correct scores btts both teams yards passing rushing receiving receptions anytime' +
    ' go goes goalscorer goalscorers scorer scorers goal distance toss home bases rbis rbi hits stolen earned outs walks singles strikeouts pitcher batter interceptions completions attempts tackles sacks assists target double triple doubles series saves target first last',
)

/** Abbreviations of player statistics -> the statistic in the singular. */
export const statisticByAbbreviation: ReadonlyMap<string, string> = new Map(
  Object.entries({
    point: 'pt pts',
    rebound: 'reb rebs',
    assist: 'ast asts',
    steal: 'stl stls',
    block: 'blk blks',
    three: '3pt 3pts 3pm threes',
    'home run': 'hr hrs homer homers',
    strikeout: 'k ks so',
    rbi: 'rbis',
    touchdown: 'td tds',
    yard: 'yd yds',
    passing: 'pass',
    rushing: 'rush',
    receiving: 'rec',
    interception: 'int ints',
    'shot on goal': 'sog',
    'shot on target': 'sot',
  }).flatMap(([meaning, text]) => text.split(' ').map((word) => [word, meaning] as const)),
)

/** Phrases for player statistics -> the statistic in the singular. */
export const statisticByPhrase: ReadonlyMap<string, string> = new Map([
  ['3 pointer', 'three'],
  ['three pointer', 'three'],
  ['3 pointer made', 'three'],
  ['three pointer made', 'three'],
  ['three made', 'three'],
  ['made three', 'three'],
  ['point scored', 'point'],
  ['pitcher strikeout', 'strikeout'],
  ['pitching strikeout', 'strikeout'],
  ['strikeout thrown', 'strikeout'],
  ['strikeout pitched', 'strikeout'],
  ['h r rbi', 'hit run rbi'],
  ['anytime touchdown', 'touchdown'],
  ['touchdown scored', 'touchdown'],
  ['shots on goal', 'shot on goal'],
  ['shots on target', 'shot on target'],
  ['goalie save', 'save'],
  ['goalkeeper save', 'save'],
  ['pra', 'point rebound assist'],
  ['goal scored', 'goal'],
])

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** Converts a table of meanings with their words to a map from each word to its meaning. */
function indexByWord(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([meaning, text]) =>
      text.split(' ').map((word) => [word, meaning] as const),
    ),
  )
}
