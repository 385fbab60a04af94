// Central banks, economic data, prices, weather and what is counted, in the wording of both platforms.
export const money = `
b KXFEDDECISION-26JUN -C25 | Fed decision in Jun 2026? | Will the Federal Reserve Cut rates by 25bps at their June 2026 meeting? | by: 2026-06-17
same - | Fed Decision in June? | Will the Fed decrease interest rates by 25 bps after the June 2026 meeting? | by: 2026-06-17
no - | Fed Decision in June? | Will the Fed decrease interest rates by 50+ bps after the June 2026 meeting? | by: 2026-06-17
no - | Fed Decision in June? | Will the Fed increase interest rates by 25 bps after the June 2026 meeting? | by: 2026-06-17
no - | Fed Decision in July? | Will the Fed decrease interest rates by 25 bps after the July 2026 meeting? | by: 2026-07-29
no - | Fed Decision in June? | Will there be no change in Fed interest rates after the June 2026 meeting? | by: 2026-06-17
no - | Bank of Canada Decision in June? | Will the Bank of Canada decrease interest rates by 25 bps after the June 2026 meeting? | by: 2026-06-10
b KXFEDDECISION-26JUN -C26 | Fed decision in Jun 2026? | Will the Federal Reserve Cut rates by >25bps at their June 2026 meeting? | by: 2026-06-17
same - | Fed Decision in June? | Will the Fed decrease interest rates by 50+ bps after the June 2026 meeting? | by: 2026-06-17
no - | Fed Decision in June? | Will the Fed decrease interest rates by 25 bps after the June 2026 meeting? | by: 2026-06-17
b KXFEDDECISION-26JUN -H0 | Fed decision in Jun 2026? | Will the Federal Reserve Hike rates by 0bps at their June 2026 meeting? | by: 2026-06-17
same - | Fed Decision in June? | Will there be no change in Fed interest rates after the June 2026 meeting? | by: 2026-06-17
no - | Fed Decision in June? | Will the Fed increase interest rates by 25+ bps after the June 2026 meeting? | by: 2026-06-17
b KXBRAZILGDP-26MAR -T0.5 | Brazil GDP growth in Q1 2026 (YoY) | Brazilian GDP (YoY) in Mar 2026? | by: 2026-05-28
no - | Brazil GDP Growth in Q1 2026? | Will Brazil’s Q1 2026 GDP growth rate (YoY) be less than 0.7%? | by: 2026-05-28
no - | Brazil GDP Growth in Q1 2026? | Will Brazil’s Q1 2026 GDP growth rate (YoY) be between 0.7% and 1.0%? | by: 2026-05-28
b KXEZGDPYOYF-26MAY13 -T0.4 | Euro area GDP growth rate YoY for Q1 2026 | Will Euro area GDP growth rate YoY for Q1 2026 be above 0.4%? | by: 2026-05-12
no - | GDP growth in 2026 | Will US GDP growth in 2026 be greater than 2.5%? | by: 2027-01-28
no - | Euro area GDP growth in Q1 2026 | Will Euro area GDP growth rate YoY for Q1 2026 be above 0.6%? | by: 2026-05-12
b KXETHD-26MAY1317 -T2194.99 | Ethereum price on May 13, 2026 at 5pm EDT? | Ethereum price at May 13, 2026 at 5pm EDT? | by: 2026-05-12
same 2026-05-13 | Ethereum above ___ on May 13, 5PM ET? | Ethereum above 2,195 on May 13, 5PM ET? | by: 2026-05-12
no 2026-05-13 | Ethereum above ___ on May 13, 5PM ET? | Ethereum above 2,225 on May 13, 5PM ET? | by: 2026-05-12
no 2026-05-13 | Ethereum above ___ on May 13, 4PM ET? | Ethereum above 2,195 on May 13, 4PM ET? | by: 2026-05-12
no 2026-05-14 | Ethereum above ___ on May 14, 5PM ET? | Ethereum above 2,195 on May 14, 5PM ET? | by: 2026-05-13
no 2026-05-13 | Bitcoin above ___ on May 13, 5PM ET? | Bitcoin above 2,195 on May 13, 5PM ET? | by: 2026-05-12
no 2026-05-13 | Ethereum price on May 13, 5PM ET? | Will Ethereum be below 2,195 on May 13, 5PM ET? | by: 2026-05-12
no 2026-05-13 | Ethereum Up or Down - May 13, 5PM ET | Ethereum Up or Down - May 13, 5PM ET | by: 2026-05-12
no 2026-05-13 | Ethereum above ___ on May 13? | Ethereum above 2,195 on May 13? | by: 2026-05-12
b KXDOGEMAXMON-DOGE-26MAY31 -015 | How high will Dogecoin get in May? | Will DOGE trimmed mean be above $0.15 by 11:59 PM ET on May 31, 2026? | by: 2026-05-31
no - | What price will Dogecoin hit in May? | Will Dogecoin reach $0.15 in May? | by: 2026-05-31   # settled by an average
no - | What price will Dogecoin hit in May? | Will Dogecoin dip to $0.10 in May? | by: 2026-05-31
b KXBTCMAX150-26 . | Will Bitcoin hit $150k in 2026? | Will Bitcoin reach $150,000 by December 31, 2026? | by: 2026-12-31
same - | What price will Bitcoin hit in 2026? | Will Bitcoin reach $150,000 by December 31, 2026? | by: 2026-12-31
same - | What price will Bitcoin hit in 2026? | Will Bitcoin hit $150k by December 31? | by: 2026-12-31
no - | What price will Bitcoin hit in 2026? | Will Bitcoin reach $1,500,000 by December 31, 2026? | by: 2026-12-31
no - | What price will Bitcoin hit in May? | Will Bitcoin reach $150,000 in May? | by: 2026-05-31
no - | What price will Ethereum hit in 2026? | Will Ethereum reach $150,000 by December 31, 2026? | by: 2026-12-31
b KXCOPPERW-26MAY1517 -T5.39 | Copper price on May 15, 2026 at 5:00 PM EDT? | Will the copper close price be above 5.39 USD/Lbs on May 15, 2026 at 5:00 PM EDT? | by: 2026-05-14
no - | Silver (SI) above ___ end of June? | Will Silver (SI) settle over $80 on the final trading day of June 2026? | by: 2026-06-29
b KXPAYROLLS-26MAY -T150000 | Jobs numbers in May 2026? | Will above 150000 jobs be added in May 2026? | by: 2026-06-05
no - | How many jobs added in May? | Will the US add between 100k and 150k jobs in May? | by: 2026-06-05
no - | How many jobs added in June? | Will the US add more than 150k jobs in June? | by: 2026-07-05
b KXFEDDECISION-26SEP -C25 | Fed decision in Sep 2026? | Will the Federal Reserve Cut rates by 25bps at their September 2026 meeting? | by: 2026-09-16
same - | Fed decision in September? | Will the Fed decrease interest rates by 25 bps after the September 2026 meeting? | by: 2026-09-16
no - | Fed decision in September? | Will the Fed decrease interest rates by 25 bps after the October 2026 meeting? | by: 2026-10-28
no - | ECB decision in September? | Will the ECB decrease interest rates by 25 bps after the September 2026 meeting? | by: 2026-09-10
no - | Fed rate cut by...? | Will the Fed cut rates by September 30, 2026? | by: 2026-09-30
b KXFEDDECISION-26SEP -H26 | Fed decision in Sep 2026? | Will the Federal Reserve Hike rates by >25bps at their September 2026 meeting? | by: 2026-09-16
no - | Fed decision in September? | Will the Fed increase interest rates by 25+ bps after the September 2026 meeting? | by: 2026-09-16
same - | Fed decision in September? | Will the Fed increase interest rates by 50+ bps after the September 2026 meeting? | by: 2026-09-16
b KXRATECUTCOUNT-26DEC31 -T2 | Number of rate cuts in 2026? | Will the Fed cut rates 2 times? | by: 2026-12-31
same - | How many Fed rate cuts in 2026? | Will 2 Fed rate cuts happen in 2026? | by: 2026-12-31
no - | How many Fed rate cuts in 2026? | Will 3 Fed rate cuts happen in 2026? | by: 2026-12-31
no - | How many Fed rate cuts in 2026? | Will 2 or more Fed rate cuts happen in 2026? | by: 2026-12-31
no - | How many Fed rate hikes in 2026? | Will 2 Fed rate hikes happen in 2026? | by: 2026-12-31
b KXRATECUTCOUNT-26DEC31 -T0 | Number of rate cuts in 2026? | Will the Fed cut rates 0 times? | by: 2026-12-31
same - | How many Fed rate cuts in 2026? | Will no Fed rate cuts happen in 2026? | by: 2026-12-31
no - | How many Fed rate cuts in 2026? | Will 1 Fed rate cut happen in 2026? | by: 2026-12-31
no - | Fed rate cut in 2026? | Fed rate cut in 2026? | by: 2026-12-31
b KXFEDHIKE-26 . | Fed rate hike in 2026? | Will the Federal Reserve hike rates in 2026? | by: 2026-12-31
same - | Fed rate hike in 2026? | Fed rate hike in 2026? | by: 2026-12-10
same - | Fed rate hike by...? | Fed rate hike by December 31, 2026? | by: 2026-12-31
no - | Fed rate hike by...? | Fed rate hike by July meeting? | by: 2026-07-29
no - | Fed rate cut in 2026? | Fed rate cut in 2026? | by: 2026-12-10
no - | Fed emergency rate hike in 2026? | Fed emergency rate hike in 2026? | by: 2026-12-31
b KXCPIYOY-26APR -T3.4 | CPI year-over-year in Apr 2026? | Will the rate of CPI inflation be above 3.4% for the year ending in April 2026? | by: 2026-05-12
same - | April Inflation US - Annual | Will annual inflation increase by ≥3.5% in April? | by: 2026-05-12
second - | April Inflation US - Annual | Will annual inflation increase by ≤3.4% in April? | by: 2026-05-12
no - | April Inflation US - Annual | Will annual inflation increase by ≥3.4% in April? | by: 2026-05-12
no - | April Inflation US - Annual | Will annual inflation increase by 3.4% in April? | by: 2026-05-12
no - | April Inflation US - Annual | Will annual inflation increase by 3.5% in April? | by: 2026-05-12
no - | April Inflation US - Monthly | Will inflation increase by ≥3.5% in April? | by: 2026-05-12   # the year's or the month's
no - | May Inflation US - Annual | Will annual inflation increase by ≥3.5% in May? | by: 2026-06-10
no - | April Core Inflation US - Annual | Will annual core inflation increase by ≥3.5% in April? | by: 2026-05-12
b KXCPI-26APR -T0.2 | CPI in April 2026? | Will CPI rise more than 0.2% in April 2026? | by: 2026-05-12
no - | April Inflation US - Annual | Will annual inflation increase by ≥0.3% in April? | by: 2026-05-12
no - | April Inflation US - Monthly | Will monthly inflation increase by 0.2% in April? | by: 2026-05-12
b KXU3-26APR -T4.2 | Unemployment rate in April 2026? | Will the unemployment rate (U-3) be above 4.2% in April 2026? | by: 2026-05-08
same - | April unemployment rate? | Will the April 2026 unemployment rate be ≥4.3%? | by: 2026-05-08
same - | April unemployment rate? | Will the April 2026 unemployment rate be 4.3% or higher? | by: 2026-05-08
no - | April unemployment rate? | Will the April 2026 unemployment rate be 4.3%? | by: 2026-05-08
no - | April unemployment rate? | Will the April 2026 unemployment rate be ≥4.2%? | by: 2026-05-08
no - | May unemployment rate? | Will the May 2026 unemployment rate be ≥4.3%? | by: 2026-06-05
b KXPAYROLLS-26APR -T100000 | Jobs numbers in April 2026? | Will above 100000 jobs be added in April 2026? | by: 2026-05-08
same - | How many jobs added in April? | Will the US add more than 100k jobs in April? | by: 2026-05-08
no - | How many jobs added in April? | Will the US add between 100k and 125k jobs in April? | by: 2026-05-08
no - | How many jobs added in April? | Will the US add more than 150k jobs in April? | by: 2026-05-08
no - | How many jobs added in April? | Will the US lose more than 100k jobs in April? | by: 2026-05-08
b KXGDP-26JUL30 -T2.0 | US GDP growth in Q2 2026? | Will real GDP increase by more than 2.0% in Q2 2026? | by: 2026-07-30
no - | US GDP growth in Q2 2026? | Will US GDP growth in Q2 2026 be between 2.0% and 2.5%? | by: 2026-07-30
no - | GDP growth in 2026 | Will US GDP growth in 2026 be greater than 2.0%? | by: 2027-01-28
no - | US GDP growth in Q1 2026? | Will US GDP growth in Q1 2026 be greater than 2.0%? | by: 2026-04-29
b KXRECSSNBER-26 . | Recession this year? | Will there be a recession in 2026? | by: 2027-01-31
same - | US recession by end of 2026? | US recession by end of 2026? | by: 2027-01-31
no - | US recession in 2025? | US recession in 2025? | by: 2026-02-28
no - | UK recession in 2026? | Will the UK enter a recession in 2026? | by: 2027-01-31
b KXBTCD-26MAY1317 -T81999.99 | Bitcoin price on May 13, 2026 at 5pm EDT? | Bitcoin price at May 13, 2026 at 5pm EDT? | by: 2026-05-13
same 2026-05-13 | Bitcoin above ___ on May 13, 5PM ET? | Bitcoin above 82,000 on May 13, 5PM ET? | by: 2026-05-13
no 2026-05-13 | Bitcoin above ___ on May 13, 5PM ET? | Bitcoin above 82,500 on May 13, 5PM ET? | by: 2026-05-13
no 2026-05-13 | Bitcoin above ___ on May 13, 6PM ET? | Bitcoin above 82,000 on May 13, 6PM ET? | by: 2026-05-13
no 2026-05-13 | Bitcoin above ___ on May 13? | Will the price of Bitcoin be above $82,000 on May 13? | by: 2026-05-13
no 2026-05-13 | Bitcoin price on May 13? | Will the price of Bitcoin be between $82,000 and $84,000 on May 13? | by: 2026-05-13
no 2026-05-12 | Bitcoin above ___ on May 12, 5PM ET? | Bitcoin above 82,000 on May 12, 5PM ET? | by: 2026-05-12
no 2026-05-13 | What price will Bitcoin hit on May 13? | Will Bitcoin reach $82,000 on May 13? | by: 2026-05-13
b KXBTCMAXY-26DEC31 -129999.99 | How high will Bitcoin get this year? | Will Bitcoin be above $129999.99 by Dec 31, 2026 at 11:59 PM ET? | by: 2026-12-31
same - | What price will Bitcoin hit in 2026? | Will Bitcoin reach $130,000 by December 31, 2026? | by: 2027-01-01
no - | What price will Bitcoin hit in 2026? | Will Bitcoin dip to $130,000 by December 31, 2026? | by: 2027-01-01
no - | What price will Bitcoin hit in May? | Will Bitcoin reach $130,000 in May? | by: 2026-06-01
no - | Bitcoin above ___ on December 31? | Will the price of Bitcoin be above $130,000 on December 31? | by: 2026-12-31
no - | What price will Ethereum hit in 2026? | Will Ethereum reach $130,000 by December 31, 2026? | by: 2027-01-01
b KXBTCMINY-26DEC31 -50000 | How low will Bitcoin get this year? | Will Bitcoin be below $50,000.01 by Dec 31, 2026 at 11:59 PM ET? | by: 2026-12-31
no - | What price will Bitcoin hit in 2026? | Will Bitcoin reach $50,000 by December 31, 2026? | by: 2027-01-01
no - | What price will Bitcoin hit in 2026? | Will Bitcoin dip to $45,000 by December 31, 2026? | by: 2027-01-01
b KXBTCATH-26 -JUL01 | Bitcoin all time high by...? | When will Bitcoin hit a new all time high? | by: 2026-07-01 | sub: Before Jul 1, 2026
same - | Bitcoin all time high by...? | Bitcoin all time high by June 30, 2026? | by: 2026-06-30
no - | Bitcoin all time high by...? | Bitcoin all time high by September 30, 2026? | by: 2026-09-30
no - | Ethereum all time high by...? | Ethereum all time high by June 30, 2026? | by: 2026-06-30
b KXWTIW-26MAY15 -T99.99 | WTI oil price on May 15, 2026? | Will the WTI front-month settle oil price be >99.99 on May 15, 2026? | by: 2026-05-15
no - | What will Crude Oil (CL) hit by end of May? | Will Crude Oil (CL) hit (HIGH) $100 by end of May? | by: 2026-05-31
no - | Crude Oil (CL) above ___ end of June? | Will Crude Oil (CL) settle over $100 on the final trading day of June 2026? | by: 2026-06-30
b KXAAAGASM-26MAY31 -4.50 | US gas prices at the end of May? | Will average **gas prices** be above $4.50? | by: 2026-05-31
no - | What will gas prices hit by May 31? | Will gas hit (High) $4.50 by May 31? | by: 2026-05-31
no - | What will gas prices be on June 30? | Will the average price of gas be above $4.50 on June 30? | by: 2026-06-30
b KXHIGHNY-26MAY13 -B72.5 | Highest temperature in NYC on May 13, 2026? | Will the **high temp in NYC** be 72-73° on May 13, 2026? | by: 2026-05-13
same 2026-05-13 | Highest temperature in NYC on May 13? | Will the highest temperature in New York City be between 72-73°F on May 13? | by: 2026-05-13
no 2026-05-13 | Highest temperature in NYC on May 13? | Will the highest temperature in New York City be between 74-75°F on May 13? | by: 2026-05-13
no 2026-05-13 | Highest temperature in NYC on May 13? | Will the highest temperature in New York City be 72°F or higher on May 13? | by: 2026-05-13
no 2026-05-14 | Highest temperature in NYC on May 14? | Will the highest temperature in New York City be between 72-73°F on May 14? | by: 2026-05-14
no 2026-05-13 | Highest temperature in Miami on May 13? | Will the highest temperature in Miami be between 72-73°F on May 13? | by: 2026-05-13
no 2026-05-13 | Lowest temperature in NYC on May 13? | Will the lowest temperature in New York City be between 72-73°F on May 13? | by: 2026-05-13
b KXHIGHNY-26MAY13 -T79 | Highest temperature in NYC on May 13, 2026? | Will the **high temp in NYC** be >79° on May 13, 2026? | by: 2026-05-13
same 2026-05-13 | Highest temperature in NYC on May 13? | Will the highest temperature in New York City be 80°F or higher on May 13? | by: 2026-05-13
no 2026-05-13 | Highest temperature in NYC on May 13? | Will the highest temperature in New York City be 79°F or higher on May 13? | by: 2026-05-13
second 2026-05-13 | Highest temperature in NYC on May 13? | Will the highest temperature in New York City be 79°F or below on May 13? | by: 2026-05-13
b KXHIGHNY-26MAY13 -T72 | Highest temperature in NYC on May 13, 2026? | Will the **high temp in NYC** be <72° on May 13, 2026? | by: 2026-05-13
same 2026-05-13 | Highest temperature in NYC on May 13? | Will the highest temperature in New York City be 71°F or below on May 13? | by: 2026-05-13
no 2026-05-13 | Highest temperature in NYC on May 13? | Will the highest temperature in New York City be 72°F or below on May 13? | by: 2026-05-13
b KXHURCTOT-26DEC01 -T6 | How many Atlantic hurricanes this year? | Will there be more than 6 Atlantic hurricanes in 2026? | by: 2026-12-01
same - | How many Atlantic hurricanes in 2026? | Will there be 7 or more hurricanes in the 2026 Atlantic hurricane season? | by: 2026-11-30
no - | How many Atlantic hurricanes in 2026? | Will there be 6 or more hurricanes in the 2026 Atlantic hurricane season? | by: 2026-11-30
no - | How many major Atlantic hurricanes in 2026? | Will there be 7 or more major hurricanes in the 2026 Atlantic hurricane season? | by: 2026-11-30
no - | Named storms | Will there be 7 or more named storms in the 2026 Atlantic hurricane season? | by: 2026-11-30
b KXSPACEXCOUNT-26 -T159 | How many SpaceX launches this year? | Will SpaceX launch more than 159 rockets in 2026? | by: 2026-12-31
no - | How many SpaceX launches in 2026? | Will SpaceX have between 160-179 launches in 2026? | by: 2026-12-31
b KXSPACEXLAUNCH-26 -B160 | How many SpaceX launches this year? | Will SpaceX have between 160 and 179 launches in 2026? | by: 2026-12-31
same - | How many SpaceX launches in 2026? | Will SpaceX have between 160-179 launches in 2026? | by: 2026-12-31
same - | How many SpaceX launches in 2026? | Will SpaceX have 160 to 179 launches in 2026? | by: 2026-12-31
no - | How many SpaceX launches in 2026? | Will SpaceX have between 140-159 launches in 2026? | by: 2026-12-31
no - | How many SpaceX launches in 2025? | Will SpaceX have between 160-179 launches in 2025? | by: 2025-12-31
no - | How many SpaceX Starship launches in 2026? | Will SpaceX have between 160-179 Starship launches in 2026? | by: 2026-12-31
b KXLARGESTCOMPANY-26 -NVDA | Largest company at the end of 2026? | Will NVIDIA be the largest company in the world on Dec 31, 2026? | by: 2026-12-31
same - | Largest Company end of 2026? | Will NVIDIA be the largest company in the world by market cap on December 31, 2026? | by: 2026-12-31
no - | Largest Company end of June? | Will NVIDIA be the largest company in the world by market cap on June 30, 2026? | by: 2026-06-30
no - | 2nd largest company end of 2026? | Will NVIDIA be the second-largest company in the world by market cap on December 31, 2026? | by: 2026-12-31
no - | Largest Company end of 2026? | Will Alphabet be the largest company in the world by market cap on December 31, 2026? | by: 2026-12-31
no - | Largest Company end of 2026? | Will Company D be the largest company in the world by market cap on December 31, 2026? | by: 2026-12-31
b KXIPO-26 -OAI | Which companies will IPO in 2026? | Will OpenAI IPO in 2026? | by: 2026-12-31
same - | OpenAI IPO by...? | OpenAI IPO by December 31, 2026? | by: 2026-12-31
same - | IPOs before 2027? | Will OpenAI IPO before 2027? | by: 2026-12-31
no - | IPOs before 2027? | Will Anthropic IPO before 2027? | by: 2026-12-31
no - | OpenAI announces IPO by...? | Will OpenAI announce an IPO by December 31, 2026? | by: 2026-12-31
no - | OpenAI IPO market cap | Will OpenAI's market cap be between $1T and $1.5T at market close on IPO day? | by: 2026-12-31
b KXTRILLION-26 -1T | Nvidia market cap | Will Nvidia's market cap reach $6 trillion in 2026? | by: 2026-12-31
same - | What market cap will Nvidia hit? | Will Nvidia's market cap hit $6T in 2026? | by: 2026-12-31
no - | What market cap will Nvidia hit? | Will Nvidia's market cap hit $6B in 2026? | by: 2026-12-31
no - | What market cap will Nvidia hit? | Will Nvidia's market cap hit $7 trillion in 2026? | by: 2026-12-31
b KXDEBT-26 -T40 | National debt in 2026 | Will the U.S. national debt be above $40 trillion by Dec 31, 2026? | by: 2026-12-31
same - | US national debt | Will U.S. national debt surpass $40 trillion by December 31, 2026? | by: 2026-12-31
no - | US national debt | Will U.S. national debt surpass $41 trillion by December 31, 2026? | by: 2026-12-31
b KXTWEETSELON-26MAY15 -220 | How many times will Elon Musk post on X May 8 - May 15? | Will Elon Musk post between 220 and 239 times on X from May 8 to May 15, 2026? | by: 2026-05-16
same - | Elon Musk: number of tweets May 8 - May 15, 2026? | Will Elon Musk post 220-239 tweets from May 8 to May 15, 2026? | by: 2026-05-15
no - | Elon Musk: number of tweets May 8 - May 15, 2026? | Will Elon Musk post 240-259 tweets from May 8 to May 15, 2026? | by: 2026-05-15
no - | Elon Musk: number of tweets May 5 - May 12, 2026? | Will Elon Musk post 220-239 tweets from May 5 to May 12, 2026? | by: 2026-05-12
no - | Donald Trump: number of Truth Social posts May 8 - May 15? | Will Donald Trump post 220-239 Truth Social posts from May 8 to May 15, 2026? | by: 2026-05-15
`
