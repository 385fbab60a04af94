// A subscription: one member of a Kafka group. Joins the group, opens the tasks that are assigned to this
// member, announces their partitions, and delivers their records (delivery.ts).
import {
  LogError,
  type BatchHandler,
  type Partition,
  type SubscribeOptions,
  type Subscription,
} from '../port.ts'
import { createRetryingLoop } from '../loop.ts'
import { createBatchDelivery } from './delivery.ts'
import { createPartitionProtocol } from './partition-assignment.ts'
import { ignoreRebalanceErrors } from './failures.ts'
import { createFetcher } from './fetcher.ts'
import { createTasks } from './tasks.ts'
import { createMembership, type Generation } from './membership.ts'
import { listOffsets } from './offsets.ts'
import type { KafkaContext } from './context.ts'

/** How long a rebalance waits for members to join. The group removes a member whose current batch takes longer. */
const rebalanceTimeoutMs = 120_000

export function startSubscription(
  context: KafkaContext,
  options: SubscribeOptions,
  handle: BatchHandler,
): Subscription {
  const { group, topics, onPartitionsAssigned, onFatal } = options
  const loop = createRetryingLoop(context.logger, { group })
  const { signal } = loop
  const client = context.openClient()
  const membership = createMembership({
    client,
    group,
    protocol: createPartitionProtocol(topics, (topic) => context.topics[topic]?.partitions ?? 0),
    sessionTimeoutMs: context.sessionTimeoutMs,
    rebalanceTimeoutMs,
    onChange: loop.notify,
  })
  const { mustJoin } = membership
  const fetcher = createFetcher(context, {
    onProgress: loop.notify,
    onLost: (topicPartition, offset) =>
      void toMissingPositionError(context, group, topicPartition, offset).then(loop.fail),
    onFatal: loop.fail,
  })
  const tasks = createTasks({
    context,
    group,
    membership,
    fetcher,
    mustAnnounce: onPartitionsAssigned !== undefined,
    onChange: loop.notify,
    onFatal: loop.fail,
  })
  const deliver = createBatchDelivery({ loop, tasks, fetcher, mustJoin, options, handle })
  /** The generation that we joined but whose assignment is not applied yet. */
  let pendingGeneration: Generation<readonly Partition[]> | null = null

  /**
   * Joins the group again, but only after all commits have ended: other members start when all have
   * joined.
   */
  async function rejoin(): Promise<void> {
    await tasks.waitUntilIdle()
    const generation = await membership.join(signal)
    if (!generation) return
    const isContinued = generation.isContinued && (pendingGeneration?.isContinued ?? true)
    pendingGeneration = { ...generation, isContinued }
  }

  async function applyAssignment(generation: Generation<readonly Partition[]>): Promise<void> {
    await tasks.applyAssignment(generation)
    pendingGeneration = null
  }

  async function iterate(): Promise<void> {
    if (mustJoin()) return ignoreRebalanceErrors(`group ${group}: joining the group`, rejoin)
    if (pendingGeneration) {
      const generation = pendingGeneration
      const apply = (): Promise<void> => applyAssignment(generation)
      return ignoreRebalanceErrors(`group ${group}: reading the positions`, apply)
    }
    if (onPartitionsAssigned) await announcePartitions(onPartitionsAssigned)
    tasks.openTasksWithRecords()
    await deliver()
  }

  /**
   * Opens the tasks and calls onPartitionsAssigned for them. Tasks without records are opened, too: until a task is
   * open, another member can move its positions.
   */
  async function announcePartitions(
    callback: NonNullable<SubscribeOptions['onPartitionsAssigned']>,
  ): Promise<void> {
    if (tasks.unannounced().length === 0) return
    tasks.openUnannouncedTasks()
    await tasks.waitUntilIdle()
    // tasks that could not be opened are announced in a later iteration
    const open = tasks.unannounced().filter((task) => task.isOpen())
    if (open.length === 0 || mustJoin() || signal.aborted) return
    await callback(
      open.flatMap((task) => task.topicPartitions),
      signal,
    )
    for (const task of open) task.isAnnounced = true
  }

  return loop.start({
    iterate,
    async close() {
      await tasks.waitUntilIdle()
      if (!mustJoin()) await tasks.commitSkipped().catch(() => undefined)
      await tasks.close()
      await membership.leaveGroup()
      await Promise.all([fetcher.close(), client.close()])
    },
    onFatal,
  })
}

/**
 * Returns the error for a position that the log does not have. Its message contains the range of offsets that the
 * log has.
 */
async function toMissingPositionError(
  { queryClient }: KafkaContext,
  group: string,
  { topic, partition }: Partition,
  offset: number,
): Promise<LogError> {
  const kept = await queryClient
    .withCluster(async (cluster) => {
      const low = (await listOffsets(cluster, topic, 'earliest'))[partition]
      const high = (await listOffsets(cluster, topic, 'lastStable'))[partition]
      return `it has ${low} to ${high}`
    })
    .catch(() => 'its range is unknown')
  return new LogError(
    `group ${group} stands at offset ${offset} of ${topic}/${partition}, which the log does not have (${kept}): retention removed records before the group had read them, or the topic was recreated; after the command \`forget\` the group continues at the oldest record`,
  )
}
