// events: the newest record of an event, and the words that a search finds it by.
import { foldedWords } from '../../domain/text.ts'
import type { Event } from '../../../schemas/generated/events.ts'
import type { Refusal, Row } from './row.ts'
import { isTime } from './row.ts'

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
    foldedWords(event.title),
    event.received_at_ms,
    offset,
  ]
}

/** null: the table takes it. */
export function eventRefusal(event: Event): Refusal | null {
  return isTime(event.received_at_ms) ? null : 'time_out_of_range'
}
