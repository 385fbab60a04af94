// Of all that is not a contest: one meaning in other words, and words that are close and mean another thing.
export const wordingsOfAll = `
b KXSEP-26 -X | Dot plot | Will the median dot show 2 rate cuts in 2026? | by: 2026-12-31
same - | Dot plot | Will the Fed's median dot show two rate cuts in 2026? | by: 2026-12-31
b KXFEDCUTBY-26 . | Fed cut by? | When will the Fed cut rates? Before Jul 1, 2026? | by: 2026-12-31
same - | Fed rate cut by? | Fed rate cut by June 30, 2026? | by: 2026-12-31
b KXBOJ-26JUN -H25 | BoJ | Will the Bank of Japan raise rates by 25bps at its June 2026 meeting? | by: 2026-12-31
same - | BoJ | BoJ 25 bps rate hike in June 2026? | by: 2026-12-31
b KXBOE-26JUN -C25 | BoE | Will the Bank of England cut rates by 25 bps at its June 2026 meeting? | by: 2026-12-31
same - | BoE | Bank of England 25 bps cut after June 2026 meeting? | by: 2026-12-31
no - | BoE | Bank of England 25 bps hike after June 2026 meeting? | by: 2026-12-31
b KXECB-26JUN -C25 | ECB | Will the ECB cut rates by 25bps at its June 2026 meeting? | by: 2026-12-31
same - | ECB | ECB decreases deposit rate by 25 bps in June 2026? | by: 2026-12-31
b KXCPI-26MAY -T2.8 | Core inflation | Will core CPI inflation be above 2.8% for the year ending in May 2026? | by: 2026-12-31
same - | Core CPI YoY | Will the annual core CPI be 2.9% or higher in May? | by: 2026-12-31
b KXOIL-26 -150 | Oil | Will WTI oil hit $150 before Jan 1, 2027? | by: 2026-12-31
same - | Crude | Will Crude Oil (CL) hit $150 by December 31, 2026? | by: 2026-12-31
b KXNASD-26 -30000 | Nasdaq | Will the Nasdaq-100 reach 30000 before Jan 1, 2027? | by: 2026-12-31
same - | Nasdaq | Will Nasdaq 100 hit 30,000 in 2026? | by: 2026-12-31
b KXBTC1H-26MAY1315 -T80499.99 | BTC | Bitcoin price on May 13, 2026 at 3pm EDT: $80,500 or above? | by: 2026-12-31
same - | BTC | Bitcoin above 80,500 on May 13, 3PM ET? | by: 2026-12-31
b KXBTC-26MAY1317 -B80750 | BTC | Will Bitcoin be between $80500 and $80999.99 on May 13, 2026 at 5pm EDT? | by: 2026-12-31
same - | BTC | Will the price of Bitcoin be between $80,500 and $81,000 on May 13 at 5PM ET? | by: 2026-12-31
b KXDOGEHIT-26 -1 | DOGE | Will Dogecoin hit $1 before Jan 1, 2027? | by: 2026-12-31
same - | DOGE | Will Dogecoin reach $1 in 2026? | by: 2026-12-31
b KXHIGHLAX-26MAY14 -B72.5 | What will happen? | Will the high temp in LA be 72-73° on May 14, 2026? | by: 2026-12-31
same - | What will happen? | Will the highest temperature in Los Angeles be between 72-73°F on May 14? | by: 2026-12-31
b KXHIGHMIA-26MAY14 -T88 | Miami | Will the maximum temperature in Miami be above 88° on May 14, 2026? | by: 2026-12-31
same - | Miami | Will the highest temperature in Miami be 89°F or higher on May 14? | by: 2026-12-31
b KXHIGHPHIL-26MAY14 -B70.5 | Philly | Will the high temp in Philadelphia be 70-71° on May 14, 2026? | by: 2026-12-31
same - | Philly | Will the highest temperature in Philadelphia be between 70 and 71°F on May 14? | by: 2026-12-31
b KXLOWDEN-26MAY14 -T40 | Denver | Will the low temp in Denver be <40° on May 14, 2026? | by: 2026-12-31
same - | Denver | Will the lowest temperature in Denver be 39°F or lower on May 14? | by: 2026-12-31
b KXHOUSESEATS-26 -X | GOP seats | Will Republicans win fewer than 200 House seats in the 2026 midterms? | by: 2026-12-31
same - | GOP | Will the Republican Party hold less than 200 House seats after the 2026 midterm elections? | by: 2026-12-31
b KXGOVOH-26 -VRAM | Ohio | Will Vivek Ramaswamy win the Ohio governorship? | by: 2026-12-31
same - | Ohio | Will Vivek Ramaswamy win the 2026 Ohio governor election? | by: 2026-12-31
b KXSENME-26 -SCOL | Maine | Will Susan Collins win the Senate race in Maine? | by: 2026-12-31
same - | Maine | Will Susan Collins be re-elected to the Senate in Maine in 2026? | by: 2026-12-31
b KXNYCMAYOR-29 . | What will happen? | Will Zohran Mamdani leave office before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Mamdani out as NYC Mayor by December 31, 2026? | by: 2026-12-31
b KXTXAG-26 -X | TX AG | Will Mayes Middleton win the Texas Attorney General Republican primary runoff? | by: 2026-12-31
same - | TX AG | Will Mayes Middleton win the Republican primary runoff for Texas Attorney General? | by: 2026-12-31
b KXPERU-26 -X | Peru | Will Keiko Fujimori win the Peruvian presidency? | by: 2026-12-31
same - | Peru | Will Keiko Fujimori win the 2026 Peru presidential election? | by: 2026-12-31
b KXSCOT-26 -X | Scotland | Will John Swinney be First Minister of Scotland on Dec 31, 2026? | by: 2026-12-31
same - | Scot | Will John Swinney be Scotland's First Minister on December 31, 2026? | by: 2026-12-31
b KXEUKICK-26 . | Mandelson | Will Peter Mandelson be arrested before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Peter Mandelson arrested in 2026? | by: 2026-12-31
b KXCOMEY-26 . | Comey | Will James Comey be indicted before Jul 1, 2026? | by: 2026-12-31
same - | What will happen? | James Comey indicted by June 30, 2026? | by: 2026-12-31
b KXTARIFFRATE-26 -T15 | Tariff | Will the US tariff rate on China be above 15% on Jul 1, 2026? | by: 2026-12-31
same - | What will happen? | Will the US tariff rate on China be greater than 15% on July 1? | by: 2026-12-31
b KXSHUTLEN-26 -T30 | Shutdown | Will the government shutdown last more than 30 days? | by: 2026-12-31
same - | What will happen? | Will the government shutdown last 31 or more days? | by: 2026-12-31
b KXDHSSHUT-26 . | DHS | Will the DHS shutdown end before Jun 1, 2026? | by: 2026-12-31
same - | What will happen? | DHS shutdown ends by May 31, 2026? | by: 2026-12-31
b KXZELOUT-26 . | Zelensky | Will Volodymyr Zelenskyy leave office before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Zelenskyy out as President of Ukraine in 2026? | by: 2026-12-31
b KXPUTINVISIT-26 . | Putin | Will Vladimir Putin visit the United States before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Putin visits US in 2026? | by: 2026-12-31
b KXIRANREGIME-26 . | Iran | Will the Iranian regime fall before Jul 1, 2026? | by: 2026-12-31
same - | What will happen? | Iranian regime falls by June 30, 2026? | by: 2026-12-31
b KXHORMUZOPEN-26 . | Hormuz | Will the Strait of Hormuz reopen before Jun 1, 2026? | by: 2026-12-31
same - | What will happen? | Strait of Hormuz reopened by May 31, 2026? | by: 2026-12-31
b KXPOKROVSK-26 . | Ukraine | Will Russia capture Kostyantynivka before Jul 1, 2026? | by: 2026-12-31
same - | What will happen? | Russia captures Kostyantynivka by June 30, 2026? | by: 2026-12-31
b KXNKTEST-26 . | What will happen? | Will North Korea conduct a nuclear test before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | North Korea nuclear test in 2026? | by: 2026-12-31
b KXABRAHAM-26 -SA | Abraham | Will Saudi Arabia join the Abraham Accords before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Saudi Arabia joins Abraham Accords in 2026? | by: 2026-12-31
b KXALBUM-26 -X | Kanye | Will Kanye West release "Bully" before Jul 1, 2026? | by: 2026-12-31
same - | What will happen? | Kanye West releases "Bully" by June 30, 2026? | by: 2026-12-31
b KXGRAMNOM-27 -X | Gram | Will Lady Gaga be nominated for Album of the Year at the 2027 Grammys? | by: 2026-12-31
same - | What will happen? | Will Lady Gaga receive a nomination for Album of the Year at the 69th Grammy Awards? | by: 2026-12-31
b KXTONYBEST-26 -X | Tony | Will Ragtime win Best Revival of a Musical at the 2026 Tony Awards? | by: 2026-12-31
same - | What will happen? | Will Ragtime win the Tony for Best Revival of a Musical in 2026? | by: 2026-12-31
b KXEMMYACT-26 -X | Emmy | Will Noah Wyle win Lead Actor in a Drama at the 2026 Emmys? | by: 2026-12-31
same - | What will happen? | Will Noah Wyle win the Emmy for Outstanding Lead Actor in a Drama Series in 2026? | by: 2026-12-31
b KXHOT100-26MAY23 -X | Hot 100 | Will "Choosin' Texas" be #1 on the Billboard Hot 100 for the chart dated May 23, 2026? | by: 2026-12-31
same - | What will happen? | Will Ella Langley's "Choosin' Texas" be the #1 song on the Billboard Hot 100 for the week of May 23? | by: 2026-12-31
b KXNETMOV-26MAY18 -X | Netflix movie | Will "Apex" be the top US Netflix movie this week on May 18, 2026? | by: 2026-12-31
same - | What will happen? | Will "Apex" be the top US Netflix movie for the week of May 18? | by: 2026-12-31
b KXRT-ODY -85 | What will happen? | Will "The Odyssey" have a Rotten Tomatoes score of at least 85? | by: 2026-12-31
same - | What will happen? | Will "The Odyssey" Rotten Tomatoes score be 85 or higher? | by: 2026-12-31
b KXOPENAIDEV-26 . | OpenAI | Will OpenAI release a consumer hardware device before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | OpenAI launches a consumer hardware device in 2026? | by: 2026-12-31
b KXGPT55-26 . | GPT | Will OpenAI release GPT-5.5 before Jun 1, 2026? | by: 2026-12-31
same - | What will happen? | GPT-5.5 released by May 31, 2026? | by: 2026-12-31
b KXBLUEGHOST-26 . | What will happen? | Will Blue Origin launch New Glenn before Jul 1, 2026? | by: 2026-12-31
same - | What will happen? | Will New Glenn launch by June 30, 2026? | by: 2026-12-31
b KXANTHVAL-26 -T500 | Anthropic | Will Anthropic's valuation reach $500 billion before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Anthropic valuation hits $500B in 2026? | by: 2026-12-31
b KXMCAPTOP-26DEC31 -X | mcap | Will Alphabet be the most valuable company on Dec 31, 2026? | by: 2026-12-31
same - | What will happen? | Will Google be the largest company in the world by market cap on December 31? | by: 2026-12-31
b KXOPENAIIPO-26 . | IPO | Will OpenAI announce an IPO before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | OpenAI announces IPO in 2026? | by: 2026-12-31
b KXNBAFINALS-26 -X | NBA | Will Oklahoma City win the 2026 Pro Basketball Finals? | by: 2026-12-31
same - | What will happen? | Will the Oklahoma City Thunder win the 2026 NBA Finals? | by: 2026-12-31
b KXNBAWEST-26 -X | NBA W | Will San Antonio win the Western Conference Finals? | by: 2026-12-31
same - | What will happen? | Will the Spurs win the NBA Western Conference in 2026? | by: 2026-12-31
b KXNHLMVP-26 -X | Norris | Will Cale Makar win the Norris Trophy? | by: 2026-12-31
same - | What will happen? | Will Cale Makar win the 2025–26 NHL James Norris Memorial Trophy? | by: 2026-12-31
b KXMLBNLWEST-26 -X | NL West | Will Los Angeles D win the NL West? | by: 2026-12-31
same - | What will happen? | Will the Dodgers win the National League West in 2026? | by: 2026-12-31
b KXMLBPO-26 -X | MLB PO | Will Chicago C make the Pro Baseball Playoffs? | by: 2026-12-31
same - | What will happen? | Will the Chicago Cubs make the 2026 MLB postseason? | by: 2026-12-31
b KXNFLSB-27 -X | What will happen? | Will Kansas City win the 2027 Pro Football Championship? | by: 2026-12-31
same - | What will happen? | Will the Chiefs win Super Bowl LXI? | by: 2026-12-31
b KXNFLCOTY-27 -X | COTY | Will Ben Johnson win Pro Football Coach of the Year? | by: 2026-12-31
same - | What will happen? | Will Ben Johnson win 2026-27 NFL Coach of the Year? | by: 2026-12-31
b KXMLSCUP-26 -X | MLS | Will Inter Miami win MLS Cup? | by: 2026-12-31
same - | What will happen? | Will Inter Miami CF win the 2026 MLS Cup? | by: 2026-12-31
b KXEFLCH-26 -X | Champ | Will Ipswich win the EFL Championship? | by: 2026-12-31
same - | What will happen? | Will Ipswich Town win the 2025–26 EFL Championship? | by: 2026-12-31
b KXBUND-26 -X | What will happen? | Will Bayern Munich win the Bundesliga? | by: 2026-12-31
same - | What will happen? | Will FC Bayern München win the 2025-26 Bundesliga? | by: 2026-12-31
b KXSERIEA-26 -X | What will happen? | Will Inter Milan win Serie A? | by: 2026-12-31
same - | What will happen? | Will Inter win the 2025–26 Serie A? | by: 2026-12-31
b KXFACUP-26 -X | What will happen? | Will Manchester City win the FA Cup? | by: 2026-12-31
same - | What will happen? | Will Man City win the 2025–26 FA Cup? | by: 2026-12-31
b KXWCFINAL-26 -X | What will happen? | Will France reach the World Cup final? | by: 2026-12-31
same - | What will happen? | Will France advance to the final of the 2026 FIFA World Cup? | by: 2026-12-31
b KXWCSEMI-26 -X | What will happen? | Will England reach the World Cup semifinals? | by: 2026-12-31
same - | What will happen? | Will England reach the semifinals of the 2026 FIFA World Cup? | by: 2026-12-31
b KXWCGB-26 -X | What will happen? | Will Harry Kane win the World Cup Golden Boot? | by: 2026-12-31
same - | What will happen? | Will Harry Kane be the top scorer at the 2026 FIFA World Cup? | by: 2026-12-31
b KXROLANDW-26 -X | What will happen? | Will Coco Gauff win the Women's French Open? | by: 2026-12-31
same - | What will happen? | Will Coco Gauff win Roland Garros women's singles 2026? | by: 2026-12-31
b KXF1RACE-CAN26 -X | What will happen? | Will Lando Norris win the Canadian Grand Prix? | by: 2026-12-31
same - | What will happen? | Will Lando Norris win the 2026 F1 Canada Grand Prix? | by: 2026-12-31
b KXF1POLE-MIA26 -X | What will happen? | Will Oscar Piastri get pole position at the Miami Grand Prix? | by: 2026-12-31
same - | What will happen? | Will Oscar Piastri win pole position for the 2026 Miami Grand Prix? | by: 2026-12-31
b KXPREAK-26 -X | Preak | Will Journalism win the Preakness Stakes? | by: 2026-12-31
same - | What will happen? | Will Journalism win the 2026 Preakness? | by: 2026-12-31
b KXNATHANS-26 -X | Hot dogs | Will Joey Chestnut win the 2026 Nathan's Hot Dog Eating Contest? | by: 2026-12-31
same - | What will happen? | Will Joey Chestnut win Nathan's Hot Dog Eating Contest 2026? | by: 2026-12-31
b KXMRBALL-26 -X | Trade | Will Ja Morant be traded before Feb 6, 2027? | by: 2026-12-31
same - | What will happen? | Ja Morant traded by February 5, 2027? | by: 2026-12-31
b KXCPIYOY-26MAY -T3.1 | Inflation in May? | Will annual CPI inflation be above 3.1% in May 2026? | by: 2026-12-31
no - | May inflation | Will monthly CPI inflation be above 3.1% in May 2026? | by: 2026-12-31
b KXNATGAS-26MAY29 -T3.5 | Natural gas | Will the natural gas price be above $3.50 on May 29, 2026? | by: 2026-12-31
no - | Gas | Will the US gas price be above $3.50 on May 29? | by: 2026-12-31
b KXBRENT-26MAY29 -T90 | Brent | Will Brent crude oil be above $90 on May 29, 2026? | by: 2026-12-31
no - | WTI | Will WTI crude oil be above $90 on May 29? | by: 2026-12-31
b KXTSLA-26MAY29 -T400 | Tesla | Will Tesla close above $400 on May 29, 2026? | by: 2026-12-31
no - | Nvidia | Will NVIDIA (NVDA) close above $400 on May 29? | by: 2026-12-31
no - | Tesla | Will Tesla (TSLA) open above $400 on May 29? | by: 2026-12-31
b KXGOLD-26DEC31 -T5000 | Gold | Will gold close above $5000 by Dec 31, 2026? | by: 2026-12-31
no - | Gold | Will gold be above $5,000 on December 31, 2026? | by: 2026-12-31
b KXMARGIN-26 -T10 | Hochul | Will Kathy Hochul win the New York governor race by more than 10 points? | by: 2026-12-31
no - | NY margin | Will Kathy Hochul win the 2026 New York gubernatorial election by 11%+? | by: 2026-12-31
b KXWINS-26 -T9 | Cowboys | Will Dallas win more than 9 games in the 2026 Pro Football season? | by: 2026-12-31
no - | Cowboys | Will the Dallas Cowboys win at least 9 games in the 2026 NFL season? | by: 2026-12-31
b KXLEAVE-26 . | Zelensky | Will Volodymyr Zelenskyy leave office before Jan 1, 2027? | by: 2026-12-31
no - | Zelensky | Zelenskyy resigns as President of Ukraine in 2026? | by: 2026-12-31
b KXLEAVE-26 . | Rubio | Will Marco Rubio leave as Secretary of State before Jan 1, 2027? | by: 2026-12-31
no - | Rubio | Marco Rubio out as National Security Advisor in 2026? | by: 2026-12-31
b KXGPT-26 . | GPT | Will OpenAI release GPT-5.5 before Jun 1, 2026? | by: 2026-12-31
no - | GPT | GPT-5.6 released by May 31, 2026? | by: 2026-12-31
b KXGPT-26 . | Device | Will OpenAI announce a consumer hardware device before Jan 1, 2027? | by: 2026-12-31
no - | Device | OpenAI launches a consumer hardware device in 2026? | by: 2026-12-31
b KXVAL-26 -T500 | Valuation | Will Anthropic's valuation reach $500 billion before Jan 1, 2027? | by: 2026-12-31
no - | Valuation | Anthropic valuation hits $600B in 2026? | by: 2026-12-31
b KXHOT-26MAY23 -X | Hot 100 | Will "Choosin' Texas" be #1 on the Billboard Hot 100 for the chart dated May 23, 2026? | by: 2026-12-31
no - | Hot 100 | Will Ella Langley's "Choosin' Texas" be the #1 song on Billboard Country Airplay for the week of May 23? | by: 2026-12-31
b KXEMMY-26 -X | Emmy | Will Noah Wyle win Lead Actor in a Drama at the 2026 Emmys? | by: 2026-12-31
no - | Emmy | Will Noah Wyle win the Emmy for Supporting Actor in a Drama Series in 2026? | by: 2026-12-31
b KXEMMY-26 -X | Emmy | Will Jean Smart win Lead Actress in a Comedy at the 2026 Emmys? | by: 2026-12-31
no - | Emmy | Will Jean Smart be nominated for Lead Actress in a Comedy Series at the 2026 Emmys? | by: 2026-12-31
b KXBOE-26 . | Cuts | Will the Fed cut rates in 2026? | by: 2026-12-31
no - | Cuts | Will the Bank of England cut rates in 2026? | by: 2026-12-31
b KXNK-26 . | What will happen? | Will North Korea conduct a nuclear test before Jan 1, 2027? | by: 2026-12-31
no - | What will happen? | North Korea missile test in 2026? | by: 2026-12-31
b KXSENATE-26 . | Parties | Will the Democratic Party win the 2026 election? | by: 2026-12-31
no - | Parties | Will the Swedish Democratic Party win the 2026 election? | by: 2026-12-31
b KXMLBPO-26 -X | Playoffs | Will Chicago C make the Pro Baseball Playoffs? | by: 2026-12-31
no - | Playoffs | Will the Chicago White Sox make the 2026 MLB postseason? | by: 2026-12-31
b KXNFCW-26 -X | NFC West | Will San Francisco win the NFC West? | by: 2026-12-31
no - | NFC West | Will the Los Angeles Rams win the NFC West? | by: 2026-12-31
b KXF1RACE-26 -X | Race | Will Lando Norris win the Miami Grand Prix? | by: 2026-12-31
no - | Sprint | Will Lando Norris win the Miami Grand Prix sprint? | by: 2026-12-31
no - | Pole | Will Lando Norris win pole position for the 2026 Miami Grand Prix? | by: 2026-12-31
b KXROSE-26 -X | Album | Will Kanye West release "Bully" before Jul 1, 2026? | by: 2026-12-31
no - | Album | Kanye West releases a new album by June 30, 2026? | by: 2026-12-31
b KXELECTED-26 -X | Mayor | Will Karen Bass be re-elected as Mayor of Los Angeles in 2026? | by: 2026-12-31
no - | Mayor | Will Karen Bass advance to the runoff for Mayor of Los Angeles in 2026? | by: 2026-12-31
b KXVISIT-26 . | Visit | Will Putin visit the United States before Jan 1, 2027? | by: 2026-12-31
no - | Visit | Putin visits UK in 2026? | by: 2026-12-31
b KXNATO-26 . | NATO | Will the US withdraw from NATO before Jan 1, 2027? | by: 2026-12-31
no - | Troops | Will the US withdraw troops from NATO countries in 2026? | by: 2026-12-31
b KXBILLS-26 -T5 | Veto | Will Trump veto more than 5 bills in 2026? | by: 2026-12-31
no - | Sign | Will Trump sign more than 5 bills in 2026? | by: 2026-12-31
b KXIMDB-26 -X | Netflix | Will Bridgerton be the top Netflix show in the US on May 18, 2026? | by: 2026-12-31
no - | Netflix | Will Bridgerton be the top Netflix movie in the US on May 18, 2026? | by: 2026-12-31
`
