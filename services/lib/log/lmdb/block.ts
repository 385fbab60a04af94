// Consecutive records as one compressed entry. Its key in the tree is the offset of its last record, so that
// the first entry at or after an offset contains that offset.
//
// The head has these big-endian numbers:
// 1. The append time of the first record: 6 bytes, Unix milliseconds. All further numbers have 4 bytes.
// 2. A mark, where an entry with one record has the length of its key.
// 3. The CRC-32 of all bytes after it.
// 4. The number of records.
// 5. The milliseconds from the first record to the last.
// 6. The size of the body before compression.
//
// The body is compressed with Brotli. It has the number of different keys, then each key after its length, then for
// each record: the milliseconds since the first record, the index of its key (all ones for null), the length of its
// value, and the value.
import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from 'node:zlib'
import type { EntryRecord } from './single-record.ts'
import { createSlabCopier } from './slabs.ts'

/** Stored where an entry with one record has the length of its key. No key has this length. */
const blockMark = 0xfffffffe
const headBytes = 26
const recordHeadBytes = 12
const nullKey = 0xffffffff

/** Records are encoded in this buffer before they are compressed. Reusing it avoids an allocation for each block. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024)

const copyChecked = createSlabCopier()

/** A block that is still compressed. */
export interface RecordBlock {
  /** Append time of the first record. */
  readonly timestampMs: number
  /** Append time of the last record. */
  readonly lastTimestampMs: number
  readonly count: number
  readonly rawBytes: number
  /** The end of the entry: the CRC-32, followed by the bytes that it covers. */
  readonly checked: Buffer
}

export const isBlock = (entry: Buffer): boolean => entry.readUInt32BE(6) === blockMark

/** The number of records in an entry. */
export const recordCountOf = (entry: Buffer): number =>
  isBlock(entry) ? entry.readUInt32BE(14) : 1

/**
 * Encodes records, which must be in the order of their times. Returns null if compression would hardly save
 * anything.
 */
export function encodeBlock(records: readonly EntryRecord[]): Buffer | null {
  const firstMs = records[0]?.timestampMs ?? 0
  const indexes = new Map<string | null, number>([[null, nullKey]])
  const keys: Buffer[] = []
  let size = 4
  for (const { key, value } of records) {
    size += recordHeadBytes + value.length
    if (key === null || indexes.has(key)) continue
    indexes.set(key, keys.length)
    const bytes = Buffer.from(key)
    keys.push(bytes)
    size += 4 + bytes.length
  }
  const raw = size <= scratch.length ? scratch.subarray(0, size) : Buffer.allocUnsafe(size)
  let at = raw.writeUInt32BE(keys.length)
  for (const key of keys) {
    at = raw.writeUInt32BE(key.length, at)
    at += key.copy(raw, at)
  }
  for (const { timestampMs, key, value } of records) {
    at = raw.writeUInt32BE(timestampMs - firstMs, at)
    at = raw.writeUInt32BE(indexes.get(key) ?? nullKey, at)
    at = raw.writeUInt32BE(value.length, at)
    raw.set(value, at)
    at += value.length
  }
  const compressedBytes = compress(raw)
  if (compressedBytes.length > 0.9 * raw.length) return null
  const entry = Buffer.allocUnsafeSlow(headBytes + compressedBytes.length)
  entry.writeUIntBE(firstMs, 0, 6)
  entry.writeUInt32BE(blockMark, 6)
  entry.writeUInt32BE(records.length, 14)
  entry.writeUInt32BE((records.at(-1)?.timestampMs ?? firstMs) - firstMs, 18)
  entry.writeUInt32BE(raw.length, 22)
  compressedBytes.copy(entry, headBytes)
  entry.writeUInt32BE(crc32(entry.subarray(14)), 10)
  return entry
}

/** Reads the head of a block and copies the bytes after it, because lmdb reuses the buffer for the next read. */
export function readBlock(bytes: Buffer, length: number): RecordBlock {
  const timestampMs = bytes.readUIntBE(0, 6)
  return {
    timestampMs,
    lastTimestampMs: timestampMs + bytes.readUInt32BE(18),
    count: bytes.readUInt32BE(14),
    rawBytes: bytes.readUInt32BE(22),
    checked: copyChecked(bytes, 10, length),
  }
}

/** Decompresses the records. Their values share one allocation. Throws if the checksum does not match. */
export function decodeBlock({ timestampMs, count, rawBytes, checked }: RecordBlock): EntryRecord[] {
  if (crc32(checked.subarray(4)) !== checked.readUInt32BE(0))
    throw new Error('the checksum does not match')
  const raw = decompress(checked.subarray(headBytes - 10), rawBytes)
  let at = 4
  const keys: string[] = []
  for (let left = raw.readUInt32BE(0); left > 0; left -= 1) {
    const keyAt = at + 4
    at = keyAt + raw.readUInt32BE(at)
    keys.push(raw.toString('utf8', keyAt, at))
  }
  const records: EntryRecord[] = []
  for (let left = count; left > 0; left -= 1) {
    const valueAt = at + recordHeadBytes
    const end = valueAt + raw.readUInt32BE(at + 8)
    records.push({
      timestampMs: timestampMs + raw.readUInt32BE(at),
      key: keys[raw.readUInt32BE(at + 4)] ?? null,
      value: raw.subarray(valueAt, end),
    })
    at = end
  }
  return records
}

function compress(raw: Buffer): Buffer {
  return brotliCompressSync(raw, {
    // one buffer is enough for most results
    chunkSize: Math.max(1_024, raw.length >> 2),
    params: {
      // the fastest quality that also finds repetitions far apart
      [constants.BROTLI_PARAM_QUALITY]: 1,
      // 256 KiB, more than a block has; a larger window would only cost memory
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  })
}

function decompress(compressedBytes: Buffer, rawBytes: number): Buffer {
  // one byte more than the result, so that Node does not allocate a second buffer for the end
  return brotliDecompressSync(compressedBytes, { chunkSize: Math.max(64, rawBytes + 1) })
}
