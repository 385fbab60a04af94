// The stored form of a record: append time (6 bytes, Unix milliseconds), length of the key (4 bytes, all
// ones for null), key, value. Topic and partition are those of the tree that contains the record, and the
// offset is the record's key in the tree.
import { placeRecord } from '../checks.ts'
import type { LogRecord, NewRecord, Partition } from '../port.ts'
import type { Layout, PartitionTree } from './layout.ts'

const headBytes = 10
const nullKey = 0xffffffff

/** Encoded records of one partition, complete except for the append time. */
export interface PreparedRecords extends Partition {
  readonly keys: readonly (string | null)[]
  readonly frames: readonly Buffer[]
}

/** Validates and copies the records, so that the write transaction cannot fail because of them. */
export function prepareRecords(layout: Layout, records: readonly NewRecord[]): PreparedRecords[] {
  const byTree = new Map<
    PartitionTree,
    PreparedRecords & { keys: (string | null)[]; frames: Buffer[] }
  >()
  const placed = records.map((record) => placeRecord(layout.settings, record))
  let total = 0
  for (const { bytes } of placed) total += headBytes + bytes
  // all records share one allocation, because lmdb looks up the address of each new buffer
  const slab = Buffer.allocUnsafeSlow(total)
  let at = 0
  for (const { record, partition, keyBytes } of placed) {
    const tree = layout.treeOf(record.topic, partition)
    const start = at
    at = slab.writeUInt32BE(record.key === null ? nullKey : keyBytes, at + 6)
    if (record.key !== null) at += slab.write(record.key, at)
    at += record.value.copy(slab, at)
    const into = byTree.get(tree) ?? { topic: record.topic, partition, keys: [], frames: [] }
    byTree.set(tree, into)
    into.keys.push(record.key)
    into.frames.push(slab.subarray(start, at))
  }
  return [...byTree.values()]
}

export function setTimestamp(frame: Buffer, timestampMs: number): void {
  frame.writeUIntBE(timestampMs, 0, 6)
}

/** A decoded frame. */
export interface Frame {
  readonly timestampMs: number
  readonly key: string | null
  readonly value: Buffer
  /** Size of the whole frame. */
  readonly bytes: number
}

/** Decodes a stored record. The value is copied, because lmdb reuses the buffer for the next read. */
export function readFrame(bytes: Buffer, length: number): Frame {
  const keyLength = bytes.readUInt32BE(6)
  const valueAt = keyLength === nullKey ? headBytes : headBytes + keyLength
  const value = Buffer.allocUnsafe(length - valueAt)
  bytes.copy(value, 0, valueAt, length)
  return {
    timestampMs: bytes.readUIntBE(0, 6),
    key: keyLength === nullKey ? null : bytes.toString('utf8', headBytes, valueAt),
    value,
    bytes: length,
  }
}

export function toLogRecord(tree: PartitionTree, offset: number, frame: Frame): LogRecord {
  const { topic, partition } = tree
  const { key, value, timestampMs } = frame
  return { topic, partition, offset, key, value, timestampMs }
}
