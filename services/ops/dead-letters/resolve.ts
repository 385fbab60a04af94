// Resolves dead letters: processes the original record again, or drops it. Runs in the process of the normalizer,
// because only one process may write to the embedded log. docs/decisions/056-dead-letters.md explains the order of the
// writes.
import type { DeadLetterResolution } from '../../../schemas/generated/events.ts'
import { CodecError, type Codec } from '../../lib/codec/port.ts'
import type { EventLog, LogRecord, NewRecord, Writer } from '../../lib/log/port.ts'
import {
  createRecordTransform,
  decodeRecord,
  type Transform,
  type EncodedResult,
} from '../../lib/run/stage.ts'
import { rejectUnknownPlatform } from '../../lib/run/unknown-platform.ts'
import { topics, type InputTopicOf, type Topic } from '../../topology.ts'
import { readLastRecords } from '../last-records.ts'
import { forgotten, readOriginalRecord, type DeadLetterSummary } from './letters.ts'

export interface ResolveDeadLettersOptions {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  readonly normalize: Transform<'normalizer'>
}

export interface Operator {
  readonly by: string
  readonly why: string
}

/**
 * `failed`: the record still cannot be processed. `gone`: the record does not exist any more. In both cases the dead
 * letter stays open.
 */
export type RetryStatus = 'emitted' | 'superseded' | 'left_out' | 'failed' | 'gone'

export interface RetryResult {
  readonly status: RetryStatus
  readonly detail: string
  /** What the stage emits. */
  readonly emitted: readonly NewRecord[]
}

/** Drops a dead letter. */
export async function dropDeadLetter(
  letter: DeadLetterSummary,
  operator: Operator,
  parts: ResolveDeadLettersOptions,
  writer: Writer,
): Promise<void> {
  await writer.append([toResolution(letter, 'dropped', operator, parts)])
}

/** Processes the record of a dead letter again with the present code. `writer` is null for a dry run. */
export async function retryDeadLetter(
  letter: DeadLetterSummary,
  operator: Operator,
  parts: ResolveDeadLettersOptions,
  writer: Writer | null,
): Promise<RetryResult> {
  const { stage, reason } = letter
  if (reason === forgotten)
    return toFailedResult(
      'it stands for records that an operator skipped; they can only be dropped',
    )
  const { log, codec, topicPrefix } = parts
  const record = await readOriginalRecord({ log, decoder: codec, topicPrefix }, letter)
  if (record === null)
    return {
      status: 'gone',
      detail: 'the record was too large to be copied, and its topic no longer has it',
      emitted: [],
    }
  const transform = toRecordTransform(stage, parts)
  const result = transform(record)
  if ('deadLetter' in result) return toFailedResult(`${result.deadLetter}: ${result.detail}`)
  if ('drop' in result) {
    await writer?.append([toResolution(letter, 'left_out', operator, parts)])
    return { status: 'left_out', detail: result.drop, emitted: [] }
  }
  return emitRecords({ letter, record, emitted: result.emit, transform, operator }, parts, writer)
}

function toFailedResult(detail: string): RetryResult {
  return { status: 'failed', detail, emitted: [] }
}

type RecordTransform = (record: LogRecord) => EncodedResult

/**
 * Returns the function that processes a record of the stage again. For the normalizer, the function maps the record.
 * For the projector, the function emits the record itself, which is appended again for the projector and the apis to
 * read.
 */
function toRecordTransform(
  stage: string,
  { codec, topicPrefix, normalize }: ResolveDeadLettersOptions,
): RecordTransform {
  if (stage === 'normalizer')
    return createRecordTransform<'normalizer'>({ codec, topicPrefix, transform: normalize })
  return (record) => {
    const decoded = decodeRecord<InputTopicOf<'projector'>>(codec, topicPrefix, record)
    if (decoded instanceof CodecError) return { deadLetter: 'undecodable', detail: decoded.message }
    const rejected = rejectUnknownPlatform(decoded)
    if (rejected) return { deadLetter: rejected.reason, detail: rejected.detail }
    const { topic, key, partition, value } = record
    return { emit: [{ topic, key, partition, value }] }
  }
}

async function emitRecords(
  work: {
    readonly letter: DeadLetterSummary
    readonly record: LogRecord
    readonly emitted: readonly NewRecord[]
    readonly transform: RecordTransform
    readonly operator: Operator
  },
  parts: ResolveDeadLettersOptions,
  writer: Writer | null,
): Promise<RetryResult> {
  const { letter, record, emitted, transform, operator } = work
  const objects = new Set(emitted.flatMap((one) => keyOfChangedObject(one, parts) ?? []))
  const resolve = (result: RetryStatus): NewRecord => toResolution(letter, result, operator, parts)
  if (objects.size === 0) {
    await writer?.append([...emitted, resolve('emitted')])
    return { status: 'emitted', detail: '', emitted }
  }
  /** Returns the newest record of the topic, after `earlierRecord`, that changes the same object. */
  const findNewestAfter = (earlierRecord: LogRecord) =>
    findNewestRecord(earlierRecord, objects, transform, parts)
  let newer = await findNewestAfter(record)
  if (newer && !emitted.some(({ topic }) => isBookTopic(topic, parts))) {
    await writer?.append([resolve('superseded')])
    return { status: 'superseded', detail: `by ${placeOf(newer.record, parts)}`, emitted: [] }
  }
  if (writer) {
    await writer.append([...emitted, ...(newer?.emit ?? [])])
    let last = newer?.record ?? record
    // the stage may have processed a newer record before this append, so that record is emitted again after this append
    while ((newer = await findNewestAfter(last))) {
      await writer.append(newer.emit)
      last = newer.record
    }
    await writer.append([resolve('emitted')])
  }
  return { status: 'emitted', detail: '', emitted }
}

const isBookTopic = (topic: string, { topicPrefix }: ResolveDeadLettersOptions): boolean =>
  topic === `${topicPrefix}books`

function placeOf(
  { topic, partition, offset }: LogRecord,
  { topicPrefix }: ResolveDeadLettersOptions,
): string {
  return `${topic.slice(topicPrefix.length)}/${partition}/${offset}`
}

/**
 * Returns a key of the object that the record changes, if consumers keep only the newest record of that object: a
 * market, the watermark of a feed, or the book of a market. Returns null if the order of the records does not matter.
 */
function keyOfChangedObject(
  { topic: name, key, value }: NewRecord,
  { codec, topicPrefix }: ResolveDeadLettersOptions,
): string | null {
  const topic = name.slice(topicPrefix.length) as Topic
  if (topics[topic].cleanup === 'compact' || topic === 'books') return `${topic} ${key}`
  if (topic === 'trades') {
    const { progress } = codec.decode(topic, value)
    return progress && `${topic} ${progress.feed}`
  }
  if (topic === 'wallet-activity') {
    const { progress } = codec.decode(topic, value)
    return progress && `${topic} ${progress.wallet}`
  }
  return null
}

async function findNewestRecord(
  { topic, partition, offset, key }: LogRecord,
  objects: ReadonlySet<string>,
  transform: RecordTransform,
  parts: ResolveDeadLettersOptions,
): Promise<{ readonly record: LogRecord; readonly emit: readonly NewRecord[] } | null> {
  const range = (await parts.log.ranges(topic))[partition]
  if (range === undefined) return null
  const emittedRecordsOf = (record: LogRecord): readonly NewRecord[] => {
    if (record.key !== key) return []
    const result = transform(record)
    return 'emit' in result ? result.emit : []
  }
  const [record] = await readLastRecords(
    parts.log,
    { ...range, low: Math.max(range.low, offset + 1) },
    1,
    (candidate) =>
      emittedRecordsOf(candidate).some((one) => objects.has(keyOfChangedObject(one, parts) ?? '')),
  )
  return record ? { record, emit: emittedRecordsOf(record) } : null
}

/** Returns the record that closes a dead letter: a later record of `dead-letters` with the same key. */
function toResolution(
  letter: DeadLetterSummary,
  result: DeadLetterResolution['result'],
  { by, why }: Operator,
  { codec, topicPrefix, now }: ResolveDeadLettersOptions,
): NewRecord {
  const { place, storedAt, stage, topic, partition, offset, reason, detail, failed_at_ms } = letter
  return {
    topic: `${topicPrefix}dead-letters`,
    partition: storedAt.partition,
    key: place,
    value: codec.encode('dead-letters', {
      stage,
      topic,
      partition,
      offset,
      key: null,
      value: Buffer.alloc(0),
      reason,
      detail,
      failed_at_ms,
      resolution: { result, by, why, resolved_at_ms: now() },
    }),
  }
}
