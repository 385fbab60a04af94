// The bytes of one partition in the answer to a fetch, as records: what was aborted and the markers
// of transactions left out. Batches of records as Kafka keeps them since 0.11 (magic 2).
import { gunzipSync } from 'node:zlib'
import { LogError, type LogRecord } from '../port.ts'
import { ByteReader } from './byte-reader.ts'

/** Of one transaction that was aborted: whose, and its first record in this partition. */
export interface AbortedTransaction {
  readonly producerId: bigint
  readonly firstOffset: number
}

export interface RecordSet {
  readonly records: readonly LogRecord[]
  /** Where to read on: behind the last whole batch, whether or not anything in it was for us. */
  readonly next: number
}

interface Place {
  readonly topic: string
  readonly partition: number
  /** The first record wanted: a batch is always sent whole. */
  readonly offset: number
}

/** Offset of the first record, and the length of the rest. */
const preambleBytes = 12
const compressionMask = 0x07
const logAppendTimeFlag = 0x08
const transactionalFlag = 0x10
const controlFlag = 0x20
const compressions = ['none', 'gzip', 'snappy', 'lz4', 'zstd']

/** Throws a LogError that names the partition for batches that cannot be read. */
export function readRecordSet(
  bytes: Buffer,
  place: Place,
  aborted: readonly AbortedTransaction[],
): RecordSet {
  const records: LogRecord[] = []
  const isAborted = createAbortFilter(aborted)
  let next = place.offset
  let at = 0
  while (bytes.length - at > preambleBytes) {
    const end = at + preambleBytes + bytes.readInt32BE(at + 8)
    if (end > bytes.length) break // the tail, cut off by the limit of the fetch
    const batch = readHeader(new ByteReader(bytes, at, end), place)
    at = end
    const isGone = isAborted(batch)
    if (batch.lastOffset < place.offset) continue
    if (!batch.isControl && !isGone) readRecords(batch, place, records)
    next = Math.max(next, batch.lastOffset + 1)
  }
  return { records, next }
}

interface RecordBatch {
  readonly baseOffset: number
  readonly lastOffset: number
  readonly isControl: boolean
  readonly isTransactional: boolean
  readonly producerId: bigint
  readonly baseTimestampMs: number
  /** When the broker appended it; null where the topic keeps the times of the producers. */
  readonly appendedAtMs: number | null
  readonly count: number
  readonly compression: number
  readonly body: ByteReader
}

function readHeader(reader: ByteReader, place: Place): RecordBatch {
  const baseOffset = reader.int64()
  reader.slice(4 + 4) // length, leader epoch
  const magic = reader.int8()
  if (magic !== 2)
    throw unreadable(place, baseOffset, `a format from before Kafka 0.11 (magic ${magic})`)
  reader.slice(4) // checksum: TCP and the broker have looked
  const attributes = reader.int16()
  const lastOffset = baseOffset + reader.int32()
  const baseTimestampMs = reader.int64()
  const maxTimestampMs = reader.int64()
  const producerId = reader.id()
  reader.slice(2 + 4) // epoch, sequence
  return {
    baseOffset,
    lastOffset,
    isControl: (attributes & controlFlag) !== 0,
    isTransactional: (attributes & transactionalFlag) !== 0,
    producerId,
    baseTimestampMs,
    appendedAtMs: (attributes & logAppendTimeFlag) === 0 ? null : maxTimestampMs,
    count: reader.int32(),
    compression: attributes & compressionMask,
    body: reader,
  }
}

function readRecords(batch: RecordBatch, place: Place, into: LogRecord[]): void {
  const { topic, partition } = place
  const reader = decompressed(batch, place)
  for (let i = 0; i < batch.count; i += 1) {
    const length = reader.varint()
    const end = reader.at + length
    reader.slice(1) // attributes: none are in use
    const timestampMs = batch.baseTimestampMs + reader.varint()
    const offset = batch.baseOffset + reader.varint()
    if (offset >= place.offset) {
      const key = reader.varBytes()
      const value = reader.varBytes()
      into.push({
        topic,
        partition,
        offset,
        key: key === null ? null : key.toString(),
        value: value ?? Buffer.alloc(0),
        timestampMs: batch.appendedAtMs ?? timestampMs,
      })
    }
    reader.at = end // over the headers, which we neither write nor read
  }
}

function decompressed({ compression, body, baseOffset }: RecordBatch, place: Place): ByteReader {
  if (compression === 0) return body
  if (compression === 1) return new ByteReader(gunzipSync(body.slice(body.left)))
  const name = compressions[compression] ?? `compression ${compression}`
  throw unreadable(place, baseOffset, `batches compressed with ${name}`)
}

function unreadable({ topic, partition }: Place, offset: number, what: string): LogError {
  return new LogError(
    `${topic}/${partition} at offset ${offset} holds ${what}; its records must be written uncompressed or with gzip, by Kafka 0.11 or later`,
    { retriable: false },
  )
}

/**
 * Tells batches of aborted transactions; to be asked about every batch, in order. The broker lists
 * the transactions by their end, and they overlap: each begins at its first offset and lasts until
 * the marker of its producer. What is a marker stands in the batch's header, not in a record's key.
 */
export function createAbortFilter(
  aborted: readonly AbortedTransaction[],
): (
  batch: Pick<RecordBatch, 'lastOffset' | 'isControl' | 'isTransactional' | 'producerId'>,
) => boolean {
  const waiting = aborted.toSorted((a, b) => a.firstOffset - b.firstOffset)
  const open = new Set<bigint>()
  let begun = 0
  return ({ lastOffset, isControl, isTransactional, producerId }) => {
    for (let next = waiting[begun]; next && next.firstOffset <= lastOffset; next = waiting[begun]) {
      open.add(next.producerId)
      begun += 1
    }
    // a transaction of a producer ends before its next one begins: commit or abort, it is over
    if (isControl) return open.delete(producerId)
    return isTransactional && open.has(producerId)
  }
}
