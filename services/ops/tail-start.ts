// Where the operator command `tail` starts to read: parses the time or offset that the operator wrote, and finds the
// corresponding positions in the log. The command `replay` checks its times with the same functions.
import type { PartitionRange, Position, ReadableLog } from '../lib/log/port.ts'
import { topics, type Topic } from '../topology.ts'
import { CommandFailure } from './command-failure.ts'
import { readFirstRecord } from './last-records.ts'

export type TailStart =
  | { readonly kind: 'time'; readonly timeMs: number }
  | { readonly kind: 'offset'; readonly partition: number; readonly offset: number }

export const startForms =
  'an ISO time with its zone (2026-11-25T21:00:00Z), Unix seconds (1795640400) or partition:offset (3:1200)'

const isoTime = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/** Parses the forms in `startForms`. Returns null for any other text. */
export function parseTailStart(text: string): TailStart | null {
  const [, partition, offset] = /^(\d{1,9}):(\d{1,15})$/.exec(text) ?? []
  if (partition !== undefined && offset !== undefined)
    return { kind: 'offset', partition: Number(partition), offset: Number(offset) }
  if (/^\d{1,11}(\.\d{1,3})?$/.test(text))
    return { kind: 'time', timeMs: Math.round(Number(text) * 1000) }
  const [, day] = isoTime.exec(text) ?? []
  const timeMs = Date.parse(text)
  if (day === undefined || Number.isNaN(timeMs)) return null
  // compares the day, because Date.parse() reads February 30 as March 2
  return new Date(Date.parse(day)).toISOString().startsWith(day) ? { kind: 'time', timeMs } : null
}

/**
 * Returns the positions to read from. Partitions that are not in the result are not read. Throws if the start is
 * not in the topic: after its end, or in a range that retention has removed.
 */
export async function findPositions(
  log: ReadableLog,
  options: {
    readonly topic: Topic
    readonly start: TailStart
    readonly ranges: readonly PartitionRange[]
    readonly nowMs: number
  },
): Promise<readonly Position[]> {
  const { topic, start, ranges, nowMs } = options
  if (start.kind === 'offset') return [toCheckedPosition(topic, start, ranges)]
  checkNotInFuture('--from', start.timeMs, nowMs)
  await checkRecordsRetained(log, { topic, timeMs: start.timeMs, ranges, nowMs })
  return log.offsetsAt(ranges[0]?.topic ?? topic, start.timeMs)
}

export function checkNotInFuture(option: string, timeMs: number, nowMs: number): void {
  if (timeMs > nowMs)
    throw new CommandFailure(
      'invalid',
      `${option}: ${toIsoTime(timeMs)} is in the future; it is ${toIsoTime(nowMs)} now`,
    )
}

function toCheckedPosition(
  topic: Topic,
  { partition, offset }: TailStart & { kind: 'offset' },
  ranges: readonly PartitionRange[],
): Position {
  const range = ranges[partition]
  if (range === undefined)
    throw new CommandFailure(
      'invalid',
      `--from: ${topic} has the partitions 0 to ${ranges.length - 1}`,
    )
  const { low, high } = range
  // Compaction removes only records that a newer record of the same key replaces, so a read from any offset
  // still finds the newest record of each key.
  const isRemoved = topics[topic].cleanup === 'delete' && offset < low
  if (isRemoved || offset > high)
    throw new CommandFailure(
      'invalid',
      `--from: ${topic}/${partition} has the offsets ${low} to ${high}, where ${high} is the end`,
    )
  return { topic: range.topic, partition, offset }
}

/** Throws if retention may have removed records that were appended at or after the time. */
export async function checkRecordsRetained(
  log: ReadableLog,
  options: {
    readonly topic: Topic
    readonly timeMs: number
    readonly ranges: readonly PartitionRange[]
    readonly nowMs: number
  },
): Promise<void> {
  const { topic, timeMs, ranges, nowMs } = options
  const { cleanup, retentionMs } = topics[topic]
  if (cleanup !== 'delete' || timeMs >= nowMs - retentionMs) return
  const oldestRecords = await Promise.all(
    ranges
      .filter(({ low }) => low > 0)
      .map(({ topic: name, partition, low: from, high: until }) =>
        readFirstRecord(log, { topic: name, partition, from, until }),
      ),
  )
  // If all records of a partition are removed, the time of its first record is unknown. Then only records within the
  // retention time are certain not to be removed.
  const retainedFromMs = Math.max(
    ...oldestRecords.map((record) => record?.timestampMs ?? nowMs - retentionMs),
  )
  if (oldestRecords.length > 0 && timeMs < retainedFromMs)
    throw new CommandFailure(
      'invalid',
      `--from: retention has removed records of ${topic} from before ${toIsoTime(retainedFromMs)}; start there or later`,
    )
}

export const toIsoTime = (ms: number): string => new Date(ms).toISOString()
