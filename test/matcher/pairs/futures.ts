// Awards, drafts, leaders and places in a table, in the wording of both platforms.
export const futures = `
b KXMLBNLMOTY-26 -CMCC | NL Manager of the Year Winner? | Will Clayton McCullough win NL MOTY? | by: 2026-12-07
same - | MLB: NL Manager of the Year | Will Clayton McCullough win the 2026 NL Manager of the Year? | by: 2026-12-18
no - | MLB: AL Manager of the Year | Will Clayton McCullough win the 2026 AL Manager of the Year? | by: 2026-12-18
no - | MLB: NL Manager of the Year | Will Manager C win the 2026 NL Manager of the Year? | by: 2026-12-18
no - | MLB: NL Manager of the Year | Will Carlos Mendoza win the 2026 NL Manager of the Year? | by: 2026-12-18
b KXNFLMVP-27 -LJAC | MVP Winner? | Will Lamar Jackson win the MVP? | by: 2028-02-12
same - | Pro Football: 2026 MVP Winner | Will Lamar Jackson win the 2026 NFL MVP? | by: 2027-02-14
no - | Pro Football: 2026 MVP Winner | Will Josh Allen win the 2026 NFL MVP? | by: 2027-02-14
no - | Pro Football: 2026 OPOY | Will Lamar Jackson win the 2026 NFL Offensive Player of the Year? | by: 2027-02-14
no - | Super Bowl MVP | Will Lamar Jackson win the 2027 Super Bowl MVP? | by: 2027-02-14
b KXNBAROY-26 -CFLA | Pro Basketball Rookie of the Year | Will Cooper Flagg win Rookie of the Year? | by: 2026-06-30
same - | NBA Rookie of the Year | Will Cooper Flagg win the 2025–26 NBA Rookie of the Year award? | by: 2026-06-30
no - | NBA Rookie of the Year | Will Dylan Harper win the 2025–26 NBA Rookie of the Year award? | by: 2026-06-30
no - | WNBA Rookie of the Year | Will Paige Bueckers win the 2026 WNBA Rookie of the Year award? | by: 2026-09-30
b KXMLBNLROTY-26 -NMCL | NL Rookie of the Year Winner? | Will Nolan McLean win NL Rookie of the Year? | by: 2026-12-07
same - | MLB: 2026 NL Rookie of the Year | Will Nolan McLean win the 2026 NL Rookie of the Year? | by: 2026-11-12
no - | MLB: 2026 AL Rookie of the Year | Will Nolan McLean win the 2026 AL Rookie of the Year? | by: 2026-11-12
b KXMLBALCY-26 -TSKU | AL Cy Young Winner? | Will Tarik Skubal win AL Cy Young? | by: 2026-12-07
same - | MLB: 2026 AL Cy Young Winner | Will Tarik Skubal win the 2026 AL Cy Young Award? | by: 2026-11-11
no - | MLB: 2026 NL Cy Young Winner | Will Tarik Skubal win the 2026 NL Cy Young Award? | by: 2026-11-11
no - | MLB: 2026 AL Cy Young Winner | Will another pitcher win the 2026 AL Cy Young Award? | by: 2026-11-11
b KXMLBALMVP-26 -BWIT | AL MVP Winner? | Will Bobby Witt Jr. win AL MVP? | by: 2026-12-07
same - | MLB: 2026 AL MVP | Will Bobby Witt Jr. win the 2026 American League MVP? | by: 2026-11-12
no - | MLB: 2026 NL MVP | Will Bobby Witt Jr. win the 2026 National League MVP? | by: 2026-11-12
b KXNBADRAFTPICK-26-1 -ADYB | Pro Basketball #1 Overall Pick | Will AJ Dybantsa be picked 1st in the Pro Basketball Draft? | by: 2026-07-01
same - | 2026 NBA Draft: 1st Overall pick | Will AJ Dybantsa be the first pick in the 2026 NBA draft? | by: 2026-06-24
no - | 2026 NBA Draft: 2nd Overall pick | Will AJ Dybantsa be the second pick in the 2026 NBA draft? | by: 2026-06-24
no - | 2026 NBA Draft: 1st Overall pick | Will Darryn Peterson be the first pick in the 2026 NBA draft? | by: 2026-06-24
no - | 2026 NBA Draft: 1st Overall pick | Will Player T be the first pick in the 2026 NBA draft? | by: 2026-06-24
b KXOSCARPIC-27 -ODY | Best Picture at the Oscars? | Will The Odyssey win Best Picture at the Oscars? | by: 2027-03-20
same - | Oscars 2027: Best Picture Winner | Will The Odyssey win Best Picture at the 99th Academy Awards? | by: 2027-03-15
no - | Oscars 2027: Best Director Winner | Will Christopher Nolan win Best Director at the 99th Academy Awards? | by: 2027-03-15
no - | Oscars 2027: Best Picture Nominees | Will The Odyssey be nominated for Best Picture at the 99th Academy Awards? | by: 2027-01-22
no - | Oscars 2026: Best Picture Winner | Will The Odyssey win Best Picture at the 2026 Academy Awards? | by: 2026-03-15
b KXMLBERALEAD-26 -HBRO | Pro Baseball ERA Leader | Will Hunter Brown lead Pro Baseball in ERA? | by: 2026-10-05
same - | MLB: ERA Leader | Will Hunter Brown lead the MLB in ERA for the 2026 regular season? | by: 2026-09-27
no - | MLB: Strikeouts Leader | Will Hunter Brown lead the MLB in strikeouts for the 2026 regular season? | by: 2026-09-27
b KXMLBPLAYOFFS-26 -AZ | Pro Baseball Playoff Qualifiers | Pro Baseball Playoff Qualifiers | by: 2026-10-31
same - | MLB: Team to make postseason | Will the Arizona Diamondbacks clinch a spot in the 2026 MLB Postseason? | by: 2026-09-27
no - | MLB: Team to make postseason | Will the Los Angeles Dodgers clinch a spot in the 2026 MLB Postseason? | by: 2026-09-27
b KXMLBPLAYOFFS-26 -CWS | Pro Baseball Playoff Qualifiers | Pro Baseball Playoff Qualifiers | by: 2026-10-31
same - | MLB: Team to make postseason | Will the Chicago White Sox clinch a spot in the 2026 MLB Postseason? | by: 2026-09-27
no - | MLB: Team to make postseason | Will the Chicago Cubs clinch a spot in the 2026 MLB Postseason? | by: 2026-09-27
b KXNBAMVP-26 -NJOK | NBA MVP Winner? | Will Nikola Jokic win the Pro Basketball MVP? | by: 2026-07-01
same - | NBA MVP | Will Nikola Jokic win the 2025–2026 NBA MVP? | by: 2026-06-10
no - | NBA MVP | Will Nikola Jokic win the 2026–2027 NBA MVP? | by: 2027-06-10
no - | NBA Finals MVP | Will Nikola Jokic win the 2026 NBA Finals MVP? | by: 2026-06-30
no - | NBA MVP | Will Shai Gilgeous-Alexander win the 2025–2026 NBA MVP? | by: 2026-06-10
no - | WNBA MVP | Will Nikola Jokic win the 2026 WNBA MVP? | by: 2026-10-10
b KXNBAFINMVP-26 -SGIL | NBA Finals MVP | Will Shai Gilgeous-Alexander win NBA Finals MVP? | by: 2026-07-01
same - | NBA Finals MVP | Will Shai Gilgeous-Alexander win the 2026 NBA Finals MVP? | by: 2026-06-30
no - | NBA MVP | Will Shai Gilgeous-Alexander win the 2025–2026 NBA MVP? | by: 2026-06-10
b KXNBAROY-26 -CFLA | NBA Rookie of the Year | Will Cooper Flagg win Rookie of the Year? | by: 2026-07-01
same - | NBA Rookie of the Year | Will Cooper Flagg win the 2025–26 NBA Rookie of the Year award? | by: 2026-05-18
no - | NBA Rookie of the Year | Will Kon Knueppel win the 2025–26 NBA Rookie of the Year award? | by: 2026-05-18
no - | NBA Defensive Player of the Year | Will Cooper Flagg win the 2025–26 NBA Defensive Player of the Year award? | by: 2026-05-18
b KXNBADPOY-26 -VWEM | Pro Basketball Defensive Player of the Year | Will Victor Wembanyama win Defensive Player of the Year? | by: 2026-07-01
same - | NBA: Defensive Player of the Year | Will Victor Wembanyama win the 2025–26 NBA DPOY? | by: 2026-05-18
no - | WNBA: 2026 Defensive Player of the Year | Will Victor Wembanyama win the 2026 WNBA Defensive Player of the Year award? | by: 2026-09-24
b KXNBASIXTH-26 -KJOH | Sixth Man of the Year | Will Keldon Johnson win Sixth Man of the Year? | by: 2026-07-01
same - | NBA: Sixth Man of the Year | Will Keldon Johnson win the 2025–26 NBA 6th Man of the Year? | by: 2026-05-18
b KXNBACOY-26 -JMAZ | Coach of the Year | Will Joe Mazzulla win NBA Coach of the Year? | by: 2026-07-01
same - | NBA: Coach of the Year | Will Joe Mazzulla win the 2025–26 NBA Coach of the Year? | by: 2026-05-18
no - | WNBA: Coach of the Year | Will Joe Mazzulla win the 2026 WNBA Coach of the Year? | by: 2026-09-18
b KXNFLMVP-27 -JALL | MVP Winner? | Will Josh Allen win the MVP? | by: 2028-02-11
same - | Pro Football: 2026 MVP Winner | Will Josh Allen win the 2026 NFL MVP? | by: 2027-02-14
no - | NBA MVP | Will Josh Allen win the 2026–27 NBA MVP? | by: 2027-06-10
no - | MLB: 2026 AL MVP | Will Josh Allen win the 2026 American League MVP? | by: 2026-11-12
no - | Pro Football: 2025 MVP Winner | Will Josh Allen win the 2025 NFL MVP? | by: 2026-02-14
no - | Pro Football: 2026 MVP Winner | Will Player R win the 2026 NFL MVP? | by: 2027-02-14
b KXNFLOPOTY-27 -BROB | Offensive Player of the Year Winner? | Will Bijan Robinson win Offensive Player of the Year? | by: 2028-02-11
same - | Pro Football: 2026 Offensive Player of the Year | Will Bijan Robinson win the 2026 NFL Offensive Player of the Year? | by: 2027-02-14
no - | Pro Football: 2026 Offensive Rookie of the Year | Will Bijan Robinson win the 2026 NFL Offensive Rookie of the Year? | by: 2027-02-14
no - | Pro Football: 2026 Defensive Player of the Year | Will Bijan Robinson win the 2026 NFL Defensive Player of the Year? | by: 2027-02-14
b KXNHLHART-26 -CMCD | Hart Memorial Trophy Winner? | Will Connor McDavid win the Hart Memorial Trophy? | by: 2026-07-01
same - | NHL: Hart Memorial Trophy Winner | Will Connor McDavid win the 2026 Hart Memorial Trophy? | by: 2026-06-30
no - | NHL: Vezina Trophy Winner | Will Connor McDavid win the 2026 Vezina Trophy? | by: 2026-06-30
no - | NHL: Art Ross Trophy Winner | Will Connor McDavid win the 2026 Art Ross Trophy? | by: 2026-06-30
b KXNHLEAST-26 -CAR | Eastern Conference Champion | Will Carolina win the 2026 Eastern Conference Finals? | by: 2026-06-10
same - | NHL Eastern Conference Champion | Will the Carolina Hurricanes win the 2026 NHL Eastern Conference? | by: 2026-06-10
no - | NHL Western Conference Champion | Will the Colorado Avalanche win the 2026 NHL Western Conference? | by: 2026-06-10
no - | 2026 NHL Stanley Cup Champion | Will the Carolina Hurricanes win the 2026 NHL Stanley Cup? | by: 2026-06-30
no - | NBA Eastern Conference Champion | Will the Charlotte Hornets win the NBA Eastern Conference Finals? | by: 2026-06-13
b KXNFLAFCEAST-26 -BUF | AFC East Division Winner? | Will Buffalo win the AFC East? | by: 2027-01-12
same - | NFL: AFC East Winner | Will the Buffalo Bills win the AFC East in 2026? | by: 2027-01-10
no - | NFL: AFC North Winner | Will the Buffalo Bills win the AFC North in 2026? | by: 2027-01-10
no - | NFL: AFC Champion | Will the Buffalo Bills win the 2027 AFC Championship? | by: 2027-02-01
b KXMLBALEAST-26 -NYY | AL East Division Winner? | Will New York Y win the AL East? | by: 2026-10-05
same - | MLB: AL East Winner | Will the New York Yankees win the 2026 AL East? | by: 2026-09-27
no - | MLB: AL East Winner | Will the Boston Red Sox win the 2026 AL East? | by: 2026-09-27
no - | MLB: AL West Winner | Will the New York Yankees win the 2026 AL West? | by: 2026-09-27
no - | MLB: NL East Winner | Will the New York Mets win the 2026 NL East? | by: 2026-09-27
no - | MLB: American League Champion | Will the New York Yankees win the 2026 American League Championship Series? | by: 2026-10-27
b KXNBAPLAYOFF-26 -GSW | Teams to make the NBA Playoffs | Will Golden State make the playoffs? | by: 2026-04-20
same - | NBA: Which teams make the playoffs? | Will the Golden State Warriors make the 2026 NBA Playoffs? | by: 2026-04-19
no - | NBA: Which teams make the playoffs? | Will the Golden State Warriors miss the 2026 NBA Playoffs? | by: 2026-04-19
no - | 2026 NBA Champion | Will the Golden State Warriors win the 2026 NBA Finals? | by: 2026-07-01
b KXMLBWORST-26 -COL | Worst record in Pro Baseball? | Will Colorado have the worst record in Pro Baseball? | by: 2026-10-05
same - | MLB: Worst record | Will the Colorado Rockies have the worst record in MLB in 2026? | by: 2026-09-28
no - | MLB: Best record | Will the Colorado Rockies have the best record in MLB in 2026? | by: 2026-09-28
b KXMLBHRLEAD-26 -AJUD | Pro Baseball Home Run Leader | Will Aaron Judge lead Pro Baseball in home runs? | by: 2026-10-05
same - | MLB: Home Run Leader | Will Aaron Judge lead the MLB in home runs for the 2026 regular season? | by: 2026-09-27
no - | MLB: RBI Leader | Will Aaron Judge lead the MLB in RBIs for the 2026 regular season? | by: 2026-09-27
no - | MLB: Home Run Leader | Will Shohei Ohtani lead the MLB in home runs for the 2026 regular season? | by: 2026-09-27
b KXMLBHR-26AJUD -50 | Aaron Judge home runs | Will Aaron Judge hit 50+ home runs in the 2026 regular season? | by: 2026-10-05
same - | MLB: Aaron Judge home runs | Will Aaron Judge hit at least 50 home runs in the 2026 MLB regular season? | by: 2026-09-27
no - | MLB: Aaron Judge home runs | Will Aaron Judge hit at least 60 home runs in the 2026 MLB regular season? | by: 2026-09-27
no - | MLB: Aaron Judge home runs | Will Aaron Judge hit more than 50 home runs in the 2026 MLB regular season? | by: 2026-09-27
same - | MLB: Aaron Judge home runs | Will Aaron Judge hit more than 49 home runs in the 2026 MLB regular season? | by: 2026-09-27
b KXNFLDRAFT1-26 -FMEN | Pro Football #1 Overall Pick | Who will be picked first in the Pro Football Draft? | by: 2026-05-01 | sub: Fernando Mendoza
same - | 2026 NFL Draft: 1st overall pick | Will Fernando Mendoza be the first pick in the 2026 NFL draft? | by: 2026-04-24
no - | 2026 NFL Draft: 1st overall pick | Will Arvell Reese be the first pick in the 2026 NFL draft? | by: 2026-04-24
no - | 2026 NFL Draft: 2nd overall pick | Will Fernando Mendoza be the second pick in the 2026 NFL draft? | by: 2026-04-24
no - | 2026 NFL Draft: first QB | Will Fernando Mendoza be the first quarterback picked in the 2026 NFL draft? | by: 2026-04-24
no - | 2026 NBA Draft: 1st Overall pick | Will Fernando Mendoza be the first pick in the 2026 NBA draft? | by: 2026-06-24
b KXNBALOTTERY-26 -UTA | Pro Basketball Draft Lottery: #1 pick | Will Utah receive the #1 pick in the 2026 Pro Basketball Draft Lottery? | by: 2026-05-12
same - | 2026 NBA Draft Lottery: 1st Pick | Will Utah Jazz receive the first overall pick at the 2026 NBA Draft Lottery? | by: 2026-05-10
no - | 2026 NBA Draft Lottery: 11th Pick | Will Utah Jazz receive the eleventh overall pick at the 2026 NBA Draft Lottery? | by: 2026-05-10
b KXEPLTOP4-26 -CFC | English Premier League: Top 4 | Will Chelsea finish in the top 4 of the English Premier League? | by: 2026-05-30
same - | English Premier League: Top 4 Finish | Will Chelsea finish in the top 4 of the 2025–26 English Premier League? | by: 2026-05-25
no - | English Premier League: Top 5 Finish | Will Chelsea finish in the top 5 of the 2025–26 English Premier League? | by: 2026-05-25
no - | English Premier League Winner | Will Chelsea win the 2025–26 English Premier League? | by: 2026-05-25
no - | English Premier League: 4th Place | Will Chelsea finish 4th in the 2025–26 English Premier League? | by: 2026-05-25
b KXEPLRELEGATION-26 -WHU | English Premier League Relegation | Will West Ham be relegated from the English Premier League? | by: 2026-05-30
same - | EPL: Which teams get relegated? | Will West Ham get relegated from the 2025–26 English Premier League? | by: 2026-05-25
same - | EPL: Which teams get relegated? | Will West Ham United be relegated from the Premier League after the 2025–26 season? | by: 2026-05-25
no - | La Liga: Which teams get relegated? | Will Levante be relegated from La Liga after the 2025–26 season? | by: 2026-05-25
no - | EPL: Which teams get relegated? | Will West Ham finish last in the 2025–26 English Premier League? | by: 2026-05-25
b KXEPLGOLDENBOOT-26 -EHAA | EPL Golden Boot | Will Erling Haaland win the Golden Boot? | by: 2026-05-30
same - | EPL: Golden Boot Winner | Will Erling Haaland win the 2025–26 Premier League Golden Boot? | by: 2026-05-25
no - | World Cup: Golden Boot Winner | Will Erling Haaland win the Golden Boot at the 2026 FIFA World Cup? | by: 2026-07-20
b KXWCGOLDENBOOT-26 -KMBA | World Cup Golden Boot | Will Kylian Mbappé win the Golden Boot at the 2026 Men's World Cup? | by: 2026-07-25
same - | World Cup: Golden Boot Winner | Will Kylian Mbappe win the Golden Boot at the 2026 FIFA World Cup? | by: 2026-07-20
no - | World Cup: Golden Ball Winner | Will Kylian Mbappe win the Golden Ball at the 2026 FIFA World Cup? | by: 2026-07-20
b KXBALLONDOR-26 -LYAM | Ballon d'Or Winner | Will Lamine Yamal win the 2026 Ballon d'Or? | by: 2026-10-31
same - | Ballon d'Or Winner 2026 | Will Lamine Yamal win the 2026 Ballon d'Or? | by: 2026-10-30
no - | Ballon d'Or Winner 2027 | Will Lamine Yamal win the 2027 Ballon d'Or? | by: 2027-10-30
no - | 2026 Kopa Trophy | Will Lamine Yamal win the 2026 Kopa Trophy? | by: 2026-10-30
b KXWCROUND-26FINAL -FRA | World Cup: Teams to reach the final | Will France reach the final of the 2026 Men's World Cup? | by: 2026-07-25
same - | FIFA World Cup: Nation to reach final | Will France reach the 2026 FIFA World Cup final? | by: 2026-07-20
no - | FIFA World Cup: Nation to reach semifinals | Will France reach the 2026 FIFA World Cup semifinals? | by: 2026-07-16
no - | 2026 FIFA World Cup Winner | Will France win the 2026 FIFA World Cup? | by: 2026-07-20
no - | FIFA World Cup: Nation to reach final | Will Spain reach the 2026 FIFA World Cup final? | by: 2026-07-20
b KXWCQUAL-26 -ITA | World Cup Qualifiers | Will Italy qualify for the 2026 Men's World Cup? | by: 2026-04-15
same - | 2026 FIFA World Cup: Which countries qualify? | Will Italy qualify for the 2026 FIFA World Cup? | by: 2026-04-12
no - | 2026 FIFA World Cup Winner | Will Italy win the 2026 FIFA World Cup? | by: 2026-07-20
b KXUEL-26 -AVL | UEFA Europa League Champion | Will Aston Villa win the UEFA Europa League? | by: 2026-06-01
same - | UEFA Europa League Winner | Will Aston Villa win the 2025–26 Europa League? | by: 2026-05-21
no - | UEFA Conference League Winner | Will Aston Villa win the 2025–26 Conference League? | by: 2026-05-28
no - | English Premier League Winner | Will Aston Villa win the 2025–26 English Premier League? | by: 2026-05-25
b KXBUNDESLIGA-26 -BMU | Bundesliga Champion | Will Bayern Munich win the Bundesliga? | by: 2026-05-30
same - | Bundesliga Winner | Will Bayern Munich win the 2025–26 Bundesliga? | by: 2026-05-28
no - | DFB-Pokal Winner | Will Bayern Munich win the 2025–26 DFB-Pokal? | by: 2026-05-28
no - | Bundesliga Winner | Will Bayer Leverkusen win the 2025–26 Bundesliga? | by: 2026-05-28
b KXFACUP-26 -MCI | FA Cup Champion | Will Manchester City win the FA Cup? | by: 2026-05-30
same - | FA Cup Winner | Will Manchester City win the 2025–26 FA Cup? | by: 2026-05-17
no - | FA Cup Winner | Will Manchester United win the 2025–26 FA Cup? | by: 2026-05-17
no - | Carabao Cup Winner | Will Manchester City win the 2025–26 Carabao Cup? | by: 2026-03-22
b KXWTAFO-26 -ASAB | Women's French Open Winner | Will Aryna Sabalenka win the French Open? | by: 2026-06-21
same - | 2026 Women's French Open Winner | Will Aryna Sabalenka win the 2026 Women's French Open? | by: 2026-06-07
same - | 2026 Women's Roland Garros | Will Aryna Sabalenka win Roland Garros 2026? | by: 2026-06-07
no - | 2026 Women's Wimbledon Winner | Will Aryna Sabalenka win the 2026 Women's Wimbledon? | by: 2026-07-12
no - | 2026 Women's US Open Winner | Will Aryna Sabalenka win the 2026 Women's US Open? | by: 2026-09-12
b KXMASTERS-26 -SSCH | Masters Tournament Winner | Will Scottie Scheffler win the Masters? | by: 2026-04-15
same - | The Masters - Winner | Will Scottie Scheffler win the 2026 Masters tournament? | by: 2026-04-12
no - | The Masters - Top 5 | Will Scottie Scheffler finish in the Top 5 at the 2026 Masters tournament? | by: 2026-04-12
no - | U.S. Open Winner | Will Scottie Scheffler win the 2026 U.S. Open? | by: 2026-06-21
b KXPGATOUR-TRC26 -RMCI | Truist Championship Winner | Will Rory McIlroy win the Truist Championship? | by: 2026-05-23
same - | PGA Tour: Truist Championship Winner | Will Rory McIlroy win the 2026 Truist Championship? | by: 2026-05-10
no - | PGA Tour: PGA Championship Winner | Will Rory McIlroy win the 2026 PGA Championship? | by: 2026-05-17
no - | PGA Tour: Truist Championship Winner | Will Tom McIlroy win the 2026 Truist Championship? | by: 2026-05-10
b KXF1CONSTRUCTORS-26 -MER | F1 Constructors Champion | Will Mercedes win the F1 Constructors Championship? | by: 2026-12-21
same - | F1 Constructors' Champion | Will Mercedes be the 2026 F1 Constructors' Champion? | by: 2026-12-07
no - | F1 Drivers' Champion | Will George Russell be the 2026 F1 Drivers' Champion? | by: 2026-12-07
no - | F1 Constructors' Champion | Will McLaren be the 2026 F1 Constructors' Champion? | by: 2026-12-07
b KXINDY500-26 -APAL | Indianapolis 500 Winner | Will Alex Palou win the Indianapolis 500? | by: 2026-06-07
same - | Indy 500 Winner | Will Alex Palou win the 2026 Indy 500? | by: 2026-05-24
no - | IndyCar: Champion | Will Alex Palou win the 2026 IndyCar Series championship? | by: 2026-09-24
b KXHEISMAN-26 -AMAN | Heisman Trophy Winner? | Will Arch Manning win the Heisman Trophy? | by: 2026-12-31
same - | Heisman Trophy Winner 2026 | Will Arch Manning win the 2026 Heisman Trophy? | by: 2026-12-14
no - | Heisman Trophy Finalists 2026 | Will Arch Manning be a 2026 Heisman Trophy finalist? | by: 2026-12-10
b KXNCAAF-27 -OSU | College Football National Champion | Will Ohio St. win the College Football National Championship? | by: 2027-02-01
same - | College Football Champion 2027 | Will Ohio State win the 2027 College Football Playoff National Championship? | by: 2027-01-25
no - | College Football Champion 2027 | Will Oregon win the 2027 College Football Playoff National Championship? | by: 2027-01-25
no - | Big Ten Champion | Will Ohio State win the 2026 Big Ten Championship? | by: 2026-12-07
b KXEUROVISION-26 -FIN | Eurovision Winner | Will Finland win Eurovision? | by: 2026-05-31
same - | Eurovision Winner 2026 | Will Finland win Eurovision 2026? | by: 2026-05-16
no - | Eurovision Winner 2026 | Will France win Eurovision 2026? | by: 2026-05-16
no - | Eurovision: Jury Winner | Will Finland win the jury vote at Eurovision 2026? | by: 2026-05-16
no - | Eurovision: Televote Winner | Will Finland win the televote at Eurovision 2026? | by: 2026-05-16
no - | Eurovision: Top 3 | Will Finland finish in the top 3 at Eurovision 2026? | by: 2026-05-16
no - | Eurovision: Grand Final qualifiers | Will Finland qualify for the Eurovision 2026 Grand Final? | by: 2026-05-14
b KXOSCARACTO-27 -TCHA | Best Actor at the Oscars? | Will Timothée Chalamet win Best Actor at the Oscars? | by: 2027-03-20
same - | Oscars 2027: Best Actor Winner | Will Timothee Chalamet win Best Actor at the 99th Academy Awards? | by: 2027-03-15
no - | Oscars 2027: Best Actress Winner | Will Timothee Chalamet win Best Actress at the 99th Academy Awards? | by: 2027-03-15
no - | Oscars 2027: Best Supporting Actor Winner | Will Timothee Chalamet win Best Supporting Actor at the 99th Academy Awards? | by: 2027-03-15
no - | Golden Globes 2027: Best Actor | Will Timothee Chalamet win Best Actor at the Golden Globes? | by: 2027-01-15
no - | Oscars 2027: Best Actor nominations | Will Timothee Chalamet be nominated for Best Actor at the 99th Academy Awards? | by: 2027-01-22
b KXGRAMAOTY-27 -BBUN | Album of the Year at the Grammys? | Will Bad Bunny win Album of the Year at the Grammys? | by: 2027-02-10
same - | Grammys 2027: Album of the Year | Will Bad Bunny win Album of the Year at the 69th Annual Grammy Awards? | by: 2027-02-05
no - | Grammys 2027: Song of the Year | Will Bad Bunny win Song of the Year at the 69th Annual Grammy Awards? | by: 2027-02-05
no - | Grammys 2027: Record of the Year | Will Bad Bunny win Record of the Year at the 69th Annual Grammy Awards? | by: 2027-02-05
b KXNEXTTEAM-26GANT -MIA | Giannis Antetokounmpo next team | Will Giannis Antetokounmpo's next team be the Miami Heat? | by: 2026-10-20
no - | Where will Giannis Antetokounmpo be traded? | Will Giannis Antetokounmpo be traded to the New York Knicks? | by: 2026-10-20
no - | Giannis traded by...? | Will Giannis Antetokounmpo be traded by June 30, 2026? | by: 2026-06-30
b KXUFCLIGHTWEIGHTTITLE-26 -ITOP | UFC Lightweight Title Holder on Dec 31, 2026? | Who will be the Lightweight Title Holder on Dec 31, 2026? | by: 2026-12-30
same - | Who will be UFC Lightweight champion at the end of 2026? | Will Ilia Topuria be the UFC Lightweight Champion on December 31, 2026? | by: 2026-12-30
no - | Who will be UFC Welterweight champion at the end of 2026? | Will Ilia Topuria be the UFC Welterweight Champion on December 31, 2026? | by: 2026-12-30
no - | Who will be UFC Light Heavyweight champion at the end of 2026? | Will Ilia Topuria be the UFC Light Heavyweight Champion on December 31, 2026? | by: 2026-12-30
no - | Who will be UFC Lightweight champion at the end of 2026? | Will Justin Gaethje be the UFC Lightweight Champion on December 31, 2026? | by: 2026-12-30
no - | UFC Lightweight champion in 2026? | Will Ilia Topuria lose the UFC Lightweight title in 2026? | by: 2026-12-30
b KXR6-SLC26 -DZ | BLAST R6 Major Salt Lake City Champion | Will DarkZero Esports win BLAST R6 Major Salt Lake City? | by: 2026-05-31
same - | BLAST R6 Major Salt Lake City Winner | Will DarkZero win BLAST R6 Major Salt Lake City 2026? | by: 2026-05-18
no - | VCT 2026: Pacific League Stage 1 Winner | Will DarkZero win VCT 2026: Pacific League Stage 1? | by: 2026-05-16
b KXLOLWORLDS-26 -T1 | League of Legends Worlds Champion | Will T1 win League of Legends Worlds? | by: 2026-11-20
same - | LoL Worlds 2026 Winner | Will T1 win LoL Worlds 2026? | by: 2026-11-15
no - | LCK 2026 Winner | Will T1 win LCK 2026? | by: 2026-09-15
`
