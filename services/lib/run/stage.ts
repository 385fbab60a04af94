// Runs a stage: decodes the records of the role's topics, calls the stage for each, and returns the emitted
// records to the log, which commits them together with the new position.
import { setImmediate } from 'node:timers/promises'
import { CodecError, type Codec, type Decoder } from '../codec/port.ts'
import {
  maxRecordBytes,
  type EventLog,
  type BatchHandler,
  type LogRecord,
  type NewRecord,
  type Partition,
  type SubscribeOptions,
  type Subscription,
} from '../log/port.ts'
import {
  roles,
  type EmittedRecord,
  type InputTopicOf,
  type Role,
  type Topic,
  type OutputTopicOf,
} from '../../topology.ts'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import { createDeadLetterGuard } from './dead-letters.ts'
import { createTally, type CountRecords, type Tally } from './tally.ts'

/** A decoded record of topic T. */
export type StageRecord<T extends Topic> = {
  readonly [K in T]: {
    readonly topic: K
    readonly partition: number
    readonly offset: number
    readonly key: string | null
    readonly value: TopicValues[K]
  }
}[T]

/** The result of processing one record. */
export type StageResult<T extends Topic> =
  | { readonly emit: readonly EmittedRecord<T>[] }
  /** The record is not needed. The value is the reason, which becomes a label of the metric. */
  | { readonly drop: string }
  /**
   * The record cannot be processed. The value is the reason, from a short fixed list; `detail` is free text.
   */
  | { readonly deadLetter: string; readonly detail: string }

/** A stage that maps each record independently. A record for which it throws becomes a dead letter. */
export type Transform<R extends Role> = (
  record: StageRecord<InputTopicOf<R>>,
) => StageResult<OutputTopicOf<R>>

/** A function that writes batches to another system. It throws only if that system fails. */
export type Sink<R extends Role> = (
  batch: readonly StageRecord<InputTopicOf<R>>[],
  signal: AbortSignal,
) => Promise<void>

/** A role whose processes consume topics as a consumer group. */
export type ConsumingRole = {
  [R in Role]: (typeof roles)[R]['group'] extends string ? R : never
}[Role]

export interface StageOptions<R extends ConsumingRole> extends Pick<
  SubscribeOptions,
  'maxRecords' | 'lingerMs' | 'onFatal'
> {
  readonly role: R
  readonly log: EventLog
  readonly codec: Codec
  /** Prefix of every topic and group in the log; stages use names without the prefix. */
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  readonly count: CountRecords
}

type OnPartitionsAssigned = NonNullable<SubscribeOptions['onPartitionsAssigned']>

/** After this many records the stage lets the event loop handle other events. */
const recordsPerYield = 250

/** A StageResult whose records are encoded. */
export type EncodedResult =
  | { readonly emit: readonly NewRecord[] }
  | { readonly drop: string }
  | { readonly deadLetter: string; readonly detail: string }

/** Returns the function that decodes a record of the log, maps it and encodes the result. */
export function createRecordTransform<R extends ConsumingRole>(options: {
  readonly codec: Codec
  readonly topicPrefix: string
  readonly transform: Transform<R>
}): (record: LogRecord) => EncodedResult {
  const { codec, topicPrefix, transform } = options
  return (record) =>
    encodeResult(
      mapRecord(decodeRecord<InputTopicOf<R>>(codec, topicPrefix, record), transform),
      options,
    )
}

/** Maps a record. A record that cannot be decoded, or for which the stage throws, becomes a dead letter. */
export function mapRecord<R extends ConsumingRole>(
  decodedRecord: StageRecord<InputTopicOf<R>> | CodecError,
  transform: Transform<R>,
): StageResult<OutputTopicOf<R>> {
  if (decodedRecord instanceof CodecError)
    return { deadLetter: 'undecodable', detail: decodedRecord.message }
  try {
    return transform(decodedRecord)
  } catch (error) {
    return { deadLetter: 'exception', detail: String(error) }
  }
}

/** Encodes the emitted records. The result is a dead letter if that is not possible. */
export function encodeResult<T extends Topic>(
  result: StageResult<T>,
  { codec, topicPrefix }: { readonly codec: Codec; readonly topicPrefix: string },
): EncodedResult {
  if (!('emit' in result)) return result
  try {
    const emit = result.emit.map((e) => toNewRecord(codec, topicPrefix, e as EmittedRecord))
    const large = emit.find((r) => sizeOf(r) > maxRecordBytes)
    if (!large) return { emit }
    return { deadLetter: 'too_large', detail: `${sizeOf(large)} bytes for ${large.topic}` }
  } catch (error) {
    return { deadLetter: 'exception', detail: String(error) }
  }
}

/** Runs a stage that maps records, until the subscription is stopped or calls onFatal. */
export function runTransform<R extends ConsumingRole>(
  options: StageOptions<R> & { readonly transform: Transform<R> },
): Promise<Subscription> {
  const { role, codec, topicPrefix, transform } = options
  const guard = createDeadLetterGuard(options)
  const transformRecord = createRecordTransform<R>({ codec, topicPrefix, transform })

  /** Returns the encoded records that the stage emits for a record, or its dead letter. */
  function processRecord(record: LogRecord, tally: Tally): readonly NewRecord[] {
    const result = transformRecord(record)
    if ('deadLetter' in result)
      return [guard.reject(record, result.deadLetter, result.detail, tally)]
    guard.accept()
    const topic = record.topic.slice(topicPrefix.length)
    if ('drop' in result) {
      tally.add(topic, 'drop', result.drop)
      return []
    }
    tally.add(topic, 'emit', '')
    return result.emit
  }

  return subscribe(options, async (batch) => {
    const tally = createTally()
    const emitted: NewRecord[] = []
    for (const [i, record] of batch.entries()) {
      if (i > 0 && i % recordsPerYield === 0) await setImmediate()
      for (const r of processRecord(record, tally)) emitted.push(r)
    }
    tally.report(role, options.count)
    return emitted
  })
}

/**
 * Runs a stage that writes to another system. The sink is not called if all records of a batch are dead
 * letters. `onPartitionsAssigned` is the log's callback, but gets topic names without the prefix.
 * `reject` returns the reason why a record must not reach the sink and becomes a dead letter, or null.
 */
export function runSink<R extends ConsumingRole>(
  options: StageOptions<R> & {
    readonly sink: Sink<R>
    readonly reject?: (
      record: StageRecord<InputTopicOf<R>>,
    ) => { readonly reason: string; readonly detail: string } | null
    readonly onPartitionsAssigned?: OnPartitionsAssigned
  },
): Promise<Subscription> {
  const { role, codec, topicPrefix, sink, reject, onPartitionsAssigned } = options
  const guard = createDeadLetterGuard(options)
  const handle: BatchHandler = async (batch, signal) => {
    const tally = createTally()
    const deadLetters: NewRecord[] = []
    const decoded: StageRecord<InputTopicOf<R>>[] = []
    for (const [i, record] of batch.entries()) {
      if (i > 0 && i % recordsPerYield === 0) await setImmediate()
      const value = decodeRecord<InputTopicOf<R>>(codec, topicPrefix, record)
      if (value instanceof CodecError) {
        deadLetters.push(guard.reject(record, 'undecodable', value.message, tally))
        continue
      }
      const rejected = reject?.(value)
      if (rejected) {
        deadLetters.push(guard.reject(record, rejected.reason, rejected.detail, tally))
        continue
      }
      guard.accept()
      tally.add(value.topic, 'write', '')
      decoded.push(value)
    }
    if (decoded.length > 0) await sink(decoded, signal)
    tally.report(role, options.count)
    return deadLetters
  }

  return subscribe(options, handle, onPartitionsAssigned)
}

function subscribe<R extends ConsumingRole>(
  options: StageOptions<R>,
  handle: BatchHandler,
  onPartitionsAssigned?: OnPartitionsAssigned,
): Promise<Subscription> {
  const { role, log, topicPrefix, maxRecords, lingerMs, onFatal } = options
  const { reads, group } = roles[role]
  return log.subscribe(
    {
      group: topicPrefix + group,
      topics: reads.map((topic) => topicPrefix + topic),
      ...(maxRecords === undefined ? {} : { maxRecords }),
      ...(lingerMs === undefined ? {} : { lingerMs }),
      ...(onPartitionsAssigned === undefined
        ? {}
        : { onPartitionsAssigned: stripPrefixOfPartitions(topicPrefix, onPartitionsAssigned) }),
      onFatal,
    },
    handle,
  )
}

function stripPrefixOfPartitions(
  topicPrefix: string,
  onPartitionsAssigned: OnPartitionsAssigned,
): OnPartitionsAssigned {
  const stripPrefix = ({ topic, partition }: Partition): Partition => ({
    topic: topic.slice(topicPrefix.length),
    partition,
  })
  return (partitions, signal) => onPartitionsAssigned(partitions.map(stripPrefix), signal)
}

export function decodeRecord<T extends Topic>(
  decoder: Decoder,
  topicPrefix: string,
  { topic: fullName, partition, offset, key, value: bytes }: LogRecord,
): StageRecord<T> | CodecError {
  const topic = fullName.slice(topicPrefix.length) as T
  try {
    const value = decoder.decode(topic, bytes)
    return { topic, partition, offset, key, value } as StageRecord<T>
  } catch (error) {
    if (error instanceof CodecError) return error
    throw error
  }
}

function toNewRecord(codec: Codec, topicPrefix: string, emittedRecord: EmittedRecord): NewRecord {
  const { topic, key, partition, value } = emittedRecord
  return {
    topic: topicPrefix + topic,
    key,
    value: codec.encode(topic, value),
    ...(partition === undefined ? {} : { partition }),
  }
}

function sizeOf({ key, value }: NewRecord): number {
  return Buffer.byteLength(key ?? '') + value.length
}
