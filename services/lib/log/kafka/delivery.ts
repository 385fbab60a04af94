// Delivers the fetched records of a subscription to its handler, one call at a time, and commits the emitted
// records together with the new positions, one transaction per task. While the transaction of one task
// commits, the handler processes the next task.
import type { BatchHandler, SubscribeOptions } from '../port.ts'
import { createLinger } from '../linger.ts'
import type { RetryingLoop } from '../loop.ts'
import { ignoreRebalanceErrors } from './failures.ts'
import type { Fetcher } from './fetcher.ts'
import type { BufferedRecords } from './partition-buffers.ts'
import type { Task } from './task.ts'
import type { Tasks } from './tasks.ts'

/** Interval of the commits of positions that have moved only because transaction markers were skipped. */
const commitSkippedMs = 1_000

/** Returns a function that calls the handler for one batch, or waits for records if there are none. */
export function createBatchDelivery(parts: {
  readonly loop: RetryingLoop
  readonly tasks: Tasks
  readonly fetcher: Fetcher
  /** Returns whether the group is rebalancing. If it is, no new batch may start. */
  readonly mustJoin: () => boolean
  readonly options: SubscribeOptions
  readonly handle: BatchHandler
}): () => Promise<void> {
  const { loop, tasks, fetcher, mustJoin, options, handle } = parts
  const { group, maxRecords = 10_000, lingerMs = 0 } = options
  const { signal } = loop
  const linger = createLinger(lingerMs)
  let commitSkippedAtMs = 0

  async function deliverToOneTask(): Promise<void> {
    const [task] = tasks.ready()
    if (!task) return commitSkippedOffsetsAndWait()
    const batch = fetcher.peek(task.topicPartitions, maxRecords)
    tasks.commit(task, batch.nextOffsets, await handle(batch.records, signal))
  }

  /**
   * Delivers records of all tasks in one batch and commits their positions together. Used for a sink, which wants
   * large batches and seldom emits records. If the handler does emit records, it is not known which task they
   * belong to, so the handler is called again for each task.
   */
  async function deliverToAllTasks(): Promise<void> {
    if (tasks.ready().length === 0) return commitSkippedOffsetsAndWait()
    if (fetcher.countRecords() < maxRecords && !fetcher.isFull()) {
      await loop.pause(linger.ms())
      tasks.openTasksWithRecords()
      await tasks.waitUntilIdle()
    }
    const ready = tasks.ready()
    if (ready.length === 0 || signal.aborted || mustJoin()) return
    const batch = fetcher.peek(
      ready.flatMap((task) => task.topicPartitions),
      maxRecords,
    )
    const emitted = await linger.measure(() => handle(batch.records, signal))
    if (emitted.length === 0) {
      const commit = (): Promise<void> => tasks.commitPositions(batch.nextOffsets)
      await ignoreRebalanceErrors(`group ${group}: committing positions`, commit)
      return fetcher.dropBefore(batch.nextOffsets)
    }
    for (const task of ready) await deliverAgain(task, batch)
  }

  async function deliverAgain(
    task: Task,
    { records, nextOffsets }: BufferedRecords,
  ): Promise<void> {
    const isOfTask = ({ partition }: { readonly partition: number }): boolean =>
      partition === task.index
    const taskRecords = records.filter(isOfTask)
    if (taskRecords.length === 0) return
    const emitted = await handle(taskRecords, signal)
    const taskEnds = new Map(
      [...nextOffsets].filter(([topicPartition]) => isOfTask(topicPartition)),
    )
    tasks.commit(task, taskEnds, emitted)
    await tasks.waitUntilIdle()
  }

  async function commitSkippedOffsetsAndWait(): Promise<void> {
    if (performance.now() >= commitSkippedAtMs) {
      commitSkippedAtMs = performance.now() + commitSkippedMs
      await ignoreRebalanceErrors(`group ${group}: committing positions`, tasks.commitSkipped)
    }
    await loop.waitForSignal()
  }

  return lingerMs > 0 ? deliverToAllTasks : deliverToOneTask
}
