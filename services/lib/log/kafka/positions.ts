// The positions of a subscription's partitions: the positions that the group has committed, and the
// positions at which the fetcher reads.
import type { KafkaContext } from './context.ts'
import { partitionKey, type Partition, type Position } from '../port.ts'
import type { Fetcher } from './fetcher.ts'
import type { Membership } from './membership.ts'
import { listOffsets } from './offsets.ts'

export interface Positions {
  /**
   * Starts to fetch at the committed positions, or at the oldest record of a partition without one. Until
   * the task is open, another member may still move the positions.
   */
  start(topicPartitions: readonly Partition[]): Promise<void>
  /**
   * Reads the committed positions again and fetches from there. Returns whether one of them has moved,
   * because another member had the partition meanwhile, or a failed commit of ours had succeeded after
   * all.
   */
  refresh(topicPartitions: readonly Partition[]): Promise<boolean>
  /** Remembers, in memory, the positions that a transaction has committed in Kafka. */
  rememberCommittedOffsets(nextOffsets: ReadonlyMap<Partition, number>): void
  /** Commits positions without a transaction. */
  readonly commit: (nextOffsets: ReadonlyMap<Partition, number>) => Promise<void>
  /** Commits the positions that have moved only past transaction markers and aborted records. */
  commitSkippedOffsets(topicPartitions: readonly Partition[]): Promise<void>
  forget(topicPartitions: readonly Partition[]): void
}

export function createPositions(
  { queryClient }: KafkaContext,
  membership: Membership<readonly Partition[]>,
  fetcher: Fetcher,
): Positions {
  /** The committed positions, as far as this member knows. */
  const committedPositions = new Map<Partition, number>()

  function rememberCommittedOffsets(nextOffsets: ReadonlyMap<Partition, number>): void {
    for (const [topicPartition, offset] of nextOffsets)
      committedPositions.set(topicPartition, offset)
  }

  async function commit(nextOffsets: ReadonlyMap<Partition, number>): Promise<void> {
    await membership.commit(toPositions(nextOffsets))
    rememberCommittedOffsets(nextOffsets)
  }

  return {
    async start(topicPartitions) {
      const committed = await membership.fetchCommittedOffsets(topicPartitions)
      const lows = new Map<string, readonly number[]>()
      for (const topicPartition of topicPartitions) {
        const { topic } = topicPartition
        if (committed.has(partitionKey(topicPartition)) || lows.has(topic)) continue
        const low = await queryClient.withCluster((cluster) =>
          listOffsets(cluster, topic, 'earliest'),
        )
        lows.set(topic, low)
      }
      for (const topicPartition of topicPartitions) {
        const position = committed.get(partitionKey(topicPartition))?.offset
        const from = position ?? lows.get(topicPartition.topic)?.[topicPartition.partition] ?? 0
        committedPositions.set(topicPartition, from)
        fetcher.seek(topicPartition, from)
      }
    },

    async refresh(topicPartitions) {
      const committed = await membership.fetchCommittedOffsets(topicPartitions)
      let hasMoved = false
      for (const topicPartition of topicPartitions) {
        const position = committed.get(partitionKey(topicPartition))?.offset
        if (position === undefined) continue
        hasMoved ||= position !== committedPositions.get(topicPartition)
        committedPositions.set(topicPartition, position)
        if (position !== fetcher.positionOf(topicPartition)) fetcher.seek(topicPartition, position)
      }
      return hasMoved
    },

    rememberCommittedOffsets,
    commit,

    async commitSkippedOffsets(topicPartitions) {
      const moved = new Map<Partition, number>()
      for (const topicPartition of topicPartitions) {
        const position = fetcher.positionOf(topicPartition)
        if (position !== null && position > (committedPositions.get(topicPartition) ?? 0))
          moved.set(topicPartition, position)
      }
      if (moved.size > 0) await commit(moved)
    },

    forget(topicPartitions) {
      for (const topicPartition of topicPartitions) {
        fetcher.forget(topicPartition)
        committedPositions.delete(topicPartition)
      }
    },
  }
}

export const toPositions = (nextOffsets: ReadonlyMap<Partition, number>): readonly Position[] =>
  [...nextOffsets].map(([topicPartition, offset]) => ({ ...topicPartition, offset }))
