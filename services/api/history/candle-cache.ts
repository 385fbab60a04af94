// The candles of markets that are in memory, by interval: loads segments from the store, and marks the candles that
// records of the log change.
import {
  bucketStartS,
  candleGrids,
  candleIntervals,
  type CandleInterval,
} from '../../domain/candle.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import { toCandleText, type CandleText } from '../candle-series.ts'
import type { CandlesRequest } from '../queries/candles.ts'
import { CandleSegment } from './candle-segment.ts'
import type { Series } from './series.ts'
import { createSeriesMap } from './series-map.ts'
import type { Sieve } from './sieve.ts'
import type { Hold, Tail } from './tail.ts'

export interface CandleCacheOptions {
  /** The records of the topic `trades` whose candles may not be in the tables yet. */
  readonly tail: Tail
  readonly sieve: Sieve
  readonly partitionOf: (marketId: string) => number
  /** Reads candles from the store, oldest first; null if the store has lost rows since its positions were read. */
  readonly readCandles: (
    older: CandlesRequest,
    newer: CandlesRequest,
  ) => Promise<readonly [older: readonly string[], newer: readonly string[]] | null>
  /** Unix milliseconds of the trade of a record; null if the tables have none. */
  readonly timeOf: (record: LogRecord) => number | null
}

/** Which candles a load reads. */
export interface CandlesAround {
  readonly interval: CandleInterval
  /** Unix milliseconds: the segment will contain this time. */
  readonly ms: number
  /** At most so many candles that start at or before the time. */
  readonly older: number
  /** At most so many candles that start after it. */
  readonly newer: number
}

export interface CandleCache {
  get(marketId: string, interval: CandleInterval): Series<CandleSegment> | undefined
  has(marketId: string): boolean
  /** Marks the candles that contain the time. */
  touch(marketId: string, ms: number): void
  /** See SeriesMap.load(). */
  load(marketId: string, around: CandlesAround): Promise<boolean>
  clear(): void
  loads(): number
}

/** More candles than any request needs would only make eviction coarse. */
const maxSegmentCandles = 10_000
const endOfTimeS = 0xffff_ffff

export function createCandleCache(options: CandleCacheOptions): CandleCache {
  const { sieve, readCandles, timeOf } = options
  const allSeries = createSeriesMap<CandleSegment>(options)
  let loads = 0
  const keyOf = (marketId: string, interval: CandleInterval): string => `${interval} ${marketId}`

  async function load(
    series: Series<CandleSegment>,
    hold: Hold,
    around: CandlesAround,
  ): Promise<boolean> {
    loads += 1
    const { marketId } = series
    const { interval, ms, older: olderLimit, newer: newerLimit } = around
    const gap = series.gapAround(ms)
    const { stepS } = candleGrids[interval]
    // the first bucket that starts after the time
    const splitS = bucketStartS(interval, Math.floor(ms / 1000)) + stepS
    const toS = Math.min(endOfTimeS, Math.floor(gap.untilMs / 1000) + 1)
    const found = await readCandles(
      { marketId, interval, fromS: 0, toS: splitS, limit: olderLimit, keep: 'newest' },
      { marketId, interval, fromS: splitS, toS, limit: newerLimit, keep: 'oldest' },
    )
    if (found === null || !hold.isValid()) return false
    const [older, newer] = found
    const candles = [...older, ...newer].map(toCandleText)
    const segment = new CandleSegment(
      Math.max(gap.fromMs, older.length < olderLimit ? -Infinity : firstMsOf(candles) - 1),
      newer.length < newerLimit ? gap.untilMs : Math.max(ms, lastMsOf(candles)),
    )
    for (const { startS, json } of candles) segment.put(startS, json)
    // from here to the end in one turn of the event loop: no record may come between
    for (const record of hold.recordsOf(marketId)) {
      const tradeMs = timeOf(record)
      if (tradeMs !== null) segment.put(bucketOf(interval, tradeMs), null)
    }
    allSeries.add(keyOf(marketId, interval), series, segment)
    return true
  }

  return {
    get: (marketId, interval) => allSeries.get(keyOf(marketId, interval)),
    has: (marketId) =>
      candleIntervals.some((interval) => allSeries.get(keyOf(marketId, interval)) !== undefined),
    touch(marketId, ms) {
      for (const interval of candleIntervals) {
        const key = keyOf(marketId, interval)
        const series = allSeries.get(key)
        const startS = bucketOf(interval, ms)
        const segment = series?.covering(startS * 1000)
        if (!series || !segment) continue
        segment.put(startS, null)
        if (segment.size > maxSegmentCandles) allSeries.add(key, series, segment.split())
        sieve.resize(segment)
      }
    },
    load: (marketId, around) =>
      allSeries.load(keyOf(marketId, around.interval), marketId, (series, hold) =>
        load(series, hold, around),
      ),
    clear: () => allSeries.clear(),
    loads: () => loads,
  }
}

const bucketOf = (interval: CandleInterval, ms: number): number =>
  bucketStartS(interval, Math.floor(ms / 1000))

const firstMsOf = (candles: readonly CandleText[]): number => (candles[0]?.startS ?? 0) * 1000
const lastMsOf = (candles: readonly CandleText[]): number => (candles.at(-1)?.startS ?? 0) * 1000
