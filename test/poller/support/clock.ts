// Time that runs faster than it does outside, so that minutes of polling fit into a test.
import { setTimeout as delay } from 'node:timers/promises'
import type { Sleep } from '../../../services/lib/run/wait.ts'

export interface FastClock {
  readonly now: () => number
  readonly sleep: Sleep
}

export function createFastClock(startMs: number, speed: number): FastClock {
  const begunMs = performance.now()
  return {
    now: () => Math.floor(startMs + (performance.now() - begunMs) * speed),
    sleep: async (ms, signal) => {
      signal.throwIfAborted()
      await delay(ms / speed, undefined, { signal })
    },
  }
}

const tickMs = 5
/** If more time has passed between two ticks, the process was waiting for a processor. */
const maxTickMs = 20

/**
 * The same, but time stands still while the process waits for a processor. So a busy machine does not make what happens
 * in the process look late.
 */
export function createPatientClock(
  startMs: number,
  speed: number,
): FastClock & { readonly skip: (ms: number) => void; readonly stop: () => void } {
  const sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>()
  let nowMs = startMs
  let tickedMs = performance.now()
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - tickedMs
    tickedMs += elapsedMs
    nowMs += Math.min(elapsedMs, maxTickMs) * speed
    for (const { atMs, wake } of sleepers) if (atMs <= nowMs) wake()
  }, tickMs)
  return {
    now: () => Math.floor(nowMs),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const end = (settle: () => void) => () => {
          sleepers.delete(sleeper)
          signal.removeEventListener('abort', abort)
          settle()
        }
        const abort = end(() => reject(signal.reason))
        const sleeper = { atMs: nowMs + ms, wake: end(() => resolve()) }
        sleepers.add(sleeper)
        signal.addEventListener('abort', abort)
      }),
    skip: (ms) => {
      nowMs += ms
    },
    stop: () => clearInterval(timer),
  }
}
