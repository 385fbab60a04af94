// Runs a stage on its role's topics: decodes each record, asks the stage what becomes of it, and
// hands what it emits to the log, together with the new position. Three fates, by value.
import { setImmediate } from 'node:timers/promises'
import { CodecError, type Codec } from '../codec/port.ts'
import {
  maxRecordBytes,
  type EventLog,
  type Handle,
  type LogRecord,
  type NewRecord,
  type Partition,
  type SubscribeOptions,
  type Subscription,
} from '../log/port.ts'
import {
  roles,
  type Emitted,
  type Reads,
  type Role,
  type Topic,
  type Writes,
} from '../../topology.ts'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import { createBin, StageError } from './dead-letters.ts'
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

/** What becomes of one record. */
export type Outcome<T extends Topic> =
  | { readonly emit: readonly Emitted<T>[] }
  /** Not for us, for a known reason: counted by it. */
  | { readonly drop: string }
  /** Cannot be worked on: its bytes go to dead-letters. `reason` from a short fixed list, `detail` free. */
  | { readonly deadLetter: string; readonly detail: string }

/** A stage that maps each record by itself. Must not throw for any record, whatever is in it. */
export type Transform<R extends Role> = (record: StageRecord<Reads<R>>) => Outcome<Writes<R>>

/** A stage that writes batches to somewhere else. Throws only when that place fails. */
export type Sink<R extends Role> = (
  batch: readonly StageRecord<Reads<R>>[],
  signal: AbortSignal,
) => Promise<void>

/** A role that consumes as a group. */
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
  /** In front of every topic's and group's name in the log; stages do without it. */
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  readonly count: CountRecords
}

type OnTaken = NonNullable<SubscribeOptions['onTaken']>

/** Records worked on before the event loop has its turn. */
const recordsPerTurn = 250

/** Runs a stage that maps records, until the subscription is stopped or has failed for good. */
export function runTransform<R extends ConsumingRole>(
  options: StageOptions<R> & { readonly transform: Transform<R> },
): Promise<Subscription> {
  const { role, codec, topicPrefix, transform } = options
  const bin = createBin(options)

  /** What a record becomes, encoded: its dead letter, if it comes to that. */
  function work(record: LogRecord, fates: Tally): readonly NewRecord[] {
    const decoded = decodeRecord<Reads<R>>(codec, topicPrefix, record)
    if (decoded instanceof CodecError)
      return [bin.put(record, 'undecodable', decoded.message, fates)]
    const outcome = transform(decoded)
    if ('deadLetter' in outcome) return [bin.put(record, outcome.deadLetter, outcome.detail, fates)]
    if ('drop' in outcome) {
      bin.spare()
      fates.add(decoded.topic, 'drop', outcome.drop)
      return []
    }
    const emitted = outcome.emit.map((e) => toNewRecord(codec, topicPrefix, e as Emitted))
    const large = emitted.find((r) => sizeOf(r) > maxRecordBytes)
    if (large) {
      const detail = `${sizeOf(large)} bytes for ${large.topic}`
      return [bin.put(record, 'too_large', detail, fates)]
    }
    bin.spare()
    fates.add(decoded.topic, 'emit', '')
    return emitted
  }

  return subscribe(options, async (batch) => {
    const fates = createTally()
    const emitted: NewRecord[] = []
    for (const [i, record] of batch.entries()) {
      if (i > 0 && i % recordsPerTurn === 0) await setImmediate()
      try {
        for (const r of work(record, fates)) emitted.push(r)
      } catch (error) {
        throw error instanceof StageError ? error : toStageError(role, record, error)
      }
    }
    fates.report(role, options.count)
    return emitted
  })
}

/**
 * Runs a stage that writes somewhere else. It is not called when all of a batch are dead letters.
 * `onTaken` is that of the log, with the topics' names without prefix.
 */
export function runSink<R extends ConsumingRole>(
  options: StageOptions<R> & { readonly sink: Sink<R>; readonly onTaken?: OnTaken },
): Promise<Subscription> {
  const { role, codec, topicPrefix, sink, onTaken } = options
  const bin = createBin(options)
  const handle: Handle = async (batch, signal) => {
    const fates = createTally()
    const deadLetters: NewRecord[] = []
    const decoded: StageRecord<Reads<R>>[] = []
    for (const [i, record] of batch.entries()) {
      if (i > 0 && i % recordsPerTurn === 0) await setImmediate()
      const value = decodeRecord<Reads<R>>(codec, topicPrefix, record)
      if (value instanceof CodecError)
        deadLetters.push(bin.put(record, 'undecodable', value.message, fates))
      else {
        bin.spare()
        fates.add(value.topic, 'write', '')
        decoded.push(value)
      }
    }
    if (decoded.length > 0) await sink(decoded, signal)
    fates.report(role, options.count)
    return deadLetters
  }

  return subscribe(options, handle, onTaken)
}

function subscribe<R extends ConsumingRole>(
  options: StageOptions<R>,
  handle: Handle,
  onTaken?: OnTaken,
): Promise<Subscription> {
  const { role, log, topicPrefix, maxRecords, lingerMs, onFatal } = options
  const { reads, group } = roles[role]
  return log.subscribe(
    {
      group: topicPrefix + group,
      topics: reads.map((topic) => topicPrefix + topic),
      ...(maxRecords === undefined ? {} : { maxRecords }),
      ...(lingerMs === undefined ? {} : { lingerMs }),
      ...(onTaken === undefined ? {} : { onTaken: withoutPrefix(topicPrefix, onTaken) }),
      onFatal,
    },
    handle,
  )
}

function withoutPrefix(topicPrefix: string, onTaken: OnTaken): OnTaken {
  const strip = ({ topic, partition }: Partition): Partition => ({
    topic: topic.slice(topicPrefix.length),
    partition,
  })
  return (partitions, signal) => onTaken(partitions.map(strip), signal)
}

function decodeRecord<T extends Topic>(
  codec: Codec,
  topicPrefix: string,
  { topic: fullName, partition, offset, key, value: bytes }: LogRecord,
): StageRecord<T> | CodecError {
  const topic = fullName.slice(topicPrefix.length) as T
  try {
    const value = codec.decode(topic, bytes)
    return { topic, partition, offset, key, value } as StageRecord<T>
  } catch (error) {
    if (error instanceof CodecError) return error
    throw error
  }
}

function toNewRecord(codec: Codec, topicPrefix: string, emitted: Emitted): NewRecord {
  const { topic, key, partition, value } = emitted
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

/** An exception is a bug of ours: the record must not be skipped, and trying again does not help. */
function toStageError(stage: string, record: LogRecord, cause: unknown): StageError {
  const { topic, partition, offset } = record
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StageError(`${stage} failed on ${topic}/${partition} at offset ${offset}: ${reason}`, {
    cause,
  })
}
