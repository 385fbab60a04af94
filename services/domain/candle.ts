// The time ranges (buckets) that candles summarize: the supported intervals, and the start and end of each
// bucket. Buckets follow each other without gaps from the Unix epoch, in UTC. Weeks begin on Mondays. Times
// are Unix seconds. The projector and the API use this file.

export type CandleInterval = '1m' | '5m' | '15m' | '1h' | '4h' | '1d' | '1w'

/** The buckets of one interval. */
interface CandleGrid {
  /** Length of a bucket, in seconds. */
  readonly stepS: number
  /** Start of one bucket: 0, or for weeks the first Monday after the Unix epoch, which was a Thursday. */
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

export const candleIntervals = Object.keys(candleGrids) as readonly CandleInterval[]

/** Returns the start of the bucket that contains the time. */
export function bucketStartS(interval: CandleInterval, timeS: number): number {
  const { stepS, offsetS } = candleGrids[interval]
  return offsetS + Math.floor((timeS - offsetS) / stepS) * stepS
}

/** Returns the end of the bucket that contains the time, which is the start of the next bucket. */
export function bucketEndS(interval: CandleInterval, timeS: number): number {
  return bucketStartS(interval, timeS) + candleGrids[interval].stepS
}
