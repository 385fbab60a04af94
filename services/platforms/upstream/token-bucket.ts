// A token bucket that keeps the requests of a group of routes below the platform's rate limit. Callers
// are served in the order of their calls.
import pLimit from 'p-limit'
import { rejectOnAbort, type Sleep } from '../../lib/run/wait.ts'

export interface TokenBucket {
  /** Resolves when one request may be sent; rejects with the signal's reason if the signal aborts. */
  take(signal: AbortSignal): Promise<void>
  /** Delays all requests until this time (local Unix ms), as the platform requested. */
  pauseUntil(ms: number): void
}

/** The longest pause. A longer Retry-After is reduced to this. */
export const maxPauseMs = 120_000
/** Longest sleep before the waiting time is computed again, because the fraction may change meanwhile. */
const recheckMs = 1_000

export function createTokenBucket(options: {
  readonly perSecond: number
  /** Maximum number of requests at once after an idle period. */
  readonly burst: number
  /** The fraction of the rate that this process may use now, 0 to 1; 1 if omitted. */
  readonly fraction?: () => number
  readonly now: () => number
  readonly sleep: Sleep
}): TokenBucket {
  const { perSecond, burst, fraction = () => 1, now, sleep } = options
  const inOrder = pLimit(1)
  /** The time at which the bucket is full again. */
  let fullAtMs = -Infinity
  let pausedUntilMs = -Infinity

  async function waitForToken(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const atMs = now()
      const available = fraction()
      if (available <= 0) {
        await sleep(recheckMs, signal)
        continue
      }
      const intervalMs = 1000 / (perSecond * available)
      const burstMs = Math.max(0, burst * available - 1) * intervalMs
      // If the system clock was set back, do not wait for as long as it jumped.
      if (fullAtMs > atMs + burstMs + 2 * intervalMs) fullAtMs = atMs + burstMs + intervalMs
      if (pausedUntilMs > atMs + maxPauseMs) pausedUntilMs = atMs
      const tokenMs = fullAtMs - burstMs - atMs
      const pauseMs = pausedUntilMs - atMs
      if (Math.max(tokenMs, pauseMs) <= 0) {
        fullAtMs = Math.max(fullAtMs, atMs) + intervalMs
        return
      }
      await sleep(Math.max(Math.min(tokenMs, recheckMs), pauseMs), signal)
    }
  }

  return {
    take: (signal) => rejectOnAbort(inOrder(waitForToken, signal), signal),
    pauseUntil(ms) {
      pausedUntilMs = Math.max(pausedUntilMs, ms)
    },
  }
}
