// Money and business: one meaning in other words, and words that are close and mean another thing.
export const wordingsOfMoney = `
b KXFEDDECISION-26JUN -C25 | Fed decision in June 2026? | Will the Federal Reserve Cut rates by 25bps at their June 2026 meeting? | by: 2026-12-31
same - | Fed decision in June? | Will the Fed lower the federal funds rate by 25 bps after the June 2026 meeting? | by: 2026-12-31
b KXFEDDECISION-26JUN -H0 | Fed decision in June 2026? | Will the Federal Reserve Hike rates by 0bps at their June 2026 meeting? | by: 2026-12-31
same - | Fed decision in June? | Will the Fed leave its target rate unchanged after the June 2026 meeting? | by: 2026-12-31
b KXCBDECISIONENGLAND-26JUN -C25 | Bank of England decision in June? | Will the Bank of England cut rates by 25bps at its June 2026 meeting? | by: 2026-12-31
same - | Bank of England decision in June? | Bank of England decreases Bank Rate by 25 bps after the June 2026 meeting? | by: 2026-12-31
b KXCBDECISIONENGLAND-26JUN -H0 | Bank of England decision in June? | Will the Bank of England hold rates at its June 2026 meeting? | by: 2026-12-31
same - | Bank of England decision in June? | Will the BoE maintain the Bank Rate at the June 2026 meeting? | by: 2026-12-31
b KXCBDECISIONCANADA-26JUN -C25 | Bank of Canada decision in June? | Will the Bank of Canada cut rates by 25bps at its June 2026 meeting? | by: 2026-12-31
same - | Bank of Canada decision in June? | Will the Bank of Canada lower its overnight rate by 25 bps in June 2026? | by: 2026-12-31
b KXCBDECISIONAUS-26JUN -H25 | RBA decision | Will the Reserve Bank of Australia hike rates by 25bps at its June 2026 meeting? | by: 2026-12-31
same - | Reserve Bank of Australia decision in June? | Will the RBA increase the cash rate by 25 bps after the June 2026 meeting? | by: 2026-12-31
b KXCBDECISIONNZ-26JUL -C25 | RBNZ decision | Will the Reserve Bank of New Zealand cut rates by 25bps at its July 2026 meeting? | by: 2026-12-31
same - | RBNZ decision in July? | RBNZ cuts the Official Cash Rate by 25 bps in July 2026? | by: 2026-12-31
b KXCBDECISIONSNB-26JUN -H0 | SNB decision | Will the Swiss National Bank hold rates at its June 2026 meeting? | by: 2026-12-31
same - | SNB decision in June? | No change in the Swiss National Bank's policy rate after the June 2026 meeting? | by: 2026-12-31
b KXCBDECISIONBR-26JUN -C50 | Brazil | Will the Central Bank of Brazil cut rates by 50bps at its June 2026 meeting? | by: 2026-12-31
same - | Bank of Brazil decision in June? | Will the Central Bank of Brazil decrease the Selic rate by 50 bps after the June 2026 meeting? | by: 2026-12-31
b KXCBDECISIONMX-26JUN -C25 | Mexico | Will the Bank of Mexico cut rates by 25bps at its June 2026 meeting? | by: 2026-12-31
same - | Banxico decision in June? | Will Banxico cut its interest rate by 25 bps after the June 2026 meeting? | by: 2026-12-31
b KXCBDECISIONIN-26JUN -C25 | India | Will the Reserve Bank of India cut rates by 25bps at its June 2026 meeting? | by: 2026-12-31
same - | RBI decision in June? | Will the RBI reduce the repo rate by 25 bps after the June 2026 meeting? | by: 2026-12-31
b KXCBDECISIONKR-26JUL -H0 | Korea | Will the Bank of Korea hold rates at its July 2026 meeting? | by: 2026-12-31
same - | Bank of Korea decision in July? | Will the Bank of Korea keep its base rate unchanged after the July 2026 meeting? | by: 2026-12-31
b KXCBDECISIONTR-26JUN -H0 | Turkey | Will the Central Bank of Turkey hold rates at its June 2026 meeting? | by: 2026-12-31
same - | CBRT | No change in Turkey's central bank policy rate after June 2026 meeting? | by: 2026-12-31
b KXRATECUTCOUNT-26 -T3 | Number of rate cuts in 2026? | Will the Fed cut rates 3 times in 2026? | by: 2026-12-31
same - | How many Fed rate cuts in 2026? | Will 3 Fed rate cuts happen in 2026? | by: 2026-12-31
b KXCPI-26MAY -T0.3 | CPI in May | Will CPI rise more than 0.3% in May 2026? | by: 2026-12-31
same - | May inflation - monthly | Will monthly inflation increase by 0.4% or more in May? | by: 2026-12-31
same - | May CPI MoM | Will US CPI increase by more than 0.3% in May 2026? | by: 2026-12-31
b KXCPIYOY-26MAY -T3.1 | Inflation in May? | Will the rate of CPI inflation be above 3.1% for the year ending in May 2026? | by: 2026-12-31
same - | May Inflation US - Annual | Will annual inflation increase by 3.2% or more in May? | by: 2026-12-31
second - | May Inflation US - Annual | Will US annual inflation be 3.1% or lower in May? | by: 2026-12-31
no - | May Inflation US - Monthly | Will monthly inflation increase by 3.2% or more in May? | by: 2026-12-31
no - | Canada inflation | Will Canadian annual inflation be above 3.1% in May? | by: 2026-12-31
b KXCPICORE-26MAY -T0.2 | Core CPI in May | Will core CPI rise more than 0.2% in May 2026? | by: 2026-12-31
same - | Core inflation May | Will monthly core CPI increase by 0.3% or more in May 2026? | by: 2026-12-31
b KXPPI-26MAY -T0.2 | PPI May | Will PPI rise more than 0.2% in May 2026? | by: 2026-12-31
same - | PPI | Will the Producer Price Index increase by more than 0.2% in May 2026? | by: 2026-12-31
b KXPCE-26MAY -T0.2 | PCE May | Will PCE inflation be above 0.2% in May 2026? | by: 2026-12-31
same - | PCE | Will PCE rise by 0.3% or more in May 2026? | by: 2026-12-31
b KXPAYROLLS-26MAY -T100000 | Jobs numbers in May 2026? | Will above 100000 jobs be added in May 2026? | by: 2026-12-31
same - | How many jobs added in May? | Will the US add more than 100k jobs in May 2026? | by: 2026-12-31
same - | Nonfarm payrolls May | Will nonfarm payrolls increase by more than 100,000 in May 2026? | by: 2026-12-31
b KXU3-26MAY -T4.3 | Unemployment rate in May 2026? | Will the unemployment rate be above 4.3% in May 2026? | by: 2026-12-31
same - | May unemployment rate? | Will the US unemployment rate be 4.4% or higher in May 2026? | by: 2026-12-31
no - | What will happen? | Will the U-6 unemployment rate be above 4.3% in May 2026? | by: 2026-12-31
b KXU3-26MAY -T4.3 | Unemployment rate in May 2026? | Will the unemployment rate (U-3) be above 4.3% in May 2026? | by: 2026-12-31
same - | May unemployment rate? | Will the May 2026 unemployment rate be at least 4.4%? | by: 2026-12-31
b KXJOBLESSCLAIMS-26MAY21 -215000 | Jobless claims this week? | Will initial jobless claims be at least 215000 for the week ending May 16, 2026? | by: 2026-12-31
same - | Initial jobless claims | Will initial jobless claims be 215k or more for the week ending May 16? | by: 2026-12-31
b KXGDP-26JUL30 -T2.0 | US GDP growth in Q2 2026? | Will real GDP increase by more than 2.0% in Q2 2026? | by: 2026-12-31
same - | US GDP Q2 | Will US real GDP grow by more than 2.0% in Q2 2026? | by: 2026-12-31
same - | US GDP Q2 | Will Q2 2026 GDP growth exceed 2%? | by: 2026-12-31
b KXAAAGASM-26MAY31 -4.50 | Gas prices | Will average gas prices be above $4.50 on May 31, 2026? | by: 2026-12-31
same - | Gas price on May 31 | Will US gas prices be above $4.50 on May 31? | by: 2026-12-31
b KXWTI-26MAY15 -T99.99 | WTI oil price on May 15 | Will the WTI front-month settle oil price be above $99.99 on May 15, 2026? | by: 2026-12-31
same - | WTI close | Will Crude Oil (CL) settle above $100 on May 15? | by: 2026-12-31
b KXGOLD-26DEC31 -T5000 | Gold | Will the gold close price be above $5000 on Dec 31, 2026? | by: 2026-12-31
same - | Gold | Will Gold (GC) close above $5,000 on December 31, 2026? | by: 2026-12-31
b KXINXU-26MAY15H1600 -T7399.9999 | S&P 500 | Will the S&P 500 be above 7399.9999 on May 15, 2026 at 4pm EDT? | by: 2026-12-31
same - | SPX close above | Will S&P 500 (SPX) close above $7,400 on May 15? | by: 2026-12-31
b KXBTCMAXY-26DEC31 -149999.99 | How high will Bitcoin get this year? | Will Bitcoin be above $149999.99 by December 31, 2026? | by: 2026-12-31
same - | What price will Bitcoin hit in 2026? | Will Bitcoin reach $150,000 by December 31, 2026? | by: 2026-12-31
b KXBTCMINY-27JAN01 -50000 | How low will Bitcoin get in 2026? | Will Bitcoin be below $50000 by Dec 31, 2026? | by: 2026-12-31
same - | What price will Bitcoin hit in 2026? | Will Bitcoin dip to $50,000 by December 31, 2026? | by: 2026-12-31
b KXBTCD-26MAY1317 -T79999.99 | Bitcoin price on May 13, 2026 at 5pm EDT? | Bitcoin price on May 13, 2026 at 5pm EDT? | by: 2026-12-31
same - | Bitcoin above ___ on May 13, 5PM ET? | Bitcoin above 80,000 on May 13, 5PM ET? | by: 2026-12-31
b KXFEDCHAIRCONF-26 . | Warsh | Will Kevin Warsh be confirmed as Fed Chair before Jun 1, 2026? | by: 2026-12-31
same - | Warsh | Will Kevin Warsh be confirmed as Federal Reserve Chair by May 31, 2026? | by: 2026-12-31
b KXIPOSPACEX-26 . | SpaceX IPO | Will SpaceX IPO before Jul 1, 2026? | by: 2026-12-31
same - | SpaceX IPO by? | Will SpaceX go public by June 30, 2026? | by: 2026-12-31
b KXIPOSTRIPE-26 . | IPO | Will Stripe officially announce an IPO before Jan 1, 2027? | by: 2026-12-31
same - | Stripe IPO | Will Stripe announce an IPO by December 31, 2026? | by: 2026-12-31
b KXLARGEST-26MAY29 -NVDA | Largest | Will NVIDIA be the largest company in the world on May 29, 2026? | by: 2026-12-31
same - | Largest Company | Will NVIDIA be the largest company in the world by market cap on May 29? | by: 2026-12-31
b KXMCAP-26 -NVDA | mcap | Will Nvidia's market cap be above $6 trillion before Jan 1, 2027? | by: 2026-12-31
same - | mcap | Will Nvidia Corp market capitalization reach $6T by December 31, 2026? | by: 2026-12-31
b KXEUROVISION-26 -FIN | Eurovision | Will Finland win Eurovision 2026? | by: 2026-12-31
same - | Eurovision Winner 2026 | Will Finland win the Eurovision Song Contest 2026? | by: 2026-12-31
b KXEUROVISIONTOP-26 -SWE | Eurovision top 10 | Will Sweden finish top 10 in Eurovision 2026? | by: 2026-12-31
same - | Eurovision top 10 | Will Sweden finish in the top 10 at Eurovision 2026? | by: 2026-12-31
b KXWCGOLDENBOOT-26 -MBA | Golden Boot | Will Kylian Mbappé win the Golden Boot at the 2026 World Cup? | by: 2026-12-31
same - | World Cup: Golden Boot | Will Kylian Mbappe be the top goalscorer at the 2026 FIFA World Cup? | by: 2026-12-31
b KXTIKTOK-26 . | TikTok | Will TikTok be banned in the US before Jan 1, 2027? | by: 2026-12-31
same - | TikTok | TikTok banned in the United States by December 31, 2026? | by: 2026-12-31
b KXETHFLIP-26 . | Flip | Will Ethereum flip Bitcoin before 2027? | by: 2026-12-31
same - | Flip | Will ETH flip BTC in 2026? | by: 2026-12-31
b KXMSTRSELL-26 . | MSTR | Will MicroStrategy sell any Bitcoin before Jan 1, 2027? | by: 2026-12-31
same - | MSTR | Will Strategy (MSTR) sell Bitcoin by December 31, 2026? | by: 2026-12-31
b KXNVDAPRICE-26MAY29 -200 | NVDA | Will NVIDIA close above $200 on May 29, 2026? | by: 2026-12-31
same - | NVDA | Will NVIDIA (NVDA) close above $200 on May 29? | by: 2026-12-31
b KXFEDEND-26 -3.5 | Rate end of year | Will the upper bound of the federal funds rate be 3.50% at the end of 2026? | by: 2026-12-31
same - | Fed rate | Will the upper bound of the target federal funds rate be 3.5% at the end of 2026? | by: 2026-12-31
b KXWBDACQ-26 . | WBD | Will Paramount's acquisition of Warner Bros. Discovery close before Jan 1, 2027? | by: 2026-12-31
same - | WBD | Will Paramount close its acquisition of Warner Bros. by December 31, 2026? | by: 2026-12-31
b KXNORGES-26JUN -H0 | Norges Bank | Will Norges Bank hold rates at its June 2026 meeting? | by: 2026-12-31
same - | Norges Bank decision | Will Norges Bank leave its policy rate unchanged in June 2026? | by: 2026-12-31
b KXRATEHIKE-26 . | Fed hike | Will the Fed hike rates in 2026? | by: 2026-12-31
same - | Fed rate hike in 2026? | Will the Federal Reserve raise interest rates in 2026? | by: 2026-12-31
b KXRATEHIKE-26 . | Fed hike | Will there be a Fed rate hike before Jan 1, 2027? | by: 2026-12-31
same - | Fed rate hike in 2026? | Fed rate hike in 2026? | by: 2026-12-31
b KXUKCPI-26MAY -T3.0 | UK inflation | Will UK CPI inflation be above 3.0% in May 2026? | by: 2026-12-31
same - | UK Annual Inflation May | Will UK annual CPI inflation be 3.1% or more in May 2026? | by: 2026-12-31
b KXMORTGAGE-26MAY28 -T6.5 | Mortgage rates | Will the 30-year fixed mortgage rate be above 6.5% on May 28, 2026? | by: 2026-12-31
same - | Mortgage rate | Will the average 30-year mortgage rate be above 6.5% on May 28? | by: 2026-12-31
b KXTNOTEW-26MAY29 -T4.5 | 10Y | Will the 10-year Treasury yield be above 4.5% on May 29, 2026? | by: 2026-12-31
same - | 10Y | Will the 10-year Treasury yield close above 4.5% on May 29? | by: 2026-12-31
b KXISMPMI-26MAY -T50 | ISM | Will the ISM Manufacturing PMI be above 50 in May 2026? | by: 2026-12-31
same - | ISM | Will ISM Manufacturing PMI be greater than 50 in May? | by: 2026-12-31
b KXRETAIL-26MAY -T0.3 | Retail sales | Will US retail sales rise more than 0.3% in May 2026? | by: 2026-12-31
same - | Retail | Will retail sales increase by more than 0.3% in May 2026? | by: 2026-12-31
b KXNATGAS-26MAY29 -T3.5 | Nat gas | Will the natural gas price be above $3.50 on May 29, 2026? | by: 2026-12-31
same - | Natural gas | Will Natural Gas (NG) settle above $3.50 on May 29? | by: 2026-12-31
b KXCOPPER-26MAY -T5 | Copper | Will copper be above $5.00 on May 29, 2026? | by: 2026-12-31
same - | Copper | Will Copper (HG) close above $5 on May 29? | by: 2026-12-31
b KXSILVERMAX-26 -100 | Silver | Will silver hit $100 before Jan 1, 2027? | by: 2026-12-31
same - | What will silver hit in 2026 | Will Silver (SI) hit $100 by end of 2026? | by: 2026-12-31
b KXBRENT-26JUN30 -T120 | Brent | Will Brent crude be above $120 on Jun 30, 2026? | by: 2026-12-31
same - | Brent | Will Brent Crude Oil close above $120 on June 30? | by: 2026-12-31
b KXTSLA-26MAY29 -T400 | Tesla | Will Tesla stock close above $400 on May 29, 2026? | by: 2026-12-31
same - | Tesla | Will Tesla (TSLA) close above $400 on May 29? | by: 2026-12-31
b KXEURUSD-26MAY29 -T1.18 | EURUSD | Will EUR/USD be above 1.18 on May 29, 2026 at 10am EDT? | by: 2026-12-31
same - | EURUSD | Will EUR/USD be above 1.18 on May 29 at 10AM ET? | by: 2026-12-31
b KXSOLD-26MAY1317 -T150 | Solana | Will Solana be above $150 on May 13, 2026 at 5pm EDT? | by: 2026-12-31
same - | Solana | Solana above 150 on May 13, 5PM ET? | by: 2026-12-31
b KXEARNMENTION-NVDA -X | NVDA | Will NVIDIA say "China" during its earnings call? | by: 2026-12-31
same - | NVDA call | Will Nvidia say "China" during earnings call? | by: 2026-12-31
b KXCEREBRAS-26 . | IPO | Will Cerebras IPO before Jun 1, 2026? | by: 2026-12-31
same - | Cerebras | Will Cerebras go public by May 31, 2026? | by: 2026-12-31
b KXTRILLION-26 . | Musk | Will Elon Musk be a trillionaire before Jan 1, 2027? | by: 2026-12-31
same - | Musk | Will Elon Musk become a trillionaire in 2026? | by: 2026-12-31
b KXMERGE-26 . | Merger | Will Union Pacific complete its merger with Norfolk Southern before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | Will the Union Pacific–Norfolk Southern merger close by December 31, 2026? | by: 2026-12-31
b KXBANKRUPT-26 . | Spirit | Will Spirit Airlines file for bankruptcy before Jan 1, 2027? | by: 2026-12-31
same - | Spirit | Will Spirit Airlines file Chapter 11 in 2026? | by: 2026-12-31
b KXHEISMAN-26 -X | Heisman | Will Arch Manning win the Heisman Trophy? | by: 2026-12-31
same - | Heisman | Will Arch Manning win the 2026 Heisman? | by: 2026-12-31
b KXBULGEURO-26 . | What will happen? | Will Bitcoin outperform gold in 2026? | by: 2026-12-31
same - | What will happen? | Bitcoin outperforms gold in 2026? | by: 2026-12-31
b KXUSDE-26 . | What will happen? | Will Tether depeg before Jan 1, 2027? | by: 2026-12-31
same - | What will happen? | USDT depeg in 2026? | by: 2026-12-31
b KXECB-26JUN -C25 | ECB | Will the European Central Bank cut rates by 25bps at its June 2026 meeting? | by: 2026-12-31
no - | ECB | Will the ECB cut its main refinancing rate by 25 bps after the June 2026 meeting? | by: 2026-12-31
no - | ECB | Will the ECB hike its deposit facility rate by 25 bps after the June 2026 meeting? | by: 2026-12-31
no - | ECB | Will the ECB cut its deposit facility rate by 50 bps after the June 2026 meeting? | by: 2026-12-31
no - | ECB | Will the ECB cut its deposit facility rate by 25 bps after the July 2026 meeting? | by: 2026-12-31
no - | ECB | Will the ECB cut its deposit facility rate by 25 or more bps after the June 2026 meeting? | by: 2026-12-31
b KXECB-26JUN -H0 | ECB | Will the European Central Bank hold rates at its June 2026 meeting? | by: 2026-12-31
no - | BoE | Will there be no change in the Bank of England's Bank Rate after the June 2026 meeting? | by: 2026-12-31
b KXFED-26 . | Fed | Will the Fed cut rates before Jul 1, 2026? | by: 2026-12-31
no - | Fed | Will the Fed make an emergency rate cut before July 1, 2026? | by: 2026-12-31
no - | Fed | Will mortgage rates fall before July 1, 2026? | by: 2026-12-31
b KXFED-26 -T3.5 | Fed | Will the upper bound of the federal funds rate be above 3.50% following the Fed's June 2026 meeting? | by: 2026-12-31
no - | Fed | Will the federal funds target rate be above 3.5% after the June 2026 meeting? | by: 2026-12-31
b KXPCE-26MAY -T0.2 | PCE | Will core PCE rise more than 0.2% in May 2026? | by: 2026-12-31
no - | PCE | Will PCE increase by 0.3% or more in May 2026? | by: 2026-12-31
no - | CPI | Will core CPI increase by 0.3% or more in May 2026? | by: 2026-12-31
no - | PCE | Will core PCE increase by 0.2% or more in May 2026? | by: 2026-12-31
no - | PCE | Will core PCE increase by 0.3% or more in June 2026? | by: 2026-12-31
no - | PCE | Will core PCE fall by more than 0.2% in May 2026? | by: 2026-12-31
no - | PCE | Will annual core PCE increase by more than 0.2% in May 2026? | by: 2026-12-31
b KXGDP-26JUL30 -T2.0 | GDP | Will real GDP increase by more than 2.0% in Q2 2026? | by: 2026-12-31
no - | GDP | Will real GDP increase by more than 2.0% in Q3 2026? | by: 2026-12-31
no - | GDP | Will eurozone GDP increase by more than 2.0% in Q2 2026? | by: 2026-12-31
no - | GDP | Will GDP decrease by more than 2.0% in Q2 2026? | by: 2026-12-31
b KXPAYROLLS-26MAY -T100000 | Jobs | Will above 100000 jobs be added in May 2026? | by: 2026-12-31
no - | ADP | Will the ADP report more than 100,000 jobs added in May 2026? | by: 2026-12-31
no - | Jobs | Will more than 100,000 jobs be lost in May 2026? | by: 2026-12-31
b KXWBD-26 . | WBD | Will Paramount complete its acquisition of Warner Bros. Discovery before Jan 1, 2027? | by: 2026-12-31
no - | WBD | Will Paramount announce an acquisition of Warner Bros by December 31, 2026? | by: 2026-12-31
no - | WBD | Will Netflix close its Warner Bros acquisition by December 31, 2026? | by: 2026-12-31
no - | WBD | Will the Paramount acquisition of Warner Bros be approved by December 31, 2026? | by: 2026-12-31
b KXIPO-26 . | IPO | Will Anthropic's shares begin trading before Oct 1, 2026? | by: 2026-12-31
no - | IPO | Will Anthropic file for an IPO by September 30, 2026? | by: 2026-12-31
no - | IPO | Will Anthropic announce an IPO by September 30, 2026? | by: 2026-12-31
no - | IPO | OpenAI IPO by September 30, 2026? | by: 2026-12-31
b KXIPO-26 . | IPO | Will Stripe officially announce an IPO before Oct 1, 2026? | by: 2026-12-31
no - | IPO | Will Stripe IPO by September 30, 2026? | by: 2026-12-31
b KXBTC-26MAY31 -90000 | What will happen? | Will Bitcoin be above $90000 on May 31, 2026? | by: 2026-12-31
no - | What will happen? | Will Bitcoin reach $90,000 in May? | by: 2026-12-31
b KXBTC-26MAY31 -90000 | What will happen? | Will Bitcoin be above $90000 by May 31, 2026? | by: 2026-12-31
no - | What will happen? | Will Bitcoin dip to $90,000 by May 31? | by: 2026-12-31
no - | What will happen? | Will Bitcoin be below $90,000 by May 31? | by: 2026-12-31
b KXBTC-26MAY31 -90000 | What will happen? | Will Bitcoin be at least $90000 by May 31, 2026? | by: 2026-12-31
no - | What will happen? | Will Bitcoin fall below $90,000 by May 31? | by: 2026-12-31
b KXBTC-26MAY31 -90000 | What will happen? | Will Bitcoin be above $89990 on May 31, 2026? | by: 2026-12-31
no - | What will happen? | Will Bitcoin be above $90,000 on May 31? | by: 2026-12-31
b KXBTC-26MAY31 -90000 | What will happen? | Will Bitcoin be above $89999 on May 31, 2026 at 5pm EDT? | by: 2026-12-31
no - | What will happen? | Bitcoin above 90,000 on May 31, 4PM ET? | by: 2026-12-31
b KXMCAP-26 -NV | What will happen? | Will Nvidia be the largest company in the world on May 29, 2026? | by: 2026-12-31
no - | What will happen? | Will Nvidia be the second largest company in the world on May 29, 2026? | by: 2026-12-31
b KXMCAP-26 -NV | What will happen? | Will Alphabet be the largest company in the world on May 29, 2026? | by: 2026-12-31
no - | What will happen? | Will Amazon be the largest company in the world on May 29, 2026? | by: 2026-12-31
b KXNDQ-26MAY15 -T28999.99 | What will happen? | Will the Nasdaq-100 be above 28999.99 on May 15, 2026 at 4pm EDT? | by: 2026-12-31
no - | What will happen? | Will Nasdaq 100 (NDX) open above $29,000 on May 15? | by: 2026-12-31
b KXNDQ-26MAY15 -T28999.99 | What will happen? | Will the Nasdaq-100 be above 28999.99 on May 15, 2026 at 12pm EDT? | by: 2026-12-31
no - | What will happen? | Will Nasdaq 100 (NDX) close above $29,000 on May 15? | by: 2026-12-31
b KXEXP-26 -X | What will happen? | Will the Democratic Party win the 2028 presidential election? | by: 2026-12-31
no - | What will happen? | Will the Korean Democratic Party win the 2028 presidential election? | by: 2026-12-31
b KXWTI-26MAY15 -T99 | What will happen? | Will the WTI front-month settle oil price be above $99.99 on May 15, 2026? | by: 2026-12-31
no - | What will happen? | Will Brent crude oil settle above $100 on May 15? | by: 2026-12-31
b KXGAS-26MAY31 -T4.5 | What will happen? | Will average gas prices be above $4.50 on May 31, 2026? | by: 2026-12-31
no - | What will happen? | Will diesel prices be above $4.50 on May 31? | by: 2026-12-31
no - | What will happen? | Will average gas prices in California be above $4.50 on May 31? | by: 2026-12-31
no - | What will happen? | Will natural gas prices be above $4.50 on May 31? | by: 2026-12-31
b KXRBNZ-26JUL -C25 | What will happen? | Will the Reserve Bank of New Zealand cut rates by 25bps at its July 2026 meeting? | by: 2026-12-31
no - | What will happen? | Will the Reserve Bank of Australia cut the cash rate by 25 bps in July 2026? | by: 2026-12-31
b KXRBNZ-26JUL -C25 | What will happen? | Will the Fed cut rates 3 times in 2026? | by: 2026-12-31
no - | What will happen? | Will the Fed cut rates 3 times in a row in 2026? | by: 2026-12-31
b KXRBNZ-26JUL -C25 | What will happen? | Will the Fed cut rates by 25bps in June 2026? | by: 2026-12-31
no - | What will happen? | Will the Fed hold rates in June 2026? | by: 2026-12-31
`
