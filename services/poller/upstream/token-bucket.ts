// Keeps the requests of one route group below the platform's limit. Callers go in the order in
// which they asked.
import type { Sleep } from '../wait.ts'

export interface TokenBucket {
  /** Resolves when one request may go. */
  take(signal: AbortSignal): Promise<void>
  /** The platform asked for quiet: nothing goes before this instant (local Unix ms). */
  pauseUntil(ms: number): void
}

export function createTokenBucket(options: {
  readonly perSecond: number
  /** How many may go at once after a rest. */
  readonly burst: number
  readonly now: () => number
  readonly sleep: Sleep
}): TokenBucket {
  const { perSecond, burst, now, sleep } = options
  const intervalMs = 1000 / perSecond
  const burstMs = (burst - 1) * intervalMs
  let lastTurn = Promise.resolve()
  /** When the bucket is full again. */
  let fullAtMs = -Infinity
  let pausedUntilMs = -Infinity

  async function turn(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const atMs = now()
      // A clock that was set back must not stop us for as long as it jumped.
      if (fullAtMs > atMs + burstMs + 2 * intervalMs) fullAtMs = atMs + burstMs + intervalMs
      const waitMs = Math.max(fullAtMs - burstMs - atMs, pausedUntilMs - atMs)
      if (waitMs <= 0) {
        fullAtMs = Math.max(fullAtMs, atMs) + intervalMs
        return
      }
      await sleep(waitMs, signal)
    }
  }

  return {
    take(signal) {
      const mine = lastTurn.then(() => turn(signal))
      // The next in line goes on whether we got our turn or gave up.
      lastTurn = mine.catch(() => undefined)
      return mine
    },
    pauseUntil(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, ms)
    },
  }
}
