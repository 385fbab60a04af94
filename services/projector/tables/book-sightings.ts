// Table book_sightings: when the newest book of each market was last found unchanged.
import type { BookSighting } from '../../../schemas/generated/events.ts'
import { isTimeInRange, type Refusal } from '../../domain/refusals.ts'
import type { Row } from './row.ts'

export const bookSightingColumns = [
  'market_id',
  'book_received_at_ms',
  'seen_at_ms',
  'version',
] as const

export function toBookSightingRow(sighting: BookSighting, offset: number): Row {
  return [sighting.market_id, sighting.book_received_at_ms, sighting.seen_at_ms, offset]
}

/** Returns why the table cannot store the sighting, or null if it can. */
export function bookSightingRefusal(sighting: BookSighting): Refusal | null {
  const { book_received_at_ms: receivedAtMs, seen_at_ms: seenAtMs } = sighting
  return isTimeInRange(receivedAtMs) && isTimeInRange(seenAtMs) ? null : 'time_out_of_range'
}
