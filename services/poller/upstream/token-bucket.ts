// Keeps the requests of one route group below the platform's limit. Callers go in the order in
// which they asked.
import { orAborted, type Sleep } from '../wait.ts'

export interface TokenBucket {
  /** Resolves when one request may go; rejects with the signal's reason when that aborts. */
  take(signal: AbortSignal): Promise<void>
  /** The platform asked for quiet: nothing goes before this instant (local Unix ms). */
  pauseUntil(ms: number): void
}

/** Our part may have changed by then. */
const lookAgainMs = 1_000

export function createTokenBucket(options: {
  readonly perSecond: number
  /** How many may go at once after a rest. */
  readonly burst: number
  /** Which part of that is ours now, 0 to 1; all of it where nobody else asks. */
  readonly part?: () => number
  readonly now: () => number
  readonly sleep: Sleep
}): TokenBucket {
  const { perSecond, burst, part = () => 1, now, sleep } = options
  let lastTurn = Promise.resolve()
  /** When the bucket is full again. */
  let fullAtMs = -Infinity
  let pausedUntilMs = -Infinity

  async function turn(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const atMs = now()
      const ours = part()
      if (ours <= 0) {
        await sleep(lookAgainMs, signal)
        continue
      }
      const intervalMs = 1000 / (perSecond * ours)
      const burstMs = Math.max(0, burst * ours - 1) * intervalMs
      // A clock that was set back must not stop us for as long as it jumped.
      if (fullAtMs > atMs + burstMs + 2 * intervalMs) fullAtMs = atMs + burstMs + intervalMs
      const turnMs = fullAtMs - burstMs - atMs
      const pauseMs = pausedUntilMs - atMs
      if (Math.max(turnMs, pauseMs) <= 0) {
        fullAtMs = Math.max(fullAtMs, atMs) + intervalMs
        return
      }
      await sleep(Math.max(Math.min(turnMs, lookAgainMs), pauseMs), signal)
    }
  }

  return {
    take(signal) {
      const mine = lastTurn.then(() => turn(signal))
      // The next in line goes on whether we got our turn or gave up.
      lastTurn = mine.catch(() => undefined)
      return orAborted(mine, signal)
    },
    pauseUntil(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, ms)
    },
  }
}
