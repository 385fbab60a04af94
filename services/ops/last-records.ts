// Reads single records of a partition: the first record of a range of offsets, or the newest records that meet a condition. The log
// can be read forwards only. To find the newest records, ranges of offsets are read: each range ends where the previous
// one began, and is twice as large.
import type { LogRecord, PartitionRange, ReadableLog } from '../lib/log/port.ts'

const firstRangeSize = 64
const maxRangeSize = 65_536

/** Returns the newest `count` records that `accept` accepts, oldest first. */
export async function readLastRecords(
  log: Pick<ReadableLog, 'read'>,
  { topic, partition, low, high }: PartitionRange,
  count: number,
  accept: (record: LogRecord) => boolean,
): Promise<readonly LogRecord[]> {
  let found: LogRecord[] = []
  let until = high
  let size = firstRangeSize
  while (until > low && found.length < count) {
    const from = Math.max(low, until - size)
    const accepted: LogRecord[] = []
    for await (const record of log.read({ topic, partition, from, until }))
      if (accept(record)) accepted.push(record)
    found = [...accepted, ...found].slice(-count)
    until = from
    size = Math.min(2 * size, maxRangeSize)
  }
  return found
}

/** Resolves with null if the log does not have the record. */
export async function readRecordAt(
  log: Pick<ReadableLog, 'read'>,
  at: Pick<LogRecord, 'topic' | 'partition' | 'offset'>,
): Promise<LogRecord | null> {
  const { topic, partition, offset } = at
  return readFirstRecord(log, { topic, partition, from: offset, until: offset + 1 })
}

/** Reads the first record of a range of offsets. Resolves with null if the range has none. */
export async function readFirstRecord(
  log: Pick<ReadableLog, 'read'>,
  range: Omit<Parameters<ReadableLog['read']>[0], 'pageBytes'>,
): Promise<LogRecord | null> {
  for await (const record of log.read({ ...range, pageBytes: 1 })) return record
  return null
}
