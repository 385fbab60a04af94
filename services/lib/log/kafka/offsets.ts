// Requests to brokers about offsets: the ends of partitions, and the committed positions of groups.
import { groupBy } from '../../run/group-by.ts'
import { LogError, partitionKey, type Partition, type Position } from '../port.ts'
import type { Client } from './client.ts'
import type { Broker, Cluster } from './kafkajs-internals.ts'

/**
 * Which offset of a partition is requested. `earliest`: the first offset that retention has kept.
 * `highWatermark`: the end, including records of open transactions. `lastStable`: the last stable offset,
 * up to which read_committed consumers can read. It moves some milliseconds after a commit is
 * acknowledged.
 */
export type OffsetBoundary = 'earliest' | 'highWatermark' | 'lastStable'

const boundaries = {
  earliest: { timestamp: -2, isolationLevel: 0 },
  highWatermark: { timestamp: -1, isolationLevel: 0 },
  lastStable: { timestamp: -1, isolationLevel: 1 },
} as const

/**
 * Returns offsets of one topic by partition. If a time is requested (Unix milliseconds), the offset is -1
 * if no record is that new.
 */
export async function listOffsets(
  cluster: Cluster,
  topic: string,
  boundary: OffsetBoundary | { readonly timestampMs: number },
): Promise<readonly number[]> {
  const { timestamp, isolationLevel } =
    typeof boundary === 'string'
      ? boundaries[boundary]
      : { timestamp: boundary.timestampMs, isolationLevel: boundaries.highWatermark.isolationLevel }
  const wanted = cluster
    .findTopicPartitionMetadata(topic)
    .map(({ partitionId: partition }) => ({ topic, partition, timestamp }))
  const offsets: number[] = []
  await Promise.all(
    groupByLeader(cluster, wanted).map(async ([nodeId, partitions]) => {
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

export interface CommittedOffset {
  readonly offset: number
  readonly metadata: string
}

/**
 * Returns a group's committed offsets by partitionKey. Partitions without a committed offset are missing.
 */
export async function fetchCommittedOffsets(
  coordinator: Broker,
  group: string,
  topicPartitions: readonly Partition[],
): Promise<ReadonlyMap<string, CommittedOffset>> {
  const { responses } = await coordinator.offsetFetch({
    groupId: group,
    topics: groupByTopic(topicPartitions),
  })
  const committed = new Map<string, CommittedOffset>()
  for (const { topic, partitions } of responses)
    for (const { partition, offset, metadata } of partitions)
      // clients with a defect commit -1 or -2, which count as no position
      if (Number(offset) >= 0)
        committed.set(partitionKey({ topic, partition }), {
          offset: Number(offset),
          metadata: metadata ?? '',
        })
  return committed
}

/** Like fetchCommittedOffsets, but looks up the group's coordinator first. */
export function fetchCommittedOffsetsOfGroup(
  client: Client,
  group: string,
  topicPartitions: readonly Partition[],
): Promise<ReadonlyMap<string, CommittedOffset>> {
  return client.withCluster(async (cluster) =>
    fetchCommittedOffsets(
      await cluster.findGroupCoordinator({ groupId: group }),
      group,
      topicPartitions,
    ),
  )
}

/** Converts positions to the form of Kafka's requests. */
export function toRequestOffsets(positions: readonly Position[], metadata?: string) {
  return groupByTopic(positions).map(({ topic, partitions }) => ({
    topic,
    partitions: partitions.map(({ partition, offset }) => ({
      partition,
      offset: String(offset),
      ...(metadata === undefined ? {} : { metadata }),
    })),
  }))
}

export function groupByTopic<P extends Partition>(topicPartitions: readonly P[]) {
  const topics = groupBy(topicPartitions, ({ topic }) => topic)
  return Array.from(topics, ([topic, partitions]) => ({ topic, partitions }))
}

/** Groups partitions by the node id of their leaders. Throws while a partition has no leader. */
export function groupByLeader<P extends Partition>(
  cluster: Cluster,
  topicPartitions: readonly P[],
): readonly (readonly [nodeId: number, led: readonly P[]])[] {
  return [...groupBy(topicPartitions, (topicPartition) => leaderOf(cluster, topicPartition))]
}

/** Returns the node id of the partition's leader. Throws while the partition has no leader. */
export function leaderOf(cluster: Cluster, { topic, partition }: Partition): number {
  const known = cluster.findTopicPartitionMetadata(topic).find((p) => p.partitionId === partition)
  if (!known || known.leader < 0)
    throw new LogError(`${topic}/${partition} has no leader`, { retriable: true })
  return known.leader
}
