// Trades and books of the recordings as /v1 has to answer them, and the price that follows from them.
import { numberOf, one, unitsOf } from './scaled-integers.ts'
import type { Observed } from './expected-market.ts'
import type { Json } from './recordings.ts'

/** platform_a gives its trades no ids: there only the hash is known beforehand. */
export interface ExpectedTrade {
  readonly id?: string
  readonly native_trade_id: string
  readonly market_id: string
  readonly platform: string
  readonly price: number
  readonly size: number
  readonly side: 'buy' | 'sell'
  readonly timestamp_ms: number
  readonly outcome: string
  readonly outcome_price: number
}

type Level = readonly [price: bigint, size: number]

export interface ExpectedBook {
  /** In any order. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** null: the platform gives none, the book is of when it was received. */
  readonly timestampMs: number | null
}

const widest = unitsOf('0.1')

/** Best level first. */
function sorted({ bids, asks }: ExpectedBook): ExpectedBook {
  const by = (direction: 1 | -1) => (a: Level, b: Level) =>
    a[0] === b[0] ? 0 : a[0] < b[0] ? -direction : direction
  return { bids: bids.toSorted(by(-1)), asks: asks.toSorted(by(1)), timestampMs: null }
}

function bestOf(book: ExpectedBook): { bid: bigint; ask: bigint } {
  const { bids, asks } = sorted(book)
  return { bid: bids[0]?.[0] ?? 0n, ask: asks[0]?.[0] ?? one }
}

/** Without the time, which only some books have. */
export function bookAnswer(marketId: string, platform: string, book: ExpectedBook): Json {
  const { bids, asks } = sorted(book)
  const { bid, ask } = bestOf(book)
  const side = (levels: readonly Level[]) =>
    levels.map(([price, size]) => ({ price: numberOf(price), size, platform }))
  return {
    market_id: marketId,
    bids: side(bids),
    asks: side(asks),
    spread: numberOf(ask - bid),
    mid_price: numberOf((bid + ask) / 2n),
  }
}

/** What the newest trade and the newest usable quote say of the price. */
export function observedOf(trades: readonly ExpectedTrade[], book: ExpectedBook | null): Observed {
  const trade = trades.toSorted((a, b) => a.timestamp_ms - b.timestamp_ms).at(-1)
  const best = book ? bestOf(book) : null
  const isUsable = best !== null && best.bid > 0n && best.ask < one && best.ask - best.bid <= widest
  const quoteMs = book?.timestampMs ?? null
  if (best && isUsable && (!trade || (quoteMs ?? Infinity) > trade.timestamp_ms)) {
    const units = (best.bid + best.ask) / 2n
    return { price: { units, source: 'quote', timestampMs: quoteMs }, book: best }
  }
  if (!trade) return { price: null, book: best }
  const { price, timestamp_ms: timestampMs } = trade
  return { price: { units: unitsOf(price), source: 'trade', timestampMs }, book: best }
}
