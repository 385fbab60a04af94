// Contests, in the wording of both platforms: who wins, draws, halves, sets and maps, series.
export const contests = `
# football: three ways
b KXEPLGAME-26MAY10CRYEVE -CRY | Crystal Palace vs Everton | Crystal Palace vs Everton Winner? | draw
same 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Crystal Palace FC win on 2026-05-10?
no:subject 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Everton FC win on 2026-05-10?   # side
no:window 2026-05-11 | Crystal Palace FC vs. Everton FC | Will Crystal Palace FC win on 2026-05-11?   # day
no 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Crystal Palace FC vs. Everton FC end in a draw?
no:scope 2026-05-10 | Crystal Palace FC vs. Everton FC - Halftime Result | Crystal Palace FC leading at halftime?
no 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Spread: Crystal Palace FC (-1.5)
no:measure 2026-05-10 | Crystal Palace FC vs. Everton FC - Exact Score | Exact Score: Crystal Palace FC 1 - 0 Everton FC?
no:subject 2026-05-10 | Crystal Palace FC vs. Brentford FC | Will Crystal Palace FC win on 2026-05-10?
no:subject 2026-05-10 | Crystal Palace FC Women vs. Everton FC Women | Will Crystal Palace FC Women win on 2026-05-10?
no:subject 2026-05-10 | Crystal Palace FC U21 vs. Everton FC U21 | Will Crystal Palace FC U21 win on 2026-05-10?
b KXEPLGAME-26MAY10CRYEVE -TIE | Crystal Palace vs Everton | Crystal Palace vs Everton Winner? | draw
same 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Crystal Palace FC vs. Everton FC end in a draw?
no:scope 2026-05-10 | Crystal Palace FC vs. Everton FC - Halftime Result | Crystal Palace FC vs. Everton FC: Draw at halftime?
no 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Everton FC win on 2026-05-10?
no:measure 2026-05-10 | Crystal Palace FC vs. Everton FC - Exact Score | Exact Score: Crystal Palace FC 1 - 1 Everton FC?
b KXEPLGAME-26MAY10CRYEVE -EVE | Crystal Palace vs Everton | Crystal Palace vs Everton Winner? | draw | sub: Everton
same 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Everton FC win on 2026-05-10?
no:subject 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Crystal Palace FC win on 2026-05-10?
b KXEPLGAME-26MAY10CRYEVE -TIE | Crystal Palace vs Everton | Crystal Palace vs Everton Winner? | draw | sub: Tie
same 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Crystal Palace FC vs. Everton FC end in a draw?
b KXLIGUE1GAME-26MAY17PSGOM -PSG | Paris vs Marseille | Paris vs Marseille Winner? | draw
same 2026-05-17 | Paris Saint-Germain FC vs. Olympique de Marseille | Will Paris Saint-Germain FC win on 2026-05-17?
no:subject 2026-05-17 | Paris FC vs. Olympique de Marseille | Will Paris FC win on 2026-05-17?   # the other club of the city
b KXLIGUE1GAME-26MAY10FCMFCL -FCL | Lorient at Metz | Lorient at Metz Winner? | draw
same 2026-05-10 | FC Metz vs. FC Lorient | Will FC Lorient win on 2026-05-10?
no:subject 2026-05-10 | FC Metz vs. FC Lorient | Will FC Metz win on 2026-05-10?
b KXLIGUE1GAME-26MAY10TFCOL -TFC | Lyon at Toulouse | Lyon at Toulouse Winner? | draw
same 2026-05-10 | Toulouse FC vs. Olympique Lyonnais | Will Toulouse FC win on 2026-05-10?
no:subject 2026-05-10 | Toulouse FC vs. Olympique Lyonnais | Will Olympique Lyonnais win on 2026-05-10?
b KXSERIEAGAME-26MAY17MILATA -MIL | Milan vs Atalanta | Milan vs Atalanta Winner? | draw
same 2026-05-17 | AC Milan vs. Atalanta BC | Will AC Milan win on 2026-05-17?
no:subject 2026-05-17 | FC Internazionale Milano vs. Atalanta BC | Will FC Internazionale Milano win on 2026-05-17?
b KXLALIGAGAME-26MAY10BARRMA -BAR | Barcelona vs Real Madrid | Barcelona vs Real Madrid Winner? | draw
same 2026-05-10 | FC Barcelona vs. Real Madrid CF | Will FC Barcelona win on 2026-05-10?
no:subject 2026-05-10 | RCD Espanyol de Barcelona vs. Real Madrid CF | Will RCD Espanyol de Barcelona win on 2026-05-10?
no:subject 2026-05-10 | FC Barcelona vs. Club Atlético de Madrid | Will FC Barcelona win on 2026-05-10?
b KXWCGAME-26JUN12USAPAR -USA | USA vs Paraguay | USA vs Paraguay Winner? | draw
same 2026-06-12 | United States vs. Paraguay | Will United States win on 2026-06-12?
no:subject 2026-06-12 | United States vs. Paraguay | Will Paraguay win on 2026-06-12?
b KXWCGAME-26JUN11KORCZE -KOR | Korea Republic vs Czechia | Korea Republic vs Czechia Winner? | draw
same 2026-06-11 | South Korea vs. Czechia | Will South Korea win on 2026-06-11?
no:subject 2026-06-11 | South Africa vs. Czechia | Will South Africa win on 2026-06-11?
b KXWCADVANCE-26JUN30BRAJPN -BRA | Brazil vs Japan: To Advance | Will Brazil advance? | draw
no:measure 2026-06-30 | Brazil vs. Japan | Will Brazil win on 2026-06-30?   # penalties
same 2026-06-30 | Brazil vs. Japan - Team to Advance | Will Brazil advance?
b KXEPL1H-26MAY10CRYEVE -CRY | Crystal Palace vs Everton: First Half Winner | Will Crystal Palace win the 1st Half? | draw
same 2026-05-10 | Crystal Palace FC vs. Everton FC - Halftime Result | Crystal Palace FC leading at halftime?
no:subject 2026-05-10 | Crystal Palace FC vs. Everton FC - Halftime Result | Everton FC leading at halftime?
no:scope 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Crystal Palace FC win on 2026-05-10?
b KXEPL1H-26MAY10CRYEVE -TIE | Crystal Palace vs Everton: First Half Winner | Will Tie win the 1st Half? | draw
same 2026-05-10 | Crystal Palace FC vs. Everton FC - Halftime Result | Crystal Palace FC vs. Everton FC: Draw at halftime?
no:scope 2026-05-10 | Crystal Palace FC vs. Everton FC | Will Crystal Palace FC vs. Everton FC end in a draw?
b KXEPLBTTS-26MAY10CRYEVE -BTTS | Crystal Palace vs Everton: BTTS | Will both teams score?
same 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: Both Teams to Score | of: Yes; No
no:scope 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: Both Teams to Score in First Half | of: Yes; No
no 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: O/U 1.5
no:subject 2026-05-10 | Crystal Palace FC vs. Brentford FC - More Markets | Crystal Palace FC vs. Brentford FC: Both Teams to Score
# a club of football and of basketball on one day
b KXEUROLEAGUEGAME-26MAY10BAYBAR -BAY | Bayern Munich vs Barcelona | Bayern Munich vs Barcelona Winner?
medium 2026-05-10 | FC Bayern München vs. FC Barcelona | Will FC Bayern München win on 2026-05-10?
same 2026-05-10 | Bayern Munich vs. Barcelona | Bayern Munich vs. Barcelona | of: Bayern Munich; Barcelona

# leagues of North America: no draw, one market for both sides
b KXNBAGAME-26MAY13CLEDET -CLE | Cleveland at Detroit | Cleveland at Detroit Winner?
same 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons | of: Cavaliers; Pistons
no:window 2026-05-11 | Cavaliers vs. Pistons | Cavaliers vs. Pistons | of: Cavaliers; Pistons
no 2026-05-13 | Cavaliers vs. Pistons | Spread: Cavaliers (-1.5)
no:scope 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: 1H Moneyline | of: Cavaliers; Pistons
no 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: O/U 213.5
no - | NBA Playoffs: Who Will Win Series? - Cavaliers vs. Pistons | NBA Playoffs: Who Will Win Series? - Cavaliers vs. Pistons | by: 2026-05-21
b KXNBAGAME-26MAY13CLEDET -DET | Game 5: Cleveland at Detroit | Game 5: Cleveland at Detroit Winner?
second 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons | of: Cavaliers; Pistons
same 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons | of: Pistons; Cavaliers
b KXNBAGAME-26MAY13SACPHX -SAC | Sacramento at Phoenix | Sacramento at Phoenix Winner?
same 2026-05-13 | Kings vs. Suns | Kings vs. Suns
b KXNBAGAME-26MAY13LALLAC -LAL | Los Angeles L at Los Angeles C | Los Angeles L at Los Angeles C Winner?
same 2026-05-13 | Lakers vs. Clippers | Lakers vs. Clippers
b KXNBAGAME-26MAY13LALLAC -LAC | Los Angeles L at Los Angeles C | Los Angeles L at Los Angeles C Winner?
second 2026-05-13 | Lakers vs. Clippers | Lakers vs. Clippers
b KXWNBAGAME-26AUG09GSLA -LA | Golden State vs Los Angeles | Golden State vs Los Angeles women's Pro Basketball game: Los Angeles wins?
second 2026-08-09 | Golden State Valkyries vs. Los Angeles Sparks | Golden State Valkyries vs. Los Angeles Sparks
no:window 2026-08-08 | Golden State Valkyries vs. Los Angeles Sparks | Golden State Valkyries vs. Los Angeles Sparks
no:subject 2026-08-09 | Golden State Valkyries vs. Las Vegas Aces | Golden State Valkyries vs. Las Vegas Aces
b KXNHLGAME-26MAY10VGKANA -VGK | Vegas at Anaheim | Vegas at Anaheim Winner?
same 2026-05-10 | Golden Knights vs. Ducks | Golden Knights vs. Ducks
no:window 2026-05-12 | Golden Knights vs. Ducks | Golden Knights vs. Ducks
b KXNHLGAME-26MAY10NYRNYI -NYI | New York R at New York I | New York R at New York I Winner?
second 2026-05-10 | Rangers vs. Islanders | Rangers vs. Islanders
b KXNHLSERIES-26VGKANAR2 -ANA | Series Winner: Vegas Golden Knights vs Anaheim Ducks | Series Winner: Vegas Golden Knights vs Anaheim Ducks? | by: 2026-06-01 | sub: Anaheim Ducks
same - | NHL Playoffs: Who Will Win Series? - Ducks vs. Golden Knights | NHL Playoffs: Who Will Win Series? - Ducks vs. Golden Knights | by: 2026-05-22
no:window - | NHL Playoffs: Who Will Win Series? - Ducks vs. Golden Knights | NHL Playoffs: Who Will Win Series? - Ducks vs. Golden Knights | by: 2027-05-22
no:subject - | NHL Playoffs: Who Will Win Series? - Oilers vs. Golden Knights | NHL Playoffs: Who Will Win Series? - Oilers vs. Golden Knights | by: 2026-05-22
no 2026-05-10 | Ducks vs. Golden Knights | Ducks vs. Golden Knights | by: 2026-05-22
b KXNBASERIESSCORE-26CLEDETR2 -CLE42 | Series Exact Score: Cleveland vs Detroit | Will Cleveland win 4-2 in the Cleveland vs Detroit 2nd Round series in the 2026 Pro Basketball Playoffs? | by: 2026-06-01
no:measure - | NBA Playoffs: Who Will Win Series? - Cavaliers vs. Pistons | NBA Playoffs: Who Will Win Series? - Cavaliers vs. Pistons | by: 2026-05-21
b KXMLBGAME-26AUG091610LADAZ -LAD | Los Angeles D vs Arizona | Los Angeles D vs Arizona Winner?
same 2026-08-09 | Los Angeles Dodgers vs. Arizona Diamondbacks | Los Angeles Dodgers vs. Arizona Diamondbacks
no:subject 2026-08-09 | Los Angeles Angels vs. Arizona Diamondbacks | Los Angeles Angels vs. Arizona Diamondbacks
no:window 2026-08-10 | Los Angeles Dodgers vs. Arizona Diamondbacks | Los Angeles Dodgers vs. Arizona Diamondbacks
b KXMLBGAME-26AUG09ATHSEA -ATH | A's vs Seattle | A's vs Seattle Winner?
same 2026-08-09 | Athletics vs. Seattle Mariners | Athletics vs. Seattle Mariners
b KXMLBGAME-26AUG09CWSSTL -CWS | Chicago WS vs St. Louis | Chicago WS vs St. Louis Winner?
same 2026-08-09 | Chicago White Sox vs. St. Louis Cardinals | Chicago White Sox vs. St. Louis Cardinals
no:subject 2026-08-09 | Chicago Cubs vs. St. Louis Cardinals | Chicago Cubs vs. St. Louis Cardinals
b KXMLBF5-26MAY101340MINCLE -CLE | Minnesota vs Cleveland: First 5 Innings | Minnesota vs Cleveland first 5 innings winner? | draw
no:scope 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians
b KXMLBRFI-26MAY101435CHCTEX . | Chicago C vs Texas: First Inning Run | Chicago C vs Texas First Inning Run?
same 2026-05-10 | Chicago Cubs vs. Texas Rangers | Will there be a run scored in the first inning?: Chicago Cubs vs. Texas Rangers | of: Yes Run; No Run
no:window 2026-05-11 | Chicago Cubs vs. Texas Rangers | Will there be a run scored in the first inning?: Chicago Cubs vs. Texas Rangers
no:subject 2026-05-10 | Chicago White Sox vs. Texas Rangers | Will there be a run scored in the first inning?: Chicago White Sox vs. Texas Rangers
b KXNFLGAME-26SEP13ARILAC -LAC | Arizona vs Los Angeles C | Will Los Angeles C win the Arizona vs Los Angeles C Pro Football game?
second 2026-09-13 | Cardinals vs. Chargers | Cardinals vs. Chargers
no:subject 2026-09-13 | Cardinals vs. Rams | Cardinals vs. Rams
b KXNFLGAME-26SEP13NYJTEN -NYJ | New York J vs Tennessee | Will New York J win the New York J vs Tennessee Pro Football game?
same 2026-09-13 | Jets vs. Titans | Jets vs. Titans
no:subject 2026-09-13 | Giants vs. Titans | Giants vs. Titans
b KXNCAAFGAME-26SEP19MSUND -ND | Michigan St. vs Notre Dame | Will Notre Dame win the Michigan St. vs Notre Dame college football game?
second 2026-09-19 | Michigan State Spartans vs. Notre Dame Fighting Irish | Michigan State Spartans vs. Notre Dame Fighting Irish
no:subject 2026-09-19 | Michigan Wolverines vs. Purdue Boilermakers | Michigan Wolverines vs. Purdue Boilermakers

# tennis and fights
b KXATPMATCH-26AUG09FONSHE -FON | Fonseca vs Shelton | Will Joao Fonseca win the Fonseca vs Shelton: Round Of 16 match?
same 2026-08-09 | Toronto: Joao Fonseca vs Ben Shelton | Toronto: Joao Fonseca vs Ben Shelton | of: Fonseca; Shelton
second 2026-08-09 | Toronto: Ben Shelton vs Joao Fonseca | Toronto: Ben Shelton vs Joao Fonseca | of: Shelton; Fonseca
no:scope 2026-08-09 | Toronto: Joao Fonseca vs Ben Shelton | Set 1 Winner: Fonseca vs Shelton
no 2026-08-09 | Toronto: Joao Fonseca vs Ben Shelton | Set Handicap: Fonseca (-1.5) vs Shelton (+1.5)
no:subject 2026-08-09 | Toronto: Joao Fonseca vs Taylor Fritz | Toronto: Joao Fonseca vs Taylor Fritz
b KXATPMATCH-26MAY11FONSHE -FON | Fonseca vs Shelton | Will Joao Fonseca win the Fonseca vs Shelton: Qualification Round 1 match?
same 2026-05-11 | Rome: Joao Fonseca vs Ben Shelton | Rome: Joao Fonseca vs Ben Shelton
b KXWTASETWINNER-26MAY10PEGMAS-1 -PEG | Jessica Pegula vs Rebeka Masarova: Set 1 Winner | Will Jessica Pegula win set 1 in the Jessica Pegula vs Rebeka Masarova match
same 2026-05-10 | Internazionali BNL d'Italia: Jessica Pegula vs Rebeka Masarova | Set 1 Winner: Pegula vs Masarova | of: Pegula; Masarova
no:scope 2026-05-10 | Internazionali BNL d'Italia: Jessica Pegula vs Rebeka Masarova | Set 2 Winner: Pegula vs Masarova | of: Pegula; Masarova
no:scope 2026-05-10 | Internazionali BNL d'Italia: Jessica Pegula vs Rebeka Masarova | Internazionali BNL d'Italia: Jessica Pegula vs Rebeka Masarova
no 2026-05-10 | Internazionali BNL d'Italia: Jessica Pegula vs Rebeka Masarova | Jessica Pegula vs. Rebeka Masarova: Set 1 Games O/U 8.5
b KXUFCFIGHT-26MAY16CHOSAN -CHO | Choi vs Santos | Will Dooho Choi win the Choi vs Santos professional MMA fight scheduled for May 16, 2026?
same 2026-05-16 | UFC Fight Night: Dooho Choi vs. Daniel Santos (Featherweight, Main Card) | UFC Fight Night: Dooho Choi vs. Daniel Santos (Featherweight, Main Card) | of: Choi; Santos
no:measure 2026-05-16 | UFC Fight Night: Dooho Choi vs. Daniel Santos (Featherweight, Main Card) | Will Dooho Choi win by KO or TKO?
no 2026-05-16 | UFC Fight Night: Dooho Choi vs. Daniel Santos (Featherweight, Main Card) | Fight to Go the Distance?
b KXUFCMOV-26MAY16CHOSAN -CHODEC | Dooho Choi vs. Daniel Santos: Method of Victory | Will Dooho Choi win the Dooho Choi vs. Daniel Santos UFC fight by Decision?
no:measure 2026-05-16 | UFC Fight Night: Dooho Choi vs. Daniel Santos (Featherweight, Main Card) | UFC Fight Night: Dooho Choi vs. Daniel Santos (Featherweight, Main Card)

# esports: a game is a map
b KXLOLGAME-26AUG090300LNGIG -LNG | LNG Esports vs. Invictus Gaming | Will LNG Esports win the LNG Esports vs. Invictus Gaming League of Legends match?
second 2026-08-09 | LoL: Invictus Gaming vs LNG Esports (BO3) - LPL Group Ascend | LoL: Invictus Gaming vs LNG Esports (BO3) - LPL Group Ascend
no:scope 2026-08-09 | LoL: Invictus Gaming vs LNG Esports (BO3) - LPL Group Ascend | LoL: Invictus Gaming vs LNG Esports - Game 1 Winner
no 2026-08-09 | LoL: Invictus Gaming vs LNG Esports (BO3) - LPL Group Ascend | Game Handicap: LNG (-1.5) vs IG (+1.5)
no:subject 2026-08-09 | LoL: Invictus Gaming Academy vs LNG Academy (BO3) - LDL | LoL: Invictus Gaming Academy vs LNG Academy (BO3) - LDL
b KXLOLMAP-26MAY100900GXKC-2 -KC | GIANTX vs. Karmine Corp: Map 2 | Will Karmine Corp win map 2 in the GIANTX vs. Karmine Corp match?
same 2026-05-10 | LoL: Karmine Corp vs GIANTX (BO3) - LEC Regular Season | LoL: Karmine Corp vs GIANTX - Game 2 Winner
no:scope 2026-05-10 | LoL: Karmine Corp vs GIANTX (BO3) - LEC Regular Season | LoL: Karmine Corp vs GIANTX - Game 1 Winner
no:scope 2026-05-10 | LoL: Karmine Corp vs GIANTX (BO3) - LEC Regular Season | LoL: Karmine Corp vs GIANTX (BO3) - LEC Regular Season
no 2026-05-10 | LoL: Karmine Corp vs GIANTX (BO3) - LEC Regular Season | Game 2: Odd/Even Total Kills?
b KXCS2GAME-26MAY100400TSMGLZ -TS | Spirit vs. The Mongolz | Will Spirit win the Spirit vs. The Mongolz CS2 match?
second 2026-05-10 | Counter-Strike: TheMongolz vs Spirit (BO3) - CCT Europe Series 12 | Counter-Strike: TheMongolz vs Spirit (BO3) - CCT Europe Series 12   # a tournament with that name
b KXVALORANTMAP-26MAY100500XLGEDG-3 -EDG | XLG Gaming vs. EDward Gaming: Map 3 | Will EDward Gaming win map 3 in the XLG Gaming vs. EDward Gaming match?
same 2026-05-10 | Valorant: EDward Gaming vs XLG Gaming (BO5) - VCT China Playoffs | Valorant: EDward Gaming vs XLG Gaming - Map 3 Winner
no:scope 2026-05-10 | Valorant: EDward Gaming vs XLG Gaming (BO5) - VCT China Playoffs | Valorant: EDward Gaming vs XLG Gaming - Map 1 Winner
b KXDOTA2GAME-26MAY141300XGVG -XG | Xtreme Gaming vs. Vici Gaming | Will Xtreme Gaming win the Xtreme Gaming vs. Vici Gaming Dota 2 match?
same 2026-05-14 | Dota 2: Xtreme Gaming vs Vici Gaming (BO2) - DreamLeague | Dota 2: Xtreme Gaming vs Vici Gaming (BO2) - DreamLeague

# cricket
b KXIPLGAME-26MAY1410MIPBKS -MI | Mumbai Indians vs Punjab Kings | Will Mumbai Indians win the Mumbai Indians vs Punjab Kings match?
second 2026-05-14 | Indian Premier League: Punjab Kings vs Mumbai Indians | Indian Premier League: Punjab Kings vs Mumbai Indians | of: Punjab Kings; Mumbai Indians
no:measure 2026-05-14 | Indian Premier League: Punjab Kings vs Mumbai Indians | Indian Premier League: Punjab Kings vs Mumbai Indians - Who wins the toss?
no 2026-05-14 | Indian Premier League: Punjab Kings vs Mumbai Indians | Indian Premier League: Punjab Kings vs Mumbai Indians - Completed match?
no 2026-05-14 | Indian Premier League: Punjab Kings vs Mumbai Indians - Most Sixes | Indian Premier League: Punjab Kings vs Mumbai Indians - Most Sixes Mumbai Indians Winner
no 2026-05-14 | Indian Premier League: Punjab Kings vs Mumbai Indians - Toss Match Double | Indian Premier League: Punjab Kings vs Mumbai Indians - Toss Match Double Mumbai Indians Winner
b KXIPLTOSS-26MAY1410MIPBKS -MI | Mumbai Indians vs Punjab Kings: Toss | Will Mumbai Indians win the toss in the Mumbai Indians vs Punjab Kings match?
no:measure 2026-05-14 | Indian Premier League: Punjab Kings vs Mumbai Indians | Indian Premier League: Punjab Kings vs Mumbai Indians
`
