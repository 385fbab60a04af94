// Dead letters: records that a stage cannot process go to the topic dead-letters with their bytes. Too many of
// them stop the stage, because then the stage itself is probably faulty.
import { maxRecordBytes, type LogRecord, type NewRecord } from '../log/port.ts'
import type { Codec } from '../codec/port.ts'
import type { Tally } from './tally.ts'

/** Thrown when continuing would lose records or repeat the failure. The subscription then stops. */
export class StageError extends Error {
  readonly retriable = false
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StageError'
  }
}

export interface DeadLetterGuard {
  /** Returns the dead letter to emit for a record. Throws a StageError if there are too many. */
  reject(record: LogRecord, reason: string, detail: string, tally: Tally): NewRecord
  /** Counts a record that was processed. Throws a StageError if there were too many dead letters. */
  accept(): void
}

const maxConsecutive = 1_000
/**
 * Records are counted in windows of this size. In each window, at most the fraction `maxInvalidRatio` may be dead
 * letters.
 */
const windowRecords = 10_000
const maxInvalidRatio = 0.01
const maxDetailLength = 2_000
/**
 * A larger record is not copied into its dead letter, because the dead letter, which has other fields
 * too, would exceed the limit for records.
 */
const maxCopiedBytes = maxRecordBytes - 20_000

export function createDeadLetterGuard(options: {
  readonly role: string
  readonly codec: Codec
  readonly topicPrefix: string
  readonly now: () => number
}): DeadLetterGuard {
  const { role: stage, codec, topicPrefix, now } = options
  let consecutive = 0
  let seen = 0
  let dead = 0

  function count(isDeadLetter: boolean, description: string): void {
    consecutive = isDeadLetter ? consecutive + 1 : 0
    dead += isDeadLetter ? 1 : 0
    seen += 1
    if (consecutive >= maxConsecutive)
      throw new StageError(
        `${stage} gave up: ${consecutive} dead letters in a row, the last: ${description}`,
      )
    if (seen < windowRecords) return
    if (dead > windowRecords * maxInvalidRatio)
      throw new StageError(
        `${stage} gave up: ${dead} dead letters among ${seen} records${description && `, the last: ${description}`}`,
      )
    seen = 0
    dead = 0
  }

  return {
    accept: () => count(false, ''),
    reject(record, reason, detail, tally) {
      const topic = record.topic.slice(topicPrefix.length)
      const { partition, offset, key } = record
      const place = `${topic}/${partition}/${offset}`
      count(true, `${place} ${reason} ${detail}`)
      tally.add(topic, 'dead_letter', reason)
      const bytes = Buffer.byteLength(key ?? '') + record.value.length
      const fits = bytes <= maxCopiedBytes
      return {
        topic: `${topicPrefix}dead-letters`,
        key: place,
        value: codec.encode('dead-letters', {
          stage,
          topic,
          partition,
          offset,
          key: fits ? key : null,
          value: fits ? record.value : Buffer.alloc(0),
          reason,
          detail: `${detail.slice(0, maxDetailLength)}${fits ? '' : ` (its ${bytes} bytes are not copied: read them from the topic)`}`,
          failed_at_ms: now(),
          resolution: null,
        }),
      }
    },
  }
}
