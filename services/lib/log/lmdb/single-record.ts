// A record as an entry of its own: append time (6 bytes, Unix milliseconds), length of the key (4 bytes, all
// ones for null), key, value. Topic and partition are those of the tree that contains the entry, and the
// offset is the entry's key in the tree. Records that are appended together are stored as blocks
// (block.ts), unless they are few.
import { createSlabCopier } from './slabs.ts'

const headBytes = 10
const nullKey = 0xffffffff

const copyValue = createSlabCopier()

/** A record without its topic, partition and offset. */
export interface EntryRecord {
  readonly timestampMs: number
  readonly key: string | null
  readonly value: Buffer
}

/** Encodes each record as an entry of its own, complete except for the append time. */
export function encodeSingleRecords(records: readonly EntryRecord[]): Buffer[] {
  const sizes = records.map(
    ({ key, value }) => headBytes + Buffer.byteLength(key ?? '') + value.length,
  )
  // all entries share one allocation, because lmdb looks up the address of each new buffer
  const slab = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, 0))
  let start = 0
  return records.map(({ key, value }, i) => {
    const end = start + (sizes[i] ?? 0)
    const valueAt = end - value.length
    slab.writeUInt32BE(key === null ? nullKey : valueAt - start - headBytes, start + 6)
    if (key !== null) slab.write(key, start + headBytes)
    value.copy(slab, valueAt)
    const entry = slab.subarray(start, end)
    start = end
    return entry
  })
}

/** Decodes an entry with one record. The value is copied, because lmdb reuses the buffer for the next read. */
export function readSingleRecord(bytes: Buffer, length: number): EntryRecord {
  const keyLength = bytes.readUInt32BE(6)
  const valueAt = keyLength === nullKey ? headBytes : headBytes + keyLength
  return {
    timestampMs: bytes.readUIntBE(0, 6),
    key: keyLength === nullKey ? null : bytes.toString('utf8', headBytes, valueAt),
    value: copyValue(bytes, valueAt, length),
  }
}
