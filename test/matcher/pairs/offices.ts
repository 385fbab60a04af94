// Seats, offices and nominees, in the wording of both platforms.
export const offices = `
b KXHOUSERACE-AL07-26 -D | AL-07 House winner? | Will Democratic win the House race for AL-07? | by: 2027-11-02
same - | AL-07 House Election Winner | Will the Democratic Party win the AL-07 House seat? | by: 2026-11-02
no - | AL-07 House Election Winner | Will the Republican Party win the AL-07 House seat? | by: 2026-11-02
no - | AL-06 House Election Winner | Will the Democratic Party win the AL-06 House seat? | by: 2026-11-02
no - | GA-07 House Election Winner | Will the Democratic Party win the GA-07 House seat? | by: 2026-11-02
no - | AL-07 House Election Winner | Will D win the AL-07 House seat? | by: 2026-11-02   # a kept place
no - | AL-07 House Election Winner | Will another party win the AL-07 House seat? | by: 2026-11-02
no - | AL-07 Democratic Primary Winner | Will Terri Sewell be the Democratic nominee for AL-07? | by: 2026-05-19
b HOUSENC1-26 -R | NC-01 House winner? | Will Republican win the House race for NC-1? | by: 2027-11-02
same - | NC-01 House Election Winner | Will the Republican Party win the NC-01 House seat? | by: 2026-11-03
no - | NC-11 House Election Winner | Will the Republican Party win the NC-11 House seat? | by: 2026-11-03
b GOVPARTYIA-26 -R | Iowa Governor winner? | Will the Republican party win the governorship in Iowa | by: 2027-11-02
same - | Iowa Governor Election Winner | Will the Republicans win the Iowa governor race in 2026?
no - | Iowa Governor Election Winner | Will the Democrats win the Iowa governor race in 2026?
no - | Idaho Governor Election Winner | Will the Republicans win the Idaho governor race in 2026?
no - | Iowa Senate Election Winner | Will the Republicans win the Iowa Senate race in 2026?
no - | Iowa Governor Election Winner | Will Option A win the Iowa governor race in 2026?
b GOVPARTYIA-26 -R | Iowa Governor winner? | Who will win the governorship in Iowa? | by: 2027-11-02
same - | Iowa Governor Election Winner | Will the Republicans win the Iowa governor race in 2026?
no - | Iowa Governor Election Winner | Will the Democrats win the Iowa governor race in 2026?
b SENATEKS-26 -D | Kansas Senate winner? | Will Democrats win the Senate race in Kansas? | by: 2027-11-03
same - | Kansas Senate Election Winner | Will the Democrats win the Kansas Senate race in 2026?
no - | Kansas Senate Election Winner | Will the Democrats win the Kansas Senate race in 2028?
no - | Arkansas Senate Election Winner | Will the Democrats win the Arkansas Senate race in 2026?
b SENATEKS-28 -D | Kansas Senate winner? (2028) | Will Democrats win the Senate race in Kansas? | by: 2029-11-06
no - | Kansas Senate Election Winner | Will the Democrats win the Kansas Senate race in 2026?
b CONTROLS-2026 -D | Which party will win the Senate? | Will Democrats win the Senate in 2026? | by: 2027-02-01
same - | Which party will win the Senate in 2026? | Will the Democratic Party control the Senate after the 2026 Midterm elections? | by: 2026-11-03
no - | Which party will win the House in 2026? | Will the Democratic Party control the House after the 2026 Midterm elections? | by: 2026-11-03
no - | Which party will win the Senate in 2026? | Will the Republican Party control the Senate after the 2026 Midterm elections? | by: 2026-11-03
b KXGOVNHNOMD-26 -CWAR | New Hampshire Democratic Governor nominee? | Will Cinde Warmington be the Democratic nominee for Governor in New Hampshire? | by: 2027-11-02
same - | New Hampshire Governor Democratic Primary Winner | Will Cinde Warmington win the 2026 New Hampshire Governor Democratic primary election? | by: 2026-09-07
no - | New Hampshire Governor Republican Primary Winner | Will Cinde Warmington win the 2026 New Hampshire Governor Republican primary election? | by: 2026-09-07
no - | New Hampshire Senate Democratic Primary Winner | Will Cinde Warmington win the 2026 New Hampshire Senate Democratic primary election? | by: 2026-09-07
no - | New Hampshire Governor Election Winner | Will Cinde Warmington win the 2026 New Hampshire governor race? | by: 2026-11-03
no - | New Hampshire Governor Democratic Primary Winner | Will Candidate K win the 2026 New Hampshire Governor Democratic primary election? | by: 2026-09-07
no - | New Jersey Governor Democratic Primary Winner | Will Cinde Warmington win the 2026 New Jersey Governor Democratic primary election? | by: 2026-09-07
b KXTNPRIMARY-09D26 -JPEA | TN-09 Democratic nominee? | Will Justin Pearson be the Democratic nominee for TN-09? | by: 2027-11-02
same - | TN-09 Democratic Primary Winner | Will Justin J. Pearson be the Democratic nominee for TN-09? | by: 2026-08-06
same - | TN-09 Democratic Primary Winner | Will Justin Pearson win the 2026 Democratic primary for Tennessee's 9th congressional district? | by: 2026-08-06
no - | TN-09 Democratic Primary Winner | Will Steve Cohen be the Democratic nominee for TN-09? | by: 2026-08-06
no - | TN-04 House Election Winner | Will the Democratic Party win the TN-04 House seat? | by: 2026-11-02
b KXPRESNOMD-28 -GN | 2028 Democratic nominee for President | Will Gavin Newsom be the Democratic Presidential nominee in 2028? | by: 2028-11-07
same - | Democratic Presidential Nominee 2028 | Will Gavin Newsom win the 2028 Democratic presidential nomination? | by: 2028-11-07
no - | Presidential Election Winner 2028 | Will Gavin Newsom win the 2028 US Presidential Election? | by: 2028-11-07
no - | Democratic Presidential Nominee 2028 | Will Pete Buttigieg win the 2028 Democratic presidential nomination? | by: 2028-11-07
no - | Who will run for President? | Will Gavin Newsom run for the Democratic presidential nomination in 2028? | by: 2028-11-07
b KXPRESPERSON-28 -JDV | Who will win the next presidential election? | Will J.D. Vance win the 2028 Presidential Election? | by: 2029-01-20
same - | Presidential Election Winner 2028 | Will JD Vance win the 2028 US Presidential Election? | by: 2028-11-07
no - | Republican Presidential Nominee 2028 | Will JD Vance win the 2028 Republican presidential nomination? | by: 2028-11-07
no - | Presidential Election Winner 2028 | Will Marco Rubio win the 2028 US Presidential Election? | by: 2028-11-07
b KXPRESPERSON-28 -DJTJR | Who will win the next presidential election? | Will Donald Trump Jr. win the 2028 Presidential Election? | by: 2029-01-20
no - | Presidential Election Winner 2028 | Will Donald Trump win the 2028 US Presidential Election? | by: 2028-11-07
b KXUNSEC-27JAN -RGRO | Who will be the next UN Secretary-General? | Who will be the next Secretary-General of UN? | by: 2027-01-04
same - | Next Secretary-General of the United Nations | Will Rafael Grossi be the next Secretary-General of the United Nations? | by: 2026-12-30
no - | Next Secretary-General of the United Nations | Will Michelle Bachelet be the next Secretary-General of the United Nations? | by: 2026-12-30
no - | Next Secretary-General of the United Nations | Will Person V be the next Secretary-General of the United Nations? | by: 2026-12-30
no - | Next Secretary General of NATO | Will Rafael Grossi be the next Secretary General of NATO? | by: 2026-12-30
b KXUNSEC-27JAN -RGRO | Who will be the next UN Secretary-General? | Who will be the next Secretary-General of UN? | by: 2027-01-04 | sub: Rafael Grossi
same - | Next Secretary-General of the United Nations | Will Rafael Grossi be the next Secretary-General of the United Nations? | by: 2026-12-30
no - | Next Secretary-General of the United Nations | Will Michelle Bachelet be the next Secretary-General of the United Nations? | by: 2026-12-30
b KXMAYORLA-26 -KBAS | Los Angeles Mayor winner? | Will Karen Bass win the Los Angeles mayoral election? | by: 2027-11-03
same - | Los Angeles Mayoral Election | Will Karen Bass win the 2026 Los Angeles mayoral election? | by: 2026-11-03
no - | Los Angeles Mayoral Election | Will Rick Caruso win the 2026 Los Angeles mayoral election? | by: 2026-11-03
no - | New York City Mayoral Election | Will Karen Bass win the 2026 New York City mayoral election? | by: 2026-11-03
b KXHOUSETURNOUT-26NOV03 -105 | 2026 Midterms: U.S. House turnout? | Will the total 2026 U.S. House turnout be between 105 and 109.99 million? | by: 2027-11-02
same - | 2026 Midterms: House Turnout | Will there be between 105m and 110m votes cast in the 2026 U.S. House of Representatives midterm elections? | by: 2026-11-02
no - | 2026 Midterms: House Turnout | Will there be between 100m and 105m votes cast in the 2026 U.S. House of Representatives midterm elections? | by: 2026-11-02
no - | 2026 Midterms: House Turnout | Will there be less than 85m votes cast in the 2026 U.S. House of Representatives midterm elections? | by: 2026-11-02
b KXMIDTERMMOV-LASENR -P11 | Louisiana Senate margin of victory | Will the margin of victory for Republicans in the U.S. Senate election in Louisiana be at least 11 percentage points? | by: 2027-11-02
no - | Louisiana Senate Election Winner | Will the Republicans win the Louisiana Senate race in 2026?
no - | Louisiana Senate: Margin of Victory | Will the margin of victory for Republicans in the Louisiana Senate election be at least 13 percentage points? | by: 2026-11-03
`
