// The candles of markets that are in memory, by interval: loads segments from the store, and marks the candles that
// records of the log change.
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
import type { Hold, Tail } from './tail.ts'

export interface CandleCacheOptions {
  /** The records of the topic `trades` whose candles may not be in the tables yet. */
  readonly tail: Tail
  readonly sieve: Sieve
  readonly partitionOf: (marketId: string) => number
  /** Reads candles from the store, oldest first; null if the store has lost rows since its positions were read. */
  readonly readCandles: (
    requests: readonly CandlesRequest[],
  ) => Promise<readonly (readonly string[])[] | null>
  /** Unix milliseconds of the trade of a record; null if the tables have none. */
  readonly timeOf: (record: LogRecord) => number | null
}

/** Which candles a load reads. */
export interface CandlesAround {
  readonly interval: CandleInterval
  /** Unix milliseconds: the segment will contain this time. */
  readonly ms: number
  /** `older`: those that start at or before the time, the newest; `newer`: its bucket and later ones, the oldest. */
  readonly direction: 'older' | 'newer'
  readonly limit: number
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
/** Candles after the time of a load of older ones. */
const laterCandles = 16

interface MarketGap {
  readonly marketId: string
  /** What is not in memory around the time. */
  readonly gap: { readonly fromMs: number; readonly untilMs: number }
}

export function createCandleCache(options: CandleCacheOptions): CandleCache {
  const { sieve, readCandles, timeOf } = options
  const allSeries = createSeriesMap<CandleSegment>(options)
  let loads = 0
  const keyOf = (marketId: string, interval: CandleInterval): string => `${interval} ${marketId}`

  /** Reads the bucket of the time and later ones. */
  async function readNewer({ marketId, gap }: MarketGap, { interval, ms, limit }: CandlesAround) {
    const fromS = bucketOf(interval, ms)
    const toS = toEndS(gap.untilMs)
    const found = await readCandles([{ marketId, interval, fromS, toS, limit, keep: 'oldest' }])
    const [candles] = found ?? []
    if (!candles) return null
    const fromMs = Math.max(gap.fromMs, fromS * 1000 - 1)
    const untilMs = candles.length < limit ? gap.untilMs : Math.max(ms, lastMsOf(candles))
    return { candles, segment: new CandleSegment(fromMs, untilMs) }
  }

  /** Reads the candles up to the time, and a few after it, so that the segment can grow with the present. */
  async function readOlder({ marketId, gap }: MarketGap, { interval, ms, limit }: CandlesAround) {
    const splitS = bucketOf(interval, ms) + candleGrids[interval].stepS
    const toS = toEndS(gap.untilMs)
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
    hold: Hold,
    around: CandlesAround,
  ): Promise<boolean> {
    loads += 1
    const { interval, direction } = around
    const place = { marketId: series.marketId, gap: series.gapAround(around.ms) }
    const found = await (direction === 'older' ? readOlder : readNewer)(place, around)
    if (found === null || !hold.isValid()) return false
    const { candles, segment } = found
    for (const { startS, json } of candles.map(toCandleText)) segment.put(startS, json)
    // from here to the end in one turn of the event loop: no record may come between
    for (const record of hold.recordsOf(series.marketId)) {
      const tradeMs = timeOf(record)
      if (tradeMs !== null) segment.put(bucketOf(interval, tradeMs), null)
    }
    allSeries.add(keyOf(series.marketId, interval), series, segment)
    return true
  }

  return {
    get: (marketId, interval) => allSeries.get(keyOf(marketId, interval)),
    has: (marketId) => allSeries.hasMarket(marketId),
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

const toEndS = (untilMs: number): number => Math.min(endOfTimeS, Math.floor(untilMs / 1000) + 1)

const startMsOf = (candle: string | undefined): number =>
  candle === undefined ? 0 : toCandleText(candle).startS * 1000
const firstMsOf = (candles: readonly string[]): number => startMsOf(candles[0])
const lastMsOf = (candles: readonly string[]): number => startMsOf(candles.at(-1))
