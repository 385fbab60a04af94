// A series of candles out of those that have trades: which range a question means, empty buckets
// filled if wanted, each marked final or not. The numbers stay the text that the engine wrote.
import { bucketStartS, candleGrids, type CandleInterval } from '../domain/candle.ts'

export interface CandleRange {
  /** Start of the first bucket. */
  readonly fromS: number
  /** End of the last bucket. */
  readonly toS: number
}

/** Every bucket from the one that holds `startS` on that begins before `endS`. */
export function candleRange(interval: CandleInterval, startS: number, endS: number): CandleRange {
  if (startS >= endS) return { fromS: startS, toS: startS }
  const { stepS } = candleGrids[interval]
  return {
    fromS: bucketStartS(interval, startS),
    toS: bucketStartS(interval, endS - 1) + stepS,
  }
}

/** One candle: the start of its bucket, and its JSON without is_final. */
export interface CandleText {
  readonly startS: number
  readonly json: string
}

/** The engine writes start_ts first. */
export function toCandleText(json: string): CandleText {
  return { startS: Number(/^\{"start_ts":(\d+),/.exec(json)?.[1]), json }
}

/**
 * At most `most` candles, one for every bucket of the range: an empty bucket repeats the price at
 * which the one before it closed. `priceBefore` is the last price before the range; null: there was
 * no trade yet, and the series begins with the first.
 */
export function fillCandles(
  candles: readonly CandleText[],
  { fromS, toS }: CandleRange,
  stepS: number,
  priceBefore: string | null,
  most: number,
): readonly CandleText[] {
  const traded = new Map(candles.map((candle) => [candle.startS, candle]))
  const filled: CandleText[] = []
  let price = priceBefore
  let startS = price === null ? (candles[0]?.startS ?? toS) : fromS
  for (; startS < toS && filled.length < most; startS += stepS) {
    const candle = traded.get(startS)
    if (candle) price = closeOf(candle.json)
    filled.push(candle ?? { startS, json: emptyCandle(startS, price ?? '0') })
  }
  return filled
}

export function closeOf(json: string): string {
  return /"close":([^,]+),/.exec(json)?.[1] ?? ''
}

function emptyCandle(startS: number, price: string): string {
  return (
    `{"start_ts":${startS},"open":${price},"high":${price},"low":${price},"close":${price},` +
    '"volume":0,"notional":0,"trade_count":0}'
  )
}

export function withFinality(candle: CandleText, isFinal: boolean): string {
  return `${candle.json.slice(0, -1)},"is_final":${isFinal}}`
}
