// The candles of some markets, in memory, by interval. This file loads segments of candles from the store, and
// marks the candles that records of the log change.
import {
  bucketStartS,
  candleGrids,
  candleIntervals,
  type CandleInterval,
} from '../../domain/candle.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import { toCandleText } from '../candle-series.ts'
import type { CandlesRequest } from '../queries/candles.ts'
import { CandleSegment } from './candle-segment.ts'
import type { Series } from './series.ts'
import { createSeriesMap } from './series-map.ts'
import type { Sieve } from '../../lib/run/sieve.ts'
import type { PinnedTail, TopicTail } from './tail.ts'

export interface CandleCacheOptions {
  /** The records of the topic `trades` whose candles may not be in the tables yet. */
  readonly tail: TopicTail
  readonly sieve: Sieve
  readonly partitionOf: (marketId: string) => number
  /** Reads candles from the store, oldest first; null if the store has lost rows since its positions were read. */
  readonly readCandles: (
    requests: readonly CandlesRequest[],
  ) => Promise<readonly (readonly string[])[] | null>
  /**
   * Returns the time of the trade in a record, in Unix milliseconds; null if the tables have no trade of this
   * record.
   */
  readonly timeOf: (record: LogRecord) => number | null
}

/** Which candles a load reads. */
export interface CandlesAroundTimeRequest {
  readonly interval: CandleInterval
  /** Unix milliseconds: the segment will contain this time. */
  readonly ms: number
  /**
   * `older`: the newest candles that start at or before `ms`. `newer`: the oldest candles from the bucket of
   * `ms` on.
   */
  readonly direction: 'older' | 'newer'
  readonly limit: number
}

export interface CandleCache {
  get(marketId: string, interval: CandleInterval): Series<CandleSegment> | undefined
  has(marketId: string): boolean
  /** Marks the candles that contain the time, one of each interval, as changed: they must be computed again. */
  markChanged(marketId: string, ms: number): void
  /** See SeriesMap.load(). */
  load(marketId: string, request: CandlesAroundTimeRequest): Promise<boolean>
  clear(): void
  loadCount(): number
}

/** A segment with more candles than this is split, because a segment can only be evicted as a whole. */
const maxSegmentCandles = 10_000
const endOfTimeS = 0xffff_ffff
/** A load of candles before a time also reads up to this many candles after that time. */
const laterCandles = 16

interface UnloadedInterval {
  readonly marketId: string
  /** The interval between two loaded segments that contains the requested time. */
  readonly gap: { readonly fromMs: number; readonly untilMs: number }
}

export function createCandleCache(options: CandleCacheOptions): CandleCache {
  const { sieve, readCandles, timeOf } = options
  const allSeries = createSeriesMap<CandleSegment>(options)
  let loads = 0
  const keyOf = (marketId: string, interval: CandleInterval): string => `${interval} ${marketId}`

  /** Reads the candle of the bucket that contains the time, and later candles, up to `limit` in all. */
  async function readNewerCandles(
    { marketId, gap }: UnloadedInterval,
    { interval, ms, limit }: CandlesAroundTimeRequest,
  ) {
    const fromS = bucketOf(interval, ms)
    const toS = toExclusiveEndS(gap.untilMs)
    const found = await readCandles([{ marketId, interval, fromS, toS, limit, keep: 'oldest' }])
    const [candles] = found ?? []
    if (!candles) return null
    const fromMs = Math.max(gap.fromMs, fromS * 1000 - 1)
    const untilMs = candles.length < limit ? gap.untilMs : Math.max(ms, lastMsOf(candles))
    return { candles, segment: new CandleSegment(fromMs, untilMs) }
  }

  /**
   * Reads at most `limit` candles up to the time, and a few later candles. If no candles follow these, the segment
   * extends to `gap.untilMs`, so that new candles can be added to it.
   */
  async function readOlderCandles(
    { marketId, gap }: UnloadedInterval,
    { interval, ms, limit }: CandlesAroundTimeRequest,
  ) {
    const splitS = bucketOf(interval, ms) + candleGrids[interval].stepS
    const toS = toExclusiveEndS(gap.untilMs)
    const found = await readCandles([
      { marketId, interval, fromS: 0, toS: splitS, limit, keep: 'newest' },
      { marketId, interval, fromS: splitS, toS, limit: laterCandles, keep: 'oldest' },
    ])
    const [older, newer] = found ?? []
    if (!older || !newer) return null
    const fromMs = older.length < limit ? -Infinity : firstMsOf(older) - 1
    const untilMs = newer.length < laterCandles ? gap.untilMs : Math.max(ms, lastMsOf(newer))
    const segment = new CandleSegment(Math.max(gap.fromMs, fromMs), untilMs)
    return { candles: [...older, ...newer], segment }
  }

  async function load(
    series: Series<CandleSegment>,
    pinnedTail: PinnedTail,
    request: CandlesAroundTimeRequest,
  ): Promise<boolean> {
    loads += 1
    const { interval, direction } = request
    const unloaded = { marketId: series.marketId, gap: series.unloadedIntervalAround(request.ms) }
    const found = await (direction === 'older' ? readOlderCandles : readNewerCandles)(
      unloaded,
      request,
    )
    if (found === null || !pinnedTail.isValid()) return false
    const { candles, segment } = found
    for (const { startS, json } of candles.map(toCandleText)) segment.put(startS, json)
    // this loop and add() run in one turn of the event loop, so that no record of the log arrives between them
    for (const record of pinnedTail.recordsOf(series.marketId)) {
      const tradeMs = timeOf(record)
      if (tradeMs !== null) segment.put(bucketOf(interval, tradeMs), null)
    }
    allSeries.add(keyOf(series.marketId, interval), series, segment)
    return true
  }

  return {
    get: (marketId, interval) => allSeries.get(keyOf(marketId, interval)),
    has: (marketId) => allSeries.hasMarket(marketId),
    markChanged(marketId, ms) {
      for (const interval of candleIntervals) {
        const key = keyOf(marketId, interval)
        const series = allSeries.get(key)
        const startS = bucketOf(interval, ms)
        const segment = series?.partCovering(startS * 1000)
        if (!series || !segment) continue
        segment.put(startS, null)
        if (segment.size > maxSegmentCandles) allSeries.add(key, series, segment.split())
        sieve.resize(segment)
      }
    },
    load: (marketId, request) =>
      allSeries.load(keyOf(marketId, request.interval), marketId, (series, pinnedTail) =>
        load(series, pinnedTail, request),
      ),
    clear: () => allSeries.clear(),
    loadCount: () => loads,
  }
}

const bucketOf = (interval: CandleInterval, ms: number): number =>
  bucketStartS(interval, Math.floor(ms / 1000))

/** Converts the inclusive end of an interval to an exclusive one, in Unix seconds. */
const toExclusiveEndS = (untilMs: number): number =>
  Math.min(endOfTimeS, Math.floor(untilMs / 1000) + 1)

const startMsOf = (candle: string | undefined): number =>
  candle === undefined ? 0 : toCandleText(candle).startS * 1000
const firstMsOf = (candles: readonly string[]): number => startMsOf(candles[0])
const lastMsOf = (candles: readonly string[]): number => startMsOf(candles.at(-1))
