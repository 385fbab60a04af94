// What one platform says and the other leaves unsaid or says otherwise, each with a near miss.
export const paraphrases = `
b KXEPLTOP4-26 -LFC | EPL Top 4 Finishers | Will Liverpool finish in the top 4 of the English Premier League? | by: 2026-05-26
same - | English Premier League – Top 4 Finish | Will Liverpool finish in the top 4 of the EPL 2025–26 standings? | by: 2026-05-25
no - | English Premier League – 4th | Will Liverpool finish 4th in the EPL 2025–26 standings? | by: 2026-05-25
no - | English Premier League – Top 6 | Will Liverpool finish in the top 6 of the EPL 2025–26 standings? | by: 2026-05-25
b KXWCCONTINENT-26 -SA | Which continent will win the World Cup? | Will a team from South America win the 2026 Men's World Cup? | by: 2026-07-20
same - | Winning continent | Will a South American (CONMEBOL) team win the 2026 FIFA World Cup? | by: 2026-07-20
no - | Winning continent | Will a European (UEFA) team win the 2026 FIFA World Cup? | by: 2026-07-20
b KXWCSQUAD-26BRA -NEY | Brazil's World Cup squad | Will Neymar be named in Brazil's World Cup squad? | by: 2026-06-01
same - | Brazil squad | Will Neymar be included in Brazil's squad for the 2026 FIFA World Cup? | by: 2026-06-01
no - | Brazil squad | Will Neymar be named captain of Brazil's squad for the 2026 FIFA World Cup? | by: 2026-06-01
no - | Brazil squad | Will Endrick be included in Brazil's squad for the 2026 FIFA World Cup? | by: 2026-06-01
b KXWT20WC-26 -IND | Women's T20 World Cup winner? | Will India win the Women's T20 World Cup? | by: 2026-07-06
same - | ICC Women's T20 World Cup Winner | Will India win the 2026 ICC Women's T20 World Cup? | by: 2026-07-05
no - | ICC Men's T20 World Cup Winner | Will India win the 2026 ICC Men's T20 World Cup? | by: 2026-07-05
no - | ICC Women's Cricket World Cup Winner | Will India win the 2026 ICC Women's Cricket World Cup? | by: 2026-07-05
b KXALBERTAREF-26 . | Alberta independence? | Will Alberta vote to become independent from Canada before Jan 1, 2027? | by: 2027-01-01
same - | Alberta independence | Will Alberta vote for independence before 2027? | by: 2026-12-31
no - | Alberta independence | Will Alberta hold a vote on independence before 2027? | by: 2026-12-31
no - | Alberta independence | Will Alberta declare independence before 2027? | by: 2026-12-31
no - | Quebec independence | Will Quebec vote for independence before 2027? | by: 2026-12-31
b KXPOWELLGOV-26 -27JAN01 | Powell leaves the Board? | Will Jerome Powell leave the Federal Reserve Board of Governors before Jan 1, 2027? | by: 2027-01-01
same - | Powell out from Fed Board | Jerome Powell out from Fed Board by December 31? | by: 2026-12-31
same - | Powell out as Governor | Jerome Powell out as Fed Governor by December 31, 2026? | by: 2026-12-31
no - | Powell out as Chair | Jerome Powell out as Fed Chair by December 31, 2026? | by: 2026-12-31
no - | Powell out from Fed Board | Jerome Powell out from Fed Board by June 30? | by: 2026-06-30
b KXHMONTHRANGE-26MAY -B1.12 | May temperature increase? | Will the global temperature increase be between 1.10 and 1.14 degrees Celsius in May 2026? | by: 2026-06-15
same - | May 2026 Temperature Increase (ºC) | Will global temperature increase by between 1.10ºC and 1.14ºC in May 2026? | by: 2026-06-10
no - | May 2026 Temperature Increase (ºC) | Will global temperature increase by between 1.20ºC and 1.24ºC in May 2026? | by: 2026-06-10
no - | May 2026 Temperature Increase (ºC) | Will global temperature increase by more than 1.14ºC in May 2026? | by: 2026-06-10
no - | May 2026 Temperature Increase (ºC) | Will global temperature increase by less than 1.10ºC in May 2026? | by: 2026-06-10
b KXPRESPARTY-2028 -D | Which party will win the 2028 Presidential Election? | Will a representative of the Democratic party win the 2028 Presidential Election? | by: 2029-01-20
same - | Which party wins 2028 US Presidential Election? | Will the Democrats win the 2028 US Presidential Election? | by: 2028-11-07
no - | Which party wins 2028 US Presidential Election? | Will the Republicans win the 2028 US Presidential Election? | by: 2028-11-07
b KXMSI-26 -T1 | MSI winner? | Will T1 win MSI 2026? | by: 2026-07-12
same - | Mid-Season Invitational Winner | Will T1 win the 2026 Mid-Season Invitational? | by: 2026-07-12
no - | LCK winner | Will T1 win the 2026 LCK? | by: 2026-07-12
b KXEPLGOALS-26 -EHAA | EPL top scorer? | Will Erling Haaland be the top scorer in the English Premier League? | by: 2026-05-26
same - | EPL Golden Boot | Will Erling Haaland win the 2025–26 EPL Golden Boot? | by: 2026-05-25
no - | EPL Playmaker | Will Erling Haaland win the 2025–26 EPL Playmaker award? | by: 2026-05-25
no - | World Cup Golden Boot | Will Erling Haaland win the 2026 World Cup Golden Boot? | by: 2026-07-20
b KXRBA-26AUG -C25 | RBA decision in August? | Will the Reserve Bank of Australia cut the cash rate by 25bps at its August 2026 meeting? | by: 2026-08-12
same - | RBA decision in August | Will the Reserve Bank of Australia cut rates by 25 bps at the August 2026 meeting? | by: 2026-08-12
no - | RBA decision in August | Will the Reserve Bank of Australia cut rates by 50 bps at the August 2026 meeting? | by: 2026-08-12
b KXTOPSONG-26MAY16 -DRA | Billboard Hot 100 #1? | Will "Choosin' Texas" be the #1 song on the Billboard Hot 100 for the week of May 16, 2026? | by: 2026-05-16
same - | Billboard Hot 100 #1 | Will "Choosin' Texas" be #1 on the Billboard Hot 100 for the week of May 16, 2026? | by: 2026-05-16
no - | Billboard Hot 100 top 10 | Will "Choosin' Texas" be in the top 10 of the Billboard Hot 100 for the week of May 16, 2026? | by: 2026-05-16
`
