// Tables for comparing names of clubs, cities and countries: insignificant words, words in two languages, and
// the clubs of the North American leagues, which one platform names by city and the other by nickname.

/** Words in names of clubs that do not distinguish two clubs. */
export const insignificantWords: ReadonlySet<string> = new Set(
  (
    'fc cf sc ac afc bc cd ca cs ec ssc ss rc rcd rsc us ud sd sv sk fk nk if bk ik ff vfl vfb tsv tsg fsv spvgg bsc ogc ' +
    'losc osc club clube clubs de del do da di la le el los las the of y e calcio futbol football soccer ' +
    'sad fbpa fbc cfc sco basket baskets basketball basquet bk esports esport gaming team cdt cdp ks ad ae aj as am aa ' +
    'ca cr ea ec esc fbk gnk hnk hsk ifk kaa kf kfum krc kv kvc lks mks nec ogc ofk osc pfc pfk psk raal rkc rsv ' +
    'saf sbv scr sfc sg sm spal srl ssv stade stvv svk tj tsc us vfr vvv wks zks ska hc hk bbc bbk kbk' +
    ' sports clan organization organisation e-sports'
  ).split(' '),
)

/** Words that occur in many names. A name is not identified by such a word alone. */
export const commonNameWords: ReadonlySet<string> = new Set(
  (
    'united city real sporting athletic atletico national nacional racing union dynamo dinamo sport sports ' +
    'new los san santa saint deportivo independiente universidad universitario olympique red golden gimnasia al el as ' +
    'wanderers rovers town county north south east west junior juniors central club state old young first'
  ).split(' '),
)

/** A name followed by one of these words is a different name: "Michigan State" is not "Michigan". */
export const distinguishingLastWords: ReadonlySet<string> = new Set(
  'state tech agricultural junior nxt fe gc female force rising prospects'.split(' '),
)
/** A name preceded by one of these words is a different name: "Western Michigan". */
export const distinguishingFirstWords: ReadonlySet<string> = new Set(
  'north south east west northern southern eastern western central northeastern jong'.split(' '),
)

/** Words for the teams of a club that play their own matches -> canonical name of the team. */
export const teamByWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    women:
      'women womens w ladies femenino femenina feminino feminina feminine feminin femenil frauen wfc',
    second: 'ii b reserves reserve castilla',
    third: 'iii',
    academy: 'academy challengers youth juniors primavera',
    ...Object.fromEntries(
      [16, 17, 18, 19, 20, 21, 22, 23].map((age) => [`under ${age}`, `u${age} u-${age} sub${age}`]),
    ),
  }).flatMap(([team, words]) => words.split(' ').map((word) => [word, team] as const)),
)

/** Words in names, in another language or spelling -> canonical word. */
export const canonicalNameWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    munchen: 'munich',
    koln: 'cologne',
    nurnberg: 'nuremberg',
    roma: 'rome',
    milano: 'milan',
    napoli: 'naples',
    torino: 'turin',
    genova: 'genoa',
    firenze: 'florence',
    sevilla: 'seville',
    lisboa: 'lisbon',
    praha: 'prague',
    warszawa: 'warsaw',
    kobenhavn: 'copenhagen',
    moskva: 'moscow',
    wien: 'vienna',
    brugge: 'bruges',
    geneve: 'geneva',
    beograd: 'belgrade',
    bucuresti: 'bucharest',
    lyonnais: 'lyon',
    rennais: 'rennes',
    brestois: 'brest',
    utd: 'united',
    uconn: 'connecticut',
    umass: 'massachusetts',
    pitt: 'pittsburgh',
    st: 'saint',
    ste: 'saint',
    mt: 'mount',
    intl: 'international',
  }),
)

/** Alternative names of countries, colleges and cities -> canonical name. Only whole names are replaced. */
export const fullNameByAlias: ReadonlyMap<string, string> = new Map([
  ['korea republic', 'south korea'],
  ['republic of korea', 'south korea'],
  ['czech republic', 'czechia'],
  ['usa', 'united states'],
  ['us', 'united states'],
  ['uk', 'united kingdom'],
  ['cote divoire', 'ivory coast'],
  ['turkey', 'turkiye'],
  ['cabo verde', 'cape verde'],
  ['congo dr', 'dr congo'],
  ['ir iran', 'iran'],
  ['uae', 'united arab emirates'],
  ['holland', 'netherlands'],
  ['korea', 'south korea'],
  ['miami fl', 'miami hurricanes'],
  ['miami oh', 'miami redhawks'],
  ['bosnia', 'bosnia and herzegovina'],
  ['ny', 'new york'],
  ['la', 'los angeles'],
])

export type League = 'nba' | 'wnba' | 'nhl' | 'mlb' | 'nfl'

/** Clubs of the North American leagues, each by city and nickname. */
const franchisesByLeague: Readonly<Record<League, string>> = {
  nba: 'atlanta hawks,boston celtics,brooklyn nets,charlotte hornets,chicago bulls,cleveland cavaliers,dallas mavericks,denver nuggets,detroit pistons,golden state warriors,houston rockets,indiana pacers,los angeles clippers,los angeles lakers,memphis grizzlies,miami heat,milwaukee bucks,minnesota timberwolves,new orleans pelicans,new york knicks,oklahoma city thunder,orlando magic,philadelphia 76ers,phoenix suns,portland trail blazers,sacramento kings,san antonio spurs,toronto raptors,utah jazz,washington wizards',
  wnba: 'atlanta dream,chicago sky,connecticut sun,dallas wings,golden state valkyries,indiana fever,las vegas aces,los angeles sparks,minnesota lynx,new york liberty,phoenix mercury,portland fire,seattle storm,toronto tempo,washington mystics',
  nhl: 'anaheim ducks,boston bruins,buffalo sabres,calgary flames,carolina hurricanes,chicago blackhawks,colorado avalanche,columbus blue jackets,dallas stars,detroit red wings,edmonton oilers,florida panthers,los angeles kings,minnesota wild,montreal canadiens,nashville predators,new jersey devils,new york islanders,new york rangers,ottawa senators,philadelphia flyers,pittsburgh penguins,san jose sharks,seattle kraken,saint louis blues,tampa bay lightning,toronto maple leafs,utah mammoth,vancouver canucks,vegas golden knights,washington capitals,winnipeg jets',
  mlb: 'arizona diamondbacks,atlanta braves,baltimore orioles,boston red sox,chicago cubs,chicago white sox,cincinnati reds,cleveland guardians,colorado rockies,detroit tigers,houston astros,kansas city royals,los angeles angels,los angeles dodgers,miami marlins,milwaukee brewers,minnesota twins,new york mets,new york yankees,philadelphia phillies,pittsburgh pirates,san diego padres,san francisco giants,seattle mariners,saint louis cardinals,tampa bay rays,texas rangers,toronto blue jays,washington nationals',
  nfl: 'arizona cardinals,atlanta falcons,baltimore ravens,buffalo bills,carolina panthers,chicago bears,cincinnati bengals,cleveland browns,dallas cowboys,denver broncos,detroit lions,green bay packers,houston texans,indianapolis colts,jacksonville jaguars,kansas city chiefs,las vegas raiders,los angeles chargers,los angeles rams,miami dolphins,minnesota vikings,new england patriots,new orleans saints,new york giants,new york jets,philadelphia eagles,pittsburgh steelers,san francisco 49ers,seattle seahawks,tampa bay buccaneers,tennessee titans,washington commanders',
}

const leagues: readonly League[] = ['nba', 'wnba', 'nhl', 'mlb', 'nfl']

/** Club of a North American league (franchise) -> league. */
export const leagueByFranchise: ReadonlyMap<string, League> = new Map([
  ...leagues.flatMap((league) =>
    franchisesByLeague[league].split(',').map((fullName) => [fullName, league] as const),
  ),
  ['athletics', 'mlb'],
])

/** Nicknames that consist of two words. All other nicknames are the last word of the full name. */
const twoWordNicknames =
  /(?:red sox|white sox|blue jays|blue jackets|red wings|maple leafs|golden knights|trail blazers)$/

/**
 * Pairs of a name and the franchise that it means. One platform writes "Hawks", the other "Atlanta". For a
 * city with two clubs the other platform adds initials: "Los Angeles L", "Chicago WS".
 */
export const franchiseNames: readonly (readonly [name: string, franchise: string])[] = [
  ...[...leagueByFranchise.keys()]
    .filter((fullName) => fullName !== 'athletics')
    .flatMap((fullName) => {
      const nickname =
        twoWordNicknames.exec(fullName)?.[0] ?? fullName.slice(fullName.lastIndexOf(' ') + 1)
      const city = fullName.slice(0, -nickname.length - 1)
      const initials = nickname.replaceAll(/(?<=\S)\S+ ?/g, '')
      return [fullName, nickname, city, `${city} ${nickname[0] ?? ''}`, `${city} ${initials}`].map(
        (name) => [name, fullName] as const,
      )
    }),
  ...['athletics', 'oakland athletics', 'a'].map((name) => [name, 'athletics'] as const),
]
