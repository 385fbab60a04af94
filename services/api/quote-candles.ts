// Candles of quotes: of the bid, the ask or the mid price of a market. A value is in force from the time of its
// quote until the next quote (docs/decisions/046-quote-candles.md).
import type { CandlesQuery } from '../../schemas/generated/api.ts'
import { candleGrids, type CandleInterval } from '../domain/candle.ts'
import { compareDecimals, type Decimal } from '../domain/money.ts'
import { walkBuckets } from './bucket-walk.ts'
import type { CandleRange, CandleText } from './candle-series.ts'
import { toTradelessCandleJson } from './history/candle-values.ts'
import type { MarketRef, MarketHistory } from './history/market-history.ts'
import type { BucketValues, ValueBucket, ValueRange } from './queries/bucket-values.ts'

export interface QuoteCandles {
  readonly candles: readonly CandleText[]
  readonly hasMore: boolean
}

/**
 * Returns the candles of the buckets with quotes. With `fill`, returns the candles of all buckets that have a value:
 * the value of a quote also counts for the following buckets, until the next quote.
 */
export function readQuoteCandles(
  history: MarketHistory,
  market: MarketRef,
  query: CandlesQuery,
  range: CandleRange,
): Promise<QuoteCandles> {
  const read = query.fill === 'previous' ? readCandlesOfAllBuckets : readCandlesOfBucketsWithQuotes
  return read(history, market, query, range)
}

async function readCandlesOfBucketsWithQuotes(
  history: MarketHistory,
  market: MarketRef,
  { source, interval, start_ts: start, limit }: CandlesQuery,
  range: CandleRange,
): Promise<QuoteCandles> {
  const keep = start === undefined ? 'newest' : 'oldest'
  const found = await walkBuckets({
    interval,
    range,
    count: limit + 1,
    keep,
    read: async (window) => [await history.bucketValues(market, { source, ...window })],
    toResults: ([series], window) =>
      bucketsWithin(series, window).flatMap((bucket) => toCandle(bucket) ?? []),
  })
  const candles = keep === 'oldest' ? found.slice(0, limit) : found.slice(-limit)
  return { candles, hasMore: found.length > limit }
}

/**
 * Returns the candles of all buckets that have a value; the value of a bucket without quotes comes from an earlier
 * quote. Without start_ts, only the newest `limit` buckets are considered, as in candle-answers.ts.
 */
async function readCandlesOfAllBuckets(
  history: MarketHistory,
  market: MarketRef,
  { source, interval, start_ts: start, limit }: CandlesQuery,
  { fromS, toS }: CandleRange,
): Promise<QuoteCandles> {
  const isNewest = start === undefined
  const firstS = isNewest ? Math.max(fromS, toS - limit * candleGrids[interval].stepS) : fromS
  let hasEarlier = false
  let filler: CandleFiller | null = null
  await walkBuckets({
    interval,
    range: { fromS: firstS, toS },
    count: limit + 1,
    keep: 'oldest',
    read: async (window) => [await history.bucketValues(market, { source, ...window })],
    toResults([series], window) {
      hasEarlier ||= filler === null && series.before !== null
      filler ??= createCandleFiller(interval, firstS, series.before?.value ?? null, limit + 1)
      return filler.add(bucketsWithin(series, window))
    },
  })
  const filled = (filler as CandleFiller | null)?.end(toS) ?? []
  return { candles: filled.slice(0, limit), hasMore: isNewest ? hasEarlier : filled.length > limit }
}

interface CandleFiller {
  /** Adds the candles of the buckets, and of the empty buckets before each of them. Returns the added candles. */
  add(buckets: readonly ValueBucket[]): readonly CandleText[]
  /** Adds candles of empty buckets until the time, and returns all candles. */
  end(untilS: number): readonly CandleText[]
}

/** Creates a filler that begins at `fromS`. `value`: the quoted value in force at `fromS`; null if none is in force. */
function createCandleFiller(
  interval: CandleInterval,
  fromS: number,
  value: Decimal | null,
  maxCandles: number,
): CandleFiller {
  const { stepS } = candleGrids[interval]
  const candles: CandleText[] = []
  let current = value
  let nextS = fromS

  function push(candle: CandleText | null): void {
    if (candle !== null && candles.length < maxCandles) candles.push(candle)
  }

  function fillUntil(untilS: number): void {
    if (current === null) return
    const range = { open: current, high: current, low: current, close: current }
    for (; nextS < untilS && candles.length < maxCandles; nextS += stepS)
      push(toCandleText(nextS, range))
  }

  return {
    add(buckets) {
      const known = candles.length
      for (const bucket of buckets) {
        fillUntil(bucket.startS)
        push(toCandle(bucket))
        current = bucket.last.value
        nextS = bucket.startS + stepS
      }
      return candles.slice(known)
    },
    end(untilS) {
      fillUntil(untilS)
      return candles
    },
  }
}

/** Returns the buckets of a series that start in the window. */
function bucketsWithin(
  { buckets }: BucketValues,
  { fromS, toS }: CandleRange,
): readonly ValueBucket[] {
  return buckets.filter(({ startS }) => startS >= fromS && startS < toS)
}

/** Returns the candle of a bucket; null if neither the bucket nor the newest quote before it has a value. */
function toCandle({ startS, before, firstMs, values }: ValueBucket): CandleText | null {
  // the value before the bucket opens the candle, unless a quote at the exact start of the bucket replaces it
  const carried = firstMs > startS * 1000 ? (before?.value ?? null) : null
  if (carried === null) return values && toCandleText(startS, values)
  const { high, low, close } = values ?? { high: carried, low: carried, close: carried }
  return toCandleText(startS, {
    open: carried,
    high: compareDecimals(carried, high) > 0 ? carried : high,
    low: compareDecimals(carried, low) < 0 ? carried : low,
    close,
  })
}

function toCandleText(startS: number, range: ValueRange): CandleText {
  return { startS, json: toTradelessCandleJson(startS, range) }
}
