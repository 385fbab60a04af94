// Builds the candles of a response: computes the range of buckets, adds empty buckets if requested, and adds
// `is_final`. Numbers remain the text that the database wrote, because converting them to doubles could lose digits.
import type { Completeness } from './catalog/feed-catalog.ts'
import { completenessWithin, isComplete } from './completeness.ts'
import { toTradelessCandleJson } from './history/candle-values.ts'
import type { CandlePage } from './history/market-history.ts'
import { RenderedRows } from './rendered-rows.ts'
import { bucketStartS, candleGrids, type CandleInterval } from '../domain/candle.ts'

export interface CandleRange {
  /** Start of the first bucket. */
  readonly fromS: number
  /** End of the last bucket. */
  readonly toS: number
}

/** Returns the range from the bucket that contains `startS` to the last bucket that begins before `endS`. */
export function toCandleRange(interval: CandleInterval, startS: number, endS: number): CandleRange {
  if (startS >= endS) return { fromS: startS, toS: startS }
  const { stepS } = candleGrids[interval]
  return {
    fromS: bucketStartS(interval, startS),
    toS: bucketStartS(interval, endS - 1) + stepS,
  }
}

/** The start time of a candle, and the candle as JSON without `is_final`. */
export interface CandleText {
  readonly startS: number
  readonly json: string
}

/** Reads the start time of a candle from its JSON, of which `start_ts` must be the first field. */
export function toCandleText(json: string): CandleText {
  return { startS: Number(/^\{"start_ts":(\d+),/.exec(json)?.[1]), json }
}

/**
 * Returns at most `maxCandles` candles, one for every bucket of the range. The candle of an empty bucket has the
 * closing price of the bucket before it. `priceBefore`: the last price before the range; null if there was no earlier
 * trade, in which case the result begins with the bucket of the first trade.
 */
export function addCandlesForEmptyBuckets(
  candles: readonly CandleText[],
  { fromS, toS }: CandleRange,
  stepS: number,
  priceBefore: string | null,
  maxCandles: number,
): readonly CandleText[] {
  const traded = new Map(candles.map((candle) => [candle.startS, candle]))
  const filled: CandleText[] = []
  let price = priceBefore
  let startS = price === null ? (candles[0]?.startS ?? toS) : fromS
  for (; startS < toS && filled.length < maxCandles; startS += stepS) {
    const candle = traded.get(startS)
    if (candle) price = closingPriceOf(candle.json)
    filled.push(candle ?? { startS, json: toEmptyCandle(startS, price ?? '0') })
  }
  return filled
}

export function closingPriceOf(json: string): string {
  return /"close":([^,]+),/.exec(json)?.[1] ?? ''
}

function toEmptyCandle(startS: number, price: string): string {
  return toTradelessCandleJson(startS, { open: price, high: price, low: price, close: price })
}

/** Builds a page of the given candles, which must be sorted oldest first. Adds `is_final`. */
export function toCandlePage(
  candles: readonly CandleText[],
  hasMore: boolean,
  interval: CandleInterval,
  completeness: Completeness,
): CandlePage {
  const stepMs = candleGrids[interval].stepS * 1000
  const [firstS = null, lastS = null] = [candles[0]?.startS, candles.at(-1)?.startS]
  const untilMs = (lastS ?? 0) * 1000 + stepMs
  // keeps only the gaps in the range of the candles, which makes isComplete() faster for each candle
  const known = completenessWithin(completeness, (firstS ?? 0) * 1000, untilMs)
  const rows = candles.map((candle) => {
    const startMs = candle.startS * 1000
    return withFinality(candle, isComplete(known, startMs, startMs + stepMs))
  })
  return { rows: RenderedRows.of(rows), firstS, lastS, hasMore }
}

export function withFinality(candle: CandleText, isFinal: boolean): string {
  return `${candle.json.slice(0, -1)},"is_final":${isFinal}}`
}
