// Table events: the newest record of each event, and its search words.
import { searchWords } from '../../domain/text.ts'
import type { Event } from '../../../schemas/generated/events.ts'
import type { Refusal } from '../../domain/refusals.ts'
import type { Row } from './row.ts'
import { isTimeInRange } from '../../domain/refusals.ts'

export const eventColumns = [
  'id',
  'platform',
  'native_id',
  'slug',
  'title',
  'description',
  'category',
  'tags',
  'url',
  'words',
  'received_at_ms',
  'version',
] as const

export function toEventRow(event: Event, offset: number): Row {
  return [
    event.id,
    event.platform,
    event.native_id,
    event.slug,
    event.title,
    event.description,
    event.category,
    event.tags,
    event.url,
    searchWords(event.title),
    event.received_at_ms,
    offset,
  ]
}

/** Returns why the table cannot store the event, or null if it can. */
export function eventRefusal(event: Event): Refusal | null {
  return isTimeInRange(event.received_at_ms) ? null : 'time_out_of_range'
}
