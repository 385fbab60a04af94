// Offset ranges of topics, offsets by time, and lag of groups.
import { setTimeout as sleep } from 'node:timers/promises'
import { partitionKey, type EventLog } from '../port.ts'
import { fetchCommittedOffsetsOfGroup, listOffsets, type OffsetBoundary } from './offsets.ts'
import type { KafkaContext } from './context.ts'
import { retryIdempotent } from './retry-idempotent.ts'
import { readPartition } from './reader.ts'

export type PositionQueries = Pick<EventLog, 'ranges' | 'offsetsAt' | 'lag'>

/**
 * The pause before the ends of partitions are requested again, while brokers write the markers of a transaction: they
 * write them some milliseconds after they acknowledge the commit.
 */
const stablePauseMs = 5
const stableWithinMs = 2_000
/** How many bytes are fetched to find the next record. */
const probeBytes = 64 * 1024

/** Creates the queries. `checkTopic` throws for unknown topics. */
export function createPositionQueries(
  context: KafkaContext,
  checkTopic: (topic: string) => void,
): PositionQueries {
  const { queryClient } = context

  function offsets(
    topic: string,
    boundary: OffsetBoundary | { readonly timestampMs: number },
  ): Promise<readonly number[]> {
    checkTopic(topic)
    return retryIdempotent(`reading the offsets of ${topic}`, () =>
      queryClient.withCluster((cluster) => listOffsets(cluster, topic, boundary)),
    )
  }

  /**
   * Returns the ends of the partitions, after all acknowledged commits. Waits until the markers of these
   * commits are written.
   */
  async function waitForStableEnds(topic: string): Promise<readonly number[]> {
    const ends = await offsets(topic, 'highWatermark')
    for (let waitedMs = 0; ; waitedMs += stablePauseMs) {
      const stable = await offsets(topic, 'lastStable')
      if (stable.every((end, p) => end >= (ends[p] ?? 0)) || waitedMs >= stableWithinMs)
        return stable
      await sleep(stablePauseMs)
    }
  }

  return {
    async ranges(topic) {
      const [lows, highs] = await Promise.all([
        offsets(topic, 'earliest'),
        waitForStableEnds(topic),
      ])
      return lows.map((low, partition) => ({
        topic,
        partition,
        low,
        high: highs[partition] ?? low,
      }))
    },

    async offsetsAt(topic, timestampMs) {
      // Kafka gives negative timestamps special meanings, so they become 0
      const found = await offsets(topic, { timestampMs: Math.max(0, Math.floor(timestampMs)) })
      const highs = await waitForStableEnds(topic)
      return Promise.all(
        highs.map(async (high, partition) => {
          const from = found[partition] ?? -1
          // the offset may be that of a transaction marker or of an aborted record: read the next record
          const range = { from, until: high, maxBytes: probeBytes }
          const records = from < 0 ? [] : readPartition(context, { topic, partition }, range)
          for await (const { offset } of records) return { topic, partition, offset }
          return { topic, partition, offset: high }
        }),
      )
    },

    async lag(group, topicNames) {
      const all = (
        await Promise.all(
          topicNames.map(async (topic) => {
            const [lows, ends] = await Promise.all([
              offsets(topic, 'earliest'),
              offsets(topic, 'highWatermark'),
            ])
            return lows.map((low, partition) => ({ topic, partition, low, end: ends[partition] }))
          }),
        )
      ).flat()
      const committed = await retryIdempotent(`reading the positions of group ${group}`, () =>
        fetchCommittedOffsetsOfGroup(queryClient, group, all),
      )
      return all.map(({ topic, partition, low, end = low }) => {
        const position = committed.get(partitionKey({ topic, partition }))?.offset ?? low
        return { topic, partition, position, behind: Math.max(0, end - position) }
      })
    },
  }
}
