// Reads the topic dead-letters: which dead letters there are, and which of them an operator has resolved. A dead
// letter is named by the place of the record that could not be processed: topic/partition/offset.
import type { DeadLetter } from '../../../schemas/generated/events.ts'
import { CodecError, type Decoder } from '../../lib/codec/port.ts'
import type { LogRecord, ReadableLog } from '../../lib/log/port.ts'
import { readRecordAt } from '../last-records.ts'

export interface DeadLetterSource {
  readonly log: Pick<ReadableLog, 'read' | 'ranges'>
  readonly decoder: Decoder
  readonly topicPrefix: string
}

/** A dead letter without the bytes of its record. */
export interface DeadLetterSummary extends Omit<DeadLetter, 'key' | 'value'> {
  readonly place: string
  /** The position of the dead letter itself in the topic dead-letters. */
  readonly storedAt: { readonly partition: number; readonly offset: number }
}

export interface DeadLetters {
  /** The dead letters by place, in the order in which the records failed. */
  readonly byPlace: ReadonlyMap<string, DeadLetterSummary>
  /** How many records of the topic dead-letters cannot be decoded, and the reason for the last one. */
  readonly undecodable: { readonly records: number; readonly reason: string }
}

/** The `reason` of dead letters that the command `forget` writes. Each one stands for a range of records. */
export const forgotten = 'forgotten'

export async function readDeadLetters({
  log,
  decoder,
  topicPrefix,
}: DeadLetterSource): Promise<DeadLetters> {
  const byPlace = new Map<string, DeadLetterSummary>()
  let undecodable: DeadLetters['undecodable'] = { records: 0, reason: '' }
  for (const { topic, partition, low, high } of await log.ranges(`${topicPrefix}dead-letters`))
    for await (const record of log.read({ topic, partition, from: low, until: high }))
      try {
        addDeadLetter(byPlace, record, decoder.decode('dead-letters', record.value))
      } catch (error) {
        if (!(error instanceof CodecError)) throw error
        undecodable = { records: undecodable.records + 1, reason: error.message }
      }
  return { byPlace, undecodable }
}

function addDeadLetter(
  deadLettersByPlace: Map<string, DeadLetterSummary>,
  record: LogRecord,
  value: DeadLetter,
): void {
  const { key: _key, value: _value, ...letter } = value
  const place = `${letter.topic}/${letter.partition}/${letter.offset}`
  const known = deadLettersByPlace.get(place)
  if (letter.resolution !== null) {
    // no dead letter is known if retention has removed it and kept only its resolution
    if (known) deadLettersByPlace.set(place, { ...known, resolution: letter.resolution })
    return
  }
  // if a record fails again, for example after `replay`, the new dead letter replaces the old one
  deadLettersByPlace.delete(place)
  deadLettersByPlace.set(place, {
    ...letter,
    place,
    storedAt: { partition: record.partition, offset: record.offset },
  })
}

/**
 * Returns the record that could not be processed: from the dead letter, or from its topic if the dead letter has no
 * copy. Resolves with null if neither has it.
 */
export async function readOriginalRecord(
  { log, decoder, topicPrefix }: DeadLetterSource,
  { topic, partition, offset, storedAt }: DeadLetterSummary,
): Promise<LogRecord | null> {
  const name = topicPrefix + topic
  const stored = await readRecordAt(log, { topic: `${topicPrefix}dead-letters`, ...storedAt })
  if (stored) {
    const { key, value } = decoder.decode('dead-letters', stored.value)
    const { timestampMs } = stored
    if (value.length > 0) {
      // the log has loaded the schema of the dead letter, but not the schema of the original record in it
      await decoder.loadSchemas([{ value }])
      return { topic: name, partition, offset, key, value, timestampMs }
    }
  }
  return readRecordAt(log, { topic: name, partition, offset })
}
