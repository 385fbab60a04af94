// Encodes records of one partition as the batch that a broker appends: uncompressed, transactional, in the
// format of Kafka 0.11 and later (magic 2). record-set.ts decodes it.

export interface RecordToSend {
  readonly key: string | null
  readonly value: Buffer
}

/** The producer of a batch, and the sequence number of the batch's first record in the partition. */
export interface BatchProducer {
  readonly producerId: string
  readonly producerEpoch: number
  readonly firstSequence: number
}

const headerBytes = 61
const preambleBytes = 12
const checksumStart = 21
const magic = 2
const transactionalFlag = 0x10

/** Maximum bytes that an encoded record has in addition to its key and value. */
export const overheadBytes = 24

export function encodeRecordBatch(
  records: readonly RecordToSend[],
  producer: BatchProducer,
  crc32c: (bytes: Buffer) => number,
): Buffer {
  const batch = Buffer.allocUnsafe(headerBytes + encodedSizeOf(records))
  let at = headerBytes
  for (const [i, { key, value }] of records.entries()) {
    const keyBytes = key === null ? -1 : Buffer.byteLength(key)
    at = writeVarint(batch, at, recordBodySizeOf(i, keyBytes, value.length))
    at = batch.writeInt8(0, at) // attributes
    at = writeVarint(batch, at, 0) // timestamp delta
    at = writeVarint(batch, at, i) // offset delta
    at = writeVarint(batch, at, keyBytes)
    if (key !== null) at += batch.write(key, at)
    at = writeVarint(batch, at, value.length)
    at += value.copy(batch, at)
    at = writeVarint(batch, at, 0) // headers
  }
  batch.writeBigInt64BE(0n, 0) // base offset: set by the broker
  batch.writeInt32BE(batch.length - preambleBytes, 8)
  batch.writeInt32BE(-1, 12) // leader epoch: set by the broker
  batch.writeInt8(magic, 16)
  batch.writeInt16BE(transactionalFlag, 21)
  batch.writeInt32BE(records.length - 1, 23)
  batch.writeBigInt64BE(0n, 27) // timestamps: replaced by the append time
  batch.writeBigInt64BE(0n, 35)
  batch.writeBigInt64BE(BigInt(producer.producerId), 43)
  batch.writeInt16BE(producer.producerEpoch, 51)
  batch.writeInt32BE(producer.firstSequence, 53)
  batch.writeInt32BE(records.length, 57)
  batch.writeUInt32BE(crc32c(batch.subarray(checksumStart)), 17)
  return batch
}

function encodedSizeOf(records: readonly RecordToSend[]): number {
  let bytes = 0
  for (const [i, { key, value }] of records.entries()) {
    const body = recordBodySizeOf(i, key === null ? -1 : Buffer.byteLength(key), value.length)
    bytes += varintSizeOf(body) + body
  }
  return bytes
}

function recordBodySizeOf(index: number, keyBytes: number, valueBytes: number): number {
  const key = varintSizeOf(keyBytes) + Math.max(0, keyBytes)
  // 3 bytes: one each for attributes, timestamp delta and number of headers
  return 3 + varintSizeOf(index) + key + varintSizeOf(valueBytes) + valueBytes
}

/** Zigzag-encodes an integer of up to 31 bits. */
const zigzagEncode = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0

function varintSizeOf(value: number): number {
  let bytes = 1
  for (let left = zigzagEncode(value); left > 0x7f; left >>>= 7) bytes += 1
  return bytes
}

function writeVarint(buffer: Buffer, offset: number, value: number): number {
  let at = offset
  let left = zigzagEncode(value)
  for (; left > 0x7f; left >>>= 7) buffer[at++] = (left & 0x7f) | 0x80
  buffer[at++] = left
  return at
}
