// What a partition's tree contains: entries with one record (single-record.ts) and blocks of records (block.ts). The
// key of an entry is the offset of its last record.
import { LogError, type LogRecord } from '../port.ts'
import { decodeBlock, isBlock, readBlock, type RecordBlock } from './block.ts'
import { readSingleRecord, type EntryRecord } from './single-record.ts'
import type { PartitionTree } from './layout.ts'

export type Entry = EntryRecord | RecordBlock

export const readEntry = (bytes: Buffer, length: number): Entry =>
  isBlock(bytes) ? readBlock(bytes, length) : readSingleRecord(bytes, length)

export function setTimestamp(entry: Buffer, timestampMs: number): void {
  entry.writeUIntBE(timestampMs, 0, 6)
}

/** The offset of the entry's first record. `lastOffset` is the entry's key. */
export const firstOffsetOf = (lastOffset: number, entry: Entry): number =>
  'count' in entry ? lastOffset - entry.count + 1 : lastOffset

/** Throws a LogError if the entry is corrupt. */
export function decodeRecordsOfEntry(
  tree: PartitionTree,
  lastOffset: number,
  entry: Entry,
): readonly EntryRecord[] {
  if (!('count' in entry)) return [entry]
  try {
    return decodeBlock(entry)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const { topic, partition } = tree
    throw new LogError(
      `${topic}/${partition}: the records ${firstOffsetOf(lastOffset, entry)} to ${lastOffset} are corrupt: ${reason}`,
      { cause },
    )
  }
}

export function toLogRecord(tree: PartitionTree, offset: number, record: EntryRecord): LogRecord {
  const { topic, partition } = tree
  const { key, value, timestampMs } = record
  return { topic, partition, offset, key, value, timestampMs }
}
