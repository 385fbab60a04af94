// Where partitions begin and end, and where a group stands: questions to the brokers.
import { LogError, type Position } from '../port.ts'
import type { Broker, Cluster } from './inside-kafkajs.ts'

export interface Place {
  readonly topic: string
  readonly partition: number
}

export const placeKey = ({ topic, partition }: Place): string => `${topic}/${partition}`

/**
 * The first offset that is kept; behind the last record, whether or not its transaction has ended;
 * behind the last record of which the outcome is known, which is as far as anybody reads. A commit
 * is acknowledged some milliseconds before the last one moves.
 */
export type Boundary = 'first' | 'end' | 'settled'

const boundaries = {
  first: { timestamp: -2, isolationLevel: 0 },
  end: { timestamp: -1, isolationLevel: 0 },
  settled: { timestamp: -1, isolationLevel: 1 },
} as const

/** Offsets of one topic by partition. By a time (Unix milliseconds): -1 where nothing is so late. */
export async function listOffsets(
  cluster: Cluster,
  topic: string,
  what: Boundary | { readonly timestampMs: number },
): Promise<readonly number[]> {
  const { timestamp, isolationLevel } =
    typeof what === 'string'
      ? boundaries[what]
      : { timestamp: what.timestampMs, isolationLevel: boundaries.end.isolationLevel }
  const byLeader = new Map<number, { partition: number; timestamp: number }[]>()
  for (const { partitionId: partition } of cluster.findTopicPartitionMetadata(topic)) {
    const leader = leaderOf(cluster, { topic, partition })
    const led = byLeader.get(leader) ?? []
    byLeader.set(leader, led)
    led.push({ partition, timestamp })
  }
  const offsets: number[] = []
  await Promise.all(
    [...byLeader].map(async ([nodeId, partitions]) => {
      const broker = await cluster.findBroker({ nodeId })
      const { responses } = await broker.listOffsets({
        isolationLevel,
        topics: [{ topic, partitions }],
      })
      for (const { partition, offset } of responses.flatMap((r) => r.partitions))
        offsets[partition] = Number(offset)
    }),
  )
  return offsets
}

export interface Committed {
  readonly offset: number
  readonly metadata: string
}

/** What a group has committed, by placeKey; nothing for a partition of which it has nothing. */
export async function committedOf(
  coordinator: Broker,
  group: string,
  places: readonly Place[],
): Promise<ReadonlyMap<string, Committed>> {
  const { responses } = await coordinator.offsetFetch({ groupId: group, topics: byTopic(places) })
  const committed = new Map<string, Committed>()
  for (const { topic, partitions } of responses)
    for (const { partition, offset, metadata } of partitions)
      // a client that has lost its way commits -1 or -2: no position either
      if (Number(offset) >= 0)
        committed.set(placeKey({ topic, partition }), {
          offset: Number(offset),
          metadata: metadata ?? '',
        })
  return committed
}

/** The form in which Kafka takes positions. */
export function toOffsets(positions: readonly Position[], metadata?: string) {
  return byTopic(positions).map(({ topic, partitions }) => ({
    topic,
    partitions: partitions.map(({ partition, offset }) => ({
      partition,
      offset: String(offset),
      ...(metadata === undefined ? {} : { metadata }),
    })),
  }))
}

export function byTopic<P extends Place>(places: readonly P[]) {
  const topics = new Map<string, P[]>()
  for (const place of places) {
    const partitions = topics.get(place.topic) ?? []
    topics.set(place.topic, partitions)
    partitions.push(place)
  }
  return [...topics].map(([topic, partitions]) => ({ topic, partitions }))
}

/** The broker to read a partition from. Throws while there is none. */
export function leaderOf(cluster: Cluster, { topic, partition }: Place): number {
  const known = cluster.findTopicPartitionMetadata(topic).find((p) => p.partitionId === partition)
  if (!known || known.leader < 0)
    throw new LogError(`${topic}/${partition} has no leader`, { retriable: true })
  return known.leader
}
