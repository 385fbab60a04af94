// The first stage: follows the platforms and appends their objects to the raw topics, each append
// together with its checkpoints. The work is divided into tasks, which are assigned to the processes of
// one group. When a task is assigned to a process, the process first opens the task's writer, which
// fences the writer of the previous process, and then continues from the checkpoints in the log. A task
// whose append failed is started again in the same way.
import type { Codec } from '../lib/codec/port.ts'
import type { EventLog, TaskCoordination } from '../lib/log/port.ts'
import type { CreateScratchMap } from '../lib/run/scratch-file.ts'
import { createBackPressure } from './back-pressure.ts'
import { reportBackfill } from './backfill-progress.ts'
import { createBackfillRate, createDelayMeter } from './backfill-rate.ts'
import { openCheckpointView } from './checkpoint-view.ts'
import { createFollowedPlatform, createPlatformClient } from './followed-platform.ts'
import { followHistoryRequests } from './history-requests.ts'
import { followMissingTrades } from './missing-trades.ts'
import { silentObserver, type PollerObserver } from './observer.ts'
import type { RequestSigner } from '../platforms/credentials.ts'
import type { PlatformName } from '../platforms/identity.ts'
import { createSourceOf, createStreamOf, type PlatformUrls } from '../platforms/module.ts'
import { platforms } from '../platforms/modules.ts'
import type { RequestClass } from '../platforms/request-class.ts'
import type { Source } from '../platforms/source.ts'
import type { StreamProtocol } from '../platforms/streams/protocol.ts'
import { openMarketsJobs, openPlatformJobs } from './task-jobs.ts'
import { runTask, toTaskError, type OpenJobs, type TaskRunDeps } from './task-run.ts'
import { marketTasks, platformTasks, type PollerTask } from './tasks.ts'
import { defaultTuning, type PollerTuning } from './tuning.ts'
import { sleepOnTimer, type Sleep } from '../lib/run/wait.ts'
import { createQuotaFraction } from './quota-fraction.ts'
import { waitUntilAllWorkMayStart } from './tapes-only.ts'

export interface PollerOptions {
  /** The platforms to follow, with their URLs. They must be the same in all processes of the group. */
  readonly platforms: Readonly<Partial<Record<PlatformName, PlatformUrls>>>
  /** Signs the requests to a platform. Requests to a platform without a signer are anonymous. */
  readonly signers?: Readonly<Partial<Record<PlatformName, RequestSigner>>>
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** A clock like `now` that is never set back or forward, to measure intervals; defaults to `now`. */
  readonly steadyNow?: () => number
  /**
   * Called when the poller cannot continue: the log failed permanently, or contains an invalid
   * checkpoint.
   */
  readonly onFatal: (error: Error) => void
  /**
   * The poller only follows the tapes until this promise resolves, but for at most `tapesOnlyMs`: meanwhile it requests
   * no lists, books, histories or wallets, and does not read the checkpoints of markets. The promise must not reject.
   */
  readonly tapesOnlyUntil?: Promise<void> | undefined
  /** Creates the maps that keep the retired markets and the events; in memory if omitted. */
  readonly createMap?: CreateScratchMap | undefined
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
  const common: TaskRunDeps = {
    log,
    codec,
    topicPrefix,
    tuning,
    now,
    steadyNow,
    sleep,
    random,
    observer,
    assigned,
  }
  let running: Promise<void> = Promise.resolve()

  async function run(openedPlatforms: readonly OpenedPlatform[]): Promise<void> {
    const { signal } = stopping
    const platforms = openedPlatforms.map(({ source }) => source.platform)
    const deps = { tuning, now: steadyNow, sleep, observer }
    const forgetting = { afterMs: tuning.endedMarketsMs, now }
    const { tapesOnlyUntil, createMap } = options
    const viewOptions = { log, codec, topicPrefix, platforms, forgetting, createMap, signal }
    const startOfOthers = waitUntilAllWorkMayStart({ ...deps, tapesOnlyUntil, signal })
    const opening = startOfOthers.then(() => openCheckpointView(viewOptions))
    // `opening` may reject before it is awaited, which would end the process as an unhandled rejection.
    opening.catch(() => undefined)
    const topic = { log, codec, topicPrefix, after: startOfOthers }
    const missing = followMissingTrades(topic)
    const requests = followHistoryRequests({ ...topic, now, observer })
    const clients = openedPlatforms.map((one) => createPlatformClient({ ...deps, ...one }))
    const coordinations: TaskCoordination[] = []

    async function joinGroup<Task extends PollerTask>(
      group: string,
      tasks: readonly Task[],
      openJobs: OpenJobs<Task>,
    ): Promise<void> {
      const taskGroup = { group, tasks: tasks.map(({ name }) => name), onFatal: reportFatalError }
      coordinations.push(
        await log.coordinateTasks(taskGroup, async (name, until) => {
          const task = tasks.find((one) => one.name === name)
          if (!task) return
          try {
            await runTask(common, task, openJobs, { missing, requests }, until)
          } catch (error) {
            if (!until.aborted) throw toTaskError(task, error, observer)
          }
        }),
      )
    }

    try {
      await joinGroup(
        `${topicPrefix}poller-platforms`,
        platformTasks,
        openPlatformJobs(common, opening, clients),
      )
      const view = await opening
      const followed = clients.map((client) =>
        createFollowedPlatform(client, {
          ...deps,
          wallNow: now,
          random,
          view: view.of(client.source.platform),
        }),
      )
      // The process joins the group of market tasks only now. Otherwise its tasks would pause while the
      // checkpoints are read.
      await joinGroup(`${topicPrefix}poller`, marketTasks, openMarketsJobs(view, followed))
      const reporting = reportBackfill({ view, platforms, observer, steadyNow, sleep, signal })
      const polling = followed.map(({ bookPoller }) => bookPoller.followBooks(signal))
      await Promise.race([view.ended, missing.ended, requests.ended, reporting, ...polling])
    } finally {
      await Promise.all(coordinations.map((one) => one.stop()))
      await opening.then((view) => view.stop()).catch(() => undefined)
      await Promise.all([missing.stop(), requests.stop()])
    }
  }

  function reportFatalError(error: unknown): void {
    if (stopping.signal.aborted) return
    onFatal(error instanceof Error ? error : new Error(String(error)))
  }

  return {
    start() {
      const opened = openPlatforms(options, common, stopping.signal)
      running = run(opened)
        .catch(reportFatalError)
        .then(async () => {
          await Promise.allSettled(opened.map(({ source }) => source.close()))
        })
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

interface OpenedPlatform {
  readonly source: Source
  readonly stream: StreamProtocol | null
}

/** Opens the sources and streams of the platforms that are followed. */
function openPlatforms(
  { platforms: followed, signers }: PollerOptions,
  deps: TaskRunDeps,
  stopSignal: AbortSignal,
): OpenedPlatform[] {
  const { tuning, steadyNow, assigned } = deps
  const { maxStageLag } = tuning
  const timing = { ...deps, now: steadyNow }
  const untilStagesKeepUp = createBackPressure({ ...timing, maxStageLag })
  const rate = createBackfillRate({ ...timing, takeDelayMs: createDelayMeter(stopSignal) })
  const upstream = {
    ...deps,
    async waitUntilSendable(requestClass: RequestClass, signal: AbortSignal): Promise<void> {
      await untilStagesKeepUp(requestClass, signal)
      await rate.waitUntilDue(requestClass, signal)
    },
    onResponse: rate.note,
  }
  return platforms.flatMap((module): OpenedPlatform[] => {
    const urls = followed[module.name]
    if (!urls) return []
    const signer = signers?.[module.name] ?? null
    const quota = createQuotaFraction(module.name, assigned)
    const source = createSourceOf(module, urls, { ...upstream, signer }, quota)
    if (tuning.streamMarkets === 0) return [{ source, stream: null }]
    const stream = createStreamOf(module, urls, { signer, platformNowMs: source.nowMs })
    if (!('missing' in stream)) return [{ source, stream }]
    const { missing } = stream
    const fields = { platform: source.platform, missing }
    deps.observer.count('no_stream', { platform: source.platform, reason: missing })
    deps.observer.log('warn', 'the platform is followed without its stream', fields)
    return [{ source, stream: null }]
  })
}
