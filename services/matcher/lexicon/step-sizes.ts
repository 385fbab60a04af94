// The smallest changes of numbers (steps), by the words that name the number. For a rate that is published
// with one decimal (step 0.1), "above 2.4%" equals "at least 2.5%". For a count (step 1), "more than 3"
// equals "at least 4". The step 0 means that the number is continuous.

const steps: readonly (readonly [step: number, words: string])[] = [
  [25, 'bp'],
  [0.1, 'magnitude cpi ppi pce unemployment gdp approval'],
  [
    1,
    'hightemp lowtemp temperature launch post ratecut ratehike seat executiveorder hurricane tornado earthquake strikeout homerun goal assist rebound touchdown rottentomatoes metacritic oscar grammy emmy medal judge justice pardon times electoral game episode case dissent veto bill member medal storm landfall shooting death shutdown',
  ],
  [0, 'btc eth sol xrp doge ada bnb ltc hype sp500 nasdaq100 djia gold silver wti brent mcap'],
]

/** In order of precedence: the first entry whose word is present is used. */
export const stepSizes: readonly (readonly [stem: string, step: number])[] = steps.flatMap(
  ([step, words]) => words.split(' ').map((word) => [word, step] as const),
)
