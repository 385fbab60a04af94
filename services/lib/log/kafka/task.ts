// One task of a subscription: partition n of every topic of the group, with a transactional id of its own. A
// task opens in this order:
// 1. A heartbeat confirms that we are still a member.
// 2. Opening the transactional id fences the previous owner and completes or aborts its transaction. From
//    then on only we move the task's positions.
// 3. We read the committed positions.
import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs } from '../../run/retry.ts'
import { LogError, type NewRecord, type Partition } from '../port.ts'
import { taskTransactionalId, type KafkaContext } from './context.ts'
import { isPermanentError, isExpectedError, reasonOf, toLogError } from './failures.ts'
import type { Fetcher } from './fetcher.ts'
import type { Membership } from './membership.ts'
import { toPartitionedRecords } from './placement.ts'
import { toPositions, type Positions } from './positions.ts'
import {
  openTransactionalProducer,
  TransactionFailed,
  type TransactionalProducer,
} from './transactional-producer.ts'

export interface Task {
  readonly index: number
  readonly topicPartitions: readonly Partition[]
  /** Whether the subscription has called onPartitionsAssigned for this task, or has no such callback. */
  isAnnounced: boolean
  readonly isOpen: () => boolean
  /** Returns whether the task is being opened or is committing. */
  readonly isBusy: () => boolean
  /** Opens the task in the background, unless it is open or busy. */
  open(): void
  /**
   * Writes the emitted records and the new positions in one transaction, in the background. Throws if
   * the log rejects a record.
   */
  commit(nextOffsets: ReadonlyMap<Partition, number>, emittedRecords: readonly NewRecord[]): void
  waitUntilIdle(): Promise<void>
  /** Closes the task. It must be called only when the task is idle. */
  close(): Promise<void>
}

/** What all tasks of a subscription share. */
export interface TaskOptions {
  readonly context: KafkaContext
  readonly group: string
  readonly membership: Membership<readonly Partition[]>
  readonly fetcher: Fetcher
  readonly positions: Positions
  /** Whether onPartitionsAssigned must be called for a task before it is ready. */
  readonly mustAnnounce: boolean
  readonly onChange: () => void
  readonly onFatal: (error: Error) => void
}

const retryPolicy = { firstMs: 50, maxMs: 2_000 }

export function createTask(
  options: TaskOptions,
  index: number,
  topicPartitions: readonly Partition[],
): Task {
  const { context, group, membership, fetcher, positions, mustAnnounce, onChange, onFatal } =
    options
  let producer: TransactionalProducer | null = null
  /** Pending while the task is being opened or commits; it never rejects. */
  let busy: Promise<void> | null = null
  let failures = 0

  /** Runs work in the background. After a failure, the task gets a new producer. */
  function run(action: string, work: () => Promise<void>): void {
    busy = work()
      .then(() => void (failures = 0))
      .catch((error: unknown) => handleFailure(action, error))
      .finally(() => {
        busy = null
        onChange()
      })
  }

  async function handleFailure(action: string, error: unknown): Promise<void> {
    const failed = producer
    producer = null
    await failed?.close()
    if (isPermanentError(error)) return onFatal(toLogError(`group ${group}: ${action}`, error))
    // the group is rebalancing: nothing has failed
    if (isExpectedError(error)) return
    const pauseMs = backOffMs(retryPolicy, failures)
    failures += 1
    const isFenced = error instanceof TransactionFailed && error.isFenced
    const fields = { group, task: index, isFenced, reason: reasonOf(error), backOffMs: pauseMs }
    context.logger?.warn(fields, `${action} failed and will be retried`)
    await sleep(pauseMs)
  }

  const task: Task = {
    index,
    topicPartitions,
    isAnnounced: !mustAnnounce,
    isOpen: () => producer !== null,
    isBusy: () => busy !== null,

    open() {
      if (busy || producer) return
      run('opening a task', async () => {
        await membership.heartbeat()
        producer = await openTransactionalProducer(context, taskTransactionalId(group, index))
        if (await positions.refresh(topicPartitions)) task.isAnnounced = !mustAnnounce
      })
    },

    commit(nextOffsets, emittedRecords) {
      const records = toPartitionedRecords(context.topics, emittedRecords)
      run('a transaction', async () => {
        if (!producer) throw new LogError('the task is not open', { retriable: true })
        await producer.commit({ records, group, positions: toPositions(nextOffsets) })
        positions.rememberCommittedOffsets(nextOffsets)
        fetcher.dropBefore(nextOffsets)
      })
    },

    async waitUntilIdle() {
      await busy
    },

    async close() {
      await producer?.close()
    },
  }
  return task
}
