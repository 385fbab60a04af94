// Synonyms for money, weather, culture, technology and time, one term per line:
// `canonical words: synonym, synonym`.
export const generalTerms = `
# money
btc: bitcoin
eth: ethereum, ether
doge: dogecoin
hype: hyperliquid
sol: solana
xrp: ripple
ltc: litecoin
ada: cardano
bnb: binance coin
tether: usdt
usdc: usd coin
sp500: s p 500, s p, spx, s and p 500, s and p
nasdaq100: nasdaq 100, ndx, nasdaq
djia: dow jones, dow jones industrial average, dow
natgas: natural gas, natural gas price, natural gas prices, natural gas ng, henry hub natural gas, henry hub
brent: brent crude, brent crude oil, brent oil
copper: copper hg
wti: crude oil, wti crude oil, wti crude, wti oil, oil, cl
gold: gold gc, gc, xau
silver: silver si, xag
gasprice: price of gas, average price of gas, average gas price, average gas prices, price of regular gas, gas prices, gas price, gasoline price, gasoline prices, regular gas, us gas prices, us gas price
tnote: 10 year treasury, 10y treasury, 10 yr treasury, treasury 10 year, 10 year yield, 10y yield, treasury 10 year yield, 10y treasury yield, 10 year treasury yield
largest company: largest company in the world, largest company in the world by market cap, largest company by market cap, most valuable company, largest company in the world by market capitalization
mcap: market cap, market capitalization, market capitalisation
alltimehigh: all time high, ath, all time highs, record high, new all time high, new all time highs, new ath, new record high
gdp: gdp growth, gdp growth rate, growth rate of gdp, gross domestic product, real gdp, real gdp growth, gdp growth in
cpi: consumer price index, cpi inflation, inflation, rate of cpi inflation, inflation rate, consumer price inflation
pce: pce inflation, personal consumption expenditures, personal consumption expenditures price index, pce price index
ppi: producer price index, producer price inflation, producer prices, wholesale inflation
retailsales: retail sales
fedfunds: federal funds rate, target federal funds rate, federal funds target rate, fed funds rate, target fed funds rate, federal funds, fed interest rate, fed target rate
yoy: year over year, y o y, yo y, year on year, annual, annually, for the year ending, 12 months ending, over the last 12 months, 12 month
mom: month over month, m o m, month on month, monthly
qoq: quarter over quarter, quarter on quarter
ratecut: rate cut, rate cuts, cut rates, cuts rates, cut interest rates, cuts interest rates, interest rate cut, interest rate cuts, decrease interest rates, decrease rates, lower interest rates, lower rates, cut the rate, cut its rate, lowers rates
fed ratecut: fed rate cut, fed rate cuts
0 ratecut: no rate cuts, no interest rate cuts
0 fed ratecut: no fed rate cuts
ratehike: rate hike, rate hikes, raise rates, raise interest rates, hike rates, hikes rates, interest rate hike, increase interest rates, increase rates, interest rate increase
fed ratehike: fed rate hike, fed rate hikes
fed ratehold: no change in fed interest rates, no change in the feds interest rates, no change in fed rates
ratehold: announce no change, announces no change, hike rates by 0, hike rates by 0 bps, raise rates by 0 bps, cut rates by 0 bps, no change in interest rates, no change in rates, leave rates unchanged, maintain rates, maintain rate, keep rates unchanged, maintains rate, maintains rates, hold rates, holds rates, hold rates steady, no change
bp: bps, basis points, basis point
bp ratecut: bps cut, bp cut, basis point cut, bps decrease, bps reduction, bps rate cut
bp ratehike: bps hike, bp hike, basis point hike, bps increase, bps rate hike, bps rate increase
unemployment: unemployment rate u 3, u 3 unemployment rate, u3 unemployment rate, unemployment rate u3, unemployment rate, jobless rate
jobs: nonfarm payrolls, payrolls, jobs numbers, nonfarm payroll, non farm payrolls, total nonfarm payroll employment
jobless claims: initial jobless claims, initial claims, initial unemployment claims, unemployment claims
2026: 2026 meeting
2027: 2027 meeting
2028: 2028 meeting
january: january meeting
march: march meeting
april: april meeting
may: may meeting
june: june meeting
july: july meeting
september: september meeting
october: october meeting
november: november meeting
december: december meeting
ipo offerprice: ipo price, ipo offer price, ipo offering price
offerprice: offer price, offering price, issue price
# weather
category_1: category 1, cat 1
category_2: category 2, cat 2
category_3: category 3, cat 3
category_4: category 4, cat 4
category_5: category 5, cat 5
hightemp: highest temperature, high temp, high temperature, maximum temperature, max temp, maximum temp
lowtemp: lowest temperature, low temp, low temperature, minimum temperature, min temp, minimum temp
temperature: temp
rain: precipitation
snow: snowfall
sqkm: square kilometers, sq km, square km
hottest year: hottest year on record, hottest year ever recorded, hottest year ever, warmest year on record, warmest year ever, warmest year
philadelphia: philly
# culture and technology
rottentomatoes: rotten tomatoes, rt score, tomatometer
boxoffice: box office
topscorer: top scorer, leading scorer, top goal scorer, top goalscorer, leading goalscorer, leading goal scorer
billboard hot100: billboard hot 100, hot 100
billboard billboard200: billboard 200, billboard top 200
appstore: app store
1st: number one on, reach number one on, top the
cannes: cannes film festival
venice: venice film festival
lead: hit the most, record the most, score the most
visit: travel to, trip to, make a trip to, visit to
domestic: domestically
opening weekend: open to, opening box office, domestic opening weekend, 3 day opening weekend, three day opening weekend
1st movie: highest grossing movie, top grossing movie, highest grossing film, top grossing film, biggest movie, biggest box office movie, highest grossing
1st song: top song, most streamed song, song number one
1st artist: top artist, most streamed artist
1st spotify artist: top spotify artist
1st spotify song: top spotify song
1st spotify album: top spotify album
1st album: top album, most streamed album
movie: film
album: release a new album, release an album, new album, album released, album release
tvshow: tv show, television show, tv series
topai ai model: best ai, top ai, best ai model, top ai model, top model, leading ai model
flight: flight test, test flight
openai: open ai
spacex: space x
gtavi: gta vi, gta 6, grand theft auto vi, grand theft auto 6, gta6
post: tweet, tweets
ipo: go public, goes public, initial public offering, shares begin trading, stock begin trading, begin trading, begin public trading, begin trading publicly, start trading, shares start trading, publicly traded, become publicly traded, trade publicly
wbd: warner bros discovery, warner bros, warner brothers discovery, warner brothers, warner discovery
alphabet: google, googl, alphabet google, google alphabet
meta: facebook, meta platforms
amazon: amzn, amazon com
nvidia: nvda
apple: aapl
microsoft: msft
tesla: tsla
palantir: pltr
microstrategy: mstr, strategy mstr, strategy microstrategy, microstrategy mstr
berkshire: berkshire hathaway
marijuana: weed, cannabis
bankrupt: bankruptcy, chapter 11
1st: number one, number 1, no 1, no1
say: mention, mentions, mentioned
# time
of: end of, the end of
year: year end, years end
1st: first
2nd: second
3rd: third
4th: fourth
5th: fifth
6th: sixth
7th: seventh
8th: eighth
9th: ninth
10th: tenth
11th: eleventh
12th: twelfth
q1: first quarter, 1st quarter
q2: second quarter, 2nd quarter
q3: third quarter, 3rd quarter
q4: fourth quarter, 4th quarter
2: two
3: three
4: four
5: five
6: six
7: seven
8: eight
9: nine
10: ten
`
