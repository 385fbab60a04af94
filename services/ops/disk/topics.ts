// What the topics of the log take on the disk, and what retention removes next. Reads the log only.
import type { PartitionUsage, ReadableLog } from '../../lib/log/port.ts'
import { roles, stagesReading, topics, type Role, type Topic } from '../../topology.ts'
import { readFirstRecord } from '../last-records.ts'

/** Bytes and times are null where the log does not know them. */
export interface TopicDiskUsage {
  readonly topic: Topic
  /** With Kafka, this is an upper bound, and null for compacted topics. */
  readonly records: number | null
  /** With Kafka, the size of one replica. */
  readonly bytes: number | null
  readonly oldest_ms: number | null
  /**
   * Growth, measured with the records that were appended in the last `measured_over_ms`. null: the topic is compacted,
   * or its oldest record is too new.
   */
  readonly bytes_per_day: number | null
  readonly measured_over_ms: number | null
  /** The limits of retention that the log applies; null: there is no limit. */
  readonly retention_ms: number | null
  readonly retention_bytes: number | null
  /** What the next run of retention removes; bytes are estimated with the mean size of a record. */
  readonly removable: {
    readonly records: number
    readonly bytes: number | null
    /** Append time of the oldest record that remains after that run. null: nothing is removed, or nothing remains. */
    readonly until_ms: number | null
  }
  /** Number of records that exceed the limits of retention and are kept, because a stage has not read them. */
  readonly held_back_records: number
  /** The stages that have not read all records that exceed the limits of retention. */
  readonly unread: readonly { readonly stage: Role; readonly records: number }[]
}

type Source = Pick<ReadableLog, 'usage' | 'lag' | 'offsetsAt' | 'read'>

const dayMs = 86_400_000
/**
 * Minimum time over which growth is measured. Over a shorter time, the rate would reflect the start of the service
 * rather than a whole day.
 */
const minMeasuredMs = 600_000

export async function readDiskUsageOfTopics(
  log: Source,
  topicPrefix: string,
  nowMs: number,
): Promise<readonly TopicDiskUsage[]> {
  const found: TopicDiskUsage[] = []
  for (const topic of Object.keys(topics) as Topic[])
    found.push(await readDiskUsageOfTopic(log, topic, topicPrefix, nowMs))
  return found
}

async function readDiskUsageOfTopic(
  log: Source,
  topic: Topic,
  topicPrefix: string,
  nowMs: number,
): Promise<TopicDiskUsage> {
  const name = topicPrefix + topic
  const partitions = await log.usage(name)
  const oldestMs = minOf(partitions.map((one) => one.oldestMs))
  const measuredOverMs = oldestMs === null ? 0 : Math.min(dayMs, nowMs - oldestMs)
  const isMeasured = topics[topic].cleanup === 'delete' && measuredOverMs >= minMeasuredMs
  const newFrom = isMeasured ? await log.offsetsAt(name, nowMs - measuredOverMs) : []
  const newBytes = sumOf(partitions, (one) =>
    bytesBetween(one, newFrom[one.partition]?.offset ?? one.high, one.high),
  )
  const limitMs = partitions[0]?.retentionMs ?? Infinity
  const limitBytes = sumOf(partitions, (one) => one.retentionBytes) ?? Infinity
  return {
    topic,
    records: sumOf(partitions, (one) => one.records),
    bytes: sumOf(partitions, (one) => one.bytes),
    oldest_ms: oldestMs,
    bytes_per_day: isMeasured && newBytes !== null ? (newBytes * dayMs) / measuredOverMs : null,
    measured_over_ms: isMeasured ? measuredOverMs : null,
    retention_ms: limitMs === Infinity ? null : limitMs,
    retention_bytes: limitBytes === Infinity ? null : limitBytes,
    removable: {
      records: sumOf(partitions, (one) => one.removableUntil - one.low) ?? 0,
      bytes: sumOf(partitions, (one) => bytesBetween(one, one.low, one.removableUntil)),
      until_ms: await readOldestRemainingTime(log, partitions),
    },
    held_back_records: sumOf(partitions, (one) => one.expiredUntil - one.removableUntil) ?? 0,
    unread: await readUnreadCounts(log, topic, topicPrefix, partitions),
  }
}

async function readUnreadCounts(
  log: Source,
  topic: Topic,
  topicPrefix: string,
  partitions: readonly PartitionUsage[],
): Promise<TopicDiskUsage['unread']> {
  const unread: { stage: Role; records: number }[] = []
  if (partitions.every((one) => one.expiredUntil === one.low)) return unread
  for (const stage of stagesReading(topic)) {
    const lags = await log.lag(`${topicPrefix}${roles[stage].group}`, [topicPrefix + topic])
    const records = partitions.reduce((sum, { partition, low, expiredUntil }) => {
      const position = Math.max(
        low,
        lags.find((lag) => lag.partition === partition)?.position ?? low,
      )
      return sum + Math.max(0, expiredUntil - position)
    }, 0)
    if (records > 0) unread.push({ stage, records })
  }
  return unread
}

/** Returns the append time of the oldest record that remains in the partitions from which retention removes records. */
async function readOldestRemainingTime(
  log: Source,
  partitions: readonly PartitionUsage[],
): Promise<number | null> {
  const times: (number | null)[] = []
  for (const { topic, partition, low, removableUntil: from } of partitions)
    if (from > low)
      times.push((await readFirstRecord(log, { topic, partition, from }))?.timestampMs ?? null)
  return minOf(times)
}

/**
 * Estimates the bytes of the records from `from` to `until` (excluded): assumes that all records have the same size.
 */
function bytesBetween(
  { low, high, bytes }: PartitionUsage,
  from: number,
  until: number,
): number | null {
  if (bytes === null) return null
  return high === low ? 0 : (bytes * (until - from)) / (high - low)
}

/** Returns the sum over the partitions; null if one of the values is null. */
function sumOf(
  partitions: readonly PartitionUsage[],
  valueOf: (one: PartitionUsage) => number | null,
): number | null {
  return partitions
    .map(valueOf)
    .reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

function minOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.min(...known)
}
