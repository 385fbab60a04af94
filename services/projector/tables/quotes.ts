// quotes: best bid and ask of every book. "Only when they change" would make the rows depend on where
// batches end.
import type { Book } from '../../../schemas/generated/events.ts'
import type { Row } from './row.ts'
import { toDateTime64 } from './row.ts'

export const quoteColumns = ['market_id', 'ts', 'bid', 'ask', 'received_at_ms', 'version'] as const

export function toQuoteRow(book: Book, offset: number): Row {
  return [
    book.market_id,
    toDateTime64(book.timestamp_ms),
    book.bids[0]?.price ?? '0',
    book.asks[0]?.price ?? '1',
    book.received_at_ms,
    offset,
  ]
}
