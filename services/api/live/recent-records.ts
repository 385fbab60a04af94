// Keeps the newest records of the followed topics in memory, in the order in which this process received them. Readers
// that follow the log receive them from here, and older records from the log itself.
import type { Batch, LogRecord } from '../../lib/log/port.ts'
import { findFirstIndex } from '../../lib/run/binary-search.ts'
import type { LiveTopic, MutablePositions, Positions } from './positions.ts'

export interface RecentRecord {
  /** Number of the record in the order of arrival, without gaps. */
  readonly sequence: number
  readonly topic: LiveTopic
  readonly record: LogRecord
}

/** Receives the records that the followers of the log deliver. */
export interface RecordListener {
  /**
   * Called before the first record of a topic. `positions`: the offset from which each partition is followed.
   */
  start(topic: LiveTopic, positions: ReadonlyMap<number, number>): void
  /** Called with each batch of records. Some records of the batch may have been delivered before. */
  append(topic: LiveTopic, batch: Batch): void
}

/** The range of a partition that is in memory: every record at or after `from` and before `next`. */
export interface RecentRange {
  readonly from: number
  readonly next: number
}

export interface RecentRecords extends RecordListener {
  /** Returns the range of each partition; an empty list for a topic that is not followed yet. */
  ranges(topic: LiveTopic): readonly RecentRange[]
  /**
   * Returns the sequence number of the first record that is at or after the position of its partition. A record that
   * follows it in memory can be of another partition, and before the position of that partition, so the caller must
   * check each record. No position may be before the first record of its partition in memory (RecentRange.from).
   */
  firstSequenceAtOrAfter(positions: Positions): number
  /** Returns the record with this sequence number; undefined if `sequence` is end(). */
  at(sequence: number): RecentRecord | undefined
  /** The sequence number that the next record will have. */
  end(): number
  /** Calls `listener` after each batch with new records. Returns a function that ends the calls. */
  onAppended(listener: () => void): () => void
  bytes(): number
}

interface PartitionRecords {
  from: number
  next: number
  records: (RecentRecord | undefined)[]
  /** Index of the first record that was not removed. */
  head: number
}

/**
 * Estimated memory in bytes: `recordBytes` per record, plus its key, plus `valueFactor` times its value, because the
 * record can be kept as JSON, too.
 */
const recordBytes = 400
const valueFactor = 3
const minRemovedBeforeCopy = 1_024

const bytesOf = ({ key, value }: LogRecord): number =>
  recordBytes + valueFactor * value.length + (key?.length ?? 0)

/** `maxBytes`: when the records take more memory than this, the oldest records are removed. */
export function createRecentRecords(maxBytes: number): RecentRecords {
  const partitionsOf = new Map<LiveTopic, PartitionRecords[]>()
  const listeners = new Set<() => void>()
  let arrived: (RecentRecord | undefined)[] = []
  /** Index in `arrived` of the first record that was not removed. */
  let head = 0
  let end = 0
  let bytes = 0

  function removeFirstRecord(): void {
    const { topic, record } = arrived[head] as RecentRecord
    arrived[head] = undefined
    head += 1
    if (head >= minRemovedBeforeCopy && head * 2 >= arrived.length) {
      arrived = arrived.slice(head)
      head = 0
    }
    bytes -= bytesOf(record)
    const partition = partitionsOf.get(topic)?.[record.partition]
    if (!partition) return
    partition.from = record.offset + 1
    partition.records[partition.head] = undefined
    partition.head += 1
    if (partition.head < minRemovedBeforeCopy || partition.head * 2 < partition.records.length)
      return
    partition.records = partition.records.slice(partition.head)
    partition.head = 0
  }

  function appendRecord(topic: LiveTopic, record: LogRecord): boolean {
    const partition = partitionsOf.get(topic)?.[record.partition]
    if (!partition || record.offset < partition.next) return false
    const added = { sequence: end, topic, record }
    partition.next = record.offset + 1
    partition.records.push(added)
    arrived.push(added)
    end += 1
    bytes += bytesOf(record)
    while (bytes > maxBytes && head < arrived.length) removeFirstRecord()
    return true
  }

  return {
    start(topic, positions) {
      const numbers = [...positions.keys()].toSorted((a, b) => a - b)
      partitionsOf.set(
        topic,
        numbers.map((number) => {
          const from = positions.get(number) ?? 0
          return { from, next: from, records: [], head: 0 }
        }),
      )
    },
    append(topic, batch) {
      let isNew = false
      for (const record of batch) isNew = appendRecord(topic, record) || isNew
      if (isNew) for (const listener of listeners) listener()
    },
    ranges: (topic) => partitionsOf.get(topic) ?? [],
    firstSequenceAtOrAfter(positions) {
      let first = end
      for (const [topic, offsets] of positions)
        for (const [number, offset] of offsets.entries()) {
          const partition = partitionsOf.get(topic)?.[number]
          const found = partition && firstRecordAtOrAfter(partition, offset)
          if (found) first = Math.min(first, found.sequence)
        }
      return first
    },
    at: (sequence) => arrived[head + sequence - (end - (arrived.length - head))],
    end: () => end,
    onAppended(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    bytes: () => bytes,
  }
}

/** Finds the first record at or after the offset, by binary search. */
function firstRecordAtOrAfter(
  { records, head }: PartitionRecords,
  offset: number,
): RecentRecord | undefined {
  const isAtOrAfter = (i: number): boolean => (records[i] as RecentRecord).record.offset >= offset
  return records[findFirstIndex(head, records.length, isAtOrAfter)]
}

/** Returns the positions after the last records that this process has received. */
export function newestPositionsOf(
  recent: Pick<RecentRecords, 'ranges'>,
  topics: readonly LiveTopic[],
): MutablePositions {
  return new Map(topics.map((topic) => [topic, recent.ranges(topic).map(({ next }) => next)]))
}
