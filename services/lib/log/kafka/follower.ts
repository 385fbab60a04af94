// A follower: reads a topic from given positions or its oldest record on, without a group. Its own positions
// exist only in memory.
import { checkFollowStart, recordsRemovedError } from '../checks.ts'
import { runFollower, type StartedFollower } from '../follower.ts'
import { createRetryingLoop } from '../loop.ts'
import type { FollowHandler, FollowOptions, Partition } from '../port.ts'
import { createFetcher } from './fetcher.ts'
import { toLogError } from './failures.ts'
import { listOffsets, type OffsetBoundary } from './offsets.ts'
import type { KafkaContext } from './context.ts'

const restartPauseMs = 50

export function startFollower(
  context: KafkaContext,
  options: FollowOptions,
  handle: FollowHandler,
): StartedFollower {
  const { topic, from = new Map<number, number>() } = options
  const loop = createRetryingLoop(context.logger, { follows: topic })
  let topicPartitions: readonly Partition[] = []
  /** The end of each partition when the follower started. */
  let initialEnds: readonly number[] = []
  /**
   * Partitions of which the handler has applied a batch. From then on no record of them may be left out.
   */
  const started = new Set<Partition>()
  const fetcher = createFetcher(context, {
    onProgress: loop.notify,
    onLost,
    onFatal: loop.fail,
  })

  const offsets = (boundary: OffsetBoundary): Promise<readonly number[]> =>
    context.queryClient
      .withCluster((cluster) => listOffsets(cluster, topic, boundary))
      .catch((error) => {
        throw toLogError(`following ${topic}`, error)
      })

  const startOffsetOf = ({ partition }: Partition, lowOffsets: readonly number[]): number =>
    Math.max(from.get(partition) ?? 0, lowOffsets[partition] ?? 0)

  async function start(): Promise<void> {
    // the ends are requested first: they must not include records that are appended between the requests
    const highs = await offsets('highWatermark')
    const lows = await offsets('earliest')
    for (const [partition, high] of highs.entries())
      checkFollowStart({ topic, partition, high }, from.get(partition) ?? 0)
    initialEnds = highs
    topicPartitions = lows.map((_low, partition) => ({ topic, partition }))
    for (const topicPartition of topicPartitions)
      fetcher.seek(topicPartition, startOffsetOf(topicPartition, lows))
  }

  function onLost({ partition }: Partition, offset: number): void {
    const topicPartition = topicPartitions.find((p) => p.partition === partition)
    if (!topicPartition) return
    if (started.has(topicPartition)) return loop.fail(recordsRemovedError(topicPartition, offset))
    // retention has removed records since the start: start again at the record that is now the oldest
    void loop
      .pause(restartPauseMs)
      .then(() => offsets('earliest'))
      .then((lowOffsets) => fetcher.seek(topicPartition, startOffsetOf(topicPartition, lowOffsets)))
      .catch(() => fetcher.seek(topicPartition, offset))
  }

  return runFollower(loop, options, handle, {
    async read(maxRecords) {
      if (topicPartitions.length === 0) await start()
      return fetcher.peek(topicPartitions, maxRecords)
    },
    advance(nextOffsets) {
      if (nextOffsets.size === 0) return
      for (const topicPartition of nextOffsets.keys()) started.add(topicPartition)
      fetcher.dropBefore(nextOffsets)
      // round-robin
      topicPartitions = [...topicPartitions.slice(1), ...topicPartitions.slice(0, 1)]
    },
    hasReachedInitialEnds: () =>
      topicPartitions.every(
        (topicPartition) =>
          (fetcher.positionOf(topicPartition) ?? 0) >= (initialEnds[topicPartition.partition] ?? 0),
      ),
    close: fetcher.close,
  })
}
