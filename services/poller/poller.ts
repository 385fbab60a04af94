// The first stage: follows both platforms and appends what they say to the raw topics, each append
// with the memory that goes with it. When the log fails, everything in memory is forgotten and read
// from the log again, as after a crash: there is one way to begin, and it is used.
import type { Codec } from '../platform/codec/port.ts'
import { LogError, type EventLog } from '../platform/log/port.ts'
import { createMemory, readMemory, type PlatformMemory } from './checkpoints.ts'
import { followBooks } from './feeds/books.ts'
import { createDiscovery } from './feeds/discovery.ts'
import { followEndedMarkets } from './feeds/ended-markets.ts'
import { followHistory } from './feeds/history.ts'
import { createListingPublisher } from './feeds/listing-publisher.ts'
import { readPublishedTrades } from './feeds/published-trades.ts'
import { ensureTape, followTape } from './feeds/tape.ts'
import { followWallets } from './feeds/wallets.ts'
import { silentObserver, type PollerObserver } from './observer.ts'
import { createPlatformA, type PlatformAUrls } from './platforms/platform-a.ts'
import { createPlatformB, type PlatformBUrls } from './platforms/platform-b.ts'
import type { Source } from './platforms/source.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import { defaultTuning, type PollerTuning } from './tuning.ts'
import { backoffMs, sleepOnTimer, type Sleep } from './wait.ts'

export interface PollerOptions {
  /** A platform that is left out is not followed. */
  readonly platforms: {
    readonly platform_a?: PlatformAUrls
    readonly platform_b?: PlatformBUrls
  }
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Unix milliseconds. */
  readonly now: () => number
  /** It cannot go on: another poller took over, or the log is broken for good. */
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

/** Between two attempts to begin again after the log failed. */
const sessionBackoff = { baseMs: 200, capMs: 10_000 } as const

export function createPoller(options: PollerOptions): Poller {
  const { log, codec, topicPrefix, now, onFatal } = options
  const sleep = options.sleep ?? sleepOnTimer
  const random = options.random ?? Math.random
  const tuning: PollerTuning = { ...defaultTuning, ...options.tuning }
  const observer = options.observer ?? silentObserver
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  function openSources(): Source[] {
    const deps = { tuning, now, sleep, random, observer }
    const { platform_a: a, platform_b: b } = options.platforms
    return [...(a ? [createPlatformA(a, deps)] : []), ...(b ? [createPlatformB(b, deps)] : [])]
  }

  /** Everything that is done for one platform; ends only by an error or the signal. */
  async function follow(
    source: Source,
    memory: PlatformMemory,
    publisher: Publisher,
    ending: AbortController,
  ): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, ending.signal])
    const common = { source, memory, publisher, tuning, now, sleep, random, observer, signal }
    const listings = createListingPublisher(common)
    const discovery = createDiscovery({ ...common, listings })

    const followTrades = async (): Promise<void> => {
      await ensureTape(common)
      const { tape } = memory
      if (!tape) return
      const oldestMs = Math.min(tape.untilMs, ...tape.gaps.map((gap) => gap.from_ms))
      const published = await readPublishedTrades({
        ...common,
        log,
        codec,
        topicPrefix,
        sinceMs: oldestMs - 2 * tuning.deepOverlapMs,
      })
      const followHistoryAfterLists = async (): Promise<void> => {
        await discovery.firstWalk
        await followHistory({ ...common, endMs: tape.startMs })
      }
      await together(ending, [
        () => followTape({ ...common, listings, published }),
        followHistoryAfterLists,
      ])
    }

    const followEndedAfterLists = async (): Promise<void> => {
      await discovery.firstWalk
      await followEndedMarkets({ ...common, listings })
    }

    await together(ending, [
      discovery.followOpen,
      discovery.followChanges,
      discovery.walkPast,
      followEndedAfterLists,
      followTrades,
      () => followBooks(common),
      () => followWallets({ ...common, listings, log, codec, topicPrefix }),
    ])
  }

  /** From reading the memory until something fails or we are stopped. */
  async function session(): Promise<void> {
    const ending = new AbortController()
    const signal = AbortSignal.any([stopping.signal, ending.signal])
    const writer = await log.openWriter('poller')
    const publisher = createPublisher({ writer, codec, topicPrefix, observer })
    const sources = openSources()
    try {
      // Behind openWriter: whoever wrote before us cannot any more.
      const memories = await readMemory({
        log,
        codec,
        topicPrefix,
        platforms: sources.map(({ platform }) => platform),
        signal,
      })
      await together(
        ending,
        sources.map((source) => () => {
          const memory = memories.get(source.platform) ?? createMemory()
          return follow(source, memory, publisher, ending)
        }),
      )
    } finally {
      await Promise.allSettled(sources.map((source) => source.close()))
      await publisher.drained()
      await writer.close()
    }
  }

  async function run(): Promise<void> {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      const startedAtMs = now()
      try {
        await session()
      } catch (error) {
        if (stopping.signal.aborted) return
        if (!(error instanceof LogError && error.retriable)) {
          onFatal(error instanceof Error ? error : new Error(String(error)))
          return
        }
        observer.count('sessions', { reason: 'log' })
        observer.log('warn', 'the log failed, starting over from what it holds', {
          error: error.message,
        })
      }
      if (now() - startedAtMs > sessionBackoff.capMs) attempt = 0
      await sleep(backoffMs({ ...sessionBackoff, attempt, random }), stopping.signal).catch(
        () => undefined,
      )
    }
  }

  return {
    start() {
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/**
 * Runs all of them; the first failure of a session ends all of its works, everywhere, and is what
 * this rejects with when its own have ended.
 */
async function together(
  ending: AbortController,
  works: readonly (() => Promise<unknown>)[],
): Promise<void> {
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
