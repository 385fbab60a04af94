// What all tasks of a process share for one platform: its source (the client of its API), its
// checkpoints, its books, and how much history is fetched at a time.
import { createBookPoller, type BookPoller } from './feeds/books.ts'
import { createFormatCheck, type FormatCheck } from './feeds/format-check.ts'
import { createTradeWitnesses, type TradeWitnesses } from './feeds/trade-witnesses.ts'
import type { PlatformView } from './checkpoint-view.ts'
import type { PollerObserver } from './observer.ts'
import type { Source } from '../platforms/source.ts'
import type { StreamProtocol } from '../platforms/streams/protocol.ts'
import { createStreamHints, type FollowedStream } from './streams/stream-hints.ts'
import type { PollerTuning } from './tuning.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '../lib/run/concurrency-limit.ts'
import { UpstreamError } from '../platforms/upstream/upstream-error.ts'
import type { Sleep } from '../lib/run/wait.ts'

export interface PlatformClient {
  readonly source: Source
  /** null: the platform's stream is not followed. */
  readonly stream: FollowedStream | null
  /** Resolves when the platform's API has responded, so that the time of its clock is known. */
  readonly waitUntilClockIsKnown: (signal: AbortSignal) => Promise<void>
}

export interface FollowedPlatform extends PlatformClient {
  readonly view: PlatformView
  readonly bookPoller: BookPoller
  readonly sharedHistoryState: SharedHistoryState
}

/** What the tasks of this process share when they fetch the histories of one platform. */
export interface SharedHistoryState {
  readonly limit: ConcurrencyLimit
  /**
   * Number of markets per request. It grows while responses are small, because the most traded markets are
   * fetched first, so that later groups have fewer trades.
   */
  groupSize: number
  readonly witnesses: TradeWitnesses
  readonly format: FormatCheck
}

export function createPlatformClient(options: {
  readonly source: Source
  readonly stream: StreamProtocol | null
  readonly tuning: PollerTuning
  readonly sleep: Sleep
}): PlatformClient {
  const { source, stream, tuning, sleep } = options
  const clockLimit = createConcurrencyLimit(() => 1)
  let isClockKnown = false

  /**
   * Sends one request to the platform to learn the time of its clock. A response with an error is enough,
   * because it has a `Date`, too.
   */
  async function tryToLearnClock(signal: AbortSignal): Promise<void> {
    if (isClockKnown) return
    try {
      await source.ping(signal)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.kind === 'failed') return
    }
    isClockKnown = true
  }

  return {
    source,
    stream: stream && { protocol: stream, hints: createStreamHints(sleep) },
    async waitUntilClockIsKnown(signal) {
      for (;;) {
        await clockLimit(() => tryToLearnClock(signal), signal)
        if (isClockKnown) return
        await sleep(tuning.backOff.maxMs / 10, signal)
      }
    },
  }
}

export function createFollowedPlatform(
  client: PlatformClient,
  options: {
    readonly view: PlatformView
    readonly tuning: PollerTuning
    /** See createSteadyClock. */
    readonly now: () => number
    /** The local clock (Unix milliseconds), for the times in records. */
    readonly wallNow: () => number
    readonly sleep: Sleep
    readonly random: () => number
    readonly observer: PollerObserver
  },
): FollowedPlatform {
  const { view, tuning } = options
  const common = { ...options, ...client }
  return {
    ...client,
    view,
    bookPoller: createBookPoller(common),
    sharedHistoryState: {
      limit: createConcurrencyLimit(() => tuning.historyConcurrency),
      groupSize: 1,
      witnesses: createTradeWitnesses({ ...common, tape: () => view.platformWide.tape }),
      format: createFormatCheck(client.source.platform, options.observer),
    },
  }
}
