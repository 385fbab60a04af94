// Near misses that differ in a word that says little elsewhere: the stage of a competition, what is
// done there, a day of the week. In the wording of both platforms.
export const softWordMisses = `
b KXNCAAFSEC-26 -TEX | SEC Football Champion? | Will Texas win the SEC Football Championship? | by: 2026-12-06
same - | SEC Football: Champion | Will Texas win the 2026 SEC football championship? | by: 2026-12-06
no - | SEC Football: Regular Season Winner | Will Texas finish first in the 2026 SEC football regular season? | by: 2026-12-01
no - | SEC Football: Championship game | Will Texas play in the 2026 SEC football championship game? | by: 2026-12-06
no - | SEC Football: Championship game | Will Texas reach the 2026 SEC football championship? | by: 2026-12-06
b KXNASCARCUPSERIES-26 -DHAM | NASCAR Cup Series champion? | Will Denny Hamlin win the NASCAR Cup Series? | by: 2026-11-10
same - | NASCAR Cup Series Champion | Will Denny Hamlin win the 2026 NASCAR Cup Series championship? | by: 2026-11-10
no - | NASCAR Cup Series: regular season | Will Denny Hamlin win the 2026 NASCAR Cup Series regular season championship? | by: 2026-09-01
no - | NASCAR Cup Series: most wins | Will Denny Hamlin win the most races in the 2026 NASCAR Cup Series? | by: 2026-11-10
b KXMLSCUP-26 -MIA | MLS Cup winner? | Will Inter Miami win the MLS Cup? | by: 2026-12-07
same - | MLS Cup Winner 2026 | Will Inter Miami win the 2026 MLS Cup? | by: 2026-12-07
no - | Supporters' Shield | Will Inter Miami win the 2026 MLS regular season? | by: 2026-10-20
no - | Supporters' Shield | Will Inter Miami win the 2026 Supporters' Shield? | by: 2026-10-20
b KXNBACUP-26 -NYK | NBA Cup champion? | Will New York win the NBA Cup? | by: 2026-12-20
no - | NBA League Champion | Will the New York Knicks win the NBA League title? | by: 2026-12-20
b KXSCOTCUP-26 -CEL | Scottish Cup winner? | Will Celtic win the Scottish Cup? | by: 2026-05-23
same - | Scottish Cup Winner | Will Celtic win the 2026 Scottish Cup? | by: 2026-05-23
no - | Scottish League Cup Winner | Will Celtic win the 2026 Scottish League Cup? | by: 2026-05-23
no - | Scottish league winner | Will Celtic win the 2026 Scottish league? | by: 2026-05-23
no - | Scottish Super Cup winner | Will Celtic win the 2026 Scottish Super Cup? | by: 2026-05-23
b KXF1RACE-MON26 -MVER | Monaco Grand Prix winner? | Will Max Verstappen win the Monaco Grand Prix? | by: 2026-06-07
same - | Monaco Grand Prix: Driver Winner | Will Max Verstappen win the 2026 F1 Monaco Grand Prix? | by: 2026-06-07
no - | Monaco Grand Prix: Qualifying | Will Max Verstappen win the 2026 F1 Monaco Grand Prix qualifying? | by: 2026-06-07
no - | Monaco Grand Prix: Pole | Will Max Verstappen win pole position at the 2026 F1 Monaco Grand Prix? | by: 2026-06-07
no - | Monaco Grand Prix: Lead | Will Max Verstappen lead after lap 1 of the 2026 F1 Monaco Grand Prix? | by: 2026-06-07
b KXFIFAWC-26 -ARG | World Cup winner? | Will Argentina win the World Cup? | by: 2026-07-20
same - | 2026 FIFA World Cup Winner | Will Argentina win the 2026 FIFA World Cup? | by: 2026-07-20
no - | World Cup: finalists | Will Argentina play in the final of the 2026 FIFA World Cup? | by: 2026-07-20
no - | World Cup: finalists | Will Argentina reach the 2026 FIFA World Cup final? | by: 2026-07-20
no - | World Cup: participants | Will Argentina participate in the 2026 FIFA World Cup? | by: 2026-07-20
no - | World Cup: scorers | Will Argentina score in the 2026 FIFA World Cup final? | by: 2026-07-20
no - | World Cup: awards | Will Argentina win the most awards at the 2026 FIFA World Cup? | by: 2026-07-20
b KXSENATEMID-26 -HS | Michigan Democratic Senate nominee? | Will Haley Stevens be the Democratic nominee for the Senate in Michigan? | by: 2026-11-03
same - | Michigan Democratic Senate Primary Winner | Will Haley Stevens win the 2026 Michigan Democratic Primary? | by: 2026-08-04
no - | Michigan Democratic Senate Primary Winner | Will Haley Stevens win the Michigan Senate race in 2026? | by: 2026-11-03
no - | Michigan Senate: Democratic nominee | Will Haley Stevens be elected to the Senate in Michigan? | by: 2026-11-03
b KXFEDCHAIRNOM-26 -KH | Who will Trump nominate as Fed Chair? | Will Kevin Hassett be nominated as Fed Chair? | by: 2026-12-31
no - | Who will Trump nominate as Fed Chair? | Will Kevin Hassett win election as Fed Chair? | by: 2026-12-31
b KXFRENCHPRES-27 -MLEP | Who will win the 2027 French presidential election? | Will Marine Le Pen win the 2027 French presidential election? | by: 2027-06-01
same - | Next French Presidential Election | Will Marine Le Pen win the 2027 French presidential election? | by: 2027-04-30
no - | Next French Presidential Election | Will Marine Le Pen run in the 2027 French presidential election? | by: 2027-04-30
no - | Next French Presidential Election | Will Marine Le Pen be a candidate in the 2027 French presidential election? | by: 2027-04-30
no - | Next French Presidential Election | Will Marine Le Pen be on the 2027 French presidential election ballot? | by: 2027-04-30
no - | Next French Presidential Election | Will Marine Le Pen announce a campaign for the 2027 French presidential election? | by: 2027-04-30
no - | Next French Presidential Election | Will Marine Le Pen participate in the 2027 French presidential election? | by: 2027-04-30
no - | Next French Presidential Election | Will Marine Le Pen lead after the first round of the 2027 French presidential election? | by: 2027-04-30
b KXSCOTLANDREF-26 -REF | Scottish Parliament election winner? | Will Reform UK win the Scottish Parliament election? | by: 2026-05-08
no - | Scottish Parliament: seats | Will Reform UK win a seat in the 2026 Scottish Parliament election? | by: 2026-05-08
no - | Scottish Parliament: seats | Will Reform UK win any seats in the 2026 Scottish Parliament election? | by: 2026-05-08
b KXSPACEXIPOCAP-26 -T1500 | SpaceX market cap at IPO? | Will SpaceX's market cap be above $1.5 trillion at its IPO price? | by: 2026-12-31
no - | SpaceX IPO closing market cap above ___ ? | SpaceX closing market cap above $1.5T on IPO day? | by: 2026-12-31
same - | SpaceX market cap at IPO price | Will SpaceX's market cap be above $1.5T at its IPO price? | by: 2026-12-31
b KXBTCMAX-26 -150 | Bitcoin above $150,000 in 2026? | Will Bitcoin be above $150,000 by December 31, 2026? | by: 2026-12-31
no - | Bitcoin close above $150k | Will Bitcoin close above $150,000 by December 31, 2026? | by: 2026-12-31
b KXPMUK-26 -ABUR | Next UK Prime Minister? | Will Andy Burnham be the next UK Prime Minister? | by: 2030-01-01
no - | UK Prime Minister by... | Will Andy Burnham be UK Prime Minister by the end of 2026? | by: 2026-12-31
b KXFEDCUT-26 -JUN | Fed rate cut before June 30? | Will the Fed cut rates before June 30, 2026? | by: 2026-06-30
no - | Fed rate cut after June | Will the Fed cut rates after June 29, 2026? | by: 2026-06-30
b KXHIGHLON-26MAY13 -T20 | High temperature in London | Will the high temp in London be above 20 Celsius on May 13, 2026? | by: 2026-05-13
same - | Highest temperature in London on May 13? | Will the highest temperature in London be 21°C or higher on May 13? | by: 2026-05-13
no - | Highest temperature in London on May 13? | Will the highest temperature in London be 21°F or higher on May 13? | by: 2026-05-13
b KXNCAAF-27 -MIA | College Football Champion? | Will Miami (FL) win the College Football Championship? | by: 2027-01-20
no - | College Football Champion | Will Miami (OH) win the 2027 College Football National Championship? | by: 2027-01-20
b KXXSHOW-26 -A | Top song? | Will "Iceman" by Drake be released before May 31, 2026? | by: 2026-05-31
no - | Album | Will "Iceman" by Future be released before May 31, 2026? | by: 2026-05-31
b KXBTCD-26MAY1317 -T67249.99 | Bitcoin price on May 13, 2026 at 5pm EDT? | Bitcoin price at May 13, 2026 at 5pm EDT? | by: 2026-05-13
same 2026-05-13 | Bitcoin above ___ on May 13, 5PM ET? | Bitcoin above 67,250 on May 13, 5PM ET? | by: 2026-05-13
no 2026-05-13 | Bitcoin above ___ on May 13, 5PM ET? | Bitcoin above 67,300 on May 13, 5PM ET? | by: 2026-05-13
no 2026-05-13 | Bitcoin above ___ on May 13, 5PM UTC? | Bitcoin above 67,250 on May 13, 5PM UTC? | by: 2026-05-13
b KXUSERS-26 -T1999 | X users | Will Acme have above 1,999 users on May 13, 2026? | by: 2026-05-13
no - | X users | Will Acme have above 2,000 users on May 13, 2026? | by: 2026-05-13
b KXWCGROUPL-26 -GHA | World Cup Group L winner | Will Ghana win Group L in the 2026 FIFA World Cup? | by: 2026-06-28
same - | World Cup Group L Winner | Will Ghana finish first in World Cup Group L? | by: 2026-06-28
no - | World Cup Group L | Will Ghana be in Group L in the 2026 FIFA World Cup? | by: 2026-06-28
no - | World Cup Group L | Will Ghana lead Group L in the 2026 FIFA World Cup? | by: 2026-06-28
no - | World Cup Group L | Will Ghana take the lead in Group L in the 2026 FIFA World Cup? | by: 2026-06-28
b KXFIFAWCIT-26 -ITA | World Cup winner? | Will Italy win the World Cup? | by: 2026-07-20
no - | Who will make the World Cup? | Will Italy make the 2026 FIFA World Cup? | by: 2026-07-20
no - | Who will be in the World Cup? | Will Italy be in the 2026 FIFA World Cup? | by: 2026-07-20
no - | World Cup places | Will Italy win a spot in the 2026 FIFA World Cup? | by: 2026-07-20
no - | World Cup | Will Italy take part in the 2026 FIFA World Cup? | by: 2026-07-20
b KXEMMYDRAMA-26 -SEV | Emmy for best drama | Will Severance win the Emmy? | by: 2026-09-15
no - | Emmys | Will Severance win an award at the Emmys? | by: 2026-09-15
b KXNASCAR-26 -KLAR | NASCAR Cup Series champion? | Will Kyle Larson win the 2026 NASCAR Cup Series? | by: 2026-11-10
no - | NASCAR | Will Kyle Larson win a race in the 2026 NASCAR Cup Series? | by: 2026-11-10
b KXTRUMPOUT-26 . | Trump out? | Will Donald Trump leave office in 2026? | by: 2026-12-31
no - | Trump out before the midterms? | Will Donald Trump leave office before the midterms? | by: 2026-12-31
no - | Trump out after 2026? | Will Donald Trump leave office after 2026? | by: 2027-12-31
b KXSPDROP-26 . | S&P 500 drop | Will the S&P 500 drop more than 5% in 2026? | by: 2026-12-31
no - | S&P 500 drop | Will the S&P 500 drop more than 5% in a single day in 2026? | by: 2026-12-31
no - | S&P 500 drop | Will the S&P 500 drop more than 5% in any month in 2026? | by: 2026-12-31
b KXWTIAVG-26JUN -T80 | WTI in June | Will WTI be above $80 in June 2026? | by: 2026-06-30
no - | WTI in June | Will WTI average above $80 in June 2026? | by: 2026-06-30
b KXALBUMSALES-26 -T500 | First week sales | Will "Iceman" have first week sales above 500,000 in 2026? | by: 2026-12-31
no - | Sales | Will "Iceman" have first day sales above 500,000 in 2026? | by: 2026-12-31
b KXOSCARACTO-27 -TCHA | Oscar nominees: Best Actor | Will Timothée Chalamet win Best Actor at the 2027 Oscars? | by: 2027-03-15
no - | Oscar nominees: Best Actor | Will Timothée Chalamet get a nomination for Best Actor at the 2027 Oscars? | by: 2027-01-22
b KXFEDJUN-26 . | Fed in June | Will the Fed cut rates at its June 2026 meeting? | by: 2026-06-17
no - | Fed in June | Will the Fed cut rates before its June 2026 meeting? | by: 2026-06-17
b KXMASTERS-26 -SSCH | Masters winner | Will Scottie Scheffler win the 2026 Masters? | by: 2026-04-13
no - | Masters | Will Scottie Scheffler play the 2026 Masters? | by: 2026-04-13
b KXACC-26 -DUKE | ACC | Will Duke win the 2026 ACC? | by: 2026-03-14
no - | ACC tournament | Will Duke win the 2026 ACC tournament? | by: 2026-03-14
b KXMEET-26 . | Putin and Zelenskyy | Will Putin and Zelenskyy meet in 2026? | by: 2026-12-31
same - | Putin x Zelenskyy | Will Vladimir Putin and Volodymyr Zelenskyy meet in 2026? | by: 2026-12-31
no - | Trump, Putin, Zelenskyy | Will Putin, Zelenskyy and Trump meet in 2026? | by: 2026-12-31
b KXGRAMMYS-27 -BBUN | Most Grammys | Will Bad Bunny win the most Grammys in 2027? | by: 2027-02-08
no - | Grammys | Will Bad Bunny win a Grammy in 2027? | by: 2027-02-08
`
