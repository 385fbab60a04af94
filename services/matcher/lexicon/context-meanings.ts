// Words whose meaning depends on other words of the question, one rule per line: `replacement: words |
// context words`. If the question contains a context word, the replacement replaces each of the words. An
// empty replacement makes them insignificant ("magnitude" in a question about an earthquake).

/** Rules that apply to all statements. */
export const contextMeanings = `
: us | president retailsales tornado appstore ag measles cpi ppi pce gdp jobs unemployment fed shutdown gasprice recession congress senate house supremecourt midterms fomc powell executiveorder trump mortgage nonfarm cabinet
: justice | supremecourt
: dated week chart | billboard
: parliament knesset bundestag riksdag storting folketing sejm duma | election seats
: state | landtag saxony mecklenburg wurttemberg rhineland
: fide | candidates chess
: rider riders world | motogp superbike
: icc | t20 odi cricket
: conmebol | south american america copaamerica libertadores sudamericana
: standings table | epl laliga seriea bundesliga ligue1 eredivisie
: regularseason | mvp roty dpoy coty wins lead leader most
: degrees celsius c | temperature hightemp lowtemp
: representative | party dem rep
include: named name called select | squad roster
: person | meet
: named | persontime
: song | hot100
: album | billboard200
: units equivalent | sales
: domestic domestically boxoffice theatrical | opening
: tie ties including includes | top
: inc corp corporation ltd plc holdings platforms technologies com | company mcap ipo acquire close merge shares
: target | fedfunds
1st: top | netflix spotify billboard appstore itunes hot100 billboard200
: new | album
: fed | ratecut ratehike ratehold
: conduct | test
: series | emmy
: best | oscar emmy goldenglobe tony bafta
: game | goty
: youtube | subscribers
: set | fastest
: issue bill | veto
: extent | ice
leave: withdraw | nato un wto unesco eu opec worldhealth
complete: close finalize finalise consummate | acquire merge takeover
goldenboot: topscorer | worldcup epl laliga seriea bundesliga ligue1 ucl euro copaamerica
knockout: roundof32 | worldcup
`

/** Rules that apply if the statement has a number. */
export const contextMeaningsWithNumber = `
: rise growth gain up climb expand | cpi ppi pce gdp inflation wage retailsales jobs
: add create | jobs
: mom | rise
: gross earn make | opening
: stock share | close
: fixed average freddie mac frm | mortgage
close: settle settled | wti brent gold silver copper natgas
: magnitude | earthquake
: hold control | seats
: rocket mission | spacex
: rate | unemployment mortgage
: gallon aaa regular price national average | gasprice
: price barrel front-month front future active contract | wti brent natgas
: price ounce oz troy future | gold silver copper platinum
: price | btc eth sol xrp doge ada bnb ltc hype sp500 nasdaq100 djia
: dip fall | btc eth sol xrp doge ada bnb ltc hype gold silver wti brent sp500 nasdaq100 djia
: inch inches rain rainfall | rain
: rating score | rottentomatoes metacritic approval
`

/** Rules that apply if the statement has a number that is so large that it must be an annual rate. */
export const contextMeaningsWithLargeNumber = `
: yoy | cpi pce ppi
`
