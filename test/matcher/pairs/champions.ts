// Champions of leagues, cups and tournaments, in the wording of both platforms.
export const champions = `
b KXNBA-27 -ATL | 2027 Pro Basketball Champion | Will Atlanta win the 2027 Pro Basketball Finals? | by: 2029-07-30
same - | 2027 NBA Champion | Will the Atlanta Hawks win the 2027 NBA Finals? | by: 2027-07-01
no - | 2026 NBA Champion | Will the Atlanta Hawks win the 2026 NBA Finals? | by: 2026-07-01
no - | 2027 NBA Champion | Will the Boston Celtics win the 2027 NBA Finals? | by: 2027-07-01
no - | NBA Playoffs: Team to advance to NBA Finals | Will the Atlanta Hawks advance to the 2027 NBA Finals? | by: 2027-07-01
no - | NBA Eastern Conference Champion | Will the Atlanta Hawks win the NBA Eastern Conference Finals? | by: 2027-06-01
no - | 2027 WNBA Champion | Will the Atlanta Dream win the 2027 WNBA Finals? | by: 2027-10-01
no - | 2027 NBA Champion | Will another team win the 2027 NBA Finals? | by: 2027-07-01
b KXNBAEAST-26 -CLE | Eastern Conference Champion | Will Cleveland win the Eastern Conference? | by: 2026-06-10
same - | NBA Eastern Conference Champion | Will the Cleveland Cavaliers win the NBA Eastern Conference Finals? | by: 2026-06-05
no - | NBA Western Conference Champion | Will the Denver Nuggets win the NBA Western Conference Finals? | by: 2026-06-05
no - | 2026 NBA Champion | Will the Cleveland Cavaliers win the 2026 NBA Finals? | by: 2026-07-01
b KXSB-27 -KC | 2027 Pro Football Champion? | Will Kansas City win the 2027 Pro Football Championship? | by: 2027-02-28
same - | Super Bowl Champion 2027 | Will the Kansas City Chiefs win Super Bowl 2027? | by: 2027-02-14
no - | Super Bowl Champion 2027 | Will the Buffalo Bills win Super Bowl 2027? | by: 2027-02-14
no - | NFL: AFC Champion | Will the Kansas City Chiefs win the 2027 AFC Championship? | by: 2027-02-14
b KXNHL-26 -VGK | Pro Hockey Champion | Will Vegas win the 2026 Stanley Cup Finals? | by: 2026-06-30
same - | 2026 NHL Stanley Cup Champion | Will the Vegas Golden Knights win the 2026 NHL Stanley Cup? | by: 2026-06-30
no - | 2026 NHL Stanley Cup Champion | Will the Anaheim Ducks win the 2026 NHL Stanley Cup? | by: 2026-06-30
b KXMLB-26 -NYY | Pro Baseball Champion | Will New York Y win the 2026 Pro Baseball Championship? | by: 2026-11-05
same - | 2026 World Series Champion | Will the New York Yankees win the 2026 World Series? | by: 2026-11-01
no - | 2026 World Series Champion | Will the New York Mets win the 2026 World Series? | by: 2026-11-01
no - | MLB: American League Champion | Will the New York Yankees win the 2026 American League Championship Series? | by: 2026-11-01
no - | MLB: Team to make postseason | Will the New York Yankees clinch a spot in the 2026 MLB Postseason? | by: 2026-10-01
b KXMLBPLAYOFFS-26 -MIL | Pro Baseball Playoff Qualifiers | Will Milwaukee make the 2026 Pro Baseball Playoffs? | by: 2026-10-31
same - | MLB: Team to make postseason | Will the Milwaukee Brewers clinch a spot in the 2026 MLB Postseason? | by: 2026-09-27
no - | MLB: Team to make postseason | Will the Miami Marlins clinch a spot in the 2026 MLB Postseason? | by: 2026-09-27
no - | MLB: NL Central Winner | Will the Milwaukee Brewers win the 2026 NL Central? | by: 2026-09-27
b KXMLBPLAYOFFS-26 -MIL | Pro Baseball Playoff Qualifiers | Pro Baseball Playoff Qualifiers | by: 2026-10-31
same - | MLB: Team to make postseason | Will the Milwaukee Brewers clinch a spot in the 2026 MLB Postseason? | by: 2026-09-27
no - | MLB: Team to make postseason | Will the Cincinnati Reds clinch a spot in the 2026 MLB Postseason? | by: 2026-09-27
b KXMENWORLDCUP-26 -ESP | 2026 Men's World Cup winner | Will Spain win the 2026 Men's FIFA World Cup? | by: 2026-08-02
same - | 2026 FIFA World Cup Winner | Will Spain win the 2026 FIFA World Cup? | by: 2026-07-20
no - | 2026 FIFA World Cup Winner | Will Portugal win the 2026 FIFA World Cup? | by: 2026-07-20
no - | FIFA World Cup Group H Winner | Will Spain win Group H in the 2026 FIFA World Cup? | by: 2026-06-26
no - | 2026 FIFA World Cup: Which countries qualify? | Will Spain qualify for the 2026 FIFA World Cup? | by: 2026-03-31
no - | FIFA World Cup: Nation to reach final | Will Spain reach the 2026 FIFA World Cup final? | by: 2026-07-20
no - | 2027 FIFA Women's World Cup Winner | Will Spain win the 2027 FIFA Women's World Cup? | by: 2027-07-20
b KXWCGROUPWIN-26H -ESP | World Cup Group H Winner | Will Spain finish first in World Cup Group H? | by: 2026-07-10
same - | FIFA World Cup Group H Winner | Will Spain win Group H in the 2026 FIFA World Cup? | by: 2026-06-26
no - | FIFA World Cup Group G Winner | Will Spain win Group G in the 2026 FIFA World Cup? | by: 2026-06-26
no - | FIFA World Cup Group H Second Place | Will Spain finish second in Group H in the 2026 FIFA World Cup? | by: 2026-06-26
no - | FIFA World Cup Group H Winner | Will another team win Group H in the 2026 FIFA World Cup? | by: 2026-06-26
b KXWCGROUPQUAL-26H -ESP | World Cup Group H Qualifiers | Will Spain qualify from World Cup Group H? | by: 2026-07-10
no - | FIFA World Cup Group H Winner | Will Spain win Group H in the 2026 FIFA World Cup? | by: 2026-06-26
b KXPREMIERLEAGUE-26 -LIV | English Premier League Champion | Will Liverpool win the English Premier League? | by: 2026-05-30
same - | English Premier League Winner | Will Liverpool win the 2025–26 English Premier League? | by: 2026-05-25
no - | English Premier League Winner | Will Liverpool win the 2026–27 English Premier League? | by: 2027-05-25
no - | English Premier League Winner | Will Arsenal win the 2025–26 English Premier League? | by: 2026-05-25
no - | English Premier League: Top 4 Finish | Will Liverpool finish in the top 4 of the 2025–26 English Premier League? | by: 2026-05-25
no - | UEFA Champions League Winner | Will Liverpool win the 2025–26 Champions League? | by: 2026-05-30
b KXSERIEA-26 -INT | Serie A Champion | Will Inter win Serie A? | by: 2026-05-30
same - | Serie A League Winner | Will Inter Milan win the 2025–26 Serie A league? | by: 2026-05-25
no - | Serie A League Winner | Will AC Milan win the 2025–26 Serie A league? | by: 2026-05-25
b KXSERIEA-26 -MIL | Serie A Champion | Will Milan win Serie A? | by: 2026-05-30
same - | Serie A League Winner | Will AC Milan win the 2025–26 Serie A league? | by: 2026-05-25
no - | Serie A League Winner | Will Inter Milan win the 2025–26 Serie A league? | by: 2026-05-25
b KXUCL-26 -PSG | UEFA Champions League Champion | Will Paris win the UEFA Champions League? | by: 2026-06-10
same - | UEFA Champions League Winner | Will PSG win the 2025–26 Champions League? | by: 2026-05-31
no - | UEFA Europa League Winner | Will PSG win the 2025–26 Europa League? | by: 2026-05-31
b KXPERLIGA1-26 -AAT | Liga 1 Peru Champion | Will Alianza Atletico win the Liga 1 Peru? | by: 2027-01-14
same - | Peru Liga 1: Winner | Will Alianza Atlético Sullana win Peru Liga 1? | by: 2026-12-13
no - | Peru Liga 1: Winner | Will Alianza Lima win Peru Liga 1? | by: 2026-12-13
b KXF1-26 -MV | F1 Drivers Champion | Will Max Verstappen win the F1 Drivers Championship? | by: 2026-12-21
same - | F1 Drivers' Champion | Will Max Verstappen be the 2026 F1 Drivers' Champion? | by: 2026-12-07
no - | F1 Constructors' Champion | Will Red Bull be the 2026 F1 Constructors' Champion? | by: 2026-12-07
no - | Monaco Grand Prix: Winner | Will Max Verstappen win the 2026 F1 Monaco Grand Prix? | by: 2026-06-13
no - | Monaco Grand Prix: Driver Podium Finish | Will Max Verstappen finish on the podium at the 2026 F1 Monaco Grand Prix? | by: 2026-06-13
b KXF1RACE-MONGP26 -MV | Monaco Grand Prix Winner | Will Max Verstappen win the Monaco Grand Prix? | by: 2026-06-21
same - | Monaco Grand Prix: Winner | Will Max Verstappen win the 2026 F1 Monaco Grand Prix? | by: 2026-06-13
no - | Spanish Grand Prix: Winner | Will Max Verstappen win the 2026 F1 Spanish Grand Prix? | by: 2026-06-20
no - | Monaco Grand Prix: Pole Position | Will Max Verstappen take pole position at the 2026 F1 Monaco Grand Prix? | by: 2026-06-13
no - | Monaco Grand Prix: Practice 1 Fastest Lap | Will Max Verstappen achieve the fastest lap in Practice 1 at the 2026 F1 Monaco Grand Prix? | by: 2026-06-11
b KXPGATOP10-PGC26 -AAYO | PGA Championship: Top 10 Finishers | PGA Championship: Will Angel Ayora Fanegas finish top 10? | by: 2026-06-13
same - | PGA Tour: PGA Championship Top 10 | Will Angel Ayora finish in the Top 10 at the 2026 PGA Championship? | by: 2026-05-16
no - | PGA Tour: PGA Championship Top 5 | Will Angel Ayora finish in the Top 5 at the 2026 PGA Championship? | by: 2026-05-16
no - | PGA Tour: PGA Championship Winner | Will Angel Ayora win the 2026 PGA Championship? | by: 2026-05-16
no - | PGA Tour: Truist Championship Top 10 | Will Angel Ayora finish in the Top 10 at the 2026 Truist Championship? | by: 2026-05-09
no - | PGA Tour: PGA Championship Round 1 Top 10 | Will Angel Ayora finish in the Top 10 in Round 1 at the 2026 PGA Championship? | by: 2026-05-16
b KXPGAMAKECUT-PGC26 -AAR | PGA Championship: To Make the Cut | PGA Championship: Will Aaron Rai make the cut? | by: 2026-06-13
same - | PGA Tour: PGA Championship Make the Cut | Will Aaron Rai make the cut at the 2026 PGA Championship? | by: 2026-05-16
no - | PGA Tour: PGA Championship Top 20 | Will Aaron Rai finish in the Top 20 at the 2026 PGA Championship? | by: 2026-05-16
no - | PGA Tour: PGA Championship Make the Cut | Will Aaron Rai miss the cut at the 2026 PGA Championship? | by: 2026-05-16
b KXFOMEN-26 -JSIN | Men's French Open Winner | Will Jannik Sinner win the French Open? | by: 2026-06-21
same - | 2026 Men's French Open Winner | Will Jannik Sinner win the 2026 Men's French Open? | by: 2026-06-07
no - | 2026 Men's Wimbledon Winner | Will Jannik Sinner win the 2026 Men's Wimbledon? | by: 2026-07-12
no - | 2026 Men's French Open Winner | Will Carlos Alcaraz win the 2026 Men's French Open? | by: 2026-06-07
b KXUFCFLYWEIGHTTITLE-26 -KHOR | UFC Flyweight Title Holder on Dec 31, 2026? | Will Kyoji Horiguchi be the Flyweight Title Holder on Dec 31, 2026? | by: 2026-12-30
same - | Who will be UFC Flyweight champion at the end of 2026? | Will Kyoji Horiguchi be the UFC Flyweight Champion on December 31, 2026? | by: 2026-12-30
no - | Who will be UFC Bantamweight champion at the end of 2026? | Will Kyoji Horiguchi be the UFC Bantamweight Champion on December 31, 2026? | by: 2026-12-30
no - | Who will be UFC Flyweight champion at the end of 2026? | Will Fighter F be the UFC Flyweight Champion on December 31, 2026? | by: 2026-12-30
`
