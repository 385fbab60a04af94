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
