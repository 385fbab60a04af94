// Reading partitions: pages of records, bounds, and the offset of an instant.
import { toLogRecord } from './frame.ts'
import type { LogRecord, PartitionRange } from '../port.ts'
import type { Layout, Slot } from './layout.ts'

export interface Page {
  readonly records: readonly LogRecord[]
  readonly bytes: number
  /** Everything below has been looked at: holes included. */
  readonly next: number
}

/** Records of [from, until) in one snapshot, until one of the limits is passed. At least one, if there is one. */
export function readPage(
  slot: Slot,
  from: number,
  until: number,
  limits: { readonly records: number; readonly bytes: number },
): Page {
  const records: LogRecord[] = []
  let bytes = 0
  let next = until
  if (from < until) {
    const range = slot.records.getRange({ start: from, end: until, limit: limits.records })
    for (const { key: offset, value: frame } of range) {
      records.push(toLogRecord(slot, offset, frame))
      bytes += frame.bytes
      if (bytes >= limits.bytes || records.length === limits.records) {
        next = offset + 1
        break
      }
    }
  }
  return { records, bytes, next: Math.max(from, next) }
}

/** The first record at or behind `from`. */
function firstAt(slot: Slot, from: number): { offset: number; timestampMs: number } | undefined {
  for (const { key, value } of slot.records.getRange({ start: from, limit: 1 }))
    return { offset: key, timestampMs: value.timestampMs }
  return undefined
}

export function rangeOf(layout: Layout, slot: Slot): PartitionRange {
  const high = layout.tailOf(slot).next
  let low = high
  for (const offset of slot.records.getKeys({ start: 0, limit: 1 })) low = offset
  return { topic: slot.topic, partition: slot.partition, low, high }
}

/** Binary search: times do not fall within a partition. */
export function offsetAt(layout: Layout, slot: Slot, timestampMs: number): number {
  let { low, high } = rangeOf(layout, slot)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = firstAt(slot, middle)
    // nothing between the middle and the end: what there is lies before it
    if (!found || found.offset >= high || found.timestampMs >= timestampMs) high = middle
    else low = found.offset + 1
  }
  return firstAt(slot, low)?.offset ?? layout.tailOf(slot).next
}
