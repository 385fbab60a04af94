// Reads partitions: pages of records, offset ranges, and offsets by time.
import type { LogRecord, PartitionRange } from '../port.ts'
import type { BlockCache } from './block-cache.ts'
import { firstOffsetOf, decodeRecordsOfEntry, toLogRecord } from './entry.ts'
import type { LogLayout, PartitionTree } from './layout.ts'

export interface Page {
  readonly records: readonly LogRecord[]
  readonly bytes: number
  /** The offset at which to continue. The page covers all offsets before it, including gaps. */
  readonly next: number
}

/**
 * Returns the records from `from` to `until` (excluded) in one snapshot, up to the limits, but at least
 * one record if there is one. Throws a LogError if they are corrupt.
 */
export function readPage(
  blocks: BlockCache,
  tree: PartitionTree,
  from: number,
  until: number,
  limits: { readonly records: number; readonly bytes: number },
): Page {
  const records: LogRecord[] = []
  let bytes = 0
  if (from < until) {
    const range = tree.records.getRange({ start: from, limit: limits.records })
    for (const { key: last, value: entry } of range) {
      const first = firstOffsetOf(last, entry)
      if (first >= until) break
      const entryRecords = blocks.take(tree, last, entry)
      for (let offset = Math.max(first, from); offset <= last && offset < until; offset += 1) {
        const record = entryRecords[offset - first]
        if (record === undefined) break
        records.push(toLogRecord(tree, offset, record))
        bytes += record.value.length
        if (bytes < limits.bytes && records.length < limits.records) continue
        if (offset < last) blocks.keep(tree, last, entryRecords)
        return { records, bytes, next: offset + 1 }
      }
    }
  }
  return { records, bytes, next: Math.max(from, until) }
}

/** Returns the first record at or after `from`. */
function findFirstRecordAt(
  tree: PartitionTree,
  from: number,
): { offset: number; timestampMs: number } | undefined {
  for (const { key: last, value: entry } of tree.records.getRange({ start: from, limit: 1 })) {
    const first = firstOffsetOf(last, entry)
    const offset = Math.max(first, from)
    const isOfOneTime = !('count' in entry) || entry.lastTimestampMs === entry.timestampMs
    if (isOfOneTime) return { offset, timestampMs: entry.timestampMs }
    const timestampMs = decodeRecordsOfEntry(tree, last, entry)[offset - first]?.timestampMs
    return { offset, timestampMs: timestampMs ?? entry.lastTimestampMs }
  }
  return undefined
}

/** Append time of the oldest record, Unix milliseconds; null: there is none. */
export const oldestTimestampMs = (tree: PartitionTree): number | null =>
  findFirstRecordAt(tree, 0)?.timestampMs ?? null

export function offsetRangeOf(layout: LogLayout, tree: PartitionTree): PartitionRange {
  const high = layout.tailOf(tree).next
  let low = high
  for (const { key: last, value: entry } of tree.records.getRange({ start: 0, limit: 1 }))
    low = firstOffsetOf(last, entry)
  return { topic: tree.topic, partition: tree.partition, low, high }
}

/**
 * Returns the offset of the first record at or after the time, by binary search: times never decrease
 * within a partition.
 */
export function offsetAt(layout: LogLayout, tree: PartitionTree, timestampMs: number): number {
  let { low, high } = offsetRangeOf(layout, tree)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = findFirstRecordAt(tree, middle)
    // no record at or after the middle: continue in the lower half
    if (!found || found.offset >= high || found.timestampMs >= timestampMs) high = middle
    else low = found.offset + 1
  }
  return findFirstRecordAt(tree, low)?.offset ?? layout.tailOf(tree).next
}
