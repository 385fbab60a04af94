// The expected contents of /v1, computed from the simulator's data: ids, trades in order, prices, candles.
import { hash } from 'node:crypto'
import { bucketStartS, type CandleInterval } from '../../services/domain/candle.ts'
import { fromScaled, parseDecimal, toScaled } from '../../services/domain/money.ts'
import type { TrueMarket, TrueTrade, Truth } from '../../simulator/truth.ts'

export interface ExpectedTrade {
  readonly id: string
  readonly native_trade_id: string
  readonly price: number
  readonly size: number
  readonly side: string
  readonly timestamp_ms: number
  /** Exact prices and size. */
  readonly exact: { readonly price: string; readonly outcomePrice: string; readonly size: string }
}

export function idOf({ platform, nativeId }: TrueMarket): string {
  return `${platform === 'platform_a' ? 'pa' : 'pb'}_${nativeId}`
}

/** Oldest first: by time, then by id. */
export function expectedTrades(truth: Truth, { platform, nativeId }: TrueMarket): ExpectedTrade[] {
  /** Number of rows with equal field values: platform_a's equal fills differ in nothing. */
  const met = new Map<string, number>()
  return truth
    .trades(nativeId)
    .map((trade): ExpectedTrade => ({
      id: platform === 'platform_a' ? idOnA(trade, met) : trade.nativeId,
      native_trade_id: trade.nativeId,
      price: Number(trade.price),
      size: Number(trade.size),
      side: trade.side,
      timestamp_ms: trade.timestampMs,
      exact: trade,
    }))
    .sort(byTimeAndId)
}

export function byTimeAndId(
  a: { readonly timestamp_ms: number; readonly id: string },
  b: { readonly timestamp_ms: number; readonly id: string },
): number {
  return a.timestamp_ms - b.timestamp_ms || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

function idOnA({ row, nativeId, timestampMs }: TrueTrade, met: Map<string, number>): string {
  const side = row['side'] === 'BUY' ? 'buy' : 'sell'
  const text = [row['asset'], row['proxyWallet'], side, parseDecimal(row['size'])]
  const content = [...text, parseDecimal(row['price']), timestampMs]
  const key = JSON.stringify([nativeId, ...content])
  const repeat = met.get(key) ?? 0
  met.set(key, repeat + 1)
  const digest = hash('sha256', JSON.stringify([...content, repeat]))
  return `${nativeId}-${digest.slice(0, 16)}`
}

export interface ExpectedCandle {
  readonly start_ts: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly notional: number
  readonly outcome_notional: number
  readonly trade_count: number
}

const priceDigits = 18
const sizeDigits = 6

/** `trades` oldest first. */
export function expectedCandles(
  trades: readonly ExpectedTrade[],
  interval: CandleInterval,
): ExpectedCandle[] {
  const buckets = new Map<number, ExpectedTrade[]>()
  for (const trade of trades) {
    const startS = bucketStartS(interval, Math.floor(trade.timestamp_ms / 1000))
    const bucket = buckets.get(startS)
    if (bucket) bucket.push(trade)
    else buckets.set(startS, [trade])
  }
  return [...buckets].map(([startS, inBucket]) => {
    const prices = inBucket.map(({ price }) => price)
    let volume = 0n
    let notional = 0n
    let outcomeNotional = 0n
    for (const { exact } of inBucket) {
      const size = toScaled(exact.size, sizeDigits)
      volume += size
      notional += size * toScaled(exact.price, priceDigits)
      outcomeNotional += size * toScaled(exact.outcomePrice, priceDigits)
    }
    return {
      start_ts: startS,
      open: prices[0] ?? NaN,
      high: Math.max(...prices),
      low: Math.min(...prices),
      close: prices.at(-1) ?? NaN,
      volume: Number(fromScaled(volume, sizeDigits)),
      notional: Number(fromScaled(notional, sizeDigits + priceDigits)),
      outcome_notional: Number(fromScaled(outcomeNotional, sizeDigits + priceDigits)),
      trade_count: inBucket.length,
    }
  })
}

/** The newest trade at or before an instant; null: there was none. */
export function tradeAt(trades: readonly ExpectedTrade[], atMs: number): ExpectedTrade | null {
  return trades.findLast(({ timestamp_ms: ms }) => ms <= atMs) ?? null
}

export type Levels = readonly (readonly [price: number, size: number])[]

export interface ExpectedBook {
  readonly bids: Levels
  readonly asks: Levels
}

export function expectedBook(truth: Truth, nativeId: string, atMs: number): ExpectedBook | null {
  const book = truth.book(nativeId, atMs)
  const numbers = (levels: readonly (readonly [string, string])[]): Levels =>
    levels.map(([price, size]) => [Number(price), Number(size)])
  return book && { bids: numbers(book.bids), asks: numbers(book.asks) }
}

/** The middle of a quote that is narrow enough to be a price. */
export function quotedPrice(truth: Truth, nativeId: string, atMs: number): number | null {
  const book = truth.book(nativeId, atMs)
  const [bid, ask] = [book?.bids[0]?.[0], book?.asks[0]?.[0]]
  if (bid === undefined || ask === undefined) return null
  const [low, high] = [toScaled(bid, priceDigits), toScaled(ask, priceDigits)]
  if (high - low > 10n ** BigInt(priceDigits) / 10n) return null
  return Number(fromScaled((low + high) * 5n, priceDigits + 1))
}
