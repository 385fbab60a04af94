// Decodes the record batches of one partition in a fetch response; leaves out aborted records and
// transaction markers. The format is that of Kafka 0.11 and later (magic 2).
import { gunzipSync } from 'node:zlib'
import { LogError, type LogRecord, type Position } from '../port.ts'
import { ByteReader } from './byte-reader.ts'

/** An aborted transaction: its producer, and the offset of its first record in this partition. */
export interface AbortedTransaction {
  readonly producerId: bigint
  readonly firstOffset: number
}

export interface RecordSet {
  readonly records: readonly LogRecord[]
  /**
   * The offset at which to continue: after the last complete batch, even if all its records were left
   * out.
   */
  readonly next: number
}

/** Bytes of the base offset and of the length, which are not included in that length. */
const preambleBytes = 12
const compressionMask = 0x07
const logAppendTimeFlag = 0x08
const transactionalFlag = 0x10
const controlFlag = 0x20
const compressions = ['none', 'gzip', 'snappy', 'lz4', 'zstd']

/**
 * Decodes the record batches of a fetch response. `start.offset` is the first requested offset: brokers
 * send whole batches, so earlier records may come too, and are left out. Throws a LogError with topic,
 * partition and offset for batches that cannot be decoded.
 */
export function readRecordSet(
  bytes: Buffer,
  start: Position,
  abortedTransactions: readonly AbortedTransaction[],
): RecordSet {
  const records: LogRecord[] = []
  const isAborted = createAbortedBatchFilter(abortedTransactions)
  let next = start.offset
  let at = 0
  while (bytes.length - at > preambleBytes) {
    const end = at + preambleBytes + bytes.readInt32BE(at + 8)
    if (end > bytes.length) break // incomplete last batch: the fetch limit has truncated it
    const batch = readBatchHeader(new ByteReader(bytes, at, end), start)
    at = end
    const isSkipped = isAborted(batch)
    if (batch.lastOffset < start.offset) continue
    if (!batch.isControl && !isSkipped) readRecords(batch, start, records)
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
  /** Time at which the broker appended the batch; null if the topic stores the times of the producers. */
  readonly appendedAtMs: number | null
  readonly count: number
  readonly compression: number
  readonly body: ByteReader
}

function readBatchHeader(reader: ByteReader, start: Position): RecordBatch {
  const baseOffset = reader.int64()
  reader.slice(4 + 4) // length, leader epoch
  const magic = reader.int8()
  if (magic !== 2)
    throw unreadableBatchError(
      start,
      baseOffset,
      `a format from before Kafka 0.11 (magic ${magic})`,
    )
  reader.slice(4) // checksum: not verified here, because the broker and TCP have verified it
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

function readRecords(batch: RecordBatch, start: Position, output: LogRecord[]): void {
  const { topic, partition } = start
  const reader = decompressBatch(batch, start)
  for (let i = 0; i < batch.count; i += 1) {
    const length = reader.varint()
    const end = reader.at + length
    reader.slice(1) // attributes: none are in use
    const timestampMs = batch.baseTimestampMs + reader.varint()
    const offset = batch.baseOffset + reader.varint()
    if (offset >= start.offset) {
      const key = reader.varBytes()
      const value = reader.varBytes()
      output.push({
        topic,
        partition,
        offset,
        key: key === null ? null : key.toString(),
        value: value ?? Buffer.alloc(0),
        timestampMs: batch.appendedAtMs ?? timestampMs,
      })
    }
    reader.at = end // skip the headers, which we do not use
  }
}

function decompressBatch(
  { compression, body, baseOffset }: RecordBatch,
  start: Position,
): ByteReader {
  if (compression === 0) return body
  if (compression === 1) return new ByteReader(gunzipSync(body.slice(body.left)))
  const name = compressions[compression] ?? `compression ${compression}`
  throw unreadableBatchError(start, baseOffset, `batches compressed with ${name}`)
}

function unreadableBatchError(
  { topic, partition }: Position,
  offset: number,
  content: string,
): LogError {
  return new LogError(
    `${topic}/${partition} at offset ${offset} holds ${content}; its records must be written uncompressed or with gzip, by Kafka 0.11 or later`,
  )
}

/**
 * Returns a function that reports whether a batch belongs to an aborted transaction. It must be called
 * for every batch, in order. Transactions can overlap, and the broker lists them in the order of their
 * ends: each starts at its first offset and lasts until its producer's next marker (a control batch).
 */
function createAbortedBatchFilter(
  abortedTransactions: readonly AbortedTransaction[],
): (
  batch: Pick<RecordBatch, 'lastOffset' | 'isControl' | 'isTransactional' | 'producerId'>,
) => boolean {
  const waiting = abortedTransactions.toSorted((a, b) => a.firstOffset - b.firstOffset)
  const open = new Set<bigint>()
  let begun = 0
  return ({ lastOffset, isControl, isTransactional, producerId }) => {
    for (let next = waiting[begun]; next && next.firstOffset <= lastOffset; next = waiting[begun]) {
      open.add(next.producerId)
      begun += 1
    }
    // a marker ends the producer's transaction, whether it commits or aborts
    if (isControl) return open.delete(producerId)
    return isTransactional && open.has(producerId)
  }
}
