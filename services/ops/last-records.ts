// Reads single records of a partition: by offset, or backwards, for commands that look for its newest records.
// The log itself reads forwards only, so reading backwards means reading ranges of offsets, each one before the
// last and twice as large.
import type { LogRecord, PartitionRange, ReadableLog } from '../lib/log/port.ts'

const firstSize = 64
const largestSize = 65_536

/** Returns the newest `count` records that `accept` accepts, oldest first. */
export async function readLastRecords(
  log: Pick<ReadableLog, 'read'>,
  { topic, partition, low, high }: PartitionRange,
  count: number,
  accept: (record: LogRecord) => boolean,
): Promise<readonly LogRecord[]> {
  let found: LogRecord[] = []
  let until = high
  let size = firstSize
  while (until > low && found.length < count) {
    const from = Math.max(low, until - size)
    const accepted: LogRecord[] = []
    for await (const record of log.read({ topic, partition, from, until }))
      if (accept(record)) accepted.push(record)
    found = [...accepted, ...found].slice(-count)
    until = from
    size = Math.min(2 * size, largestSize)
  }
  return found
}

/** Resolves with null if the log does not have the record. */
export async function readRecordAt(
  log: Pick<ReadableLog, 'read'>,
  at: Pick<LogRecord, 'topic' | 'partition' | 'offset'>,
): Promise<LogRecord | null> {
  const { topic, partition, offset } = at
  for await (const record of log.read({ topic, partition, from: offset, until: offset + 1 }))
    return record
  return null
}
