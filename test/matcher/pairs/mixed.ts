// Of every kind a few, written after the rules were: what they had not been made for.
export const mixed = `
b KXNEXTMANU-26 -XALO | Who will be the next Manchester United manager? | Will Xabi Alonso be the next manager of Manchester United? | by: 2026-12-31
same - | Next Manchester United head coach | Will Xabi Alonso be the next Manchester United head coach? | by: 2026-12-31
no - | Next Liverpool manager | Will Xabi Alonso be the next Liverpool manager? | by: 2026-12-31
no - | Man Utd manager on December 31 | Will Xabi Alonso be Manchester United manager on December 31, 2026? | by: 2026-12-31
b KXCOLRUNOFF-26 -ICEP | Who will advance to the Colombian runoff? | Will Iván Cepeda qualify for the second round of the Colombian presidential election? | by: 2026-05-31
same - | Colombia election: who advances to runoff? | Will Iván Cepeda advance to the runoff of the 2026 Colombian presidential election? | by: 2026-05-31
no - | Colombia Presidential Election | Will Iván Cepeda win the 2026 Colombian presidential election? | by: 2026-06-21
b KXMAYORLA-26 -KBAS | LA Mayor winner? | Will Karen Bass win the LA mayoral election? | by: 2027-11-03
same - | Los Angeles Mayoral Election | Will Karen Bass win the 2026 Los Angeles mayoral election? | by: 2026-11-03
b KXUSOMEN-26 -CALC | Men's US Open Winner | Will Carlos Alcaraz win the US Open? | by: 2026-09-20
same - | 2026 Men's US Open Winner | Will Carlos Alcaraz win the 2026 Men's US Open? | by: 2026-09-13
no - | 2026 Men's Australian Open Winner | Will Carlos Alcaraz win the 2026 Men's Australian Open? | by: 2026-02-01
b KXEMMYDRAMA-26 -PITT | Best Drama Series at the Emmys? | Will The Pitt win Best Drama Series at the Emmys? | by: 2026-09-20
same - | Emmys 2026: Outstanding Drama Series | Will The Pitt win Outstanding Drama Series at the 78th Primetime Emmy Awards? | by: 2026-09-14
no - | Emmys 2026: Outstanding Comedy Series | Will The Pitt win Outstanding Comedy Series at the 78th Primetime Emmy Awards? | by: 2026-09-14
b KXMUSKTRILL-27 . | When will Elon Musk become a trillionaire? | Will Elon Musk become a trillionaire before 2027? | by: 2027-01-01
same - | Elon Musk trillionaire by...? | Elon Musk trillionaire by December 31, 2026? | by: 2026-12-31
no - | First trillionaire | Will Elon Musk be the first trillionaire? | by: 2026-12-31
b KXZELOUT-27 . | Will Zelenskyy leave office? | Will Volodymyr Zelenskyy leave office before 2027? | by: 2026-12-31
same - | Zelenskyy out as Ukraine president by end of 2026? | Zelenskyy out as Ukraine president by end of 2026? | by: 2026-12-31
no - | Ukraine election held by...? | Ukraine election held by December 31, 2026? | by: 2026-12-31
b KXSURVIVOR-50 -OZZY | Survivor 50 Winner | Will Ozzy Lusth win Survivor 50? | by: 2026-06-01
same - | Survivor Season 50 Winner | Will Ozzy Lusth win Survivor Season 50? | by: 2026-05-21
no - | Survivor Season 50: next eliminated | Will Ozzy Lusth be eliminated next on Survivor Season 50? | by: 2026-05-21
b KXTIKTOKBAN-27 . | Will TikTok be banned? | Will TikTok be banned in the US before 2027? | by: 2027-01-01
same - | TikTok banned in the US by...? | TikTok banned in the US by December 31, 2026? | by: 2026-12-31
no - | TikTok sale announced by...? | TikTok sale announced by December 31, 2026? | by: 2026-12-31
b KXINSURRECTION-27 . | Will Trump invoke the Insurrection Act? | Will Trump invoke the Insurrection Act before 2027? | by: 2027-01-01
same - | Trump invokes the Insurrection Act by...? | Trump invokes the Insurrection Act by December 31, 2026? | by: 2026-12-31
same - | Insurrection Act invoked by...? | Insurrection Act invoked by December 31, 2026? | by: 2026-12-31
no - | Trump invokes the Insurrection Act by...? | Trump invokes the Insurrection Act by June 30, 2026? | by: 2026-06-30
b KXNBATRADE-26GANT . | Will Giannis be traded? | Will Giannis Antetokounmpo be traded before the 2026-27 season? | by: 2026-10-20
medium - | Giannis traded | Giannis traded before the 2026–27 NBA season? | by: 2026-10-20
b KXNEXTTEAMGIANNIS-26 -MIA | What will be Giannis Antetokounmpo's next team? | Will Giannis Antetokounmpo's next team be Miami? | by: 2026-11-01
same - | Giannis Antetokounmpo: Next Team | Will Giannis Antetokounmpo's next team be the Miami Heat? | by: 2026-10-20
no - | Giannis Antetokounmpo: Next Team | Will Giannis Antetokounmpo's next team be the Golden State Warriors? | by: 2026-10-20
b KXJUSTICE-29 -ACAN | Who will be the next Supreme Court justice? | Will Aileen Cannon be the next Supreme Court justice? | by: 2029-01-20
same - | Next Supreme Court Justice | Will Aileen Cannon be the next Supreme Court Justice? | by: 2028-12-31
no - | Trump's next SCOTUS nominee | Will Trump nominate Aileen Cannon to the Supreme Court next? | by: 2028-12-31
b KXWARSHSWORN-26 -JUN01 | When will Kevin Warsh be sworn in? | Will Kevin Warsh be sworn in as Fed Chair before Jun 1, 2026? | by: 2026-06-01
no - | Warsh confirmed as Fed Chair by...? | Will Kevin Warsh be confirmed as Fed Chair by May 31, 2026? | by: 2026-05-31
b KXECBDECISION-26JUN -HOLD | ECB decision in June 2026? | Will the ECB maintain rates at their June 2026 meeting? | by: 2026-06-11
same - | ECB decision in June? | Will the ECB announce no change at the June 2026 meeting? | by: 2026-06-11
no - | Fed decision in June? | Will there be no change in Fed interest rates after the June 2026 meeting? | by: 2026-06-17
b KXBOEDECISION-26JUN -C25 | Bank of England decision in June 2026? | Will the Bank of England cut rates by 25bps at their June 2026 meeting? | by: 2026-06-18
same - | Bank of England decision in June? | Will the Bank of England decrease rates by 25 bps in June 2026? | by: 2026-06-18
no - | Bank of Canada decision in June? | Will the Bank of Canada decrease rates by 25 bps in June 2026? | by: 2026-06-10
b KXSCOTLAND-26 -SNP | Scottish Parliament election | Will the SNP win a majority in the 2026 Scottish Parliament election? | by: 2026-05-10
no - | Scottish Parliament election winner | Will the SNP win the most seats in the 2026 Scottish Parliament election? | by: 2026-05-07
same - | SNP majority | Will the SNP win a majority of seats in the 2026 Scottish Parliament election? | by: 2026-05-07
b KXWNBA-26 -LV | Women's Pro Basketball Champion | Will Las Vegas win the 2026 Women's Pro Basketball Finals? | by: 2026-11-01
same - | 2026 WNBA Champion | Will the Las Vegas Aces win the 2026 WNBA Finals? | by: 2026-10-20
no - | 2026 WNBA Champion | Will the New York Liberty win the 2026 WNBA Finals? | by: 2026-10-20
no - | 2026 NBA Champion | Will the Los Angeles Lakers win the 2026 NBA Finals? | by: 2026-06-20
b KXWNBAROTY-26 -AFUDD | Women's Pro Basketball Rookie of the Year Winner | Will Azzi Fudd win Rookie of the Year? | by: 2027-11-30
same - | WNBA: 2026 Rookie of the Year | Will Azzi Fudd win the 2026 WNBA Rookie of the Year award? | by: 2026-09-24
no - | WNBA: 2026 Defensive Player of the Year | Will Azzi Fudd win the 2026 WNBA Defensive Player of the Year award? | by: 2026-09-24
no - | NBA Rookie of the Year | Will Cooper Flagg win the 2025–26 NBA Rookie of the Year award? | by: 2026-05-18
b KXMLSCUP-26 -MIA | MLS Cup Champion | Will Inter Miami win MLS Cup? | by: 2026-12-31
same - | MLS Cup Winner 2026 | Will Inter Miami CF win the 2026 MLS Cup? | by: 2026-12-18
no - | MLS: Supporters' Shield Winner | Will Inter Miami CF win the 2026 Supporters' Shield? | by: 2026-11-18
no - | MLS: Eastern Conference Winner | Will Inter Miami CF win the 2026 MLS Eastern Conference? | by: 2026-12-01
b KXBRASILEIRO-26 -FLA | Brasileiro Serie A Champion | Will Flamengo win the Brasileiro Serie A? | by: 2026-12-31
same - | Brazil Série A: Winner | Will Flamengo win the 2026 Brazil Série A? | by: 2026-12-08
no - | Copa do Brasil: Winner | Will Flamengo win the 2026 Copa do Brasil? | by: 2026-12-08
no - | Brazil Série A: Winner | Will Palmeiras win the 2026 Brazil Série A? | by: 2026-12-08
no - | Brazil Série B: Winner | Will Flamengo win the 2026 Brazil Série B? | by: 2026-12-08
b KXSAUDIPL-26 -NAS | Saudi Pro League Champion | Will Al Nassr win the Saudi Pro League? | by: 2026-06-01
same - | Saudi Pro League Winner | Will Al-Nassr win the 2025–26 Saudi Professional League? | by: 2026-05-23
no - | Saudi Pro League Winner | Will Al-Hilal win the 2025–26 Saudi Professional League? | by: 2026-05-23
b KXIPL-26 -MI | Indian Premier League Champion | Will Mumbai Indians win the Indian Premier League? | by: 2026-06-05
same - | Indian Premier League Winner | Will Mumbai Indians win the 2026 Indian Premier League? | by: 2026-05-31
no - | Indian Premier League: Orange Cap | Will Virat Kohli win the 2026 IPL Orange Cap? | by: 2026-05-31
b KXNHLNORRIS-26 -CMAK | Norris Trophy Winner? | Will Cale Makar win the James Norris Memorial Trophy? | by: 2026-07-01
same - | NHL: Norris Trophy Winner | Will Cale Makar win the 2026 Norris Trophy? | by: 2026-06-30
no - | NHL: Hart Trophy Winner | Will Cale Makar win the 2026 Hart Trophy? | by: 2026-06-30
b KXNBAMIMP-26 -NALE | Most Improved Player | Will Nickeil Alexander-Walker win Most Improved Player? | by: 2026-07-01
same - | NBA: Most Improved Player | Will Nickeil Alexander-Walker win the 2025–26 NBA Most Improved Player award? | by: 2026-05-18
no - | NBA: Clutch Player of the Year | Will Nickeil Alexander-Walker win the 2025–26 NBA Clutch Player of the Year? | by: 2026-05-18
b KXPGATOP5-PGC26 -XSCH | PGA Championship: Top 5 Finishers | PGA Championship: Will Xander Schauffele finish top 5? | by: 2026-06-13
same - | PGA Tour: PGA Championship Top 5 | Will Xander Schauffele finish in the Top 5 at the 2026 PGA Championship? | by: 2026-05-16
no - | PGA Tour: PGA Championship Top 10 | Will Xander Schauffele finish in the Top 10 at the 2026 PGA Championship? | by: 2026-05-16
no - | PGA Tour: Truist Championship Top 5 | Will Xander Schauffele finish in the Top 5 at the 2026 Truist Championship? | by: 2026-05-16
b KXEMERCUTS-26 . | Emergency Fed rate cut this year? | Will the Fed make an emergency rate cut before 2027? | by: 2026-12-31
same - | Fed emergency rate cut in 2026? | Fed emergency rate cut in 2026? | by: 2026-12-31
same - | Fed emergency rate cut before 2027? | Fed emergency rate cut before 2027? | by: 2026-12-31
no - | Fed rate cut in 2026? | Fed rate cut in 2026? | by: 2026-12-31
b KXHOTYEAR-26 . | Will 2026 be the hottest year ever? | Will 2026 be the hottest year on record? | by: 2027-01-20
same - | Will 2026 be the hottest year on record? | Will 2026 be the hottest year on record? | by: 2026-12-31
no - | 2026 rank among hottest years | Will 2026 be the second-hottest year on record? | by: 2026-12-31
no - | Will May 2026 be the hottest May on record? | Will May 2026 be the hottest May on record? | by: 2026-06-15
b KXGEMINI35-26 -JUL01 | When will Gemini 3.5 be released? | Will Google release Gemini 3.5 before Jul 1, 2026? | by: 2026-07-01
same - | Gemini 3.5 released by...? | Gemini 3.5 released by June 30, 2026? | by: 2026-06-30
no - | Gemini 4 released by...? | Gemini 4 released by June 30, 2026? | by: 2026-06-30
b KXVENEZUELALEADER-26DEC31 -DROD | Who will be the leader of Venezuela at the end of 2026? | Will Delcy Rodríguez be the leader of Venezuela on Dec 31, 2026? | by: 2026-12-31
same - | Venezuela leader end of 2026? | Will Delcy Rodríguez be the leader of Venezuela end of 2026? | by: 2026-12-31
no - | Venezuela leader end of 2026? | Will María Corina Machado be the leader of Venezuela end of 2026? | by: 2026-12-31
no - | Delcy Rodríguez out by...? | Delcy Rodríguez out as leader of Venezuela by December 31, 2026? | by: 2026-12-31
b KXSAVEACT-27 . | Will the SAVE Act become law? | Will the SAVE Act become law before 2027? | by: 2027-01-01
same - | SAVE Act signed into law by...? | SAVE Act signed into law by December 31, 2026? | by: 2026-12-31
same - | SAVE Act signed into law in 2026? | SAVE Act signed into law in 2026? | by: 2026-12-31
no - | SAVE Act | Will the SAVE Act pass the House in 2026? | by: 2026-12-31
no - | SAVE Act | Will the SAVE Act pass the Senate by December 31, 2026? | by: 2026-12-31
b KXMANGIONE-27 . | Will Luigi Mangione be found guilty? | Will Luigi Mangione be convicted before 2027? | by: 2026-12-31
same - | Luigi Mangione | Will Luigi Mangione be found guilty before 2027? | by: 2026-12-31
no - | Luigi Mangione | Will Luigi Mangione be sentenced to death before 2027? | by: 2026-12-31
no - | Luigi Mangione | Will Luigi Mangione plead guilty before 2027? | by: 2026-12-31
b KXARMENIA-26 -CC | Who will win the Armenian parliamentary election? | Will Civil Contract win the next Armenian parliamentary election? | by: 2026-07-01
same - | Armenia Parliamentary Election Winner | Will Civil Contract win the 2026 Armenian parliamentary election? | by: 2026-06-07
medium - | Armenia Parliamentary Election: most seats | Will Civil Contract win the most seats in the 2026 Armenian parliamentary election? | by: 2026-06-07
no - | Armenia Parliamentary Election Winner | Will Strong Armenia win the 2026 Armenian parliamentary election? | by: 2026-06-07
b KXSENATEMED-26 -GPLA | Maine Democratic Senate nominee? | Will Graham Platner be the Democratic nominee for the Senate in Maine? | by: 2026-11-03
same - | Maine Democratic Senate Primary Winner | Will Graham Platner be the Democratic nominee for Senate in Maine? | by: 2026-06-09
same - | Maine Democratic Senate Primary Winner | Will Graham Platner win the 2026 Maine Democratic primary? | by: 2026-06-09
no - | Maine Governor Democratic Primary Winner | Will Graham Platner win the 2026 Maine Governor Democratic primary election? | by: 2026-06-09
no - | Maine Democratic Senate Primary Winner | Will Janet Mills be the Democratic nominee for Senate in Maine? | by: 2026-06-09
b KXGOVCATOP2-26 -CBIA | California Governor primary: who will advance? | Will Chad Bianco advance from the California Governor primary? | by: 2026-06-10
same - | California Governor Primary: Who will advance? | Will Chad Bianco advance from the 2026 California Governor primary? | by: 2026-06-02
no - | California Governor Election Winner | Will Chad Bianco win the California governor election in 2026? | by: 2026-11-03
no - | California Governor Primary: First place | Will Chad Bianco finish first in the 2026 California Governor primary? | by: 2026-06-02
b KXLEADERSOUT-27 -STA | Which leaders will leave office this year? | Will Keir Starmer leave office this year? | by: 2027-01-01
same - | Starmer out in 2026? | Starmer out in 2026? | by: 2026-12-31
no - | Starmer out by...? | Starmer out by June 30, 2026? | by: 2026-06-30
no - | Macron out in 2026? | Macron out in 2026? | by: 2026-12-31
b KXSTARMEROUT-26AUG01 . | Keir Starmer out as UK Prime Minister? | Will Keir Starmer leave office as Prime Minister before Aug 1, 2026? | by: 2026-08-01
medium - | Starmer out by...? | Starmer out by July 31, 2026? | by: 2026-07-31
no - | Starmer out by...? | Starmer out by June 30, 2026? | by: 2026-06-30
no - | Labour leadership | Will Keir Starmer be replaced as Labour leader by July 31, 2026? | by: 2026-07-31
b KXDIAZCANEL-26 -JUL01 | When will Díaz-Canel leave office? | Will Miguel Díaz-Canel leave office before Jul 1, 2026? | by: 2026-07-01
medium - | Díaz-Canel out by...? | Díaz-Canel out as President of Cuba by June 30? | by: 2026-06-30
no - | Díaz-Canel out by...? | Díaz-Canel out as President of Cuba by July 31? | by: 2026-07-31
b KXHORMUZ-26 . | Strait of Hormuz | Will the Strait of Hormuz be closed before Jul 1, 2026? | by: 2026-07-01
no - | Strait of Hormuz | Will the Strait of Hormuz be reopened by June 30, 2026? | by: 2026-06-30
b KXXRPD-26MAY1317 -T1.4999 | XRP price on May 13, 2026 at 5pm EDT? | XRP price at May 13, 2026 at 5pm EDT? | by: 2026-05-13
same - | XRP above ___ on May 13, 5PM ET? | XRP above $1.50 on May 13, 5PM ET? | by: 2026-05-13
no - | XRP above ___ on May 13, 5PM ET? | XRP above $1.60 on May 13, 5PM ET? | by: 2026-05-13
b KXLOWTNYC-26MAY13 -B50.5 | Lowest temperature in NYC on May 13, 2026? | Will the minimum temperature in NYC be 50-51° on May 13, 2026? | by: 2026-05-13
same - | Lowest temperature in NYC on May 13? | Will the lowest temperature in New York City be between 50-51°F on May 13? | by: 2026-05-13
no - | Highest temperature in NYC on May 13? | Will the highest temperature in New York City be between 50-51°F on May 13? | by: 2026-05-13
b KXNASCAR-COC600 -KLAR | Coca-Cola 600 Winner | Will Kyle Larson win the Coca-Cola 600? | by: 2026-06-05
same - | NASCAR: Coca-Cola 600 Winner | Will Kyle Larson win the 2026 Coca-Cola 600? | by: 2026-05-24
no - | NASCAR Cup Series Champion | Will Kyle Larson win the 2026 NASCAR Cup Series? | by: 2026-11-10
b KXKENTUCKYDERBY-26 -COMM | Kentucky Derby Winner | Will Commandment win the Kentucky Derby? | by: 2026-05-05
same - | Kentucky Derby Winner | Will Commandment win the 2026 Kentucky Derby? | by: 2026-05-02
no - | Preakness Stakes Winner | Will Commandment win the 2026 Preakness Stakes? | by: 2026-05-16
b KXNEWALBUM-26RIH . | Will Rihanna release an album? | Will Rihanna release a new album before 2027? | by: 2026-12-31
same - | Rihanna album in 2026? | Will Rihanna release a new album in 2026? | by: 2026-12-31
same - | Rihanna album in 2026? | New Rihanna album in 2026? | by: 2026-12-31
no - | New Rihanna Album before GTA VI? | New Rihanna Album before GTA VI? | by: 2026-07-31
`
