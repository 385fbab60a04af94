// Slows the requests of the back-fill (the classes `history` and `past`) down while the processors are busy. All stages
// have to process what is requested, so otherwise a back-fill would delay what is new:
// docs/decisions/073-backfill-rate.md.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Sleep } from '../lib/run/wait.ts'
import type { RequestClass } from '../platforms/request-class.ts'
import { backfillClasses } from './back-pressure.ts'
import type { PollerObserver } from './observer.ts'

/** The processors count as busy while one of ten delays of the event loop is longer than this. */
const maxDelayMs = 20
/** Even then this many bytes a second are requested. A trade has 250 to 600 bytes, a market 2,000 to 5,000. */
export const minBytesPerS = 500_000
/** Above this rate there is no limit. */
const maxBytesPerS = 20_000_000
const adaptMs = 1_000

export interface BackfillRate {
  /** Resolves when a request of the class may be sent. Rejects with the signal's reason. */
  readonly untilDue: (requestClass: RequestClass, signal: AbortSignal) => Promise<void>
  /** Notes the size of a response. Its characters may be given, because nearly all are one byte long. */
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
  /** Received since `adaptedMs`. */
  let received = 0
  /** The size of a response, a running average. */
  let expected = 0

  function setLimit(perS: number): void {
    if (perS < Infinity && limitPerS === Infinity)
      observer.log('info', 'the processors are busy: the back-fill slows down', {})
    if (perS === Infinity && limitPerS < Infinity)
      observer.log('info', 'the back-fill is not slowed down any more', {})
    limitPerS = perS
  }

  function adapt(): void {
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
    async untilDue(requestClass, signal) {
      if (!backfillClasses.has(requestClass)) return
      adapt()
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

/** Returns a function for `takeDelayMs`. It measures from now on until the signal aborts. */
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
