// The leagues of North America and their colleges: games, series, halves, spreads, totals.
export const leagues = `
# one city, two leagues, one day
b KXNBAGAME-26MAY13CLEDET -CLE | Cleveland at Detroit | Cleveland at Detroit Winner?
same 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons | of: Cavaliers; Pistons
no:subject 2026-05-13 | Cleveland Guardians vs. Detroit Tigers | Cleveland Guardians vs. Detroit Tigers
no:scope 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: 1Q Moneyline
no:subject 2026-05-13 | Cavaliers vs. Bulls | Cavaliers vs. Bulls
b KXMLBGAME-26MAY131310CLEDET -DET | Cleveland vs Detroit | Cleveland vs Detroit Winner?
second 2026-05-13 | Cleveland Guardians vs. Detroit Tigers | Cleveland Guardians vs. Detroit Tigers
no:subject 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons
b KXNHLGAME-26MAY13DALMIN -DAL | Dallas at Minnesota | Dallas at Minnesota Winner?
same 2026-05-13 | Stars vs. Wild | Stars vs. Wild
second 2026-05-13 | Wild vs. Stars | Wild vs. Stars
no:subject 2026-05-13 | Dallas Wings vs. Minnesota Lynx | Dallas Wings vs. Minnesota Lynx
no:subject 2026-05-13 | Mavericks vs. Timberwolves | Mavericks vs. Timberwolves
b KXWNBAGAME-26MAY20NYIND -NY | New York vs Indiana | New York vs Indiana women's Pro Basketball game: New York wins?
same 2026-05-20 | New York Liberty vs. Indiana Fever | New York Liberty vs. Indiana Fever
second 2026-05-20 | Indiana Fever vs. New York Liberty | Indiana Fever vs. New York Liberty
no:subject 2026-05-20 | Knicks vs. Pacers | Knicks vs. Pacers
b KXNFLGAME-26SEP13NYGDAL -NYG | New York G at Dallas | Will New York G win the New York G at Dallas Pro Football game?
same 2026-09-13 | Giants vs. Cowboys | Giants vs. Cowboys
no:subject 2026-09-13 | Jets vs. Cowboys | Jets vs. Cowboys
no:window 2026-09-14 | Giants vs. Cowboys | Giants vs. Cowboys
b KXNFLGAME-26SEP13SFSEA -SF | San Francisco at Seattle | San Francisco at Seattle Winner? | sub: San Francisco
same 2026-09-13 | 49ers vs. Seahawks | 49ers vs. Seahawks | of: 49ers; Seahawks
second 2026-09-13 | 49ers vs. Seahawks | 49ers vs. Seahawks | of: Seahawks; 49ers
no:subject 2026-09-13 | San Francisco Giants vs. Seattle Mariners | San Francisco Giants vs. Seattle Mariners
b KXNHLGAME-26APR19STLUTA -UTA | St. Louis at Utah | St. Louis at Utah Winner?
second 2026-04-19 | Blues vs. Mammoth | Blues vs. Mammoth
no:subject 2026-04-19 | Blues vs. Jazz | Blues vs. Jazz
b KXNHLGAME-26APR19CBJTOR -CBJ | Columbus at Toronto | Columbus at Toronto Winner?
same 2026-04-19 | Blue Jackets vs. Maple Leafs | Blue Jackets vs. Maple Leafs
no:subject 2026-04-19 | Columbus Crew vs. Toronto FC | Will Columbus Crew win on 2026-04-19?
b KXNBAGAME-26APR12LALPOR -POR | Los Angeles L at Portland | Los Angeles L at Portland Winner?
second 2026-04-12 | Lakers vs. Trail Blazers | Lakers vs. Trail Blazers
no:subject 2026-04-12 | Clippers vs. Trail Blazers | Clippers vs. Trail Blazers
b KXNBAGAME-26APR12PHIBOS -PHI | Philadelphia at Boston | Philadelphia at Boston Winner?
same 2026-04-12 | 76ers vs. Celtics | 76ers vs. Celtics
same 2026-04-12 | 76ers vs. Celtics | 76ers vs. Celtics: Moneyline
no:subject 2026-04-12 | Phillies vs. Red Sox | Phillies vs. Red Sox
b KXMLBGAME-26MAY221905CWSKC -CWS | Chicago WS vs Kansas City | Chicago WS vs Kansas City Winner?
same 2026-05-22 | Chicago White Sox vs. Kansas City Royals | Chicago White Sox vs. Kansas City Royals
no:subject 2026-05-22 | Chicago Cubs vs. Kansas City Royals | Chicago Cubs vs. Kansas City Royals
no:scope 2026-05-22 | Chicago White Sox vs. Kansas City Royals | Chicago White Sox vs. Kansas City Royals: First 5 Innings Winner
b KXMLBGAME-26MAY221905ATHLAA -LAA | A's vs Los Angeles A | A's vs Los Angeles A Winner?
second 2026-05-22 | Athletics vs. Los Angeles Angels | Athletics vs. Los Angeles Angels
no:subject 2026-05-22 | Athletics vs. Los Angeles Dodgers | Athletics vs. Los Angeles Dodgers
# the title of the event is not known
b KXMLBGAME-26MAY221905TORTB -TOR | | Toronto vs Tampa Bay Winner? | sub: Toronto
same 2026-05-22 | Toronto Blue Jays vs. Tampa Bay Rays | Toronto Blue Jays vs. Tampa Bay Rays
no:window 2026-05-23 | Toronto Blue Jays vs. Tampa Bay Rays | Toronto Blue Jays vs. Tampa Bay Rays
# colleges
b KXNCAAMBGAME-26MAR21DUKEUNC -DUKE | Duke at North Carolina | Duke at North Carolina Winner?
same 2026-03-21 | Duke Blue Devils vs. North Carolina Tar Heels | Duke Blue Devils vs. North Carolina Tar Heels
no:subject 2026-03-21 | Duke Blue Devils vs. North Carolina Tar Heels (W) | Duke Blue Devils vs. North Carolina Tar Heels (W)
no:subject 2026-03-21 | Duke Blue Devils vs. North Carolina State Wolfpack | Duke Blue Devils vs. North Carolina State Wolfpack
b KXNCAAWBGAME-26MAR21CONNSCAR -CONN | Connecticut at South Carolina | Connecticut at South Carolina Winner?
same 2026-03-21 | UConn Huskies (W) vs. South Carolina Gamecocks (W) | UConn Huskies (W) vs. South Carolina Gamecocks (W)
no:subject 2026-03-21 | UConn Huskies vs. South Carolina Gamecocks | UConn Huskies vs. South Carolina Gamecocks
b KXNCAAFGAME-26SEP19MIAFLA -MIA | Miami (FL) at Florida | Miami (FL) at Florida Winner?
same 2026-09-19 | Miami Hurricanes vs. Florida Gators | Miami Hurricanes vs. Florida Gators
no:subject 2026-09-19 | Miami RedHawks vs. Florida Gators | Miami RedHawks vs. Florida Gators
no:subject 2026-09-19 | Miami Hurricanes vs. Florida State Seminoles | Miami Hurricanes vs. Florida State Seminoles
b KXNCAAMBGAME-26MAR21MICHMSU -MSU | Michigan at Michigan St. | Michigan at Michigan St. Winner?
second 2026-03-21 | Michigan Wolverines vs. Michigan State Spartans | Michigan Wolverines vs. Michigan State Spartans
b KXNCAAMBGAME-26MAR21TEXTAMU -TEX | Texas at Texas A&M | Texas at Texas A&M Winner?
same 2026-03-21 | Texas Longhorns vs. Texas A&M Aggies | Texas Longhorns vs. Texas A&M Aggies
no:subject 2026-03-21 | Texas Tech Red Raiders vs. Texas A&M Aggies | Texas Tech Red Raiders vs. Texas A&M Aggies
# series
b KXNBASERIES-26SASOKCR3 -OKC | Series Winner: San Antonio vs Oklahoma City | San Antonio vs Oklahoma City 2026 Conference Finals series winner? | by: 2026-06-10
second - | NBA Playoffs: Who Will Win Series? - Spurs vs. Thunder | NBA Playoffs: Who Will Win Series? - Spurs vs. Thunder | by: 2026-05-31
no 2026-05-24 | Spurs vs. Thunder | Spurs vs. Thunder
no:subject - | NBA Playoffs: Who Will Win Series? - Spurs vs. Timberwolves | NBA Playoffs: Who Will Win Series? - Spurs vs. Timberwolves | by: 2026-05-31
b KXNBASERIESSCORE-26CLENYKR3 -NYK41 | Series Exact Score: Cleveland (0) vs New York (1) | Will New York win 4-1 in the Cleveland vs New York Conference Finals series in the 2026 Pro Basketball Playoffs? | by: 2026-06-10
same - | NBA Playoffs: Cavaliers vs. Knicks Series Exact Score | Will the Knicks win the series 4-1? | by: 2026-06-02
no:measure - | NBA Playoffs: Cavaliers vs. Knicks Series Exact Score | Knicks 4-0 | by: 2026-06-02
same - | NBA Playoffs: Cavaliers vs. Knicks Series Exact Score | Knicks 4-1 | by: 2026-06-02
no:measure - | NBA Playoffs: Cavaliers vs. Knicks Series Exact Score | Will the Knicks win the series 4-2? | by: 2026-06-02
no:subject - | NBA Playoffs: Cavaliers vs. Knicks Series Exact Score | Will the Cavaliers win the series 4-1? | by: 2026-06-02
no:measure - | NBA Playoffs: Who Will Win Series? - Cavaliers vs. Knicks | NBA Playoffs: Who Will Win Series? - Cavaliers vs. Knicks | by: 2026-06-02
b KXNHLSERIESGAMES-26VGKANAR2 -6 | Vegas vs Anaheim: Series Total Games | Will over 5.5 games be played in the Vegas vs Anaheim series? | by: 2026-05-30
same - | NHL Playoffs: Golden Knights vs. Ducks Series Total Games | Golden Knights vs. Ducks: Series Total Games O/U 5.5 | by: 2026-05-25
no:threshold - | NHL Playoffs: Golden Knights vs. Ducks Series Total Games | Golden Knights vs. Ducks: Series Total Games O/U 6.5 | by: 2026-05-25
no 2026-05-13 | Golden Knights vs. Ducks | Golden Knights vs. Ducks: O/U 5.5
# spreads and totals told by the ticker only
b KXNBASPREAD-26MAY13CLEDET -DET5 | Cleveland at Detroit: Spread | Cleveland at Detroit: Spread
same 2026-05-13 | Cavaliers vs. Pistons | Spread: Pistons (-4.5) | of: Pistons; Cavaliers
second 2026-05-13 | Cavaliers vs. Pistons | Spread: Cavaliers (+4.5) | of: Cavaliers; Pistons
no:threshold 2026-05-13 | Cavaliers vs. Pistons | Spread: Pistons (-5.5) | of: Pistons; Cavaliers
no:subject 2026-05-13 | Cavaliers vs. Pistons | Spread: Cavaliers (-4.5) | of: Cavaliers; Pistons
no:threshold 2026-05-13 | Cavaliers vs. Pistons | Spread: Pistons (-5) | of: Pistons; Cavaliers
no:scope 2026-05-13 | Cavaliers vs. Pistons | 1H Spread: Pistons (-4.5) | of: Pistons; Cavaliers
b KXNBATEAMTOTAL-26MAY20SASOKC -SAS113 | San Antonio at Oklahoma City: Team Total | San Antonio at Oklahoma City: Team Total
same 2026-05-20 | Spurs vs. Thunder | Spurs Team Total: O/U 112.5 | of: Over; Under
same 2026-05-20 | Spurs vs. Thunder | Spurs: Team Total O/U 112.5
no:subject 2026-05-20 | Spurs vs. Thunder | Thunder Team Total: O/U 112.5
no:subject 2026-05-20 | Spurs vs. Thunder | Spurs vs. Thunder: O/U 112.5
no:threshold 2026-05-20 | Spurs vs. Thunder | Spurs Team Total: O/U 113.5
no:scope 2026-05-20 | Spurs vs. Thunder | Spurs Team Total: 1H O/U 112.5
b KXNHLSPREAD-26MAY10VGKANA -VGK2 | Vegas at Anaheim: Spread | Vegas wins by over 1.5 goals?
same 2026-05-10 | Golden Knights vs. Ducks | Spread: Golden Knights (-1.5)
no:subject 2026-05-10 | Golden Knights vs. Ducks | Spread: Ducks (-1.5)
no:threshold 2026-05-10 | Golden Knights vs. Ducks | Spread: Golden Knights (-2.5)
b KXNBA1HSPREAD-26MAY13CLEDET -CLE4 | Cleveland at Detroit: 1st Half Spread | Cleveland wins the 1st half by over 3.5 points? | sub: Cleveland wins 1H by over 3.5 points
same 2026-05-13 | Cavaliers vs. Pistons | 1H Spread: Cavaliers (-3.5)
no:scope 2026-05-13 | Cavaliers vs. Pistons | Spread: Cavaliers (-3.5)
b KXNBA1QTOTAL-26MAY13CLEDET -55 | Cleveland at Detroit: 1st Quarter Total | Will over 54.5 points be scored in the 1st quarter?
same 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: 1Q O/U 54.5
no:scope 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: 1H O/U 54.5
no:scope 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: 2Q O/U 54.5
b KXMLBF5TOTAL-26MAY101340MINCLE -5 | Minnesota vs Cleveland: First 5 Innings Total Runs | Will over 4.5 runs be scored in the first 5 innings?
same 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: First 5 Innings O/U 4.5
no:scope 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: O/U 4.5
b KXMLBF5SPREAD-26MAY101340MINCLE -MIN1 | Minnesota vs Cleveland: First 5 Innings Spread | Minnesota leads by over 0.5 runs after 5 innings?
no 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Spread: Minnesota Twins (-0.5)
b KXMLBTOTAL-26MAY101340MINCLE -9 | Minnesota vs Cleveland: Total Runs | Minnesota vs Cleveland Total Runs? | sub: Over 8.5 runs scored
same 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: O/U 8.5
second 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: O/U 8.5 | of: Under; Over
no:threshold 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: O/U 9.5
no:threshold 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: O/U 8
no:window 2026-05-11 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: O/U 8.5
no:measure 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: O/U 8.5 Hits
no:measure 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: Total Hits O/U 8.5
no:measure 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: Total Strikeouts O/U 8.5
no 2026-05-10 | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: Odd/Even Total Runs
b KXNHLTOTAL-26MAY10VGKANA -7 | Vegas at Anaheim: Total Goals | Will over 6.5 goals be scored?
same 2026-05-10 | Golden Knights vs. Ducks | Golden Knights vs. Ducks: O/U 6.5
no:scope 2026-05-10 | Golden Knights vs. Ducks | Golden Knights vs. Ducks: 1st Period O/U 6.5
no:measure 2026-05-10 | Golden Knights vs. Ducks | Golden Knights vs. Ducks: Total Shots O/U 6.5
b KXNFLTOTAL-26SEP13SFSEA -48 | San Francisco at Seattle: Total Points | San Francisco at Seattle: Total Points | sub: Over 47.5 points scored
same 2026-09-13 | 49ers vs. Seahawks | 49ers vs. Seahawks: O/U 47.5
no:threshold 2026-09-13 | 49ers vs. Seahawks | 49ers vs. Seahawks: O/U 48.5
no:subject 2026-09-13 | 49ers vs. Seahawks | 49ers: Team Total O/U 47.5
# what is not understood matches nothing
b KXNBAOT-26MAY13CLEDET -OT | Cleveland at Detroit: Overtime | Will the Cleveland at Detroit game go to overtime?
no:measure 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons
no:measure 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: Overtime?
b KXNBAFIRST-26MAY13CLEDET -CLE | Cleveland at Detroit: First Team to Score | Which team will score first?
no:measure 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons
b KXNBAWINMARGIN-26MAY13CLEDET -CLE1 | Cleveland at Detroit: Winning Margin | Will Cleveland win by 1-5 points?
no 2026-05-13 | Cavaliers vs. Pistons | Spread: Cavaliers (-0.5)
no:measure 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons
b KXNBAPARLAY-26MAY13CLEDET -X | Cleveland at Detroit | Will Cleveland win and over 210.5 points be scored?
no:measure 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons
no 2026-05-13 | Cavaliers vs. Pistons | Cavaliers vs. Pistons: O/U 210.5
`
