// Table books: the newest order book of each market. quotes.ts writes the best prices of every book.
import type { Book, PriceLevel } from '../../../schemas/generated/events.ts'
import type { Row } from './row.ts'

export const bookColumns = [
  'market_id',
  'platform',
  'ts',
  'bids',
  'asks',
  'received_at_ms',
  'version',
] as const

export function toBookRow(book: Book, offset: number): Row {
  return [
    book.market_id,
    book.platform,
    book.timestamp_ms,
    book.bids.map(toLevel),
    book.asks.map(toLevel),
    book.received_at_ms,
    offset,
  ]
}

/** Returns only the fields of the column's tuples, because later versions of the record may have more. */
function toLevel({ price, size }: PriceLevel): PriceLevel {
  return { price, size }
}
