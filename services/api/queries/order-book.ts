// Query: the newest order book of a market.
import type { PriceLevel } from '../../../schemas/generated/events.ts'
import type { BookSides } from '../../domain/order-book.ts'
import type { Decimal } from '../../domain/money.ts'
import type { Store } from '../../lib/store/port.ts'

const sql = `
SELECT toUnixTimestamp64Milli(ts) AS timestamp_ms, version AS position,
  arrayMap(l -> toString(tupleElement(l, 'price')), bids) AS bid_prices,
  arrayMap(l -> toString(tupleElement(l, 'size')), bids) AS bid_sizes,
  arrayMap(l -> toString(tupleElement(l, 'price')), asks) AS ask_prices,
  arrayMap(l -> toString(tupleElement(l, 'size')), asks) AS ask_sizes,
  received_at_ms,
  (SELECT groupArray((book_received_at_ms, seen_at_ms)) FROM book_sightings
    WHERE market_id = {market:String}) AS sightings
FROM books WHERE market_id = {market:String} ORDER BY books.version DESC LIMIT 1`

interface Row {
  readonly timestamp_ms: number
  readonly position: number | string
  readonly bid_prices: readonly Decimal[]
  readonly bid_sizes: readonly Decimal[]
  readonly ask_prices: readonly Decimal[]
  readonly ask_sizes: readonly Decimal[]
  readonly received_at_ms: number
  /**
   * The times at which the platform returned a recorded book of the market again, unchanged. `bookReceivedAtMs`
   * identifies the book.
   */
  readonly sightings: readonly (readonly [bookReceivedAtMs: number, seenAtMs: number])[]
}

/** The newest order book of a market. */
export type NewestBook = BookSides & {
  readonly timestampMs: number
  /** Offset in the topic `books`. */
  readonly position: number
  readonly receivedAtMs: number
  /** The last recorded time at which the platform returned this book, in Unix milliseconds. */
  readonly seenAtMs: number
}

/** Returns null if no order book of the market was recorded. */
export async function queryOrderBook(store: Store, marketId: string): Promise<NewestBook | null> {
  const [row] = await store.query<Row>(sql, { market: marketId })
  if (!row) return null
  return {
    bids: toLevels(row.bid_prices, row.bid_sizes),
    asks: toLevels(row.ask_prices, row.ask_sizes),
    timestampMs: row.timestamp_ms,
    position: Number(row.position),
    receivedAtMs: row.received_at_ms,
    seenAtMs: Math.max(
      row.received_at_ms,
      ...row.sightings.filter(([of]) => of === row.received_at_ms).map(([, seenAtMs]) => seenAtMs),
    ),
  }
}

function toLevels(prices: readonly Decimal[], sizes: readonly Decimal[]): PriceLevel[] {
  return prices.map((price, i) => ({ price, size: sizes[i] ?? '0' }))
}
