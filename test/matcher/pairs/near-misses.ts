// Words that look as if they told nothing, and do: what is counted, what ends, who begins.
export const nearMisses = `
b KXMLBHITS-26 -BWIT | Pro Baseball Hits Leader | Will Bobby Witt Jr. lead Pro Baseball in hits? | by: 2026-10-05
same - | MLB: Hits Leader | Will Bobby Witt Jr. lead the MLB in hits for the 2026 regular season? | by: 2026-09-27
no - | MLB: Runs Leader | Will Bobby Witt Jr. lead the MLB in runs for the 2026 regular season? | by: 2026-09-27
no - | MLB: Stolen bases Leader | Will Bobby Witt Jr. lead the MLB in stolen bases for the 2026 regular season? | by: 2026-09-27
b KXNBAPTSLEAD-26 -LDON | Pro Basketball points leader | Will Luka Doncic lead Pro Basketball in points per game? | by: 2026-05-05
same - | NBA: Points per game leader | Will Luka Dončić lead the NBA in points per game for the 2025–26 season? | by: 2026-04-14
no - | NBA: Assists per game leader | Will Luka Dončić lead the NBA in assists per game for the 2025–26 season? | by: 2026-04-14
b KXSHUTEND-26 -JUN01 | When will the government shutdown end? | Will the government shutdown end before Jun 1, 2026? | by: 2026-06-01
same - | US government shutdown ends by...? | Will the US government shutdown end by May 31? | by: 2026-05-31
no - | US government shutdown by...? | Will there be a US government shutdown by May 31? | by: 2026-05-31
b KXWAREND-26 . | When will the war end? | Will the Russia-Ukraine war end before 2027? | by: 2026-12-31
same - | Russia x Ukraine war ends in 2026? | Will the war between Russia and Ukraine end in 2026? | by: 2026-12-31
no - | Russia x Ukraine war | Will the Russia-Ukraine war escalate in 2026? | by: 2026-12-31
b KXAAAGASW-26MAY18 . | Gas prices up this week? | Will US gas prices be higher on May 18, 2026 than the week before? | by: 2026-05-18
no - | Gas prices | Will US gas prices be lower on May 18, 2026 than the week before? | by: 2026-05-18
b KXTISZA-26 -TIS | Hungarian election winner | Will Tisza win the 2026 Hungarian parliamentary election? | by: 2026-04-30
same - | Hungary Parliamentary Election Winner | Will Tisza win the 2026 Hungarian parliamentary election? | by: 2026-04-12
no - | Hungary: majority | Will Tisza win a majority in the 2026 Hungarian parliamentary election? | by: 2026-04-12
no - | Hungary: two thirds | Will Tisza win a two-thirds majority in the 2026 Hungarian parliamentary election? | by: 2026-04-12
b KXPEACE-26 -JUL01 | Iran deal | Will the US and Iran agree to a ceasefire before Jul 1, 2026? | by: 2026-07-01
same - | US x Iran ceasefire by...? | US x Iran ceasefire by June 30? | by: 2026-06-30
no - | US x Iran permanent ceasefire by...? | US x Iran permanent ceasefire by June 30? | by: 2026-06-30
no - | Israel x Iran ceasefire by...? | Israel x Iran ceasefire by June 30? | by: 2026-06-30
no - | US x Iran ceasefire ends by...? | US x Iran ceasefire ends by June 30? | by: 2026-06-30
no - | US x Iran ceasefire broken by...? | US x Iran ceasefire broken by June 30? | by: 2026-06-30
b KXSTRIKE-26 -JUL01 | Strikes | Will the US strike Iran before Jul 1, 2026? | by: 2026-07-01
same - | US strikes Iran by...? | US strikes Iran by June 30, 2026? | by: 2026-06-30
no - | Iran strikes US by...? | Iran strikes US by June 30, 2026? | by: 2026-06-30
no - | Israel strikes Iran by...? | Israel strikes Iran by June 30, 2026? | by: 2026-06-30
no - | US strikes Yemen by...? | US strikes Yemen by June 30, 2026? | by: 2026-06-30
b KXFIRSTROUND-26 -LUL | Brazil first round | Will Lula win the first round of the 2026 Brazilian presidential election? | by: 2026-10-04
same - | Brazil first round winner | Will Lula finish first in the first round of the 2026 Brazilian presidential election? | by: 2026-10-04
no - | Brazil Presidential Election | Will Lula win the 2026 Brazilian presidential election? | by: 2026-10-25
no - | Brazil second round | Will Lula win the second round of the 2026 Brazilian presidential election? | by: 2026-10-25
no - | Brazil outright | Will Lula win the 2026 Brazilian presidential election outright in the first round? | by: 2026-10-04
b KXINXU-26MAY13H1600 -T7399.9999 | S&P 500 above ___ on May 13, 2026 at 4pm EDT? | Will the S&P 500 be above 7399.9999 on May 13, 2026 at 4pm EDT? | by: 2026-05-13
same 2026-05-13 | S&P 500 (SPX) closes above ___ on May 13? | Will S&P 500 (SPX) close above $7,400 on May 13? | by: 2026-05-13
no 2026-05-14 | S&P 500 (SPX) closes above ___ on May 14? | Will S&P 500 (SPX) close above $7,400 on May 14? | by: 2026-05-14
no 2026-05-13 | Nasdaq 100 (NDX) closes above ___ on May 13? | Will Nasdaq 100 (NDX) close above $7,400 on May 13? | by: 2026-05-13
no 2026-05-13 | S&P 500 (SPX) opens up or down on May 13? | S&P 500 (SPX) Opens Up or Down on May 13? | by: 2026-05-13
b KXBALANCEPOWERCOMBO-26 -DD | Balance of power after the midterms? | Will Democrats win the House and Democrats win the Senate? | by: 2027-02-01
same - | Balance of Power: 2026 Midterms | 2026 Balance of Power: D Senate, D House | by: 2026-11-03
no - | Balance of Power: 2026 Midterms | 2026 Balance of Power: R Senate, D House | by: 2026-11-03
no - | Balance of Power: 2026 Midterms | 2026 Balance of Power: D Senate, R House | by: 2026-11-03
no - | Balance of power | Will Democrats win the House but not the Senate in 2026? | by: 2026-11-03
no - | Which party will win the House in 2026? | Will the Democratic Party control the House after the 2026 Midterm elections? | by: 2026-11-03
b KXBALANCEPOWERCOMBO-26 -DR | Balance of power after the midterms? | Will Democrats win the House and Republicans win the Senate? | by: 2027-02-01
same - | Balance of Power: 2026 Midterms | 2026 Balance of Power: R Senate, D House | by: 2026-11-03
no - | Balance of Power: 2026 Midterms | 2026 Balance of Power: D Senate, R House | by: 2026-11-03
b KXETHUP-26MAY13 . | Ethereum price on May 13 | Will Ethereum close higher on May 13, 2026? | by: 2026-05-13
no 2026-05-13 | Ethereum price on May 13 | Will Ethereum close higher on May 13, 2026? | by: 2026-05-13 | of: Up; Down
same 2026-05-13 | Ethereum close on May 13 | Will Ethereum be higher at close on May 13, 2026? | by: 2026-05-13 | of: Yes; No
`
