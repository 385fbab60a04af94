// Buckets of candles: which interval there is, where a bucket begins and ends. All buckets lie on a
// grid from the Unix epoch in UTC; weeks begin on Mondays. Times in Unix seconds.

export type CandleInterval = '1m' | '5m' | '15m' | '1h' | '4h' | '1d' | '1w'

interface CandleGrid {
  readonly stepS: number
  /** Where the grid begins: 0, or the first Monday after the epoch (a Thursday). */
  readonly offsetS: number
}

const minuteS = 60
const hourS = 3600
const dayS = 86_400

export const candleGrids: Readonly<Record<CandleInterval, CandleGrid>> = {
  '1m': { stepS: minuteS, offsetS: 0 },
  '5m': { stepS: 5 * minuteS, offsetS: 0 },
  '15m': { stepS: 15 * minuteS, offsetS: 0 },
  '1h': { stepS: hourS, offsetS: 0 },
  '4h': { stepS: 4 * hourS, offsetS: 0 },
  '1d': { stepS: dayS, offsetS: 0 },
  '1w': { stepS: 7 * dayS, offsetS: 4 * dayS },
}

export function isCandleInterval(text: string): text is CandleInterval {
  return Object.hasOwn(candleGrids, text)
}

/** Start of the bucket that the instant lies in. */
export function bucketStartS(interval: CandleInterval, timeS: number): number {
  const { stepS, offsetS } = candleGrids[interval]
  return offsetS + Math.floor((timeS - offsetS) / stepS) * stepS
}

/** End of the bucket that the instant lies in, itself the start of the next. */
export function bucketEndS(interval: CandleInterval, timeS: number): number {
  return bucketStartS(interval, timeS) + candleGrids[interval].stepS
}
