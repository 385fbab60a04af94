// Elections, offices and states: one meaning in other words, and words that are close and mean another thing.
export const wordingsOfPower = `
b KXRECSSNBER-26 . | Recession this year? | Will there be a recession in 2026? | by: 2026-12-31
same - | US recession in 2026? | US recession by end of 2026? | by: 2026-12-31
b KXHOUSEDSEATS-26 -230 | House seats | Will Democrats win at least 230 House seats in 2026? | by: 2026-12-31
same - | Dem House seats | Will the Democratic Party hold 230 or more seats in the House after the 2026 midterms? | by: 2026-12-31
b KXGOVGA-26 -R | Georgia governor | Will Republicans win the governorship in Georgia? | by: 2026-12-31
same - | Georgia Governor Election Winner | Will the Republicans win the 2026 Georgia gubernatorial election? | by: 2026-12-31
b KXGOVFL-26 -BDON | Florida governor | Will Byron Donalds win the Florida gubernatorial election? | by: 2026-12-31
same - | Florida Governor | Will Byron Donalds be elected governor of Florida in 2026? | by: 2026-12-31
b KXMAYORLA-26 -KBAS | LA mayor | Will Karen Bass win the Los Angeles mayoral election? | by: 2026-12-31
same - | Los Angeles Mayor | Will Karen Bass be re-elected as Mayor of Los Angeles in 2026? | by: 2026-12-31
b KXGOVPRIMARYGAR-26 -BJON | GA gov R primary | Will Burt Jones be the Republican nominee for governor in Georgia? | by: 2026-12-31
same - | Georgia Governor Republican Primary Winner | Will Burt Jones win the 2026 Georgia Governor Republican primary election? | by: 2026-12-31
b KXWASENATE-26 . | What will happen? | Will Jane Doe advance in the Washington Senate primary? | by: 2026-12-31
same - | Washington primary | Will Jane Doe finish in the top two in the 2026 Washington Senate primary? | by: 2026-12-31
b KXGERMANYSTATE-26 -AFD | Saxony-Anhalt | Will AfD win the most seats in the 2026 Saxony-Anhalt state election? | by: 2026-12-31
same - | Saxony-Anhalt election winner | Will the Alternative for Germany win the most seats in the 2026 Saxony-Anhalt election? | by: 2026-12-31
b KXSWEDENELEC-26 -SD | Sweden | Will the Sweden Democrats win the most seats in the Swedish parliamentary election? | by: 2026-12-31
same - | Sweden Parliamentary Election | Will the Sweden Democrats (SD) win the most seats in the 2026 Swedish parliamentary election? | by: 2026-12-31
b KXWALES-26 -PC | Senedd | Will Plaid Cymru win the most seats in the 2026 Senedd election? | by: 2026-12-31
same - | Welsh Parliament election | Will Plaid Cymru win the most seats in the 2026 Welsh Parliament election? | by: 2026-12-31
b KXISRAELPM-26 -NBEN | Israel PM | Will Naftali Bennett be the next Prime Minister of Israel? | by: 2026-12-31
same - | Next Israeli PM | Will Naftali Bennett become the next Prime Minister of Israel? | by: 2026-12-31
b KXISRAELELEC-26 -LIK | Israel | Will Likud win the most seats in the next Israeli election? | by: 2026-12-31
same - | Israel election | Will Likud win the most Knesset seats in the next Israeli election? | by: 2026-12-31
b KXCABOUT-26 -KNOE | Cabinet | Will Kristi Noem leave as Secretary of Homeland Security before Jan 1, 2027? | by: 2026-12-31
same - | Noem out | Kristi Noem out as DHS Secretary by December 31, 2026? | by: 2026-12-31
b KXSCOTUSRES-26 -ALI | Alito | Will Samuel Alito leave the Supreme Court before Jan 1, 2027? | by: 2026-12-31
same - | Alito out | Samuel Alito out as Supreme Court Justice by December 31, 2026? | by: 2026-12-31
b KXEOWEEK-26MAY -T5 | What will happen? | Will Trump sign more than 5 executive orders in May 2026? | by: 2026-12-31
same - | EOs | Will Trump sign 6 or more executive orders in May? | by: 2026-12-31
b KXGOVSHUT-26OCT . | Shutdown | Will the government shut down before Oct 10, 2026? | by: 2026-12-31
same - | Shutdown | US government shutdown by October 9, 2026? | by: 2026-12-31
b KXNOBELPEACE-26 -DTRU | Nobel | Will Donald Trump win the Nobel Peace Prize in 2026? | by: 2026-12-31
same - | Nobel Peace Prize 2026 | Will Trump win the 2026 Nobel Peace Prize? | by: 2026-12-31
b KXUKRCEASE-26 . | Ceasefire | Will Russia and Ukraine agree to a ceasefire before Jul 1, 2026? | by: 2026-12-31
same - | Russia x Ukraine ceasefire by? | Russia x Ukraine ceasefire by June 30, 2026? | by: 2026-12-31
b KXZELPUTIN-26 . | meeting | Will Zelenskyy and Putin meet before Jul 1, 2026? | by: 2026-12-31
same - | Zelenskyy x Putin | Will Putin and Zelenskyy meet in person by June 30, 2026? | by: 2026-12-31
b KXTRUMPVISIT-26 -CHN | Visit | Will Trump visit China before Jun 1, 2026? | by: 2026-12-31
same - | Trump visit | Will Donald Trump travel to China by May 31, 2026? | by: 2026-12-31
b KXTAIWAN-26 . | Taiwan | Will China invade Taiwan before Jan 1, 2027? | by: 2026-12-31
same - | China x Taiwan | Will China invade Taiwan in 2026? | by: 2026-12-31
b KXTARIFFCHINA-26 . | Tariffs | Will the US impose new tariffs on China before Jul 1, 2026? | by: 2026-12-31
same - | Tariffs | Will the United States impose new tariffs on China by June 30, 2026? | by: 2026-12-31
b KXSCOTUSTARIFF-26 . | SCOTUS | Will the Supreme Court strike down Trump's tariffs before Jul 1, 2026? | by: 2026-12-31
same - | SCOTUS tariffs | Will SCOTUS strike down Trump tariffs by June 30, 2026? | by: 2026-12-31
b KXNEWPOPE-26 . | Pope | Will Pope Leo XIV visit the United States before Jan 1, 2027? | by: 2026-12-31
same - | Pope | Will Pope Leo visit the US in 2026? | by: 2026-12-31
b KXRECOGISR-26 -SAU | Recog | Will Saudi Arabia normalize relations with Israel before Jan 1, 2027? | by: 2026-12-31
same - | Saudi Israel | Will Saudi Arabia and Israel normalize relations by December 31, 2026? | by: 2026-12-31
b KXMADUROCONV-26 . | Maduro | Will Nicolás Maduro be convicted before Jan 1, 2027? | by: 2026-12-31
same - | Maduro | Will Nicolas Maduro be found guilty in 2026? | by: 2026-12-31
b KXVENEZ-26 . | Elections | Will Venezuela hold a presidential election before Jan 1, 2027? | by: 2026-12-31
same - | Venezuela election | Will a presidential election be held in Venezuela in 2026? | by: 2026-12-31
b KXMOVENOM-26 . | Marijuana | Will marijuana be rescheduled before Jul 1, 2026? | by: 2026-12-31
same - | Weed | Cannabis rescheduled by June 30, 2026? | by: 2026-12-31
b KXEPSTEIN-26 -CLI | Epstein | Will Bill Clinton testify to Congress about Epstein before Jul 1, 2026? | by: 2026-12-31
same - | Clinton | Will Bill Clinton testify before Congress on Epstein by June 30, 2026? | by: 2026-12-31
b KXINSURRECTION-26 . | What will happen? | Will Trump invoke the Insurrection Act before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Insurrection Act invoked by December 31, 2026? | by: 2026-12-31
b KXIMPEACH-26 . | Impeach | Will Donald Trump be impeached before Jan 1, 2028? | by: 2026-12-31
same - | Impeach | Will Trump be impeached by December 31, 2027? | by: 2026-12-31
b KXMAYORNOLA-26 -X | Mayor | Will Jane Roe win the New Orleans mayoral election? | by: 2026-12-31
same - | New Orleans Mayor | Will Jane Roe be the next mayor of New Orleans? | by: 2026-12-31
b KXSENATEMICHD-26 -MMOR | What will happen? | Will Mallory McMorrow be the Democratic nominee for Senate in Michigan? | by: 2026-12-31
same - | Michigan D Primary | Will Mallory McMorrow win the Michigan Democratic Senate primary? | by: 2026-12-31
b KXSENATEIL-26 -X | What will happen? | Will Juliana Stratton win the Illinois Senate race? | by: 2026-12-31
same - | Illinois Senate Election | Will Juliana Stratton win the 2026 U.S. Senate election in Illinois? | by: 2026-12-31
b KXHOUSEPARTY-26 -R | House | Will the Republican Party win the U.S. House? | by: 2026-12-31
same - | House control | Will Republicans win control of the House of Representatives in the 2026 midterms? | by: 2026-12-31
b KXPRESNOMD-28 -GNEW | D nominee | Will Gavin Newsom be the Democratic nominee for President in 2028? | by: 2026-12-31
same - | Dem nominee 2028 | Will Gavin Newsom win the 2028 Democratic presidential nomination? | by: 2026-12-31
b KXBRAZILPRES-26 -LULA | Brazil | Will Lula da Silva win the Brazilian presidential election? | by: 2026-12-31
same - | Brazil President | Will Luiz Inácio Lula da Silva win the 2026 Brazilian presidential election? | by: 2026-12-31
b KXCOLOMBIAPRES-26 -IC | Colombia | Will Iván Cepeda win the Colombian presidential election? | by: 2026-12-31
same - | Colombia | Will Iván Cepeda Castro win the 2026 Colombian presidential election? | by: 2026-12-31
b KXHUNGARY-26 -TIS | Hungary | Will Tisza win the most seats in the Hungarian parliamentary election? | by: 2026-12-31
same - | Hungary | Will TISZA win the most seats in the 2026 Hungarian parliamentary election? | by: 2026-12-31
b KXJAPANPM-26 -X | Japan | Will Sanae Takaichi be the Prime Minister of Japan on Dec 31, 2026? | by: 2026-12-31
same - | Japan PM | Will Sanae Takaichi be Japan's Prime Minister on December 31, 2026? | by: 2026-12-31
b KXDENMARKPM-26 -X | Denmark | Will Troels Lund Poulsen be the next Danish Prime Minister? | by: 2026-12-31
same - | Denmark PM | Will Troels Lund Poulsen become the next Prime Minister of Denmark? | by: 2026-12-31
b KXMACRON-26 . | Macron | Will Emmanuel Macron resign before Jan 1, 2027? | by: 2026-12-31
same - | Macron | Macron resigns by December 31, 2026? | by: 2026-12-31
b KXNETAN-26 . | Bibi | Will Benjamin Netanyahu leave office before Jul 1, 2026? | by: 2026-12-31
same - | Netanyahu out | Netanyahu out by June 30, 2026? | by: 2026-12-31
b KXKHAM-26 . | Iran | Will Mojtaba Khamenei be out as Supreme Leader of Iran before Jul 1, 2026? | by: 2026-12-31
same - | Iran | Mojtaba Khamenei out as Supreme Leader by June 30, 2026? | by: 2026-12-31
b KXPATEL-26 . | Patel | Will Kash Patel leave as FBI Director before Jul 1, 2026? | by: 2026-12-31
same - | Patel out | Kash Patel out as FBI Director by June 30, 2026? | by: 2026-12-31
b KXPARDONGM-26 . | Pardon | Will Trump pardon Ghislaine Maxwell before Jan 1, 2027? | by: 2026-12-31
same - | Maxwell pardon | Trump pardons Ghislaine Maxwell in 2026? | by: 2026-12-31
b KXSCOTUSVAC-26 . | SCOTUS | Will there be a Supreme Court vacancy before Jan 1, 2027? | by: 2026-12-31
same - | SCOTUS | Supreme Court vacancy in 2026? | by: 2026-12-31
b KXEOCOUNT-26 -T300 | What will happen? | Will Trump sign more than 300 executive orders in 2026? | by: 2026-12-31
same - | What will happen? | Will Donald Trump sign over 300 EOs in 2026? | by: 2026-12-31
b KXVETO-26 -T5 | Veto | Will Trump veto more than 5 bills in 2026? | by: 2026-12-31
same - | Veto | Will Trump issue 6 or more vetoes in 2026? | by: 2026-12-31
b KXUSIRANCEASE-26 . | Iran | Will the US and Iran agree to a ceasefire before Jul 1, 2026? | by: 2026-12-31
same - | Iran | US x Iran ceasefire by June 30, 2026? | by: 2026-12-31
b KXCUBA-26 . | Cuba | Will the US invade Cuba before Jan 1, 2027? | by: 2026-12-31
same - | Cuba | Will the U.S. invade Cuba in 2026? | by: 2026-12-31
b KXTRUMPKIM-26 . | Kim | Will Trump meet with Kim Jong Un before Jan 1, 2027? | by: 2026-12-31
same - | Kim | Will Donald Trump and Kim Jong Un meet in 2026? | by: 2026-12-31
b KXNATO-26 . | NATO | Will the US withdraw from NATO before Jan 1, 2027? | by: 2026-12-31
same - | NATO | Will the US leave NATO by December 31, 2026? | by: 2026-12-31
b KXUSSTEEL-26 . | What will happen? | Will Tim Cook step down as CEO of Apple before Jan 1, 2027? | by: 2026-12-31
same - | Cook | Tim Cook out as Apple CEO in 2026? | by: 2026-12-31
b KXNEXTCEO-26 -X | Apple | Will John Ternus be the next CEO of Apple? | by: 2026-12-31
same - | Apple CEO | Will John Ternus be the next Apple CEO? | by: 2026-12-31
b KXLAGODAYS-26 . | What will happen? | Will the Trump-Xi summit take place before Jun 1, 2026? | by: 2026-12-31
same - | What will happen? | Trump-Xi summit by May 31, 2026? | by: 2026-12-31
b KXSTARMERNC-26 . | What will happen? | Will Keir Starmer face a leadership challenge before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Starmer faces leadership challenge in 2026? | by: 2026-12-31
b KXISRAELELEC-26 . | What will happen? | Will Israel hold parliamentary elections before Nov 1, 2026? | by: 2026-12-31
same - | What will happen? | Israeli parliamentary election held by October 31, 2026? | by: 2026-12-31
b KXUKRNATO-26 . | What will happen? | Will Ukraine join NATO before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Ukraine joins NATO in 2026? | by: 2026-12-31
b KXSTRCRES-26 . | What will happen? | Will the US establish a Strategic Bitcoin Reserve before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | US strategic Bitcoin reserve established in 2026? | by: 2026-12-31
b KXGOVTX-26 -X | What will happen? | Will Ken Paxton finish top 2 in the Texas Senate Republican primary? | by: 2026-12-31
no - | What will happen? | Will Ken Paxton advance from the 2026 Texas Senate Republican primary? | by: 2026-12-31
b KXRECOG-26 -JP | What will happen? | Will Japan recognize the State of Palestine before Jan 1, 2027? | by: 2026-12-31
no - | What will happen? | Will Japan recognize Taiwan in 2026? | by: 2026-12-31
b KXELEC-26 -SNP | What will happen? | Will SNP win the most seats in the 2026 Scottish Parliament election? | by: 2026-12-31
no - | What will happen? | Will Labour win the most seats in the 2026 Scottish Parliament election? | by: 2026-12-31
b KXELEC-26 -SNP | What will happen? | Will SNP win a majority in the 2026 Scottish Parliament election? | by: 2026-12-31
no - | What will happen? | Will the Scottish National Party win the most seats in the 2026 Scottish Parliament election? | by: 2026-12-31
b KXELEC-26 -SNP | What will happen? | Will SNP win the most votes in the 2026 Scottish Parliament election? | by: 2026-12-31
no - | What will happen? | Will the Scottish National Party win the most seats in the 2026 Scottish Parliament election? | by: 2026-12-31
b KXCDU-26 -CDU | What will happen? | Will CDU win the most seats in the 2026 Saxony-Anhalt election? | by: 2026-12-31
no - | What will happen? | Will AfD win the most seats in the 2026 Saxony-Anhalt election? | by: 2026-12-31
b KXFDP-26 -X | What will happen? | Will SPD win the Berlin state election in 2026? | by: 2026-12-31
no - | What will happen? | Will CDU win the Berlin state election in 2026? | by: 2026-12-31
b KXTRUMP-26 . | What will happen? | Will Trump visit China before Jun 1, 2026? | by: 2026-12-31
no - | What will happen? | Will Xi Jinping travel to the United States by May 31, 2026? | by: 2026-12-31
b KXTRUMP-26 . | What will happen? | Will Trump visit Israel before Jun 1, 2026? | by: 2026-12-31
no - | What will happen? | Will Trump travel to Palestine by May 31, 2026? | by: 2026-12-31
b KXTRUMP-26 . | What will happen? | Will Trump meet Putin before Jun 1, 2026? | by: 2026-12-31
no - | What will happen? | Will Trump call Putin by May 31, 2026? | by: 2026-12-31
b KXHEG-26 . | What will happen? | Will Pete Hegseth resign before Jan 1, 2027? | by: 2026-12-31
no - | What will happen? | Will Pete Hegseth be fired by December 31, 2026? | by: 2026-12-31
b KXHEG-26 . | What will happen? | Will Pete Hegseth leave as Secretary of Defense before Jan 1, 2027? | by: 2026-12-31
no - | What will happen? | Will Pete Hegseth resign by December 31, 2026? | by: 2026-12-31
b KXHEG-26 . | What will happen? | Will Pete Hegseth be the first to leave the Trump cabinet before Jan 1, 2027? | by: 2026-12-31
no - | What will happen? | Will Pete Hegseth leave the Trump cabinet in 2026? | by: 2026-12-31
b KXNOM-26 . | What will happen? | Will Kevin Warsh be nominated as Fed Chair before Jun 1, 2026? | by: 2026-12-31
no - | What will happen? | Will Kevin Warsh be confirmed as Fed Chair by May 31, 2026? | by: 2026-12-31
b KXEL-26 -X | What will happen? | Will Byron Donalds be elected governor of Florida in 2026? | by: 2026-12-31
no - | What will happen? | Will Byron Donalds be the Republican nominee for governor of Florida in 2026? | by: 2026-12-31
no - | What will happen? | Will Byron Donalds run for governor of Florida in 2026? | by: 2026-12-31
b KXSHUT-26 . | What will happen? | Will the government shut down before Oct 10, 2026? | by: 2026-12-31
no - | What will happen? | Will the UK government shut down before October 10, 2026? | by: 2026-12-31
b KXSHUT-26 . | What will happen? | Will the government shutdown end before Oct 10, 2026? | by: 2026-12-31
no - | What will happen? | Will there be a US government shutdown before October 10, 2026? | by: 2026-12-31
b KXTAR-26 . | What will happen? | Will the US impose tariffs on China before Jul 1, 2026? | by: 2026-12-31
no - | What will happen? | Will China impose tariffs on the US by June 30, 2026? | by: 2026-12-31
b KXUS-26 . | What will happen? | Will the US strike Iran before Jul 1, 2026? | by: 2026-12-31
no - | What will happen? | Will Israel strike Iran by June 30, 2026? | by: 2026-12-31
no - | What will happen? | Will Iran strike by June 30, 2026? | by: 2026-12-31
b KXUS-26 . | What will happen? | Will Congress declare war on Iran before Jul 1, 2026? | by: 2026-12-31
no - | What will happen? | Will the US declare war on Iran by June 30, 2026? | by: 2026-12-31
b KXSCOTUS-26 . | What will happen? | Will the Supreme Court rule in favor of Trump in Trump v. Slaughter? | by: 2026-12-31
no - | What will happen? | Will the Supreme Court rule in favor of Trump in Trump v. Barbara? | by: 2026-12-31
`
