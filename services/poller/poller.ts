// The first stage: follows the platforms and appends their objects to the raw topics, each append
// together with its checkpoints. The work is divided into tasks, which are assigned to the processes of
// one group. When a task is assigned to a process, the process first opens the task's writer, which
// fences the writer of the previous process, and then continues from the checkpoints in the log. A task
// whose append failed is started again in the same way.
import { setMaxListeners } from 'node:events'
import type { Codec } from '../lib/codec/port.ts'
import { LogError, WriterFenced, type EventLog, type TaskCoordination } from '../lib/log/port.ts'
import { createBackPressure } from './back-pressure.ts'
import { reportBackfill } from './backfill-progress.ts'
import { openCheckpointView, type CheckpointView, type PlatformView } from './checkpoint-view.ts'
import { createPlatformMemory } from './checkpoints.ts'
import {
  createFollowedPlatform,
  createPlatformClient,
  type FollowedPlatform,
  type PlatformClient,
} from './followed-platform.ts'
import { platformJobs, type TaskDeps, type Jobs } from './platform-poller.ts'
import { marketsJobs } from './markets-poller.ts'
import { followHistoryRequests } from './history-requests.ts'
import { followMissingTrades } from './missing-trades.ts'
import { silentObserver, type PollerObserver } from './observer.ts'
import type { RequestSigner } from '../platforms/credentials.ts'
import type { PlatformName } from '../platforms/identity.ts'
import { createSourceOf, type PlatformUrls } from '../platforms/module.ts'
import { platforms } from '../platforms/modules.ts'
import type { Source } from '../platforms/source.ts'
import { createPublisher } from './publisher.ts'
import {
  marketTasks,
  platformTasks,
  type MarketsTask,
  type PlatformTask,
  type PollerTask,
} from './tasks.ts'
import { defaultTuning, type PollerTuning } from './tuning.ts'
import { rejectOnAbort, sleepOnTimer, type Sleep } from '../lib/run/wait.ts'
import { createQuotaFraction } from './quota-fraction.ts'
import { readTapeState } from './tape-checkpoint.ts'

export interface PollerOptions {
  /** The platforms to follow, with their URLs. They must be the same in all processes of the group. */
  readonly platforms: Readonly<Partial<Record<PlatformName, PlatformUrls>>>
  /** Signs the requests to a platform; without it, the requests to the platform are anonymous. */
  readonly signers?: Readonly<Partial<Record<PlatformName, RequestSigner>>>
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** The same without the steps of the system clock, for intervals; `now` if omitted. */
  readonly steadyNow?: () => number
  /**
   * Called when the poller cannot continue: the log failed permanently, or contains an invalid
   * checkpoint.
   */
  readonly onFatal: (error: Error) => void
  readonly sleep?: Sleep
  readonly random?: () => number
  readonly tuning?: Partial<PollerTuning>
  readonly observer?: PollerObserver
}

export interface Poller {
  /** Returns at once. Later failures are retried, or reported to `onFatal`. */
  start(): void
  /** Resolves when all tasks have stopped. The poller appends nothing after that. */
  stop(): Promise<void>
}

export function createPoller(options: PollerOptions): Poller {
  const { log, codec, topicPrefix, now, onFatal } = options
  const steadyNow = options.steadyNow ?? now
  const sleep = options.sleep ?? sleepOnTimer
  const random = options.random ?? Math.random
  const tuning: PollerTuning = { ...defaultTuning, ...options.tuning }
  const observer = options.observer ?? silentObserver
  const stopping = new AbortController()
  /** The tasks that run in this process. */
  const assigned = new Set<PollerTask>()
  let running: Promise<void> = Promise.resolve()

  function openSources(): Source[] {
    const { maxStageLag } = tuning
    const pressure = { log, topicPrefix, maxStageLag, now: steadyNow, sleep, observer }
    const untilSendable = createBackPressure(pressure)
    const deps = { tuning, now, steadyNow, sleep, random, observer, untilSendable }
    return platforms.flatMap((module) => {
      const urls = options.platforms[module.name]
      if (!urls) return []
      const signer = options.signers?.[module.name] ?? null
      const quota = createQuotaFraction(module.name, assigned)
      return [createSourceOf(module, urls, { ...deps, signer }, quota)]
    })
  }

  /** Returns the jobs of a task. Called after openWriter, so that the previous writer appends no checkpoints. */
  type OpenJobs<Task extends PollerTask> = (task: Task, deps: TaskDeps) => Promise<Jobs>

  function openPlatformJobs(
    opening: Promise<CheckpointView>,
    clients: readonly PlatformClient[],
  ): OpenJobs<PlatformTask> {
    return async ({ platform }, deps) => {
      const client = clients.find(({ source }) => source.platform === platform)
      if (!client) return []
      const { signal } = deps
      const memory = createPlatformMemory(tuning.endedMarketsMs)
      const restore = async (): Promise<PlatformView> => {
        const view = await opening
        await view.catchUp()
        signal.throwIfAborted()
        view.takePlatform(platform, signal, memory)
        return view.of(platform)
      }
      memory.tape = await readTapeState({ log, codec, topicPrefix, platform, signal })
      const restored = restore()
      // It may reject before a job waits for it.
      restored.catch(() => undefined)
      return platformJobs(client, memory, restored, deps)
    }
  }

  function openMarketsJobs(
    view: CheckpointView,
    followed: readonly FollowedPlatform[],
  ): OpenJobs<MarketsTask> {
    return async ({ partition }, deps) => {
      const { signal } = deps
      await rejectOnAbort(view.catchUp(), signal)
      return followed.flatMap((one) => {
        const memory = view.takeMarkets(one.source.platform, partition, signal)
        return marketsJobs(one, partition, memory, deps)
      })
    }
  }

  /** Runs a task until one of its jobs fails or `signal` aborts. */
  async function runTask<Task extends PollerTask>(
    task: Task,
    openJobs: OpenJobs<Task>,
    followed: Pick<TaskDeps, 'missing' | 'requests'>,
    signal: AbortSignal,
  ): Promise<void> {
    const ending = new AbortController()
    const both = AbortSignal.any([signal, ending.signal])
    // Every wait of the task listens to this signal: more listeners than Node's default limit, which
    // prints a warning.
    setMaxListeners(0, both)
    const writer = await log.openWriter(`poller/${task.name}`)
    const publisher = createPublisher({ writer, codec, topicPrefix, observer })
    const common = {
      publisher,
      log,
      codec,
      topicPrefix,
      ...followed,
      tuning,
      now,
      steadyNow,
      sleep,
      random,
      observer,
    }
    // A new object for each run: an earlier run of the same task may still be ending.
    const own = { ...task }
    assigned.add(own)
    try {
      const jobs = await rejectOnAbort(openJobs(task, { ...common, signal: both }), both)
      await runJobs(ending, [
        ...jobs,
        // Never resolves, so that a task without jobs keeps its assignment.
        () => rejectOnAbort(new Promise<never>(() => undefined), both),
      ])
    } finally {
      assigned.delete(own)
      await publisher.drained()
      await writer.close()
    }
  }

  /**
   * Returns the error that the log receives when a task failed. It is retriable if the task may start
   * again.
   */
  function toTaskError(task: PollerTask, error: unknown): LogError {
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

  async function run(sources: readonly Source[]): Promise<void> {
    const { signal } = stopping
    const platforms = sources.map(({ platform }) => platform)
    const deps = { tuning, now: steadyNow, sleep, observer }
    const forgetting = { afterMs: tuning.endedMarketsMs, now }
    const opening = openCheckpointView({ log, codec, topicPrefix, platforms, forgetting, signal })
    // It may reject before it is awaited.
    opening.catch(() => undefined)
    const missing = followMissingTrades({ log, codec, topicPrefix })
    const requests = followHistoryRequests({ log, codec, topicPrefix, now, observer })
    const clients = sources.map((source) => createPlatformClient({ ...deps, source }))
    const coordinations: TaskCoordination[] = []

    async function join<Task extends PollerTask>(
      group: string,
      tasks: readonly Task[],
      openJobs: OpenJobs<Task>,
    ): Promise<void> {
      const names = tasks.map(({ name }) => name)
      coordinations.push(
        await log.coordinateTasks({ group, tasks: names, onFatal: fail }, async (name, until) => {
          const task = tasks.find((one) => one.name === name)
          if (!task) return
          try {
            await runTask(task, openJobs, { missing, requests }, until)
          } catch (error) {
            if (!until.aborted) throw toTaskError(task, error)
          }
        }),
      )
    }

    try {
      await join(
        `${topicPrefix}poller-platforms`,
        platformTasks,
        openPlatformJobs(opening, clients),
      )
      const view = await opening
      const followed = clients.map((client) =>
        createFollowedPlatform(client, { ...deps, view: view.of(client.source.platform) }),
      )
      // Only now, so that no task of markets is paused while this process reads the checkpoints.
      await join(`${topicPrefix}poller`, marketTasks, openMarketsJobs(view, followed))
      const reporting = reportBackfill({ view, platforms, observer, sleep, signal })
      const polling = followed.map(({ books }) => books.follow(signal))
      await Promise.race([view.ended, missing.ended, requests.ended, reporting, ...polling])
    } finally {
      await Promise.all(coordinations.map((one) => one.stop()))
      await opening.then((view) => view.stop()).catch(() => undefined)
      await Promise.all([missing.stop(), requests.stop()])
    }
  }

  function fail(error: unknown): void {
    if (stopping.signal.aborted) return
    onFatal(error instanceof Error ? error : new Error(String(error)))
  }

  return {
    start() {
      const sources = openSources()
      running = run(sources)
        .catch(fail)
        .then(async () => {
          await Promise.allSettled(sources.map((source) => source.close()))
        })
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/**
 * Runs all jobs. The first failure aborts the others; when all have ended, it rejects with that failure.
 */
async function runJobs(ending: AbortController, jobs: Jobs): Promise<void> {
  await Promise.all(
    jobs.map(async (job) => {
      try {
        await job()
      } catch (error) {
        // Only the first abort has an effect: later failures are consequences of the first.
        ending.abort(error)
      }
    }),
  )
  ending.signal.throwIfAborted()
}
