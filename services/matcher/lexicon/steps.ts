// What moves in steps, by the words that name it: "above 2.4%" is "at least 2.5%" of a rate that is
// published to a tenth, and "more than 3" is "at least 4" of what is counted.

const steps: readonly (readonly [step: number, words: string])[] = [
  [25, 'bp'],
  [0.1, 'magnitude cpi ppi pce unemployment gdp approval'],
  [
    1,
    'hightemp lowtemp temperature launch post ratecut ratehike seat executiveorder hurricane tornado earthquake strikeout homerun goal assist rebound touchdown rottentomatoes metacritic oscar grammy emmy medal judge justice pardon times electoral game episode case dissent veto bill member medal storm landfall shooting death shutdown',
  ],
  [0, 'btc eth sol xrp doge ada bnb ltc hype sp500 nasdaq100 djia gold silver wti brent mcap'],
]

/** Of stems; the first line that has one of them. */
export const stepOf: readonly (readonly [stem: string, step: number])[] = steps.flatMap(
  ([step, words]) => words.split(' ').map((word) => [word, step] as const),
)
