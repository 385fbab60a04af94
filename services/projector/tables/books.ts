// Table books: the newest order book of each market. quotes.ts writes the best prices of every book.
import type { Book, PriceLevel } from '../../../schemas/generated/events.ts'
import type { Refusal, Row } from './row.ts'
import { isDecimal, isTime, toDateTime64 } from './row.ts'

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
    toDateTime64(book.timestamp_ms),
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

/** Returns why the tables books and quotes cannot store the book, or null if they can. */
export function bookRefusal(book: Book): Refusal | null {
  if (!isTime(book.timestamp_ms) || !isTime(book.received_at_ms)) return 'time_out_of_range'
  return book.bids.every(isStorable) && book.asks.every(isStorable) ? null : 'decimal_out_of_range'
}

function isStorable({ price, size }: PriceLevel): boolean {
  return isDecimal(price, 1) && isDecimal(size, 12)
}
