// The tail of a topic: the records that the store may not have yet, by partition, as bytes.
//
// For each partition p the tail keeps three positions:
// - from: every record of p at or after `from` and before `next` is in the tail
// - written: the store has the rows of every record of p before `written` (table store_positions)
// - next: the follower has delivered every record of p before `next`
//
// A load may use rows of the store if from <= written, with `written` read before the statement is sent: then
// the rows have every record before `written`, and the tail has the later records. A record may be in the rows and in
// the tail, because segments ignore repeated records. docs/decisions/029-reads-from-memory.md has the proof.
import type { LogRecord } from '../../lib/log/port.ts'

/**
 * A partition of the tail whose records are kept until release() is called. A load from the store pins the tail, and
 * builds its result from the rows of the store and from these records.
 */
export interface PinnedTail {
  /**
   * Whether the tail still has every record at or after the position that the store had when the tail was
   * pinned.
   */
  isValid(): boolean
  /** Returns the records of a market, in the order of the log. */
  recordsOf(marketId: string): readonly LogRecord[]
  /** Returns the records of several markets, in the order of the log. */
  recordsOfMarkets(marketIds: ReadonlySet<string>): readonly LogRecord[]
  release(): void
}

export interface TopicTail {
  /**
   * Must be called once, before the first record. `positions`: the offset from which each partition is
   * followed.
   */
  start(positions: ReadonlyMap<number, number>): void
  /**
   * Adds a record. Returns false for a record that was added before: the log delivers a batch again after a
   * failure.
   */
  append(record: LogRecord): boolean
  /** Sets the positions of the store; 0 for a partition that is not in the map. */
  setStorePositions(positions: ReadonlyMap<number, number>): void
  /**
   * Whether the follower has delivered all records before `position`, and all records that the store is
   * known to have. If not, the store may have newer rows than the memory.
   */
  isCurrent(partition: number, position: number): boolean
  /** Returns the ranges of offsets before the positions of the store whose records were not delivered yet. */
  undeliveredRanges(): readonly UndeliveredRange[]
  /** Must be called if the log has no records in the range: the follower then never delivers any. */
  skip(range: UndeliveredRange): void
  /**
   * Keeps the records of the partition until the result is released. Returns null if records that the store lacks were
   * removed already.
   */
  pin(partition: number): PinnedTail | null
  /** Makes all pinned tails invalid. */
  reset(): void
  recordCount(): number
}

export interface UndeliveredRange {
  readonly partition: number
  readonly from: number
  readonly until: number
}

interface PartitionTail {
  from: number
  written: number
  next: number
  records: LogRecord[]
  /** Index in `records` of the first record that is still in the tail. */
  head: number
  /**
   * One item for each running load from the store, with the value of `written` when the load began. The tail keeps
   * all records at or after the smallest of these offsets, because the loads need them.
   */
  readonly pins: Set<{ readonly written: number }>
}

/** Estimated memory of a record in addition to its key and value. */
const recordBytes = 200
const minRemovedBeforeCopy = 1_024

const bytesOf = ({ key, value }: LogRecord): number =>
  recordBytes + value.length + (key?.length ?? 0)

/**
 * `maxBytes`: when the tail has more bytes, it removes its oldest records, and the position `from` moves
 * past them.
 */
export function createTopicTail(partitions: number, maxBytes: number): TopicTail {
  let tails: readonly PartitionTail[] = []
  let generation = 0
  let bytes = 0
  let count = 0

  function removeFirstRecord(tail: PartitionTail): void {
    const record = tail.records[tail.head] as LogRecord
    tail.head += 1
    tail.from = record.offset + 1
    bytes -= bytesOf(record)
    count -= 1
    if (tail.head < minRemovedBeforeCopy || tail.head * 2 < tail.records.length) return
    tail.records = tail.records.slice(tail.head)
    tail.head = 0
  }

  const isEmpty = (tail: PartitionTail): boolean => tail.head === tail.records.length

  /** Removes the records that the store has, unless a running load needs them. */
  function trim(tail: PartitionTail): void {
    let floor = tail.written
    for (const { written } of tail.pins) floor = Math.min(floor, written)
    while (!isEmpty(tail) && (tail.records[tail.head] as LogRecord).offset < floor)
      removeFirstRecord(tail)
  }

  return {
    start(positions) {
      tails = Array.from({ length: partitions }, (_, partition) => {
        const from = positions.get(partition) ?? 0
        return { from, written: 0, next: from, records: [], head: 0, pins: new Set() }
      })
    },
    append(record) {
      const tail = tails[record.partition]
      if (!tail || record.offset < tail.next) return false
      tail.next = record.offset + 1
      tail.records.push(record)
      bytes += bytesOf(record)
      count += 1
      trim(tail)
      while (bytes > maxBytes && !isEmpty(tail)) removeFirstRecord(tail)
      return true
    },
    setStorePositions(positions) {
      for (const [partition, tail] of tails.entries()) {
        tail.written = positions.get(partition) ?? 0
        trim(tail)
      }
    },
    isCurrent(partition, position) {
      const tail = tails[partition]
      return tail !== undefined && tail.next >= tail.written && tail.next >= position
    },
    undeliveredRanges: () =>
      tails.flatMap(({ next, written }, partition) =>
        next < written ? [{ partition, from: next, until: written }] : [],
      ),
    skip({ partition, from, until }) {
      const tail = tails[partition]
      if (tail?.next === from) tail.next = until
    },
    pin(partition) {
      const tail = tails[partition]
      if (!tail || tail.from > tail.written) return null
      const pin = { written: tail.written }
      const generationAtStart = generation
      tail.pins.add(pin)
      return {
        isValid: () => generation === generationAtStart && tail.from <= pin.written,
        recordsOf: (marketId) =>
          tail.records.slice(tail.head).filter((record) => record.key === marketId),
        recordsOfMarkets: (marketIds) =>
          tail.records.slice(tail.head).filter(({ key }) => key !== null && marketIds.has(key)),
        release() {
          tail.pins.delete(pin)
          trim(tail)
        },
      }
    },
    reset() {
      generation += 1
    },
    recordCount: () => count,
  }
}
