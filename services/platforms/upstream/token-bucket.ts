// A token bucket that keeps the requests of a group of routes below the platform's rate limit. It decides
// when the next request is sent; class-queue.ts decides which one.
import type { Sleep } from '../../lib/run/wait.ts'
import type { RequestClass } from '../request-class.ts'
import { createClassQueue } from './class-queue.ts'
import { createLearnedRate } from './learned-rate.ts'
import type { RequestSlots } from './request-slots.ts'

export interface WaitingRequest {
  readonly requestClass: RequestClass
  /** The slots of the request's host. */
  readonly slots: RequestSlots
}

export interface TokenBucket {
  /**
   * Resolves when the request may be sent. Its slot is then occupied, and the caller has to release it.
   * Rejects with the signal's reason if the signal aborts before. A request gets its token and its slot at
   * the same time: while it waits for a token it occupies no connection of the host, and while it waits for a
   * slot it uses up no token.
   */
  take(request: WaitingRequest, signal: AbortSignal): Promise<void>
  /**
   * Delays all requests until this time (local Unix ms), and lowers the rate for a while: the platform has
   * refused a request.
   */
  noteRefusal(untilMs: number): void
}

interface QueuedRequest extends WaitingRequest {
  readonly start: () => void
}

/** The longest pause. A longer Retry-After is reduced to this. */
export const maxPauseMs = 120_000
/** Longest sleep before the waiting time is computed again, because `rateFraction` may change meanwhile. */
const recheckMs = 1_000

export function createTokenBucket(options: {
  readonly perSecond: number
  /**
   * The highest rate, which is used if the platform does not refuse it; `perSecond` if omitted. For limits
   * that differ between accounts.
   */
  readonly maxPerSecond?: number
  /** Maximum number of requests at once after an idle period. */
  readonly burst: number
  /** The fraction of the rate that this process may use now, 0 to 1; 1 if omitted. */
  readonly fraction?: () => number
  readonly now: () => number
  readonly sleep: Sleep
  /** Receives the rate that is reserved for each class, whenever a request is sent. */
  readonly onReserved?: (requestClass: RequestClass, perSecond: number) => void
}): TokenBucket {
  const { perSecond, burst, now, sleep } = options
  const learned = createLearnedRate(now, (options.maxPerSecond ?? perSecond) / perSecond)
  const rateFraction = (): number => learned.rateFraction() * (options.fraction?.() ?? 1)
  const queue = createClassQueue<QueuedRequest>()
  /** The time at which the bucket is full again. */
  let fullAtMs = -Infinity
  let pausedUntilMs = -Infinity
  let isServing = false
  let sleeping = new AbortController()
  let wakeQueue = (): void => undefined

  const intervalMs = (): number => 1000 / (perSecond * rateFraction())
  const burstDurationMs = (): number => Math.max(0, burst * rateFraction() - 1) * intervalMs()

  /** Returns how long to wait before checking for a token again; 0 if there is one. */
  function computeWaitMs(): number {
    if (rateFraction() <= 0) return recheckMs
    const atMs = now()
    // If the system clock was set back, do not wait for as long as it jumped.
    if (fullAtMs > atMs + burstDurationMs() + 2 * intervalMs())
      fullAtMs = atMs + burstDurationMs() + intervalMs()
    if (pausedUntilMs > atMs + maxPauseMs) pausedUntilMs = atMs
    const tokenMs = fullAtMs - burstDurationMs() - atMs
    return Math.max(0, Math.min(tokenMs, recheckMs), pausedUntilMs - atMs)
  }

  const canStart = ({ requestClass, slots }: QueuedRequest): boolean =>
    slots.isSlotFree(requestClass)

  function startNextRequest(): boolean {
    const next = queue.take(canStart)
    if (next === null) return false
    fullAtMs = Math.max(fullAtMs, now()) + intervalMs()
    next.slots.occupySlot(next.requestClass, onRelease)
    for (const [requestClass, share] of queue.reservedShares())
      options.onReserved?.(requestClass, perSecond * rateFraction() * share)
    next.start()
    return true
  }

  const onRelease = (): void => wakeQueue()

  /** Resolves when a slot was released, or when a request was added to or removed from the queue. */
  function waitForChange(): Promise<void> {
    return new Promise((resolve) => {
      wakeQueue = resolve
    })
  }

  /** Sends the requests of the queue until it is empty. */
  async function serveQueue(): Promise<void> {
    isServing = true
    while (queue.size > 0) {
      const ms = computeWaitMs()
      if (ms > 0) {
        sleeping = new AbortController()
        const sinceMs = now()
        await sleep(ms, sleeping.signal).catch(() => undefined)
        if (sinceMs >= pausedUntilMs) learned.noteWaitTime(Math.max(0, now() - sinceMs))
      } else if (!startNextRequest()) await waitForChange()
    }
    isServing = false
  }

  return {
    take: (request, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const waiting: QueuedRequest = {
          ...request,
          start() {
            signal.removeEventListener('abort', leaveQueue)
            resolve()
          },
        }
        function leaveQueue(): void {
          queue.remove(waiting)
          if (queue.size === 0) sleeping.abort()
          wakeQueue()
          reject(signal.reason)
        }
        signal.addEventListener('abort', leaveQueue, { once: true })
        request.slots.listen(onRelease)
        queue.add(waiting)
        if (isServing) wakeQueue()
        else void serveQueue()
      }),
    noteRefusal(untilMs) {
      learned.noteRefusal()
      pausedUntilMs = Math.max(pausedUntilMs, untilMs)
    },
  }
}
