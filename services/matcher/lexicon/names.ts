// What is known about names of clubs, cities and countries: what says nothing, what is said in two
// languages, and the leagues of which one platform says the city and the other the nickname.

/** Parts of the names of clubs that tell no two of them apart. */
export const affixes: ReadonlySet<string> = new Set(
  (
    'fc cf sc ac afc bc cd ca cs ec ssc ss rc rcd rsc us ud sd sv sk fk nk if bk ik ff vfl vfb tsv tsg fsv spvgg bsc ogc ' +
    'losc osc club clube clubs de del do da di la le el los las the of y e calcio futbol football soccer ' +
    'sad fbpa fbc cfc sco basket baskets basketball basquet bk esports esport gaming team cdt cdp ks ad ae aj as am aa ' +
    'ca cr ea ec esc fbk gnk hnk hsk ifk kaa kf kfum krc kv kvc lks mks nec ogc ofk osc pfc pfk psk raal rkc rsv ' +
    'saf sbv scr sfc sg sm spal srl ssv stade stvv svk tj tsc us vfr vvv wks zks ska hc hk bbc bbk kbk' +
    ' sports clan organization organisation e-sports'
  ).split(' '),
)

/** Parts of names that many names share: alone they name nobody. */
export const commonParts: ReadonlySet<string> = new Set(
  (
    'united city real sporting athletic atletico national nacional racing union dynamo dinamo sport sports ' +
    'new los san santa saint deportivo independiente universidad universitario olympique red golden gimnasia al el as ' +
    'wanderers rovers town county north south east west junior juniors central club state old young first'
  ).split(' '),
)

/** With such a word behind it a name is that of another: "Michigan State" is not "Michigan". */
export const behindAnother: ReadonlySet<string> = new Set(
  'state tech agricultural junior nxt fe gc female force rising prospects'.split(' '),
)
/** The same, if the name begins with it: "Western Michigan". */
export const inFrontAnother: ReadonlySet<string> = new Set(
  'north south east west northern southern eastern western central northeastern jong'.split(' '),
)

/** Of one club, these play for it in matches of their own; other words for one squad are one word. */
export const squads: ReadonlyMap<string, string> = new Map(
  Object.entries({
    women:
      'women womens w ladies femenino femenina feminino feminina feminine feminin femenil frauen wfc',
    second: 'ii b reserves reserve castilla',
    third: 'iii',
    academy: 'academy challengers youth juniors primavera',
    ...Object.fromEntries(
      [16, 17, 18, 19, 20, 21, 22, 23].map((age) => [`under ${age}`, `u${age} u-${age} sub${age}`]),
    ),
  }).flatMap(([squad, words]) => words.split(' ').map((word) => [word, squad] as const)),
)

/** One word in two languages, or two spellings. */
export const sameWords: ReadonlyMap<string, string> = new Map(
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

/** Whole names. */
export const aliases: ReadonlyMap<string, string> = new Map([
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

/** City and nickname, as the leagues of North America have them. */
const franchisesOf: Readonly<Record<League, string>> = {
  nba: 'atlanta hawks,boston celtics,brooklyn nets,charlotte hornets,chicago bulls,cleveland cavaliers,dallas mavericks,denver nuggets,detroit pistons,golden state warriors,houston rockets,indiana pacers,los angeles clippers,los angeles lakers,memphis grizzlies,miami heat,milwaukee bucks,minnesota timberwolves,new orleans pelicans,new york knicks,oklahoma city thunder,orlando magic,philadelphia 76ers,phoenix suns,portland trail blazers,sacramento kings,san antonio spurs,toronto raptors,utah jazz,washington wizards',
  wnba: 'atlanta dream,chicago sky,connecticut sun,dallas wings,golden state valkyries,indiana fever,las vegas aces,los angeles sparks,minnesota lynx,new york liberty,phoenix mercury,portland fire,seattle storm,toronto tempo,washington mystics',
  nhl: 'anaheim ducks,boston bruins,buffalo sabres,calgary flames,carolina hurricanes,chicago blackhawks,colorado avalanche,columbus blue jackets,dallas stars,detroit red wings,edmonton oilers,florida panthers,los angeles kings,minnesota wild,montreal canadiens,nashville predators,new jersey devils,new york islanders,new york rangers,ottawa senators,philadelphia flyers,pittsburgh penguins,san jose sharks,seattle kraken,saint louis blues,tampa bay lightning,toronto maple leafs,utah mammoth,vancouver canucks,vegas golden knights,washington capitals,winnipeg jets',
  mlb: 'arizona diamondbacks,atlanta braves,baltimore orioles,boston red sox,chicago cubs,chicago white sox,cincinnati reds,cleveland guardians,colorado rockies,detroit tigers,houston astros,kansas city royals,los angeles angels,los angeles dodgers,miami marlins,milwaukee brewers,minnesota twins,new york mets,new york yankees,philadelphia phillies,pittsburgh pirates,san diego padres,san francisco giants,seattle mariners,saint louis cardinals,tampa bay rays,texas rangers,toronto blue jays,washington nationals',
  nfl: 'arizona cardinals,atlanta falcons,baltimore ravens,buffalo bills,carolina panthers,chicago bears,cincinnati bengals,cleveland browns,dallas cowboys,denver broncos,detroit lions,green bay packers,houston texans,indianapolis colts,jacksonville jaguars,kansas city chiefs,las vegas raiders,los angeles chargers,los angeles rams,miami dolphins,minnesota vikings,new england patriots,new orleans saints,new york giants,new york jets,philadelphia eagles,pittsburgh steelers,san francisco 49ers,seattle seahawks,tampa bay buccaneers,tennessee titans,washington commanders',
}

const leagues: readonly League[] = ['nba', 'wnba', 'nhl', 'mlb', 'nfl']

/** Franchise -> league. */
export const leagueOf: ReadonlyMap<string, League> = new Map([
  ...leagues.flatMap((league) =>
    franchisesOf[league].split(',').map((full) => [full, league] as const),
  ),
  ['athletics', 'mlb'],
])

/** Nicknames of two words; all others have one. */
const longNicknames =
  /(?:red sox|white sox|blue jays|blue jackets|red wings|maple leafs|golden knights|trail blazers)$/

/**
 * Name -> franchise: "atlanta hawks", "hawks", and as the other platform has it "atlanta", or
 * "los angeles l" and "chicago ws" where a city has two.
 */
export const franchiseNames: readonly (readonly [name: string, franchise: string])[] = [
  ...[...leagueOf.keys()]
    .filter((full) => full !== 'athletics')
    .flatMap((full) => {
      const nickname = longNicknames.exec(full)?.[0] ?? full.slice(full.lastIndexOf(' ') + 1)
      const city = full.slice(0, -nickname.length - 1)
      const initials = nickname.replaceAll(/(?<=\S)\S+ ?/g, '')
      return [full, nickname, city, `${city} ${nickname[0] ?? ''}`, `${city} ${initials}`].map(
        (name) => [name, full] as const,
      )
    }),
  ...['athletics', 'oakland athletics', 'a'].map((name) => [name, 'athletics'] as const),
]
