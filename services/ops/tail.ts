// The operator command `tail`: prints the decoded records of a topic, and follows it if asked to. It only reads.
import type { Decoder } from '../lib/codec/port.ts'
import type { LogRecord, PartitionRange, ReadableLog } from '../lib/log/port.ts'
import { waitUntilAborted } from '../lib/run/wait.ts'
import { topics, type Topic } from '../topology.ts'
import { CommandFailure } from './command-failure.ts'
import { readLastRecords } from './last-records.ts'
import { findPositions, toIsoTime, type TailStart } from './tail-start.ts'

export interface TailRequest {
  readonly topic: Topic
  /** null: the last 10 records. */
  readonly from: TailStart | null
  /** Only records whose key is this market id, or whose value contains this market id; null: all records. */
  readonly marketId: string | null
  /** Also prints new records, until `signal` aborts. */
  readonly follow: boolean
  /** One JSON object per line. */
  readonly json: boolean
}

const defaultCount = 10
/** How many bytes of each partition are read at a time. */
const pageBytes = 256 * 1024

/** Prints the records in the order of their append times, the oldest first. */
export async function printTopicRecords(
  request: TailRequest,
  options: {
    readonly log: ReadableLog
    readonly decoder: Decoder
    readonly topicPrefix: string
    /** Unix milliseconds. */
    readonly now: () => number
    readonly signal: AbortSignal
    readonly show: (line: string) => void
  },
): Promise<void> {
  const { topic, from, marketId, follow, json } = request
  const { log, decoder, topicPrefix, now, signal, show } = options
  const print = (record: LogRecord): void => show(toLine(topic, record, decoder, json))
  const accept = (record: LogRecord): boolean =>
    marketId === null || isOfMarket(marketId, topic, record, decoder)

  const ranges = await log.ranges(topicPrefix + topic)
  const positions =
    from === null ? null : await findPositions(log, { topic, start: from, ranges, nowMs: now() })
  const read = positions?.map(({ partition }) => partition) ?? ranges.map((r) => r.partition)
  if (positions === null) {
    const last = await Promise.all(ranges.map((r) => readLastRecords(log, r, defaultCount, accept)))
    last.flat().sort(compareByTime).slice(-defaultCount).forEach(print)
  } else {
    const partitions = positions.map(({ topic: name, partition, offset }) =>
      log.read({
        topic: name,
        partition,
        from: offset,
        until: endOffsetOf(ranges, partition),
        pageBytes,
      }),
    )
    for await (const record of mergeByTime(partitions)) {
      if (signal.aborted) return
      if (accept(record)) print(record)
    }
  }
  if (!follow || signal.aborted) return
  await followNewRecords(log, ranges, signal, (record) => {
    if (read.includes(record.partition) && accept(record)) print(record)
  })
}

const endOffsetOf = (ranges: readonly PartitionRange[], partition: number): number =>
  ranges[partition]?.high ?? 0

const compareByTime = (a: LogRecord, b: LogRecord): number =>
  a.timestampMs - b.timestampMs || a.partition - b.partition || a.offset - b.offset

/** Merges the records of partitions by time. Within one partition times never decrease. */
async function* mergeByTime(
  partitions: readonly AsyncIterable<LogRecord>[],
): AsyncGenerator<LogRecord> {
  const iterators = partitions.map((partition) => partition[Symbol.asyncIterator]())
  const heads = await Promise.all(iterators.map((iterator) => iterator.next()))
  for (;;) {
    const waiting = heads.flatMap((head, i) =>
      head.done === true ? [] : [{ record: head.value, i }],
    )
    const [next] = waiting.sort((a, b) => compareByTime(a.record, b.record))
    if (next === undefined) return
    yield next.record
    const iterator = iterators[next.i]
    if (iterator) heads[next.i] = await iterator.next()
  }
}

/** Resolves when `signal` aborts. */
async function followNewRecords(
  log: ReadableLog,
  ranges: readonly PartitionRange[],
  signal: AbortSignal,
  onRecord: (record: LogRecord) => void,
): Promise<void> {
  const [{ topic } = { topic: '' }] = ranges
  const from = new Map(ranges.map(({ partition, high }) => [partition, high]))
  const failed = new AbortController()
  const options = { topic, from, onFatal: (error: Error) => failed.abort(error) }
  const follower = await log.follow(options, async (batch) => batch.forEach(onRecord))
  await waitUntilAborted(AbortSignal.any([signal, failed.signal]))
  await follower.stop()
  failed.signal.throwIfAborted()
}

function isOfMarket(marketId: string, topic: Topic, record: LogRecord, decoder: Decoder): boolean {
  if (record.key === marketId) return true
  // the bytes are searched first, because decoding takes longer
  return (
    record.value.includes(marketId) &&
    containsText(decodeOrExplain(topic, record, decoder), marketId)
  )
}

/** Whether the value, or a field of it at any depth, equals the text. */
function containsText(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value === text
  return Object.values(value).some((field) => containsText(field, text))
}

/** Returns the decoded value or, for bytes that cannot be decoded, an object with the reason and the bytes. */
export function decodeOrExplain(topic: Topic, { value }: LogRecord, decoder: Decoder): unknown {
  try {
    return decoder.decode(topic, value)
  } catch (error) {
    return { undecodable: error instanceof Error ? error.message : String(error), bytes: value }
  }
}

function toLine(topic: Topic, record: LogRecord, decoder: Decoder, json: boolean): string {
  const { partition, offset, key, timestampMs } = record
  const appendedAt = toIsoTime(timestampMs)
  const value = decodeOrExplain(topic, record, decoder)
  if (json) return toJson({ topic, partition, offset, appended_at: appendedAt, key, value })
  return `${appendedAt} ${topic}/${partition}/${offset} ${key ?? '(no key)'} ${toJson(value)}`
}

/** Returns the value as JSON, with bytes in base64. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) => {
    const { type, data } = (field ?? {}) as { type?: unknown; data?: unknown }
    return type === 'Buffer' && Array.isArray(data)
      ? Buffer.from(data as number[]).toString('base64')
      : field
  })
}

/** Returns the topic with this name (without prefix). Throws if there is none. */
export function findTopic(name: string): Topic {
  const names = Object.keys(topics) as Topic[]
  const found = names.find((topic) => topic === name)
  if (found === undefined)
    throw new CommandFailure(
      'invalid',
      `there is no topic ${name}; the topics are ${names.join(', ')}`,
    )
  return found
}
