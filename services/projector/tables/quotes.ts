// Table quotes: best bid and best ask of every book. Rows are written even when the prices have not
// changed: otherwise the set of rows would depend on batch boundaries.
import type { Book } from '../../../schemas/generated/events.ts'
import { quoteOf } from '../../domain/order-book.ts'
import type { Row } from './row.ts'

export const quoteColumns = ['market_id', 'ts', 'bid', 'ask', 'received_at_ms', 'version'] as const

export function toQuoteRow(book: Book, offset: number): Row {
  const { bid, ask } = quoteOf(book)
  return [book.market_id, book.timestamp_ms, bid, ask, book.received_at_ms, offset]
}
