// Time that runs faster than it does outside, so that minutes of polling fit into a test.
import { setTimeout as delay } from 'node:timers/promises'
import type { Sleep } from '../../../services/poller/wait.ts'

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

/** mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
