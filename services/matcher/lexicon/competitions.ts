// Synonyms for competitions and awards, one term per line: `canonical words: synonym, synonym`. One platform
// names North American leagues after their sport ("pro basketball").
export const competitions = `
nba: pro basketball, pro mens basketball, pro men basketball, mens pro basketball, men pro basketball
wnba: womens pro basketball, women pro basketball, pro womens basketball, pro women basketball
mlb: pro baseball, major league baseball
nfl: pro football, national football league
nhl: pro hockey, national hockey league
mls: major league soccer
nba nbafinals: nba finals, nba championship, nba champion, nba title, nba champions, pro basketball finals, pro basketball championship, pro basketball champion
nba finals mvp: nba finals mvp, pro basketball finals mvp, nba finals most valuable player
nfl superbowl: super bowl, super bowl lx, super bowl lxi, super bowl lxii, big game, supa bowl, nfl championship, nfl champion, pro football championship, pro football champion, pro football title
superbowl halftime: super bowl halftime, big game halftime, supa bowl halftime, super bowl halftime show, pro football halftime
superbowl mvp nfl: super bowl mvp, super bowl most valuable player
mlb worldseries: world series, mlb world series, mlb championship, mlb champion, pro baseball championship, pro baseball champion, pro baseball world series
worldseries mvp mlb: world series mvp
nhl stanleycup: stanley cup, nhl stanley cup, stanley cup final, stanley cup finals, nhl stanley cup final, nhl stanley cup finals, nhl championship, nhl champion, pro hockey championship, pro hockey champion, pro hockey finals, pro hockey stanley cup
wnba wnbafinals: wnba finals, wnba championship, wnba champion, wnba title, womens pro basketball championship, women pro basketball championship, women pro basketball champion, women pro basketball finals, womens pro basketball champion, womens pro basketball finals
mlscup mls: mls cup, mls champion, mls championship
conference: conference finals, conference final, conference championship, conference champion
afc: american football conference
nfc: national football conference
nl: national league
al: american league
cfp: college football playoff national championship, college football playoff, college football national championship, college football national champion, college football championship, college football champion, cfp national championship
cfb: college football, ncaa football
cbb: college basketball, ncaa basketball
marchmadness: march madness, ncaa tournament, ncaa mens basketball tournament, ncaa mens basketball championship, ncaa tournament championship, mens college basketball championship, college mens basketball championship, college basketball championship
epl: english premier league, premier league, england premier league
eflchampionship: efl championship, english championship
facup: fa cup
ipl: indian premier league
scotprem: scottish premier league, scottish premiership, scottish prem
saudipro: saudi pro league, saudi premier league, saudi professional league
russprem: russian premier league
ucl: uefa champions league, champions league
womensucl women: womens champions league, uefa womens champions league
acl: afc champions league, afc champions league elite
cafcl: caf champions league
concacafcup: concacaf champions cup
uel: uefa europa league, europa league
uecl: uefa conference league, europa conference league, conference league, uefa europa conference league
euro: uefa euro, european championship
nationsleague: uefa nations league, nations league
laliga: la liga, spanish la liga
seriea: serie_a, italian serie_a
brseriea: brasileirao, brasileiro, brasileiro a, brasileiro serie_a, brasileirao serie_a, brazil serie_a, brazilian serie_a, campeonato brasileiro serie_a
ligue1: ligue 1, french ligue 1, ligue one
bundesliga: german bundesliga
eredivisie: dutch eredivisie
ligaportugal: primeira liga, liga portugal, portuguese primeira liga
superlig: turkish super lig, super lig
ligamx: liga mx
copadelrey: copa del rey
coppaitalia: coppa italia
argprimera: argentine primera division, argentina primera division, argentine primera, liga profesional argentina, argentina liga profesional, primera division argentina
libertadores: copa libertadores, conmebol libertadores
sudamericana: copa sudamericana, conmebol sudamericana
clubworldcup: club world cup, fifa club world cup
worldcup: world cup
womensworldcup women: womens world cup, fifa womens world cup
rolandgarros: french open, roland garros
ausopen: australian open, aus open
usopen: us open, u s open, us open championship
copaamerica: copa america
masters: masters tournament, the masters
theopen: the open championship, open championship, british open
rydercup: ryder cup
tourdefrance: tour de france
f1: formula 1, formula one, f 1
gp: grand prix
constructors: constructors championship, constructors champion, constructor championship, constructors title
drivers: drivers championship, drivers champion, driver championship, drivers title, world drivers championship
indy500: indianapolis 500, indy 500
kentuckyderby: kentucky derby
preakness: preakness stakes
belmont: belmont stakes
leagueoflegends: lol, league of legends
cs2: counter strike, counter strike 2
valorant: vct, valorant champions tour
khl: gagarin cup, khl gagarin cup, kontinental hockey league
ahl: calder cup, ahl calder cup, american hockey league
cfl: grey cup, cfl grey cup, canadian football league
callofduty: cdl, cdl champs, call of duty, call of duty league, call of duty league championship
mls regularseason: supporters shield, mls supporters shield
msi: mid season invitational, lol mid season invitational, league of legends mid season invitational
knockout: knockout stage, knockout stages, knockout round, knockout rounds, knockouts
roundof32: round of 32, last 32
eurovision: eurovision song contest
regularseason: regular season, regular season championship, regular season title, regular season champion, regular season champions
leaguecup: league cup, efl cup, carabao cup
supercup: super cup
playeroftournament: player of the tournament, player of the series
teamoftournament: team of the tournament, team of the season, team of the year
pole: pole position, win qualifying, be fastest in qualifying
# awards
moty: manager of the year
mvp: most valuable player
finals mvp: finals most valuable player
roty: rookie of the year
oroty: offensive rookie of the year
droty: defensive rookie of the year
coty: coach of the year
dpoy: defensive player of the year
opoy: offensive player of the year
cpoy: comeback player of the year
sixthman: sixth man of the year, 6th man of the year, 6moty, sixth player of the year
mip: most improved player
clutchpoty: clutch player of the year
poty: player of the year
soty: song of the year
aoty: album of the year
rotyear: record of the year
goty: game of the year
persontime: time person of the year, person of the year
cyyoung: cy young
heisman: heisman trophy
ballondor: ballon dor, ballon d or
goldenboot: golden boot
oscar: academy awards, academy award, oscars
grammy: grammys, grammy awards, grammy award
emmy: emmys, emmy awards, emmy award, primetime emmys, primetime emmy awards, primetime emmy
tony: tonys, tony awards, tony award
goldenglobe: golden globe, golden globes, golden globe awards, golden globe award
bestpicture: best picture, best motion picture
nobelpeace: nobel peace
best: outstanding
norris: james norris memorial, james norris
hart: hart memorial
calder: calder memorial
vezina: georges vezina
selke: frank j selke, frank selke
rocketrichard: maurice rocket richard, rocket richard, maurice richard
# places and numbers
coach: head coach, manager, permanent manager, permanent head coach
playoffs: postseason, post season, playoff
worst: worst record, fewest wins
homeruns: home runs, home run, hr, homers
strikeouts: strikeout
rebounds: rebound
assists: assist
win: finish first in, finishes first in, finish 1st in, finish first, finish 1st, come first in, finish top of, finish in 1st place, finish in first place, be the winner of, be crowned
pick: overall pick, picked, selected, be drafted, drafted
relegate: relegated, relegation, get relegated
promote: promoted, promotion
`
