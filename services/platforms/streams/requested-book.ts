// Reads the levels of a book that the poller requested, with the mapper of its platform, to compare them with the
// book of a stream.
import type { RawBook } from '../../../schemas/generated/events.ts'
import type { BookSides } from '../../domain/order-book.ts'
import { parseId, platformOf } from '../identity.ts'
import { parseObject } from '../json.ts'
import type { Mapper } from '../mapper.ts'
import type { FetchedBook } from '../source.ts'

/** Returns the sides of the book; null if it cannot be read. */
export function readSides(toBook: Mapper['toBook'], book: FetchedBook): BookSides | null {
  const { id, url, receivedAtMs, clockDifferenceMs, body: text } = book
  const body = parseObject(text)
  if (!('value' in body)) return null
  const raw: RawBook = {
    platform: platformOf(id),
    market_id: id,
    outcome_index: 0,
    url,
    received_at_ms: receivedAtMs,
    body: text,
    depth: 0,
    from_stream: false,
    clock_difference_ms: clockDifferenceMs,
  }
  const result = toBook({
    raw,
    body: body.value,
    nativeId: parseId(id)?.nativeId ?? '',
    origin: { topic: 'raw.books', partition: 0, offset: 0 },
  })
  return 'value' in result ? result.value : null
}
