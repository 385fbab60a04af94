// Reads the topic dead-letters: which dead letters there are, and which of them an operator has resolved. A dead
// letter is named by the place of the record that could not be processed: topic/partition/offset.
import type { DeadLetter } from '../../../schemas/generated/events.ts'
import { CodecError, type Decoder } from '../../lib/codec/port.ts'
import type { LogRecord, ReadableLog } from '../../lib/log/port.ts'
import { readRecordAt } from '../last-records.ts'

export interface LetterSource {
  readonly log: Pick<ReadableLog, 'read' | 'ranges'>
  readonly decoder: Decoder
  readonly topicPrefix: string
}

/** A dead letter without the bytes of its record. */
export interface Letter extends Omit<DeadLetter, 'key' | 'value'> {
  readonly place: string
  /** The position of the dead letter itself in the topic dead-letters. */
  readonly storedAt: { readonly partition: number; readonly offset: number }
}

export interface Letters {
  /** The dead letters by place, in the order in which the records failed. */
  readonly byPlace: ReadonlyMap<string, Letter>
  /** How many records of the topic dead-letters cannot be decoded, and the reason for the last of them. */
  readonly undecodable: { readonly records: number; readonly reason: string }
}

/** Reason of the dead letters of the command `forget`, each of which stands for a range of records. */
export const forgotten = 'forgotten'

export async function readLetters({ log, decoder, topicPrefix }: LetterSource): Promise<Letters> {
  const byPlace = new Map<string, Letter>()
  let undecodable: Letters['undecodable'] = { records: 0, reason: '' }
  for (const { topic, partition, low, high } of await log.ranges(`${topicPrefix}dead-letters`))
    for await (const record of log.read({ topic, partition, from: low, until: high }))
      try {
        addLetter(byPlace, record, decoder.decode('dead-letters', record.value))
      } catch (error) {
        if (!(error instanceof CodecError)) throw error
        undecodable = { records: undecodable.records + 1, reason: error.message }
      }
  return { byPlace, undecodable }
}

function addLetter(
  lettersByPlace: Map<string, Letter>,
  record: LogRecord,
  value: DeadLetter,
): void {
  const { key: _key, value: _value, ...letter } = value
  const place = `${letter.topic}/${letter.partition}/${letter.offset}`
  const known = lettersByPlace.get(place)
  if (letter.resolution !== null) {
    // retention may have removed the dead letter itself
    if (known) lettersByPlace.set(place, { ...known, resolution: letter.resolution })
    return
  }
  // if a record is dead-lettered again, for example after `replay`, the new dead letter replaces the
  // old one
  lettersByPlace.delete(place)
  lettersByPlace.set(place, {
    ...letter,
    place,
    storedAt: { partition: record.partition, offset: record.offset },
  })
}

/**
 * Returns the record that could not be processed: from the dead letter, or from its topic if the dead letter has no
 * copy. null: neither has it.
 */
export async function readOriginalRecord(
  { log, decoder, topicPrefix }: LetterSource,
  { topic, partition, offset, storedAt }: Letter,
): Promise<LogRecord | null> {
  const name = topicPrefix + topic
  const stored = await readRecordAt(log, { topic: `${topicPrefix}dead-letters`, ...storedAt })
  if (stored) {
    const { key, value } = decoder.decode('dead-letters', stored.value)
    const { timestampMs } = stored
    if (value.length > 0) {
      // the log has loaded the schema of the dead letter, not that of the bytes in it
      await decoder.loadSchemas([{ value }])
      return { topic: name, partition, offset, key, value, timestampMs }
    }
  }
  return readRecordAt(log, { topic: name, partition, offset })
}
