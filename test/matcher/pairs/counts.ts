// Contests, in the wording of both platforms: totals, team totals, spreads, what players are counted for.
export const counts = `
# football
b KXMLSTOTAL-26MAY16NEMIN -2 | New England vs Minnesota: Total Goals | Will over 2.5 goals be scored?
same 2026-05-16 | New England Revolution vs. Minnesota United FC - More Markets | New England Revolution vs. Minnesota United FC: O/U 2.5 | of: Over; Under
second 2026-05-16 | New England Revolution vs. Minnesota United FC - More Markets | New England Revolution vs. Minnesota United FC: O/U 2.5 | of: Under; Over
no:threshold 2026-05-16 | New England Revolution vs. Minnesota United FC - More Markets | New England Revolution vs. Minnesota United FC: O/U 3.5 | of: Over; Under
no:threshold 2026-05-16 | New England Revolution vs. Minnesota United FC - More Markets | New England Revolution vs. Minnesota United FC: O/U 2 | of: Over; Under   # can be pushed
no:scope 2026-05-16 | New England Revolution vs. Minnesota United FC - More Markets | New England Revolution vs. Minnesota United FC: 1H O/U 2.5 | of: Over; Under
no:subject 2026-05-16 | New England Revolution vs. Minnesota United FC - More Markets | New England Revolution O/U 2.5 | of: Over; Under
no:measure 2026-05-16 | New England Revolution vs. Minnesota United FC - Total Corners | New England Revolution vs. Minnesota United FC: O/U 2.5 Total Corners
no:window 2026-05-17 | New England Revolution vs. Minnesota United FC - More Markets | New England Revolution vs. Minnesota United FC: O/U 2.5
no 2026-05-16 | New England Revolution vs. Minnesota United FC - More Markets | Spread: New England Revolution (-2.5)
no 2026-05-16 | New England Revolution vs. Minnesota United FC - More Markets | New England Revolution vs. Minnesota United FC: Both Teams to Score
b KXLALIGATOTAL-26MAY10MALVIL -2 | Villarreal at Mallorca: Totals | Villarreal at Mallorca: Totals
same 2026-05-10 | RCD Mallorca vs. Villarreal CF - More Markets | RCD Mallorca vs. Villarreal CF: O/U 2.5
no:threshold 2026-05-10 | RCD Mallorca vs. Villarreal CF - More Markets | RCD Mallorca vs. Villarreal CF: O/U 1.5
no:threshold 2026-05-10 | RCD Mallorca vs. Villarreal CF - More Markets | RCD Mallorca vs. Villarreal CF: O/U 3.5
b KXLALIGATOTAL-26MAY10MALVIL -2 | Villarreal at Mallorca: Totals | Villarreal at Mallorca: Totals | sub: Over 2.5 goals scored
same 2026-05-10 | RCD Mallorca vs. Villarreal CF - More Markets | RCD Mallorca vs. Villarreal CF: O/U 2.5
no:threshold 2026-05-10 | RCD Mallorca vs. Villarreal CF - More Markets | RCD Mallorca vs. Villarreal CF: O/U 1.5
b KXLALIGASPREAD-26MAY11RVCGIR -RVC1 | Girona at Vallecano: Spreads | Vallecano wins by over 1.5 goals?
same 2026-05-11 | Rayo Vallecano de Madrid vs. Girona FC - More Markets | Spread: Rayo Vallecano de Madrid (-1.5) | of: Rayo Vallecano de Madrid; Girona FC
no:subject 2026-05-11 | Rayo Vallecano de Madrid vs. Girona FC - More Markets | Spread: Girona FC (-1.5) | of: Girona FC; Rayo Vallecano de Madrid
no:threshold 2026-05-11 | Rayo Vallecano de Madrid vs. Girona FC - More Markets | Spread: Rayo Vallecano de Madrid (-2.5)
no:threshold 2026-05-11 | Rayo Vallecano de Madrid vs. Girona FC - More Markets | Spread: Rayo Vallecano de Madrid (-1)
no:subject 2026-05-11 | Rayo Vallecano de Madrid vs. Girona FC - More Markets | Spread: Rayo Vallecano de Madrid (+1.5)
no 2026-05-11 | Rayo Vallecano de Madrid vs. Girona FC - More Markets | Rayo Vallecano de Madrid vs. Girona FC: O/U 1.5
no 2026-05-11 | Rayo Vallecano de Madrid vs. Girona FC | Will Rayo Vallecano de Madrid win on 2026-05-11?
no:window 2026-05-12 | Rayo Vallecano de Madrid vs. Girona FC - More Markets | Spread: Rayo Vallecano de Madrid (-1.5)
b KXEPLCORNERS-26MAY10CRYEVE -10 | Crystal Palace vs Everton: Total Corners | Will over 9.5 corners be taken?
same 2026-05-10 | Crystal Palace FC vs. Everton FC - Total Corners | Crystal Palace FC vs. Everton FC: O/U 9.5 Total Corners
no:threshold 2026-05-10 | Crystal Palace FC vs. Everton FC - Total Corners | Crystal Palace FC vs. Everton FC: O/U 10.5 Total Corners
no:measure 2026-05-10 | Crystal Palace FC vs. Everton FC - More Markets | Crystal Palace FC vs. Everton FC: O/U 9.5
b KXEPLGOAL-26MAY10CRYEVE -CRYJMATETA14-1 | Crystal Palace vs Everton: Goals | Jean-Philippe Mateta: 1+ goals
same 2026-05-10 | Crystal Palace FC vs. Everton FC - Player Props | Jean-Philippe Mateta: Anytime Goalscorer | of: Yes; No
no:measure 2026-05-10 | Crystal Palace FC vs. Everton FC - Player Props | Jean-Philippe Mateta: First Goalscorer | of: Yes; No
no:subject 2026-05-10 | Crystal Palace FC vs. Everton FC - Player Props | Iliman Ndiaye: Anytime Goalscorer | of: Yes; No
b KXEPLGOAL-26MAY10CRYEVE -CRYJMATETA14-2 | Crystal Palace vs Everton: Goals | Jean-Philippe Mateta: 2+ goals
no:threshold 2026-05-10 | Crystal Palace FC vs. Everton FC - Player Props | Jean-Philippe Mateta: Anytime Goalscorer | of: Yes; No

# basketball
b KXNBATOTAL-26MAY13CLEDET -214 | Cleveland at Detroit: Total Points | Cleveland at Detroit: Total Points | sub: Over 213.5 points scored
same 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: O/U 213.5 | of: Over; Under
no:threshold 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: O/U 214.5
no:scope 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: 1H O/U 213.5
b KXNBATOTAL-26MAY13CLEDET -214 | Cleveland at Detroit: Total Points | Cleveland at Detroit: Total Points
same 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: O/U 213.5
no:threshold 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: O/U 214.5
b KXWNBATOTAL-26AUG08INDCHI -181 | Indiana vs Chicago: Total | Indiana vs Chicago women's Pro Basketball game: Over 180.5 points? | sub: Over 180.5 points scored
same 2026-08-08 | Indiana Fever vs. Chicago Sky | Indiana Fever vs. Chicago Sky: O/U 180.5
no:threshold 2026-08-08 | Indiana Fever vs. Chicago Sky | Indiana Fever vs. Chicago Sky: O/U 181.5
b KXWNBASPREAD-26AUG08INDCHI -IND19 | Indiana vs Chicago: Spread | Indiana wins the game by over 18.5 points? | sub: Indiana wins by over 18.5 points
same 2026-08-08 | Indiana Fever vs. Chicago Sky | Spread: Indiana Fever (-18.5)
no:subject 2026-08-08 | Indiana Fever vs. Chicago Sky | Spread: Chicago Sky (-18.5)
no:scope 2026-08-08 | Indiana Fever vs. Chicago Sky | 1H Spread: Indiana Fever (-18.5)
b KXNBA1HTOTAL-26MAY13CLEDET -104 | Cleveland at Detroit: 1st Half Total | Cleveland at Detroit: 1st Half Total | sub: Over 103.5 points scored
same 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: 1H O/U 103.5
no:scope 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: O/U 103.5
no:scope 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: 2H O/U 103.5
b KXNBATEAMTOTAL-26MAY13CLEDET -DET106 | Cleveland at Detroit: Team Total | Will Detroit score over 105.5 points?
same 2026-05-13 | Cavaliers vs. Pistons | Pistons Team Total: O/U 105.5
no:subject 2026-05-13 | Cavaliers vs. Pistons | Cavaliers Team Total: O/U 105.5
no:subject 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: O/U 105.5
b KXNBAAST-26MAY13CLEDET -CLEDMITCHELL45-4 | Cleveland at Detroit: Assists | Donovan Mitchell: 4+ assists
same 2026-05-13 | Cavaliers vs. Pistons | Donovan Mitchell: Assists O/U 3.5
no:threshold 2026-05-13 | Cavaliers vs. Pistons | Donovan Mitchell: Assists O/U 4.5
no:measure 2026-05-13 | Cavaliers vs. Pistons | Donovan Mitchell: Rebounds O/U 3.5
no:subject 2026-05-13 | Cavaliers vs. Pistons | Tobias Harris: Assists O/U 3.5
no:window 2026-05-15 | Cavaliers vs. Pistons | Donovan Mitchell: Assists O/U 3.5
b KXNBA3PT-26MAY13CLEDET -CLEDMITCHELL45-4 | Cleveland at Detroit: Threes | Donovan Mitchell: 4+ threes
same 2026-05-13 | Cavaliers vs. Pistons | Donovan Mitchell: Threes O/U 3.5
same 2026-05-13 | Cavaliers vs. Pistons | Donovan Mitchell: 3-Pointers Made O/U 3.5
no:measure 2026-05-13 | Cavaliers vs. Pistons | Donovan Mitchell: Points O/U 3.5
b KXNBAREB-26MAY13OKCSAS -OKCJALENWILLIAMS8-6 | Oklahoma City at San Antonio: Rebounds | Jalen Williams: 6+ rebounds
no:subject 2026-05-13 | Thunder vs. Spurs | Jaylin Williams: Rebounds O/U 5.5
same 2026-05-13 | Thunder vs. Spurs | Jalen Williams: Rebounds O/U 5.5
b KXNBA2D-26MAY13CLEDET -CLEDMITCHELL45 | Cleveland at Detroit: Double Doubles | Donovan Mitchell: Double Double
no 2026-05-13 | Cavaliers vs. Pistons | Donovan Mitchell: Assists O/U 9.5
b KXWNBAPTS-26MAY10LVLA -LAKPLUM10-15 | Las Vegas vs Los Angeles | Kelsey Plum: 15+ points
same 2026-05-10 | Las Vegas Aces vs. Los Angeles Sparks | Kelsey Plum: Points O/U 14.5
no:threshold 2026-05-10 | Las Vegas Aces vs. Los Angeles Sparks | Kelsey Plum: Points O/U 15.5
no 2026-05-10 | Las Vegas Aces vs. Los Angeles Sparks | Las Vegas Aces vs. Los Angeles Sparks

# baseball, hockey, American football
b KXMLBTOTAL-26AUG072015COLSTL -3 | Colorado vs St. Louis: Total Runs | Colorado vs St. Louis Total Runs? | sub: Over 2.5 runs scored
same 2026-08-07 | Colorado Rockies vs. St. Louis Cardinals | Colorado Rockies vs. St. Louis Cardinals: O/U 2.5
no:threshold 2026-08-07 | Colorado Rockies vs. St. Louis Cardinals | Colorado Rockies vs. St. Louis Cardinals: O/U 3.5
b KXMLBTOTAL-26AUG072015COLSTL -9 | Colorado vs St. Louis: Total Runs | Colorado vs St. Louis Total Runs?
same 2026-08-07 | Colorado Rockies vs. St. Louis Cardinals | Colorado Rockies vs. St. Louis Cardinals: O/U 8.5
no:threshold 2026-08-07 | Colorado Rockies vs. St. Louis Cardinals | Colorado Rockies vs. St. Louis Cardinals: O/U 9.5
b KXMLBSPREAD-26AUG072145TBSEA -SEA2 | Tampa Bay vs Seattle: Spread | Seattle wins by over 1.5 runs?
same 2026-08-07 | Tampa Bay Rays vs. Seattle Mariners | Spread: Seattle Mariners (-1.5)
no:subject 2026-08-07 | Tampa Bay Rays vs. Seattle Mariners | Spread: Tampa Bay Rays (-1.5)
no:window 2026-08-08 | Tampa Bay Rays vs. Seattle Mariners | Spread: Seattle Mariners (-1.5)
b KXMLBTEAMTOTAL-26MAY101340MINCLE -CLE5 | Minnesota vs Cleveland: Team Total | Will Cleveland score over 4.5 runs?
same 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Cleveland Guardians: Team Total O/U 4.5
no:subject 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins: Team Total O/U 4.5
no:subject 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: O/U 4.5
b KXMLBKS-26MAY101340MINCLE -CLETBIBEE28-6 | Minnesota vs Cleveland: Strikeouts | Tanner Bibee: 6+ strikeouts?
same 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Tanner Bibee: Strikeouts O/U 5.5
no:threshold 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Tanner Bibee: Strikeouts O/U 6.5
no:subject 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Joe Ryan: Strikeouts O/U 5.5
b KXMLBHR-26MAY101340NYYBOS -NYYAJUDGE99-1 | New York Y vs Boston: Home Runs | Aaron Judge: 1+ home runs?
same 2026-05-10 | New York Yankees vs. Boston Red Sox | Aaron Judge: Home Runs O/U 0.5
no:measure 2026-05-10 | New York Yankees vs. Boston Red Sox | Aaron Judge: Hits O/U 0.5
b KXMLBTB-26MAY101340MIACLE -CLESKWAN38-2 | Miami vs Cleveland: Total Bases | Steven Kwan: 2+ total bases?
same 2026-05-10 | Miami Marlins vs. Cleveland Guardians | Steven Kwan: Total Bases O/U 1.5
no:measure 2026-05-10 | Miami Marlins vs. Cleveland Guardians | Steven Kwan: Hits O/U 1.5
b KXNHLTOTAL-26MAY10VGKANA -6 | Vegas at Anaheim: Totals | Vegas at Anaheim: Total Goals
same 2026-05-10 | Golden Knights vs. Ducks | Golden Knights vs. Ducks: O/U 5.5
no:threshold 2026-05-10 | Golden Knights vs. Ducks | Golden Knights vs. Ducks: O/U 6.5
b KXNFLSPREAD-26SEP13ARILAC -LAC4 | Arizona vs Los Angeles C: Spread | Los Angeles C wins by over 3.5 points?
same 2026-09-13 | Cardinals vs. Chargers | Spread: Chargers (-3.5)
no:subject 2026-09-13 | Cardinals vs. Chargers | Spread: Cardinals (-3.5)
b KXNFLPASSYDS-26SEP13ARILAC -LACJHERBERT10-250 | Arizona vs Los Angeles C: Passing Yards | Justin Herbert: 250+ passing yards
same 2026-09-13 | Cardinals vs. Chargers | Justin Herbert: Passing Yards O/U 249.5
no:measure 2026-09-13 | Cardinals vs. Chargers | Justin Herbert: Rushing Yards O/U 249.5

# esports, tennis, fights, cricket
b KXLOLTOTALMAPS-26MAY100600HLEDRX -3 | Hanwha Life Esports vs. DRX: Total Maps | Will over 2.5 maps be played in the Hanwha Life Esports vs. DRX League of Legends match?
same 2026-05-10 | LoL: Kiwoom DRX vs Hanwha Life Esports (BO3) - LCK Rounds 1-2 | Games Total: O/U 2.5
no:threshold 2026-05-10 | LoL: Kiwoom DRX vs Hanwha Life Esports (BO3) - LCK Rounds 1-2 | Games Total: O/U 3.5
no 2026-05-10 | LoL: Kiwoom DRX vs Hanwha Life Esports (BO3) - LCK Rounds 1-2 | Total Kills Over/Under 30.5 in Game 2?
no 2026-05-10 | LoL: Kiwoom DRX vs Hanwha Life Esports (BO3) - LCK Rounds 1-2 | Game Handicap: HLE (-1.5) vs Kiwoom DRX (+1.5)
b KXCS2TOTALMAPS-26MAY100400TSMGLZ -3 | Spirit vs. The Mongolz: Total Maps | Will over 2.5 maps be played in the Spirit vs. The Mongolz CS2 match?
same 2026-05-10 | Counter-Strike: TheMongolz vs Spirit (BO3) - PGL Astana Group Stage | Games Total: O/U 2.5
no 2026-05-10 | Counter-Strike: TheMongolz vs Spirit (BO3) - PGL Astana Group Stage | Map 3: Odd/Even Total Rounds?
b KXATPGTOTAL-26MAY10FONSHE -22 | Fonseca vs Shelton: Total Games | Will over 21.5 games be played in the Fonseca vs Shelton match?
same 2026-05-10 | Rome: Joao Fonseca vs Ben Shelton | Fonseca vs. Shelton: Match O/U 21.5
no:threshold 2026-05-10 | Rome: Joao Fonseca vs Ben Shelton | Fonseca vs. Shelton: Match O/U 22.5
no:scope 2026-05-10 | Rome: Joao Fonseca vs Ben Shelton | Fonseca vs. Shelton: Set 1 Games O/U 21.5
no 2026-05-10 | Rome: Joao Fonseca vs Ben Shelton | Joao Fonseca vs. Ben Shelton: Total Sets O/U 2.5
b KXATPSETS-26MAY10FONSHE -3 | Fonseca vs Shelton: Total Sets | Will over 2.5 sets be played in the Fonseca vs Shelton match?
same 2026-05-10 | Rome: Joao Fonseca vs Ben Shelton | Joao Fonseca vs. Ben Shelton: Total Sets O/U 2.5
no 2026-05-10 | Rome: Joao Fonseca vs Ben Shelton | Fonseca vs. Shelton: Match O/U 21.5
b KXUFCROUNDS-26MAY16CHOSAN -3 | Dooho Choi vs. Daniel Santos: Total Rounds | Will over 2.5 rounds be fought in the Dooho Choi vs. Daniel Santos UFC fight?
same 2026-05-16 | UFC Fight Night: Dooho Choi vs. Daniel Santos (Featherweight, Main Card) | O/U 2.5 Rounds
no:threshold 2026-05-16 | UFC Fight Night: Dooho Choi vs. Daniel Santos (Featherweight, Main Card) | O/U 1.5 Rounds
b KXIPLSIX-26MAY1410MIPBKS -14 | Mumbai Indians vs Punjab Kings: Total Match Sixes | Will there be over 13.5 total match sixes?
no 2026-05-14 | Indian Premier League: Punjab Kings vs Mumbai Indians | Indian Premier League: Punjab Kings vs Mumbai Indians
no 2026-05-14 | Indian Premier League: Punjab Kings vs Mumbai Indians - Most Sixes | Indian Premier League: Punjab Kings vs Mumbai Indians - Most Sixes Mumbai Indians Winner
no:measure 2026-05-14 | Indian Premier League: Punjab Kings vs Mumbai Indians | Indian Premier League: Punjab Kings vs Mumbai Indians: O/U 13.5
`
