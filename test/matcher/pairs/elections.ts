// Elections, in the wording of both platforms.
export const elections = `
b SENATEGA-26 -D | Georgia Senate winner? | Will Democrats win the Senate race in Georgia? | by: 2027-11-03
same - | Georgia Senate Election Winner | Will the Democrats win the Georgia Senate race in 2026?
no - | Georgia Governor Election Winner | Will the Democrats win the Georgia governor race in 2026?
no - | Georgia Senate Election Winner | Will Jon Ossoff win the Georgia Senate race in 2026?
no - | Georgia Senate Election: margin | Will the Democrats win the Georgia Senate race by more than 5% in 2026?
b KXSENATENCD-26 -RCOO | North Carolina Democratic Senate nominee? | Will Roy Cooper be the Democratic nominee for the Senate in North Carolina? | by: 2026-11-03
same - | North Carolina Democratic Senate Primary Winner | Will Roy Cooper be the Democratic nominee for Senate in North Carolina? | by: 2026-03-03
same - | North Carolina Democratic Senate Primary Winner | Will Roy Cooper win the 2026 North Carolina Democratic Senate primary? | by: 2026-03-03
no - | North Carolina Senate Election Winner | Will Roy Cooper win the North Carolina Senate race in 2026?
no - | South Carolina Democratic Senate Primary Winner | Will Roy Cooper be the Democratic nominee for Senate in South Carolina? | by: 2026-06-09
no - | North Carolina Republican Senate Primary Winner | Will Michael Whatley be the Republican nominee for Senate in North Carolina? | by: 2026-03-03
no - | North Carolina Democratic Senate Primary Winner | Will Person E be the Democratic nominee for Senate in North Carolina? | by: 2026-03-03
b KXSENATETXR-26 -KPAX | Texas Republican Senate nominee? | Will Ken Paxton be the Republican nominee for the Senate in Texas? | by: 2026-11-03
same - | Texas Republican Senate Primary Winner | Will Ken Paxton win the 2026 Texas Republican Primary? | by: 2026-05-26
no - | Texas Republican Senate Primary: first round | Will Ken Paxton finish first in the first round of the 2026 Texas Republican Senate primary? | by: 2026-03-03
no - | Texas Republican Senate Primary Winner | Will John Cornyn win the 2026 Texas Republican Primary? | by: 2026-05-26
no - | Texas Republican Attorney General Primary Winner | Will Ken Paxton be the Republican nominee for Attorney General in Texas? | by: 2026-05-26
b KXAGNOMTXR-26 -CROY | Texas Republican Attorney General nominee? | Who will be the Republican nominee for Attorney General in Texas? | by: 2027-03-02
same - | Texas Republican Attorney General Primary Winner | Will Chip Roy be the Republican nominee for Attorney General in Texas? | by: 2026-05-26
no - | Texas Republican Attorney General Primary Winner | Will Mayes Middleton be the Republican nominee for Attorney General in Texas? | by: 2026-05-26
no - | TX-21 Republican Primary Winner | Will Chip Roy be the Republican nominee for TX-21? | by: 2026-05-26
b KXATTYGENOK-26 -R | Who will win the Attorney General race in Oklahoma? | Will the Republican party win the Attorney General race in Oklahoma? | by: 2027-11-02
same - | Oklahoma Attorney General Election Winner | Will the Republicans win the Oklahoma Attorney General race in 2026? | by: 2026-11-03
no - | Oklahoma Governor Election Winner | Will the Republicans win the Oklahoma governor race in 2026? | by: 2026-11-03
no - | Oklahoma Attorney General Election Winner | Will the Democrats win the Oklahoma Attorney General race in 2026? | by: 2026-11-03
b KXHOUSERACE-NY17-26 -D | NY-17 House winner? | Will Democratic win the House race for NY-17? | by: 2027-11-02
same - | NY-17 House Election Winner | Will the Democratic Party win the NY-17 House seat? | by: 2026-11-03
same - | New York 17th Congressional District | Will the Democrats win New York's 17th congressional district in 2026? | by: 2026-11-03
no - | NY-17 House Election Winner | Will Mike Lawler win the NY-17 House seat? | by: 2026-11-03
no - | NY-18 House Election Winner | Will the Democratic Party win the NY-18 House seat? | by: 2026-11-03
no - | NJ-07 House Election Winner | Will the Democratic Party win the NJ-07 House seat? | by: 2026-11-03
b KXNJ11S-26 -D | NJ-11 special election | Will the Democratic party win the NJ-11 special election? | by: 2026-04-20
same - | NJ-11 Special Election Winner | Will the Democrats win the NJ-11 special election? | by: 2026-04-16
no - | NJ-11 House Election Winner | Will the Democratic Party win the NJ-11 House seat? | by: 2026-11-03
b CONTROLH-2026 -D | Which party will win the House? | Will Democrats win the House in 2026? | by: 2027-02-01
same - | Which party will win the House in 2026? | Will the Democratic Party control the House after the 2026 Midterm elections? | by: 2026-11-03
no - | Which party will win the Senate in 2026? | Will the Democratic Party control the Senate after the 2026 Midterm elections? | by: 2026-11-03
no - | Balance of Power: 2026 Midterms | 2026 Balance of Power: D Senate, D House | by: 2026-11-03
no - | How many House seats will Democrats win? | Will Democrats win at least 230 House seats in the 2026 midterms? | by: 2026-11-03
b KXSENATESEATS-26 -T50 | How many Senate seats will Republicans hold? | Will Republicans hold at least 51 Senate seats after the 2026 midterms? | by: 2027-02-01
same - | Republican Senate seats after the 2026 midterms | Will Republicans hold 51 or more Senate seats after the 2026 midterm elections? | by: 2026-11-03
same - | Republican Senate seats after the 2026 midterms | Will Republicans hold more than 50 Senate seats after the 2026 midterm elections? | by: 2026-11-03
no - | Republican Senate seats after the 2026 midterms | Will Republicans hold exactly 51 Senate seats after the 2026 midterm elections? | by: 2026-11-03
no - | Republican Senate seats after the 2026 midterms | Will Republicans hold 53 or more Senate seats after the 2026 midterm elections? | by: 2026-11-03
no - | Democratic Senate seats after the 2026 midterms | Will Democrats hold 51 or more Senate seats after the 2026 midterm elections? | by: 2026-11-03
b KXPRESPARTY-2028 -D | Which party will win the 2028 Presidential Election? | Will Democrats win the 2028 Presidential Election? | by: 2029-01-20
same - | Which party wins 2028 US Presidential Election? | Will the Democrats win the 2028 US Presidential Election? | by: 2028-11-07
no - | Which party wins 2028 US Presidential Election? | Will the Republicans win the 2028 US Presidential Election? | by: 2028-11-07
no - | Popular vote winner 2028 | Will the Democrats win the popular vote in the 2028 US Presidential Election? | by: 2028-11-07
b KXPRESPERSON-28 -AOCA | Who will win the next presidential election? | Will Alexandria Ocasio-Cortez win the 2028 Presidential Election? | by: 2029-01-20
same - | Presidential Election Winner 2028 | Will AOC win the 2028 US Presidential Election? | by: 2028-11-07
no - | Democratic Presidential Nominee 2028 | Will Alexandria Ocasio-Cortez win the 2028 Democratic presidential nomination? | by: 2028-11-07
b KXVPRESNOMD-28 -JSHA | Who will be the Democratic VP nominee in 2028? | Will Josh Shapiro be the Democratic VP nominee in 2028? | by: 2028-11-07
same - | Democratic Vice Presidential Nominee 2028 | Will Josh Shapiro be the 2028 Democratic vice presidential nominee? | by: 2028-11-07
no - | Democratic Presidential Nominee 2028 | Will Josh Shapiro win the 2028 Democratic presidential nomination? | by: 2028-11-07
no - | Republican Vice Presidential Nominee 2028 | Will Josh Shapiro be the 2028 Republican vice presidential nominee? | by: 2028-11-07
b KXFRENCHPRES-27 -JBAR | Who will win the 2027 French presidential election? | Will Jordan Bardella win the 2027 French presidential election? | by: 2027-06-01
same - | Next French Presidential Election | Will Jordan Bardella win the 2027 French presidential election? | by: 2027-04-30
same - | France presidential election winner | Will Jordan Bardella win the 2027 presidential election in France? | by: 2027-04-30
no - | French election: first round winner | Will Jordan Bardella win the first round of the 2027 French presidential election? | by: 2027-04-30
no - | Next French Presidential Election | Will Marine Le Pen win the 2027 French presidential election? | by: 2027-04-30
no - | Next Prime Minister of France | Will Jordan Bardella be the next Prime Minister of France? | by: 2027-04-30
b KXHUNGARYPM-26 -PMAG | Who will be the next Prime Minister of Hungary? | Will Péter Magyar be the next Hungarian Prime Minister? | by: 2026-12-31
same - | Next Prime Minister of Hungary | Will Péter Magyar be the next Prime Minister of Hungary? | by: 2026-06-30
no - | Next Prime Minister of Hungary | Will Viktor Orbán be the next Prime Minister of Hungary? | by: 2026-06-30
no - | Next President of Hungary | Will Péter Magyar be the next President of Hungary? | by: 2026-06-30
no - | Hungary parliamentary election: seats | Will Péter Magyar's Tisza win a two-thirds majority in the Hungarian election? | by: 2026-04-12
b KXNEXTUKPM-30 -ABUR | Who will be the next Prime Minister of the UK? | Will Andy Burnham be the next Prime Minister of the UK? | by: 2030-01-01
same - | Next Prime Minister of the UK | Will Andy Burnham be the next Prime Minister of the United Kingdom? | by: 2029-12-31
no - | Next Labour leader | Will Andy Burnham be the next leader of the Labour Party? | by: 2029-12-31
no - | UK PM at the end of 2026 | Will Andy Burnham be Prime Minister of the United Kingdom on December 31, 2026? | by: 2026-12-31
no - | Next Prime Minister of the UK | Will Wes Streeting be the next Prime Minister of the United Kingdom? | by: 2029-12-31
b KXISRAELKNESSET-26 -LIK | Who will win the next Israeli legislative election? | Will Likud win the next Israeli legislative election? | by: 2027-10-26
medium - | Israel parliamentary election: most seats | Will Likud win the most seats in the next Israeli parliamentary election? | by: 2026-10-27
no - | Next Prime Minister of Israel | Will Benjamin Netanyahu be the next Prime Minister of Israel? | by: 2026-12-31
no - | Israel parliamentary election: most seats | Will Yesh Atid win the most seats in the next Israeli parliamentary election? | by: 2026-10-27
b KXBRAZILPRES-26 -LULA | Brazil presidential election winner? | Will Luiz Inácio Lula da Silva win the 2026 Brazilian presidential election? | by: 2026-11-30
same - | Brazil Presidential Election | Will Lula win the 2026 Brazilian presidential election? | by: 2026-10-25
no - | Brazil Presidential Election: first round | Will Lula win the 2026 Brazilian presidential election in the first round? | by: 2026-10-04
no - | Brazil Presidential Election | Will Flávio Bolsonaro win the 2026 Brazilian presidential election? | by: 2026-10-25
b KXCOLOMBIAPRES-26 -ICEP | Colombia presidential election winner? | Will Iván Cepeda win the Colombian presidential election? | by: 2026-07-31
same - | Colombia Presidential Election | Will Iván Cepeda win the 2026 Colombian presidential election? | by: 2026-06-21
no - | Colombia Presidential Election: first round | Will Iván Cepeda finish first in the first round of the 2026 Colombian presidential election? | by: 2026-05-31
no - | Colombia Presidential Election: runoff | Will Iván Cepeda advance to the runoff of the 2026 Colombian presidential election? | by: 2026-05-31
no - | Colombia Presidential Election | Will Abelardo de la Espriella win the 2026 Colombian presidential election? | by: 2026-06-21
b KXPERUPRES-26 -KFUJ | Peru presidential election winner? | Will Keiko Fujimori win the 2026 Peruvian presidential election? | by: 2026-07-31
same - | Peru Presidential Election Winner | Will Keiko Fujimori win the 2026 Peru presidential election? | by: 2026-06-07
no - | Peru Presidential Election Winner | Will Roberto Sánchez win the 2026 Peru presidential election? | by: 2026-06-07
`
