// How far the stages have read the log, for `ops status`. Reads the log only; the service may run or not.
import pLimit from 'p-limit'
import type { Lag, ReadableLog } from '../../lib/log/port.ts'
import { roles, type Role, type Topic } from '../../topology.ts'

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
  /** Of the partition that is furthest behind. */
  readonly lag_ms: number
  readonly partitions: readonly PartitionPosition[]
}

type Source = Pick<ReadableLog, 'lag' | 'ranges' | 'read'>

/** Reading a record of Kafka takes a request. */
const concurrentReads = 8

/** Returns the positions of the roles that read as a consumer group. Other roles have no positions in the log. */
export async function readPositions(
  log: Source,
  topicPrefix: string,
  now: () => number,
): Promise<readonly TopicPositions[]> {
  const limit = pLimit(concurrentReads)
  const stages = (Object.keys(roles) as Role[]).flatMap((role) => {
    const { group, reads } = roles[role]
    return group === null ? [] : reads.map((topic: Topic) => ({ role, group, topic }))
  })
  const found: TopicPositions[] = []
  for (const { role, group, topic } of stages) {
    const [lags, ranges] = await Promise.all([
      log.lag(topicPrefix + group, [topicPrefix + topic]),
      log.ranges(topicPrefix + topic),
    ])
    const partitions = await Promise.all(
      lags.map((lag) =>
        limit(async () => ({
          partition: lag.partition,
          newest_offset: ranges[lag.partition]?.high ?? lag.position,
          position: lag.position,
          lag_records: lag.behind,
          lag_ms: lag.behind === 0 ? 0 : await ageOfNextUnreadRecord(log, lag, now),
        })),
      ),
    )
    found.push({
      role,
      topic,
      lag_records: lags.reduce((sum, { behind }) => sum + behind, 0),
      lag_ms: Math.max(0, ...partitions.map(({ lag_ms }) => lag_ms)),
      partitions,
    })
  }
  return found
}

async function ageOfNextUnreadRecord(
  log: Source,
  { topic, partition, position }: Lag,
  now: () => number,
): Promise<number> {
  for await (const { timestampMs } of log.read({ topic, partition, from: position, pageBytes: 1 }))
    return Math.max(0, now() - timestampMs)
  return 0
}
