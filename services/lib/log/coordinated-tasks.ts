// Runs the coordinated tasks that are assigned to one member of a group: starts each of them, restarts
// one that ends by itself, and aborts those that are no longer assigned. Used by both log adapters.
import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs } from '../run/retry.ts'
import { WriterFenced, type TaskRunner } from './port.ts'
import { isPermanent, type LogLogger } from './loop.ts'

export interface CoordinatedTasks {
  /**
   * True until the task has ended, even after its abort. If the task is assigned again meanwhile, it
   * starts only after it has ended.
   */
  readonly isRunning: (task: string) => boolean
  /** Starts the tasks of the list and aborts all others. The caller calls it again after `onEnded`. */
  assign(tasks: readonly string[]): void
  /** Aborts all tasks and resolves when they have ended. No task starts afterwards. */
  stop(): Promise<void>
}

interface RunningTask {
  readonly abort: AbortController
  readonly ended: Promise<void>
}

const restartPolicy = { firstMs: 100, maxMs: 5_000, random: Math.random }
/** If a task ran for this long, the back-off is reset: its next end counts as a first failure. */
const stableAfterMs = 10_000
/**
 * A task that has not ended this long after its abort is abandoned, like a task of a member that the
 * group removed. Otherwise no other member could ever take the task over.
 */
const abandonAfterMs = 60_000

export function createCoordinatedTasks(options: {
  readonly group: string
  readonly runTask: TaskRunner
  /** Called before each start. It returns false if the task may be assigned to another member by now. */
  readonly mayStart: () => Promise<boolean>
  readonly logger: LogLogger | null
  /**
   * Called when a task has ended for good. The caller may release the task, or call `assign` to start it
   * again.
   */
  readonly onEnded: () => void
  readonly onFatal: (error: Error) => void
}): CoordinatedTasks {
  const { group, runTask, mayStart, logger, onEnded, onFatal } = options
  const running = new Map<string, RunningTask>()
  let isStopped = false

  /** Runs the task repeatedly until it is aborted or fails with an error that is not retriable. */
  async function run(task: string, signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const stable = setTimeout(() => (failures = 0), stableAfterMs)
      let error: unknown = null
      let hasStarted = false
      try {
        if (await mayStart()) {
          if (signal.aborted) return
          hasStarted = true
          await runTask(task, signal)
        }
      } catch (thrown) {
        error = thrown
      } finally {
        clearTimeout(stable)
      }
      if (signal.aborted) return
      if (isPermanent(error) && !(error instanceof WriterFenced)) return onFatal(error)
      const pauseMs = backOffMs(restartPolicy, failures)
      failures += 1
      const fields = { group, task, err: error, backOffMs: pauseMs }
      if (hasStarted) logger?.warn(fields, 'a coordinated task ended and will be restarted')
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  function start(task: string): void {
    const abort = new AbortController()
    const { signal } = abort
    const ended = Promise.race([run(task, signal), waitUntilAbandoned(task, signal)]).then(() => {
      running.delete(task)
      onEnded()
    })
    running.set(task, { abort, ended })
  }

  async function waitUntilAbandoned(task: string, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    await sleep(abandonAfterMs, undefined, { ref: false })
    if (running.get(task)?.abort.signal === signal)
      logger?.warn({ group, task }, 'a coordinated task did not end after its abort: abandoning it')
  }

  return {
    isRunning: (task) => running.has(task),
    assign(tasks) {
      for (const [task, { abort }] of running) if (!tasks.includes(task)) abort.abort()
      if (isStopped) return
      for (const task of tasks) if (!running.has(task)) start(task)
    },
    async stop() {
      isStopped = true
      const all = [...running.values()]
      for (const { abort } of all) abort.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
