// Finds the newest unified record of each raw record, and the newest raw record of each key. Used by the replay of a
// range.
import { CodecError, type Decoder } from '../../lib/codec/port.ts'
import type { LogRecord, PartitionRange, ReadableLog } from '../../lib/log/port.ts'
import { readLastRecords } from '../last-records.ts'
import {
  digestOf,
  toFact,
  unifiedTopicsOf,
  type Fact,
  type RawTopic,
  type UnifiedTopic,
} from './facts.ts'

export interface LogSource {
  readonly log: Pick<ReadableLog, 'read' | 'ranges' | 'offsetsAt'>
  readonly decoder: Decoder
  readonly topicPrefix: string
}

/** Where the unified record of a fact is, and the digest of the fact. */
export interface StoredFact {
  readonly topic: UnifiedTopic
  readonly partition: number
  readonly offset: number
  readonly digest: string
}

/**
 * Reads the newest unified record of each raw record of one partition with `from` <= offset < `until`. The key of the
 * result is the offset of the raw record. `sinceMs`: the time, in Unix milliseconds, before which none of these unified
 * records was appended.
 */
export async function readStoredFacts(
  { log, decoder, topicPrefix }: LogSource,
  raw: {
    readonly topic: RawTopic
    readonly partition: number
    readonly from: number
    readonly until: number
    readonly sinceMs: number
  },
): Promise<ReadonlyMap<number, StoredFact>> {
  const found = new Map<number, StoredFact>()
  for (const topic of unifiedTopicsOf[raw.topic]) {
    const starts = await log.offsetsAt(topicPrefix + topic, raw.sinceMs)
    // A unified record has the partition number of its raw record, because their keys are equal. An event has another
    // key than its raw record, so all partitions of `events` are read.
    const read = topic === 'events' ? starts : starts.filter((s) => s.partition === raw.partition)
    for (const { topic: name, partition, offset: from } of read)
      for await (const record of log.read({ topic: name, partition, from })) {
        const fact = decodeFact(topic, record, decoder)
        const { origin } = fact?.value ?? {}
        if (!fact || origin?.topic !== raw.topic || origin.partition !== raw.partition) continue
        if (origin.offset < raw.from || origin.offset >= raw.until) continue
        const { offset } = record
        found.set(origin.offset, { topic, partition, offset, digest: digestOf(fact) })
      }
  }
  return found
}

/** Returns null for a watermark, and for bytes that cannot be decoded: the projector rejects them, too. */
function decodeFact(topic: UnifiedTopic, record: LogRecord, decoder: Decoder) {
  try {
    return toFact(topic, decoder.decode(topic, record.value))
  } catch (error) {
    if (error instanceof CodecError) return null
    throw error
  }
}

/**
 * Reads the fact again from its unified topic. Resolves with null if compaction or retention has removed the record.
 */
export type ReadStoredFact = (storedFact: StoredFact) => Promise<Fact | null>

/**
 * Number of records that are read at once: reading one record costs as much as reading this many, and facts that differ
 * are often adjacent.
 */
const chunkSize = 200

export function createStoredFactReader({ log, decoder, topicPrefix }: LogSource): ReadStoredFact {
  let last: { readonly place: string; readonly from: number } = { place: '', from: 0 }
  let chunk: ReadonlyMap<number, LogRecord> = new Map()
  return async ({ topic, partition, offset }) => {
    const place = `${topic}/${partition}`
    if (place !== last.place || offset < last.from || offset >= last.from + chunkSize) {
      const range = { partition, from: offset, until: offset + chunkSize }
      const records = new Map<number, LogRecord>()
      for await (const record of log.read({ topic: topicPrefix + topic, ...range }))
        records.set(record.offset, record)
      last = { place, from: offset }
      chunk = records
    }
    const record = chunk.get(offset)
    return record ? decodeFact(topic, record, decoder) : null
  }
}

export interface NewestRecordFinder {
  /**
   * Resolves with the offset of the newest record of the key that the present code can map; null if there is none.
   */
  readonly find: (key: string | null) => Promise<number | null>
}

/**
 * Prepares the search for the newest record of each key, among the records before the offset `high`. The caller asks
 * only for keys that have a record at or after `from` and, if `key` is not null, only for this key.
 */
export async function createNewestRecordFinder(
  log: LogSource['log'],
  { topic, partition, low, high }: PartitionRange,
  options: {
    readonly from: number
    readonly key: string | null
    /** Whether the present code maps the record to a fact. */
    readonly isMapped: (record: LogRecord) => boolean
  },
): Promise<NewestRecordFinder> {
  const { from, key: onlyKey, isMapped } = options
  const lastOffsets = new Map<string | null, number>()
  for await (const { key, offset } of log.read({ topic, partition, from, until: high }))
    if (onlyKey === null || key === onlyKey) lastOffsets.set(key, offset)
  const found = new Map<string | null, Promise<number | null>>()
  // The last records of all keys are read in one pass, because a separate read for each key would take a request for
  // each key.
  const firstOfLast = [...lastOffsets.values()].reduce((a, b) => Math.min(a, b), high)
  for await (const record of log.read({ topic, partition, from: firstOfLast, until: high })) {
    const { key, offset } = record
    if (lastOffsets.get(key) === offset && isMapped(record)) found.set(key, Promise.resolve(offset))
  }

  /**
   * Searches backwards for the newest record of the key that can be mapped. Used only for the few keys whose last
   * record cannot be mapped.
   */
  async function findNewestMapped(key: string | null): Promise<number | null> {
    const offset = lastOffsets.get(key)
    if (offset === undefined) return null
    const [record] = await readLastRecords(
      log,
      { topic, partition, low, high: offset },
      1,
      (candidate) => candidate.key === key && isMapped(candidate),
    )
    return record?.offset ?? null
  }

  return {
    find(key) {
      const known = found.get(key) ?? findNewestMapped(key)
      found.set(key, known)
      return known
    },
  }
}
