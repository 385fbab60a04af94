// The tasks of one member of a subscription's group. Task n is partition n of every topic (task.ts).
import { groupBy } from '../../run/group-by.ts'
import type { NewRecord, Partition } from '../port.ts'
import type { Generation } from './membership.ts'
import { createPositions } from './positions.ts'
import { createTask, type Task, type TaskOptions } from './task.ts'

export interface Tasks {
  /**
   * Returns the tasks that can deliver a batch: they have records, are open and not busy, and their
   * partitions are announced (onPartitionsAssigned was called). The task that was served last comes last.
   */
  readonly ready: () => readonly Task[]
  readonly unannounced: () => readonly Task[]
  openUnannouncedTasks(): void
  /** Opens the tasks that have buffered records. */
  openTasksWithRecords(): void
  /** Commits a batch of one task, and moves the task to the end of the order. */
  commit(
    task: Task,
    nextOffsets: ReadonlyMap<Partition, number>,
    emittedRecords: readonly NewRecord[],
  ): void
  /** Commits the positions of a batch that emitted no records and may contain records of several tasks. */
  commitPositions(nextOffsets: ReadonlyMap<Partition, number>): Promise<void>
  /**
   * Commits the positions of idle tasks that have moved only past transaction markers and aborted
   * records.
   */
  readonly commitSkipped: () => Promise<void>
  /** Keeps the tasks that are still assigned to this member, closes the others, and adds the new ones. */
  applyAssignment(generation: Generation<readonly Partition[]>): Promise<void>
  /** Resolves when no task is busy. */
  waitUntilIdle(): Promise<void>
  /** Closes all tasks. It must be called only when no task is busy. */
  close(): Promise<void>
}

export function createTasks(options: Omit<TaskOptions, 'positions'>): Tasks {
  const { context, membership, fetcher } = options
  const positions = createPositions(context, membership, fetcher)
  let tasks: Task[] = []

  const hasRecords = (task: Task): boolean => fetcher.hasRecords(task.topicPartitions)
  const unannouncedTasks = (): readonly Task[] => tasks.filter((task) => !task.isAnnounced)

  async function closeRevokedTasks(revokedTasks: readonly Task[]): Promise<void> {
    tasks = tasks.filter((task) => !revokedTasks.includes(task))
    positions.forget(revokedTasks.flatMap((task) => task.topicPartitions))
    await Promise.all(revokedTasks.map((task) => task.close()))
  }

  return {
    ready: () =>
      tasks.filter(
        (task) => !task.isBusy() && task.isOpen() && task.isAnnounced && hasRecords(task),
      ),
    unannounced: unannouncedTasks,
    openUnannouncedTasks() {
      for (const task of unannouncedTasks()) task.open()
    },
    openTasksWithRecords() {
      for (const task of tasks) if (hasRecords(task)) task.open()
    },

    commit(task, nextOffsets, emittedRecords) {
      tasks = [...tasks.filter((other) => other !== task), task]
      task.commit(nextOffsets, emittedRecords)
    },

    commitPositions: positions.commit,

    commitSkipped: () =>
      positions.commitSkippedOffsets(
        tasks.flatMap((task) => (task.isBusy() ? [] : task.topicPartitions)),
      ),

    async applyAssignment({ assignment, isContinued }) {
      const assigned = groupBy(assignment, ({ partition }) => partition)
      await closeRevokedTasks(
        tasks.filter(
          ({ index, topicPartitions }) =>
            !isContinued || assigned.get(index)?.length !== topicPartitions.length,
        ),
      )
      for (const { index } of tasks) assigned.delete(index)
      if (assigned.size > 0) await positions.start([...assigned.values()].flat())
      for (const [index, topicPartitions] of assigned)
        tasks.push(createTask({ ...options, positions }, index, topicPartitions))
    },

    async waitUntilIdle() {
      await Promise.all(tasks.map((task) => task.waitUntilIdle()))
    },

    close: () => closeRevokedTasks(tasks),
  }
}
