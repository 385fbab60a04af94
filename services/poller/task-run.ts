// Runs a task that was assigned to this process: opens its writer, then its jobs, and ends when one of them
// fails or the assignment ends.
import { setMaxListeners } from 'node:events'
import { LogError, WriterFenced } from '../lib/log/port.ts'
import { rejectOnAbort } from '../lib/run/wait.ts'
import type { PollerObserver } from './observer.ts'
import type { TaskJobs, TaskDeps } from './platform-poller.ts'
import { createPublisher } from './publisher.ts'
import type { PollerTask } from './tasks.ts'

/** The dependencies that all tasks of a process share. */
export interface TaskRunDeps extends Omit<
  TaskDeps,
  'publisher' | 'missing' | 'requests' | 'signal'
> {
  /** The tasks that run in this process. */
  readonly assigned: Set<PollerTask>
}

/**
 * Returns the jobs of a task. Called after openWriter, so that the previous writer of the task can no longer append
 * checkpoints.
 */
export type OpenJobs<Task extends PollerTask> = (task: Task, deps: TaskDeps) => Promise<TaskJobs>

/** Runs a task until one of its jobs fails or `signal` aborts. */
export async function runTask<Task extends PollerTask>(
  deps: TaskRunDeps,
  task: Task,
  openJobs: OpenJobs<Task>,
  followedTopics: Pick<TaskDeps, 'missing' | 'requests'>,
  signal: AbortSignal,
): Promise<void> {
  const { log, codec, topicPrefix, observer, assigned } = deps
  const ending = new AbortController()
  const both = AbortSignal.any([signal, ending.signal])
  // Every wait of the task adds a listener to this signal. Without this call, Node would print a warning.
  setMaxListeners(0, both)
  const writer = await log.openWriter(`poller/${task.name}`)
  const publisher = createPublisher({ writer, codec, topicPrefix, observer })
  // Each run adds an object of its own to `assigned`, because an earlier run of the same task may still be
  // ending.
  const own = { ...task }
  assigned.add(own)
  try {
    const jobs = await rejectOnAbort(
      openJobs(task, { ...deps, publisher, ...followedTopics, signal: both }),
      both,
    )
    await runJobs(ending, [
      ...jobs,
      // Never resolves, so that a task without jobs keeps its assignment.
      () => rejectOnAbort(new Promise<never>(() => undefined), both),
    ])
  } finally {
    assigned.delete(own)
    await publisher.waitUntilDrained()
    await writer.close()
  }
}

/**
 * Returns the error that the log receives when a task failed. It is retriable if the task may start
 * again.
 */
export function toTaskError(task: PollerTask, error: unknown, observer: PollerObserver): LogError {
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof WriterFenced) {
    observer.count('sessions', { reason: 'taken_over' })
    observer.log('info', 'another poller has taken over a task', { task: task.name })
    return error
  }
  if (error instanceof LogError && error.retriable) {
    observer.count('sessions', { reason: 'log' })
    const fields = { task: task.name, error: reason }
    observer.log('warn', 'the log failed, the task starts again from the log', fields)
    return error
  }
  const message = `poller, task ${task.name}: ${reason}`
  return new LogError(message, { cause: error, retriable: false })
}

/**
 * Runs all jobs. The first failure aborts the others; when all jobs have ended, the promise rejects with that failure.
 */
async function runJobs(abortController: AbortController, jobs: TaskJobs): Promise<void> {
  await Promise.all(
    jobs.map(async (job) => {
      try {
        await job()
      } catch (error) {
        // Only the first abort has an effect: later failures are consequences of the first.
        abortController.abort(error)
      }
    }),
  )
  abortController.signal.throwIfAborted()
}
