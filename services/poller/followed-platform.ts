// What all shares of a process have in common for one platform: its source, what is known of it, its
// books, and how much history is fetched at a time.
import { createBooks, type Books } from './feeds/books.ts'
import type { PlatformFold } from './fold.ts'
import type { PollerObserver } from './observer.ts'
import type { Source } from './platforms/source.ts'
import type { PollerTuning } from './tuning.ts'
import { createTurns, type Turns } from './turns.ts'
import { UpstreamError } from './upstream/upstream-error.ts'
import type { Sleep } from './wait.ts'

export interface FollowedPlatform {
  readonly source: Source
  readonly fold: PlatformFold
  readonly books: Books
  readonly history: HistoryPace
  /** Resolves when the host of the trades has answered, so that its clock is known. */
  readonly knowClock: (signal: AbortSignal) => Promise<void>
}

export interface HistoryPace {
  readonly turns: Turns
  /** Grows while groups turn out small: the most traded come first, the many quiet ones last. */
  groupSize: number
}

export function createFollowedPlatform(options: {
  readonly source: Source
  readonly fold: PlatformFold
  readonly tuning: PollerTuning
  readonly now: () => number
  readonly sleep: Sleep
  readonly observer: PollerObserver
}): FollowedPlatform {
  const { source, fold, tuning, sleep } = options
  const clockTurns = createTurns(() => 1)
  let isClockKnown = false

  /** A refusal is an answer too, and has a date. */
  async function askClock(signal: AbortSignal): Promise<void> {
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
    fold,
    books: createBooks(options),
    history: { turns: createTurns(() => tuning.historyConcurrency), groupSize: 1 },
    async knowClock(signal) {
      for (;;) {
        await clockTurns(() => askClock(signal), signal)
        if (isClockKnown) return
        await sleep(tuning.backoffCapMs / 10, signal)
      }
    },
  }
}
