// A record as it lies in a tree: time of append (6 bytes, Unix milliseconds), length of the key
// (4 bytes, all ones for null), key, value. Topic, partition and offset are the tree and its key.
import { maxRecordBytes, LogError, type LogRecord, type NewRecord } from '../port.ts'
import { partitionOf } from '../partitioner.ts'
import type { Layout, Slot } from './layout.ts'

const headBytes = 10
const nullKey = 0xffffffff

/** Records of one partition, ready to be written but for their time. */
export interface Prepared {
  readonly slot: Slot
  readonly keys: readonly (string | null)[]
  readonly frames: readonly Buffer[]
}

/** Checks the records and copies them, so that a write transaction has nothing left to refuse. */
export function prepare(layout: Layout, records: readonly NewRecord[]): Prepared[] {
  const bySlot = new Map<Slot, { slot: Slot; keys: (string | null)[]; frames: Buffer[] }>()
  const placed = records.map((record) => ({
    record,
    slot: slotOf(layout, record),
    keyBytes: record.key === null ? 0 : Buffer.byteLength(record.key),
  }))
  let total = 0
  for (const { record, keyBytes } of placed) {
    const size = keyBytes + record.value.length
    if (size > maxRecordBytes)
      throw new LogError(
        `a record of ${size} bytes for ${record.topic} (limit ${maxRecordBytes})`,
        {
          retriable: false,
        },
      )
    total += headBytes + size
  }
  // one allocation: lmdb looks up the address of each buffer it has not seen
  const slab = Buffer.allocUnsafeSlow(total)
  let at = 0
  for (const { record, slot, keyBytes } of placed) {
    const start = at
    at = slab.writeUInt32BE(record.key === null ? nullKey : keyBytes, at + 6)
    if (record.key !== null) at += slab.write(record.key, at)
    at += record.value.copy(slab, at)
    const into = bySlot.get(slot) ?? { slot, keys: [], frames: [] }
    bySlot.set(slot, into)
    into.keys.push(record.key)
    into.frames.push(slab.subarray(start, at))
  }
  return [...bySlot.values()]
}

function slotOf(layout: Layout, { topic, key, partition }: NewRecord): Slot {
  const slots = layout.topics.get(topic)
  if (!slots) throw new LogError(`there is no topic ${topic}`, { retriable: false })
  if (partition === undefined && key === null)
    throw new LogError(`a record for ${topic} has neither key nor partition`, { retriable: false })
  if (key === null && slots[0]?.newest)
    throw new LogError(`a record for ${topic} has no key to be compacted by`, { retriable: false })
  const slot = slots[partition ?? partitionOf(key ?? '', slots.length)]
  if (!slot) throw new LogError(`${topic} has no partition ${partition}`, { retriable: false })
  return slot
}

export function stamp(frame: Buffer, timestampMs: number): void {
  frame.writeUIntBE(timestampMs, 0, 6)
}

/** A frame taken apart. */
export interface Frame {
  readonly timestampMs: number
  readonly key: string | null
  readonly value: Buffer
  /** Of the whole frame. */
  readonly bytes: number
}

/** Copies what it takes: the buffer is lmdb's own, and the next read overwrites it. */
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

export function toLogRecord(slot: Slot, offset: number, frame: Frame): LogRecord {
  const { topic, partition } = slot
  const { key, value, timestampMs } = frame
  return { topic, partition, offset, key, value, timestampMs }
}
