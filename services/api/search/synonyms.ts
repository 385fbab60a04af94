// Groups of words and phrases that a search treats as equal. To add a synonym, add it to its group or add a
// line. A word may be in one group only. Plural forms are listed, because a synonym matches whole words.
export const synonyms: readonly (readonly string[])[] = [
  // digital currencies
  ['btc', 'bitcoin', 'xbt'],
  ['eth', 'ethereum', 'ether'],
  ['sol', 'solana'],
  ['xrp', 'ripple'],
  // central banks and statistics
  ['fed', 'federal reserve', 'fomc'],
  ['ecb', 'european central bank'],
  ['boe', 'bank of england'],
  ['boj', 'bank of japan'],
  ['cpi', 'inflation', 'consumer price index'],
  ['gdp', 'gross domestic product'],
  ['nfp', 'nonfarm payrolls', 'jobs report'],
  ['bps', 'bp', 'basis points'],
  // financial markets
  ['sp500', 's p 500', 'spx', 's and p 500'],
  ['nasdaq', 'nasdaq 100', 'ndx'],
  ['oil', 'wti', 'crude'],
  ['ipo', 'initial public offering', 'go public'],
  // politics
  ['gop', 'republican', 'republicans', 'rep'],
  ['dem', 'dems', 'democrat', 'democrats', 'democratic'],
  ['potus', 'president', 'presidency', 'presidential'],
  ['vp', 'vice president', 'vice presidential'],
  ['scotus', 'supreme court'],
  ['gov', 'governor', 'gubernatorial'],
  ['doj', 'justice department', 'department of justice'],
  ['nominee', 'nomination'],
  // places
  ['us', 'usa', 'united states'],
  ['uk', 'united kingdom', 'britain'],
  ['eu', 'european union'],
  ['uae', 'united arab emirates'],
  ['nyc', 'new york city'],
  // sports and culture
  ['ufc', 'mma'],
  ['f1', 'formula 1', 'formula one'],
  ['ucl', 'champions league'],
  ['epl', 'premier league'],
  ['mvp', 'most valuable player'],
  ['oscar', 'oscars', 'academy award', 'academy awards'],
  // technology
  ['ai', 'artificial intelligence'],
  ['agi', 'artificial general intelligence'],
]
