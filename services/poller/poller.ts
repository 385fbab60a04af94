// The first stage: follows both platforms and appends what they say to the raw topics, each append
// with the memory that goes with it. The work is divided into shares, which the processes of one group
// hold between them. Whoever takes a share shuts out who had it before and goes on from what the log
// remembers; so does a share whose append failed. There is one way to begin, and it is used.
import { setMaxListeners } from 'node:events'
import type { Codec } from '../platform/codec/port.ts'
import { LogError, WriterFenced, type EventLog } from '../platform/log/port.ts'
import { tellBackfill } from './backfill.ts'
import { openFold, type Fold } from './fold.ts'
import { createFollowedPlatform, type FollowedPlatform } from './followed-platform.ts'
import { hubWorks, type ShareDeps, type Works } from './hub.ts'
import { marketWorks } from './market-share.ts'
import { silentObserver, type PollerObserver } from './observer.ts'
import { createPlatformA, type PlatformAUrls } from './platforms/platform-a.ts'
import { createPlatformB, type PlatformBUrls } from './platforms/platform-b.ts'
import type { Source } from './platforms/source.ts'
import { createPublisher } from './publisher.ts'
import { shares, type Share } from './shares.ts'
import { defaultTuning, type PollerTuning } from './tuning.ts'
import { orAborted, sleepOnTimer, type Sleep } from './wait.ts'
import { createWorkPart } from './work-part.ts'

export interface PollerOptions {
  /** A platform that is left out is not followed. The same in all processes of the group. */
  readonly platforms: {
    readonly platform_a?: PlatformAUrls
    readonly platform_b?: PlatformBUrls
  }
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** It cannot go on: the log is broken for good, or holds what is no memory of ours. */
  readonly onFatal: (error: Error) => void
  readonly sleep?: Sleep
  readonly random?: () => number
  readonly tuning?: Partial<PollerTuning>
  readonly observer?: PollerObserver
}

export interface Poller {
  /** Begins to work and returns at once; what fails is tried again, or told to `onFatal`. */
  start(): void
  /** Ends what is under way; resolves when nothing will be appended any more. */
  stop(): Promise<void>
}

export function createPoller(options: PollerOptions): Poller {
  const { log, codec, topicPrefix, now, onFatal } = options
  const sleep = options.sleep ?? sleepOnTimer
  const random = options.random ?? Math.random
  const tuning: PollerTuning = { ...defaultTuning, ...options.tuning }
  const observer = options.observer ?? silentObserver
  const stopping = new AbortController()
  /** What this process works at now. */
  const held = new Set<Share>()
  let running: Promise<void> = Promise.resolve()

  function openSources(): Source[] {
    const deps = { tuning, now, sleep, random, observer }
    const { platform_a: a, platform_b: b } = options.platforms
    return [
      ...(a ? [createPlatformA(a, deps, createWorkPart('platform_a', held))] : []),
      ...(b ? [createPlatformB(b, deps, createWorkPart('platform_b', held))] : []),
    ]
  }

  function worksOf(
    share: Share,
    fold: Fold,
    followed: readonly FollowedPlatform[],
    deps: ShareDeps,
  ): Works {
    const { signal } = deps
    return followed.flatMap((one) => {
      const { platform } = one.source
      if (share.kind === 'markets') {
        const { partition } = share
        return marketWorks(one, partition, fold.takeMarkets(platform, partition, signal), deps)
      }
      return platform === share.platform ? hubWorks(one, fold.takeHub(platform, signal), deps) : []
    })
  }

  /** From taking a share until something fails or `signal` is aborted. */
  async function work(
    share: Share,
    fold: Fold,
    followed: readonly FollowedPlatform[],
    signal: AbortSignal,
  ): Promise<void> {
    const ending = new AbortController()
    const both = AbortSignal.any([signal, ending.signal])
    // Whatever waits in a share waits on this one: more than Node takes for a leak.
    setMaxListeners(0, both)
    const writer = await log.openWriter(`poller/${share.name}`)
    const publisher = createPublisher({ writer, codec, topicPrefix, observer })
    const common = { publisher, log, codec, topicPrefix, tuning, now, sleep, random, observer }
    // An object of its own: an earlier work at the same share may be slow to end.
    const holding = { ...share }
    held.add(holding)
    try {
      // Behind openWriter: whoever wrote before us cannot any more.
      await orAborted(fold.catchUp(), both)
      await together(ending, [
        ...worksOf(share, fold, followed, { ...common, signal: both }),
        // A share without work is held, too.
        () => orAborted(new Promise<never>(() => undefined), both),
      ])
    } finally {
      held.delete(holding)
      await publisher.drained()
      await writer.close()
    }
  }

  /** What the log has to know of an error that ended the work at a share. */
  function toWorkError(share: Share, error: unknown): LogError {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof WriterFenced) {
      observer.count('sessions', { reason: 'taken_over' })
      observer.log('info', 'another poller has taken a share over', { share: share.name })
      return error
    }
    if (error instanceof LogError && error.retriable) {
      observer.count('sessions', { reason: 'log' })
      const fields = { share: share.name, error: reason }
      observer.log('warn', 'the log failed, starting over from what it holds', fields)
      return error
    }
    const message = `poller, share ${share.name}: ${reason}`
    return new LogError(message, { cause: error, retriable: false })
  }

  async function run(sources: readonly Source[]): Promise<void> {
    const { signal } = stopping
    const platforms = sources.map(({ platform }) => platform)
    const deps = { tuning, now, sleep, observer }
    // Before any share is taken: whoever gives one up should not have to wait for us.
    const fold = await openFold({ log, codec, topicPrefix, platforms, signal })
    const followed = sources.map((source) =>
      createFollowedPlatform({ ...deps, source, fold: fold.of(source.platform) }),
    )
    const sharing = await log.share(
      { group: `${topicPrefix}poller`, count: shares.length, onFatal: fail },
      async (index, until) => {
        const share = shares[index]
        if (!share) return
        try {
          await work(share, fold, followed, until)
        } catch (error) {
          if (!until.aborted) throw toWorkError(share, error)
        }
      },
    )
    try {
      const telling = tellBackfill({ fold, platforms, observer, sleep, signal })
      const asking = followed.map(({ books }) => books.follow(signal))
      await Promise.race([fold.ended, telling, ...asking])
    } finally {
      await sharing.stop()
      await fold.stop()
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
 * Runs all of them; the first failure ends all of them, and is what this rejects with when they have
 * ended.
 */
async function together(ending: AbortController, works: Works): Promise<void> {
  await Promise.all(
    works.map(async (work) => {
      try {
        await work()
      } catch (error) {
        // Only the first call counts: what fails after it fails because of it.
        ending.abort(error)
      }
    }),
  )
  ending.signal.throwIfAborted()
}
