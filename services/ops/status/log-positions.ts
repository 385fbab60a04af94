// How far the stages have read the log, for `ops status` and for the readiness of a process. Reads only the log, so the
// service need not run.
import pLimit from 'p-limit'
import type { Lag, ReadableLog } from '../../lib/log/port.ts'
import { roles, type Role, type Topic } from '../../topology.ts'
import { readFirstRecord } from '../last-records.ts'

export interface PartitionPosition {
  readonly partition: number
  /** The offset that the next record will have. */
  readonly newest_offset: number
  /** The offset of the next record that the stage will read. */
  readonly position: number
  readonly lag_records: number
  /** The age of the oldest record that the stage has not read; 0 if it has read all of them. */
  readonly lag_ms: number
}

export interface TopicPositions {
  readonly role: Role
  readonly topic: Topic
  readonly lag_records: number
  /** The `lag_ms` of the partition that is furthest behind. */
  readonly lag_ms: number
  readonly partitions: readonly PartitionPosition[]
}

type Source = Pick<ReadableLog, 'lag' | 'read'>

/** Maximum number of concurrent reads. Reading a record from Kafka takes one request. */
const concurrentReads = 8

/** Returns the positions of the roles that read as a consumer group. Other roles have no positions in the log. */
export async function readPositions(
  log: Source & Pick<ReadableLog, 'ranges'>,
  topicPrefix: string,
  now: () => number,
): Promise<readonly TopicPositions[]> {
  const found: TopicPositions[] = []
  for (const role of Object.keys(roles) as Role[]) {
    if (roles[role].group === null) continue
    const lags = await readLags(log, topicPrefix, role, now)
    for (const topic of roles[role].reads) {
      const ranges = await log.ranges(topicPrefix + topic)
      const partitions = lags
        .filter((lag) => lag.topic === topicPrefix + topic)
        .map(({ partition, position, behind, ageMs }) => ({
          partition,
          newest_offset: ranges[partition]?.high ?? position,
          position,
          lag_records: behind,
          lag_ms: ageMs,
        }))
      found.push({
        role,
        topic,
        lag_records: partitions.reduce((sum, { lag_records }) => sum + lag_records, 0),
        lag_ms: Math.max(0, ...partitions.map(({ lag_ms }) => lag_ms)),
        partitions,
      })
    }
  }
  return found
}

/** The oldest record that a role has not read. */
export interface OldestUnread {
  /** Without the prefix. */
  readonly topic: string
  readonly ageMs: number
}

/** Resolves with null if the role has read everything, or does not read as a consumer group. */
export async function findOldestUnread(
  log: Source,
  topicPrefix: string,
  role: Role,
  now: () => number,
): Promise<OldestUnread | null> {
  let oldest: OldestUnread | null = null
  for (const { topic, ageMs } of await readLags(log, topicPrefix, role, now))
    if (ageMs > (oldest?.ageMs ?? 0)) oldest = { topic: topic.slice(topicPrefix.length), ageMs }
  return oldest
}

interface LagWithAge extends Lag {
  /** The age of the next record that the group will read; 0 if it has read everything. */
  readonly ageMs: number
}

/** Returns one entry for each partition of the topics that the role reads as a consumer group. */
async function readLags(
  log: Source,
  topicPrefix: string,
  role: Role,
  now: () => number,
): Promise<readonly LagWithAge[]> {
  const { group, reads } = roles[role]
  if (group === null) return []
  const limit = pLimit(concurrentReads)
  const lags = await log.lag(
    topicPrefix + group,
    reads.map((topic) => topicPrefix + topic),
  )
  return Promise.all(
    lags.map((lag) =>
      limit(async () => ({
        ...lag,
        ageMs: lag.behind === 0 ? 0 : await ageOfNextUnreadRecord(log, lag, now),
      })),
    ),
  )
}

async function ageOfNextUnreadRecord(
  log: Source,
  { topic, partition, position }: Lag,
  now: () => number,
): Promise<number> {
  const record = await readFirstRecord(log, { topic, partition, from: position })
  return record === null ? 0 : Math.max(0, now() - record.timestampMs)
}
