// Where records go that a stage cannot work on: to the topic dead-letters, with their bytes. Too many
// of them stop the stage, because then it is the stage that is wrong.
import { maxRecordBytes, type LogRecord, type NewRecord } from '../log/port.ts'
import type { Codec } from '../codec/port.ts'
import type { Tally } from './tally.ts'

/** Going on would lose records or do no good: the subscription stops. */
export class StageError extends Error {
  readonly retriable = false
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StageError'
  }
}

export interface Bin {
  /** The dead letter of a record, to be emitted. Throws a StageError when there are too many. */
  put(record: LogRecord, reason: string, detail: string, fates: Tally): NewRecord
  /** A record that was worked on. */
  spare(): void
}

const mostInARow = 1_000
/** In each stretch of so many records, at most this part: judged at its end. */
const stretchRecords = 10_000
const mostOfStretch = 0.01
const mostDetailLength = 2_000
/** Room for what a dead letter has beside the bytes. */
const mostBytes = maxRecordBytes - 20_000

export function createBin(options: {
  readonly role: string
  readonly codec: Codec
  readonly topicPrefix: string
  readonly now: () => number
}): Bin {
  const { role: stage, codec, topicPrefix, now } = options
  let inARow = 0
  let seen = 0
  let dead = 0

  function judge(isDead: boolean, last: string): void {
    inARow = isDead ? inARow + 1 : 0
    dead += isDead ? 1 : 0
    seen += 1
    if (inARow >= mostInARow)
      throw new StageError(`${stage} gave up: ${inARow} dead letters in a row, the last: ${last}`)
    if (seen < stretchRecords) return
    if (dead > stretchRecords * mostOfStretch)
      throw new StageError(
        `${stage} gave up: ${dead} dead letters among ${seen} records${last && `, the last: ${last}`}`,
      )
    seen = 0
    dead = 0
  }

  return {
    spare: () => judge(false, ''),
    put(record, reason, detail, fates) {
      const topic = record.topic.slice(topicPrefix.length)
      const { partition, offset, key } = record
      const place = `${topic}/${partition}/${offset}`
      judge(true, `${place} ${reason} ${detail}`)
      fates.add(topic, 'dead_letter', reason)
      const bytes = Buffer.byteLength(key ?? '') + record.value.length
      const fits = bytes <= mostBytes
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
          detail: `${detail.slice(0, mostDetailLength)}${fits ? '' : ` (its ${bytes} bytes are left where they lie)`}`,
          failed_at_ms: now(),
        }),
      }
    },
  }
}
