// Time that passes only while a poller waits: when no request is under way, the clock jumps to the end of the
// earliest sleep. An hour of polling takes as long as its requests, and a slow machine changes nothing.
import { setImmediate as turn } from 'node:timers/promises'
import { createTimeQueue } from '../../../services/lib/run/time-queue.ts'
import type { PollerObserver } from '../../../services/poller/observer.ts'
import type { FastClock } from './clock.ts'

export interface VirtualClock extends FastClock {
  /** The poller must report to this observer: it shows which requests are under way. */
  readonly observer: Pick<PollerObserver, 'reportWaitingRequests' | 'count'>
  /** Sleeps as a server that delays its answer to a request. */
  readonly delayAnswer: (ms: number) => Promise<void>
  /** To be called when a poller has stopped: its requests were aborted, which no observer learns. */
  readonly forgetRequests: () => void
  readonly stop: () => void
}

/** What the poller does without a request (appends, next requests) takes fewer turns of the event loop. */
const idleTurns = 6
/** Sleeps end at multiples of this, so that many of them end together. */
const stepMs = 25

export function createVirtualClock(startMs: number): VirtualClock {
  let nowMs = startMs
  const sleepers = createTimeQueue<() => void>()
  let requests = 0
  let delayedAnswers = 0
  let isStopped = false

  async function untilIdle(): Promise<void> {
    for (let idle = 0; idle < idleTurns && !isStopped; idle += 1) {
      await turn()
      if (requests > delayedAnswers) idle = 0
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      await untilIdle()
      const first = sleepers.first()
      nowMs = Math.max(nowMs, first?.atMs ?? 0)
      for (let next = first; next && next.atMs <= nowMs; next = sleepers.first()) {
        sleepers.remove(next)
        next.item()
      }
    }
  }
  void run()

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const endMs = Math.ceil((nowMs + Math.max(1, ms)) / stepMs) * stepMs
      const queued = sleepers.add(endMs, () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      })
      function leave(): void {
        sleepers.remove(queued)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    now: () => nowMs,
    sleep,
    observer: {
      reportWaitingRequests(_platform, _requestClass, by) {
        if (by === -1) requests += 1
      },
      count(what) {
        if (what === 'requests') requests -= 1
      },
    },
    async delayAnswer(ms) {
      delayedAnswers += 1
      await sleep(ms)
      delayedAnswers -= 1
    },
    forgetRequests() {
      requests = 0
    },
    stop() {
      isStopped = true
    },
  }
}
