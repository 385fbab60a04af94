// Buffers for records that were fetched before the handler needs them, by partition. Records stay in the
// buffer until they are dropped, so that a failed batch can be delivered again.
import { partitionKey, type LogRecord, type Partition } from '../port.ts'

export interface PartitionBuffer extends Partition {
  /** The offset of the first buffered record, or `tail` if there is none. */
  head: number
  /** The offset at which the next fetch starts. */
  tail: number
  records: LogRecord[]
  bytes: number
  /** Whether the partition does not have the offset `tail`. If so, nothing is fetched until the next seek(). */
  isLost: boolean
}

export interface BufferedRecords {
  readonly records: readonly LogRecord[]
  /** The offset at which to continue, for each partition with records. */
  readonly nextOffsets: ReadonlyMap<Partition, number>
}

export interface PartitionBuffers {
  /** Discards the buffered records of the partition and continues to read it at this offset. */
  seek(topicPartition: Partition, offset: number): void
  forget(topicPartition: Partition): void
  all(): readonly PartitionBuffer[]
  get(topicPartition: Partition): PartitionBuffer | undefined
  add(buffer: PartitionBuffer, records: readonly LogRecord[], next: number): void
  /** Returns the next offset to process. It also moves past transaction markers and aborted records. */
  positionOf(topicPartition: Partition): number | null
  hasRecords(topicPartitions: readonly Partition[]): boolean
  countRecords(): number
  mayFetchMore(buffer: PartitionBuffer): boolean
  /**
   * Returns whether this partition, or all partitions together, have reached the limit of buffered bytes.
   */
  isFull(): boolean
  /**
   * Returns at most `maxRecords` records, in equal shares. Partitions that come first in the list are
   * served first.
   */
  peek(topicPartitions: readonly Partition[], maxRecords: number): BufferedRecords
  dropBefore(nextOffsets: ReadonlyMap<Partition, number>): void
}

/** Limits of buffered bytes, for one partition and for all together. */
const partitionBytes = 4 * 1024 * 1024
const totalBytes = 64 * 1024 * 1024
/** The limit of bytes for a batch of large records, so that several copies of it fit in memory. */
const batchBytes = 16 * 1024 * 1024
/** Estimated memory in bytes that a record needs in addition to its key and value. */
const recordBytes = 100

export function createPartitionBuffers(): PartitionBuffers {
  const buffers = new Map<string, PartitionBuffer>()
  /** In all partitions together. */
  let heldBytes = 0

  function remove(topicPartition: Partition): void {
    heldBytes -= buffers.get(partitionKey(topicPartition))?.bytes ?? 0
    buffers.delete(partitionKey(topicPartition))
  }

  const buffersWithRecords = (
    topicPartitions: readonly Partition[],
  ): (readonly [Partition, PartitionBuffer])[] =>
    topicPartitions.flatMap((topicPartition) => {
      const buffer = buffers.get(partitionKey(topicPartition))
      return buffer && buffer.records.length > 0 ? [[topicPartition, buffer] as const] : []
    })

  return {
    seek(topicPartition, offset) {
      remove(topicPartition)
      const { topic, partition } = topicPartition
      const buffer = { topic, partition, head: offset, tail: offset, records: [], bytes: 0 }
      buffers.set(partitionKey(topicPartition), { ...buffer, isLost: false })
    },
    forget: remove,
    all: () => [...buffers.values()],
    get: (topicPartition) => buffers.get(partitionKey(topicPartition)),

    add(buffer, records, next) {
      if (buffer.records.length === 0) buffer.records = [...records]
      else for (const record of records) buffer.records.push(record)
      const bytes = records.reduce((sum, record) => sum + sizeOf(record), 0)
      buffer.bytes += bytes
      heldBytes += bytes
      buffer.tail = next
      if (buffer.records.length === 0) buffer.head = next
    },

    positionOf: (topicPartition) => buffers.get(partitionKey(topicPartition))?.head ?? null,
    hasRecords: (topicPartitions) => buffersWithRecords(topicPartitions).length > 0,
    countRecords: () => [...buffers.values()].reduce((sum, { records }) => sum + records.length, 0),
    mayFetchMore: ({ bytes }) => bytes === 0 || (bytes < partitionBytes && heldBytes < totalBytes),
    isFull: () =>
      heldBytes >= totalBytes || [...buffers.values()].some(({ bytes }) => bytes >= partitionBytes),

    peek(topicPartitions, maxRecords) {
      const ready = buffersWithRecords(topicPartitions)
      const records: LogRecord[] = []
      const counts = new Map<Partition, number>()
      let bytes = 0
      const fairShare = Math.max(1, Math.floor(maxRecords / ready.length))
      for (const share of [fairShare, maxRecords]) {
        for (const [topicPartition, buffer] of ready) {
          let at = counts.get(topicPartition) ?? 0
          const end = Math.min(buffer.records.length, at + share, at + maxRecords - records.length)
          for (; at < end && bytes < batchBytes; at += 1) {
            const record = buffer.records[at] as LogRecord
            records.push(record)
            bytes += sizeOf(record)
          }
          counts.set(topicPartition, at)
        }
      }
      const nextOffsets = new Map<Partition, number>()
      for (const [topicPartition, buffer] of ready) {
        const count = counts.get(topicPartition) ?? 0
        const next = buffer.records[count]
        if (count > 0) nextOffsets.set(topicPartition, next ? next.offset : buffer.tail)
      }
      return { records, nextOffsets }
    },

    dropBefore(nextOffsets) {
      for (const [topicPartition, end] of nextOffsets) {
        const buffer = buffers.get(partitionKey(topicPartition))
        if (!buffer) continue
        let count = 0
        for (let r = buffer.records[count]; r && r.offset < end; r = buffer.records[count]) {
          buffer.bytes -= sizeOf(r)
          heldBytes -= sizeOf(r)
          count += 1
        }
        buffer.records.splice(0, count)
        buffer.head = buffer.records[0]?.offset ?? buffer.tail
      }
    },
  }
}

const sizeOf = ({ key, value }: LogRecord): number =>
  recordBytes + value.length + (key?.length ?? 0)
