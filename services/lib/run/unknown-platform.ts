// Rejects records with ids of unregistered platforms. The projector's stage writes such a record to the topic
// dead-letters before any table gets a row, so it can be replayed after the platform is registered. All other readers
// of the same topics leave out the same records.
import { parseId } from '../../platforms/identity.ts'
import type { InputTopicOf } from '../../topology.ts'
import { CodecError, type Decoder } from '../codec/port.ts'
import type { LogRecord } from '../log/port.ts'
import { decodeRecord, type StageRecord } from './stage.ts'

type ProjectorRecord = StageRecord<InputTopicOf<'projector'>>

/** The rejection for the first unregistered id; null: the platforms of all ids are registered. */
export function rejectUnknownPlatform(
  record: ProjectorRecord,
): { readonly reason: 'unknown_platform'; readonly detail: string } | null {
  const unknown = idsOfRecord(record).find((id) => id !== null && parseId(id) === null)
  if (unknown === undefined || unknown === null) return null
  return { reason: 'unknown_platform', detail: `no platform has the id ${JSON.stringify(unknown)}` }
}

/** Returns null for a record that becomes a dead letter of the projector: the tables have nothing of it. */
export function decodeTableRecord<T extends InputTopicOf<'projector'>>(
  decoder: Decoder,
  topicPrefix: string,
  record: LogRecord,
): StageRecord<T> | null {
  const decoded = decodeRecord<InputTopicOf<'projector'>>(decoder, topicPrefix, record)
  if (decoded instanceof CodecError || rejectUnknownPlatform(decoded) !== null) return null
  return decoded as StageRecord<T>
}

/** The unified ids of markets and events in the record; null where the record has none. */
function idsOfRecord({ topic, value }: ProjectorRecord): readonly (string | null)[] {
  switch (topic) {
    case 'trades':
      return [value.trade?.market_id ?? null, value.progress?.market_id ?? null]
    case 'books':
      return [value.market_id]
    case 'markets':
      return [value.id, value.event_id]
    case 'events':
      return [value.id]
    case 'wallet-activity':
      return [value.activity?.market_id ?? null]
    case 'audits':
    case 'book-sightings':
      return [value.market_id]
    case 'matches':
      return [value.market_id, value.link?.other_market_id ?? null]
  }
}
