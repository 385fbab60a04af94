// Slows down the back-fill (requests of the classes `history` and `past`) while the processors are busy. All stages
// have to process the requested records, so a back-fill at full rate would delay new records:
// docs/decisions/073-backfill-rate.md.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Sleep } from '../lib/run/wait.ts'
import type { RequestClass } from '../platforms/request-class.ts'
import { backfillClasses } from './back-pressure.ts'
import type { PollerObserver } from './observer.ts'

/** The processors count as busy while the 90th percentile of the delays of the event loop exceeds this. */
const maxDelayMs = 20
/**
 * The limit is never lower than this many bytes per second, however busy the processors are. A trade has 250 to 600
 * bytes, a market 2,000 to 5,000.
 */
export const minBytesPerS = 500_000
/** When the limit would rise above this rate, it is removed: requests are no longer slowed down. */
const maxBytesPerS = 20_000_000
const adaptMs = 1_000

export interface BackfillRate {
  /** Resolves when a request of the class may be sent. Rejects with the signal's reason. */
  readonly waitUntilDue: (requestClass: RequestClass, signal: AbortSignal) => Promise<void>
  /**
   * Records the size of a response. Callers may pass the number of characters, because nearly all characters take one
   * byte.
   */
  readonly note: (requestClass: RequestClass, bytes: number) => void
}

export function createBackfillRate({
  now,
  sleep,
  takeDelayMs,
  observer,
}: {
  /** See createSteadyClock. */
  readonly now: () => number
  readonly sleep: Sleep
  /** Returns the 90th percentile of the delays of the event loop since the last call. */
  readonly takeDelayMs: () => number
  readonly observer: Pick<PollerObserver, 'log'>
}): BackfillRate {
  let limitPerS = Infinity
  /** When the next request may be sent. */
  let dueMs = -Infinity
  let adaptedMs = now()
  /** Bytes received since `adaptedMs`. */
  let received = 0
  /** Running average of the size of a response, in bytes. */
  let expected = 0

  function setLimit(bytesPerS: number): void {
    if (bytesPerS < Infinity && limitPerS === Infinity)
      observer.log('info', 'the processors are busy: the back-fill slows down', {})
    if (bytesPerS === Infinity && limitPerS < Infinity)
      observer.log('info', 'the back-fill is not slowed down any more', {})
    limitPerS = bytesPerS
  }

  function adaptLimit(): void {
    const passedMs = now() - adaptedMs
    if (passedMs < adaptMs) return
    const receivedPerS = (received * 1000) / passedMs
    adaptedMs = now()
    received = 0
    if (takeDelayMs() > maxDelayMs)
      setLimit(Math.max(minBytesPerS, 0.7 * Math.min(limitPerS, receivedPerS)))
    else setLimit(limitPerS * 1.1 > maxBytesPerS ? Infinity : limitPerS * 1.1)
  }

  return {
    async waitUntilDue(requestClass, signal) {
      if (!backfillClasses.has(requestClass)) return
      adaptLimit()
      const startMs = Math.max(dueMs, now())
      const reservedMs = (expected * 1000) / limitPerS
      dueMs = startMs + reservedMs
      if (startMs <= now()) return
      try {
        await sleep(startMs - now(), signal)
      } catch (error) {
        dueMs -= reservedMs
        throw error
      }
    },
    note(requestClass, bytes) {
      if (!backfillClasses.has(requestClass)) return
      received += bytes
      dueMs += ((bytes - expected) * 1000) / limitPerS
      expected += (bytes - expected) / 10
    },
  }
}

/** Returns the function to pass as `takeDelayMs`. It measures the delays of the event loop until the signal aborts. */
export function createDelayMeter(signal: AbortSignal): () => number {
  const resolution = 10
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  signal.addEventListener('abort', () => delays.disable(), { once: true })
  return () => {
    // a measured delay includes the interval of the timer
    const delayMs = delays.percentile(90) / 1e6 - resolution
    delays.reset()
    return delayMs
  }
}
