// Reads partitions: pages of records, offset ranges, and offsets by time.
import { toLogRecord } from './frame.ts'
import type { LogRecord, PartitionRange } from '../port.ts'
import type { Layout, PartitionTree } from './layout.ts'

export interface Page {
  readonly records: readonly LogRecord[]
  readonly bytes: number
  /** The offset at which to continue. The page covers all offsets before it, including gaps. */
  readonly next: number
}

/**
 * Returns the records from `from` to `until` (excluded) in one snapshot, up to the limits, but at least
 * one record if there is one.
 */
export function readPage(
  tree: PartitionTree,
  from: number,
  until: number,
  limits: { readonly records: number; readonly bytes: number },
): Page {
  const records: LogRecord[] = []
  let bytes = 0
  let next = until
  if (from < until) {
    const range = tree.records.getRange({ start: from, end: until, limit: limits.records })
    for (const { key: offset, value: frame } of range) {
      records.push(toLogRecord(tree, offset, frame))
      bytes += frame.bytes
      if (bytes >= limits.bytes || records.length === limits.records) {
        next = offset + 1
        break
      }
    }
  }
  return { records, bytes, next: Math.max(from, next) }
}

/** Returns the first record at or after `from`. */
function firstAt(
  tree: PartitionTree,
  from: number,
): { offset: number; timestampMs: number } | undefined {
  for (const { key, value } of tree.records.getRange({ start: from, limit: 1 }))
    return { offset: key, timestampMs: value.timestampMs }
  return undefined
}

export function rangeOf(layout: Layout, tree: PartitionTree): PartitionRange {
  const high = layout.tailOf(tree).next
  let low = high
  for (const offset of tree.records.getKeys({ start: 0, limit: 1 })) low = offset
  return { topic: tree.topic, partition: tree.partition, low, high }
}

/**
 * Returns the offset of the first record at or after the time, by binary search: times never decrease
 * within a partition.
 */
export function offsetAt(layout: Layout, tree: PartitionTree, timestampMs: number): number {
  let { low, high } = rangeOf(layout, tree)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = firstAt(tree, middle)
    // no record at or after the middle: continue in the lower half
    if (!found || found.offset >= high || found.timestampMs >= timestampMs) high = middle
    else low = found.offset + 1
  }
  return firstAt(tree, low)?.offset ?? layout.tailOf(tree).next
}
