// Futures of sports: one meaning in other words, and words that are close and mean another thing.
export const wordingsOfSport = `
b KXCHESSCAND-26 -X | Chess | Will Hikaru Nakamura win the 2026 Candidates Tournament? | by: 2026-12-31
same - | FIDE Candidates | Will Hikaru Nakamura win the 2026 FIDE Candidates Tournament? | by: 2026-12-31
b KXJOINCLUB-26OCT -RASH | Transfer | Will Marcus Rashford join Barcelona before Oct 1, 2026? | by: 2026-12-31
same - | Where will Rashford go | Will Marcus Rashford sign for Barcelona by September 30, 2026? | by: 2026-12-31
b KXCOACHOUT-26 -AMO | Coaches | Will Arne Slot leave Liverpool before Jul 1, 2026? | by: 2026-12-31
same - | Slot out | Arne Slot out as Liverpool manager by June 30, 2026? | by: 2026-12-31
b KXNBADRAFT1-26 -DYB | Draft | Will AJ Dybantsa be drafted 1st overall in the 2026 NBA Draft? | by: 2026-12-31
same - | NBA Draft: 1st pick | Will AJ Dybantsa be the first pick in the 2026 NBA draft? | by: 2026-12-31
b KXNBADRAFTTOP-26 -X | Draft top 5 | Will Cameron Boozer be a top 5 pick in the 2026 NBA Draft? | by: 2026-12-31
same - | NBA draft | Will Cameron Boozer be selected in the top 5 of the 2026 NBA Draft? | by: 2026-12-31
b KXNBAMVP-26 -SGA | MVP | Will Shai Gilgeous-Alexander win the Pro Basketball MVP award? | by: 2026-12-31
same - | NBA MVP 2025-26 | Will Shai Gilgeous-Alexander win the 2025–26 NBA MVP? | by: 2026-12-31
b KXNBAEAST-26 -CLE | East | Will Cleveland win the Eastern Conference? | by: 2026-12-31
same - | NBA East | Will the Cleveland Cavaliers win the NBA Eastern Conference Finals? | by: 2026-12-31
b KXNHLEAST-26 -CAR | NHL East | Will Carolina win the Eastern Conference Final? | by: 2026-12-31
same - | NHL East | Will the Carolina Hurricanes win the 2026 NHL Eastern Conference? | by: 2026-12-31
b KXNFLPLAYOFF-27 -DAL | Playoffs | Will Dallas make the Pro Football Playoffs? | by: 2026-12-31
same - | NFL playoffs | Will the Dallas Cowboys make the 2026-27 NFL Playoffs? | by: 2026-12-31
b KXNFLWINS-DAL-26 -T9 | Cowboys wins | Will Dallas win more than 9 games in the 2026 Pro Football season? | by: 2026-12-31
same - | Cowboys wins | Will the Dallas Cowboys win at least 10 games in the 2026 NFL regular season? | by: 2026-12-31
b KXMLBALEAST-26 -NYY | AL East | Will the New York Y win the AL East? | by: 2026-12-31
same - | AL East winner | Will the New York Yankees win the 2026 American League East? | by: 2026-12-31
b KXEPLRELEGATION-26 -WHU | Relegation | Will West Ham be relegated from the Premier League? | by: 2026-12-31
same - | EPL relegation | Will West Ham United get relegated from the English Premier League after the 2025-26 season? | by: 2026-12-31
b KXEPLTOP4-26 -AVL | Top 4 | Will Aston Villa finish top 4 in the English Premier League? | by: 2026-12-31
same - | EPL top 4 | Will Aston Villa finish in the top 4 of the 2025–26 Premier League? | by: 2026-12-31
b KXUCL-26 -ARS | UCL | Will Arsenal win the Champions League? | by: 2026-12-31
same - | UCL winner | Will Arsenal win the 2025–26 UEFA Champions League? | by: 2026-12-31
b KXWCGROUP-26A -MEX | Group A | Will Mexico win Group A of the World Cup? | by: 2026-12-31
same - | World Cup Group A winner | Will Mexico finish first in Group A in the 2026 FIFA World Cup? | by: 2026-12-31
b KXWCADV-26 -USA | Qualify | Will USA advance from Group D at the 2026 World Cup? | by: 2026-12-31
same - | WC knockout | Will the United States advance to the knockout stage of the 2026 FIFA World Cup? | by: 2026-12-31
b KXPGA-PGC26 -SSCH | PGA | Will Scottie Scheffler win the PGA Championship? | by: 2026-12-31
same - | PGA Championship winner | Will Scottie Scheffler win the 2026 PGA Championship? | by: 2026-12-31
b KXPGATOP10-PGC26 -SSCH | PGA top 10 | Will Scottie Scheffler finish top 10 at the PGA Championship? | by: 2026-12-31
same - | PGA top 10 | Will Scottie Scheffler finish in the Top 10 at the 2026 PGA Championship? | by: 2026-12-31
b KXPGATOP10-PGC26 -SSCH | PGA top 10 | Will Scottie Scheffler finish top 10 (including ties) at the PGA Championship? | by: 2026-12-31
same - | PGA top 10 | Will Scottie Scheffler finish in the Top 10 at the 2026 PGA Championship? | by: 2026-12-31
b KXATPRG-26 -SIN | FO men | Will Jannik Sinner win the Men's French Open? | by: 2026-12-31
same - | Roland Garros men's | Will Jannik Sinner win the 2026 Men's French Open? | by: 2026-12-31
b KXF1-26 -RUS | What will happen? | Will George Russell win the F1 Drivers Championship? | by: 2026-12-31
same - | F1 Drivers' champion | Will George Russell be the 2026 F1 Drivers' Champion? | by: 2026-12-31
b KXF1RACE-MIA26 -ANT | Miami GP | Will Kimi Antonelli win the Miami Grand Prix? | by: 2026-12-31
same - | F1 Miami GP winner | Will Andrea Kimi Antonelli win the 2026 F1 Miami Grand Prix? | by: 2026-12-31
b KXNASCARRACE-DAY26 -X | NASCAR | Will William Byron win the Daytona 500? | by: 2026-12-31
same - | Daytona 500 winner | Will William Byron win the 2026 Daytona 500? | by: 2026-12-31
b KXVALORANTMASTERS-LON26 -PRX | Masters | Will Paper Rex win Valorant Masters London? | by: 2026-12-31
same - | Masters London | Will Paper Rex win VCT 2026: Masters London? | by: 2026-12-31
b KXCS2MAJOR-26 -VIT | Cologne major | Will Vitality win the IEM Cologne Major? | by: 2026-12-31
same - | CS2 | Will Team Vitality win the 2026 IEM Cologne Major? | by: 2026-12-31
b KXLOLMSI-26 -T1 | MSI | Will T1 win the 2026 Mid-Season Invitational? | by: 2026-12-31
same - | MSI | Will T1 win MSI 2026? | by: 2026-12-31
b KXNFLNFCWEST-26 -SF | NFC West | Will San Francisco win the NFC West? | by: 2026-12-31
same - | NFC West | Will the San Francisco 49ers win the NFC West? | by: 2026-12-31
b KXNBAPHI-26 -PHI | East | Will Philadelphia win the Atlantic Division? | by: 2026-12-31
same - | Atlantic Division | Will the Philadelphia 76ers win the 2026-27 NBA Atlantic Division? | by: 2026-12-31
b KXUNSEC-26 -RGRO | What will happen? | Will Rafael Grossi be the next UN Secretary-General? | by: 2026-12-31
same - | UN SG | Will Rafael Grossi be selected as the next UN Secretary General? | by: 2026-12-31
b KXNUCLEAR-26 . | Iran deal | Will the US and Iran reach a nuclear deal before Jul 1, 2026? | by: 2026-12-31
same - | Iran | US-Iran nuclear deal by June 30, 2026? | by: 2026-12-31
b KXWORLDCHESS-26 -X | Chess | Will Gukesh Dommaraju win the World Chess Championship? | by: 2026-12-31
same - | Chess | Will Gukesh D win the 2026 FIDE World Championship? | by: 2026-12-31
b KXTRADE-26 -X | Trade | Will Giannis Antetokounmpo be traded before Jul 1, 2026? | by: 2026-12-31
same - | Giannis | Giannis Antetokounmpo traded by June 30, 2026? | by: 2026-12-31
b KXNEXTTEAM-26 -X | LeBron | Will LeBron James's next team be the Cleveland Cavaliers? | by: 2026-12-31
same - | LeBron | Will LeBron James play for the Cavaliers next season? | by: 2026-12-31
b KXNEXTCOACH-26 -X | Coach | Will Michael Carrick be the next permanent manager of Manchester United? | by: 2026-12-31
same - | What will happen? | Will Michael Carrick be the next Manchester United manager? | by: 2026-12-31
b KXNBAROTY-26 -X | ROY | Will Cooper Flagg win Pro Basketball Rookie of the Year? | by: 2026-12-31
same - | NBA ROY | Will Cooper Flagg win the 2025–26 NBA Rookie of the Year award? | by: 2026-12-31
b KXNBACOY-26 -X | COY | Will Joe Mazzulla win the Coach of the Year award? | by: 2026-12-31
same - | NBA COY | Will Joe Mazzulla win NBA Coach of the Year 2025-26? | by: 2026-12-31
b KXNFLMVP-27 -X | MVP | Will Josh Allen win the Pro Football MVP? | by: 2026-12-31
same - | NFL MVP | Will Josh Allen win the 2026–27 NFL MVP? | by: 2026-12-31
b KXMLBHR-26 -X | What will happen? | Will Aaron Judge lead MLB in home runs? | by: 2026-12-31
same - | MLB HR | Will Aaron Judge hit the most home runs in the 2026 MLB regular season? | by: 2026-12-31
b KXNBAWINS-26 -T50 | Wins | Will the New York Knicks win at least 50 games in the 2026-27 regular season? | by: 2026-12-31
same - | Wins | Will the Knicks win 50 or more games in the 2026–27 NBA season? | by: 2026-12-31
b KXNHLPRES-26 -X | Presidents | Will Colorado win the Presidents' Trophy? | by: 2026-12-31
same - | Presidents Trophy | Will the Colorado Avalanche win the 2025–26 NHL Presidents' Trophy? | by: 2026-12-31
b KXNHLHART-26 -X | Hart | Will Nathan MacKinnon win the Hart Trophy? | by: 2026-12-31
same - | Hart | Will Nathan MacKinnon win the 2025–26 Hart Memorial Trophy? | by: 2026-12-31
b KXSTANLEY-26 -X | Conn Smythe | Will Connor McDavid win the Conn Smythe? | by: 2026-12-31
same - | Conn Smythe | Will Connor McDavid win the 2026 Conn Smythe Trophy? | by: 2026-12-31
b KXEPLGB-26 -X | What will happen? | Will Erling Haaland win the Premier League Golden Boot? | by: 2026-12-31
same - | EPL | Will Erling Haaland be the 2025-26 Premier League top goalscorer? | by: 2026-12-31
b KXPFAPOTY-26 -X | PFA | Will Declan Rice win PFA Player of the Year? | by: 2026-12-31
same - | PFA | Will Declan Rice win the 2025-26 PFA Players' Player of the Year? | by: 2026-12-31
b KXBALLON-26 -X | BdO | Will Kylian Mbappe win the Ballon d'Or? | by: 2026-12-31
same - | BdO | Will Kylian Mbappé win the 2026 Men's Ballon d'Or? | by: 2026-12-31
b KXUCLFINAL-26 -X | UCL final | Will Arsenal reach the Champions League final? | by: 2026-12-31
same - | UCL | Will Arsenal advance to the 2025–26 UEFA Champions League final? | by: 2026-12-31
b KXPROMO-26 -X | Promo | Will Coventry be promoted to the Premier League? | by: 2026-12-31
same - | EFL | Will Coventry City be promoted to the Premier League after the 2025–26 season? | by: 2026-12-31
b KXLIGUE1-26 -X | What will happen? | Will PSG win Ligue 1? | by: 2026-12-31
same - | Ligue 1 Winner | Will Paris Saint-Germain win the 2025–26 French Ligue 1? | by: 2026-12-31
b KXF1PODIUM-MIA26 -X | Podium | Will Lando Norris finish on the podium at the Miami Grand Prix? | by: 2026-12-31
same - | Podium | Will Lando Norris finish on the podium in the 2026 Miami Grand Prix? | by: 2026-12-31
b KXF1FAST-MIA26 -X | What will happen? | Will Max Verstappen set the fastest lap at the Miami Grand Prix? | by: 2026-12-31
same - | What will happen? | Will Max Verstappen record the fastest lap in the F1 Miami Grand Prix? | by: 2026-12-31
b KXINDY500-26 -X | Indy | Will Alex Palou win the Indy 500? | by: 2026-12-31
same - | Indy 500 | Will Álex Palou win the 2026 Indianapolis 500? | by: 2026-12-31
b KXWIMB-26 -X | Wimbledon | Will Iga Swiatek win Women's Wimbledon? | by: 2026-12-31
same - | Wimbledon | Will Iga Świątek win the 2026 Women's Wimbledon? | by: 2026-12-31
b KXPGACUT-PGC26 -X | Cut | Will Tiger Woods make the cut at the PGA Championship? | by: 2026-12-31
same - | Cut | Will Tiger Woods make the cut at the 2026 PGA Championship? | by: 2026-12-31
b KXRYDER-27 -X | Ryder | Will Team Europe win the 2027 Ryder Cup? | by: 2026-12-31
same - | Ryder | Will Europe win the 2027 Ryder Cup? | by: 2026-12-31
b KXTDF-26 -X | TdF | Will Tadej Pogačar win the Tour de France? | by: 2026-12-31
same - | TdF | Will Tadej Pogacar win the 2026 Tour de France? | by: 2026-12-31
b KXUFCTITLE-26 -X | UFC | Will Islam Makhachev be the UFC Welterweight Champion on Dec 31, 2026? | by: 2026-12-31
same - | UFC | Will Islam Makhachev be UFC welterweight champion on December 31, 2026? | by: 2026-12-31
b KXCFPMAKE-26 -X | CFP | Will Texas make the College Football Playoff? | by: 2026-12-31
same - | CFP | Will Texas make the 2026–27 College Football Playoff? | by: 2026-12-31
b KXWNBA-26 -X | WNBA | Will Las Vegas win the Women's Pro Basketball Championship? | by: 2026-12-31
same - | WNBA | Will the Las Vegas Aces win the 2026 WNBA Finals? | by: 2026-12-31
b KXGRP-26 -X | What will happen? | Will Spain finish top 2 in Group H of the World Cup? | by: 2026-12-31
no - | What will happen? | Will Spain advance to the knockout stage of the 2026 World Cup? | by: 2026-12-31
b KXGRP-26 -X | What will happen? | Will Spain win Group H of the World Cup? | by: 2026-12-31
no - | What will happen? | Will Spain advance from Group H at the 2026 World Cup? | by: 2026-12-31
b KXGRP-26 -X | What will happen? | Will Spain advance from Group H at the 2026 World Cup? | by: 2026-12-31
no - | What will happen? | Will Spain reach the Round of 16 at the 2026 World Cup? | by: 2026-12-31
b KXGRP-26 -X | What will happen? | Will Spain reach the quarterfinals at the 2026 World Cup? | by: 2026-12-31
no - | What will happen? | Will Spain reach the semifinals at the 2026 World Cup? | by: 2026-12-31
b KXTIE-26 -X | What will happen? | Will Scottie Scheffler finish top 10 at the PGA Championship? | by: 2026-12-31
no - | What will happen? | Will Scottie Scheffler finish top 20 including ties at the 2026 PGA Championship? | by: 2026-12-31
b KXGB-26 -X | What will happen? | Will Kylian Mbappé win the Golden Ball at the 2026 World Cup? | by: 2026-12-31
no - | What will happen? | Will Kylian Mbappe be the top goalscorer at the 2026 FIFA World Cup? | by: 2026-12-31
b KXF1-26 -X | What will happen? | Will Red Bull Racing win the F1 Constructors Championship? | by: 2026-12-31
no - | What will happen? | Will Racing Bulls be the 2026 F1 Constructors' Champion? | by: 2026-12-31
b KXJOIN-26 -X | What will happen? | Will Marcus Rashford join Barcelona before Oct 1, 2026? | by: 2026-12-31
no - | What will happen? | Will Marcus Rashford leave Barcelona by September 30, 2026? | by: 2026-12-31
no - | What will happen? | Will Marcus Rashford join Real Madrid by September 30, 2026? | by: 2026-12-31
b KXMED-26 -T10 | What will happen? | Will the US win more than 10 gold medals at the 2026 Winter Olympics? | by: 2026-12-31
no - | What will happen? | Will the US win at least 10 gold medals at the 2026 Winter Olympics? | by: 2026-12-31
no - | What will happen? | Will Norway win more than 10 gold medals at the 2026 Winter Olympics? | by: 2026-12-31
`
