// The clock of a run with simulated days: the benchmark, the service and the platforms share it.
import { fileURLToPath } from 'node:url'

export interface BenchClock {
  /** Unix ms. */
  readonly now: () => number
  /** For the programs that share the clock. */
  readonly env: Readonly<Record<string, string>>
}

/** The real time. */
export const realClock: BenchClock = { now: () => Date.now(), env: {} }

/**
 * A clock that shows `shownMs` at the real time `fastFromMs` (both Unix ms), and is `speed` times as fast as the real
 * time from then on.
 */
export function createFastClock(fastFromMs: number, shownMs: number, speed: number): BenchClock {
  const path = fileURLToPath(new URL('fast-clock.mjs', import.meta.url))
  return {
    now() {
      const sinceMs = Date.now() - fastFromMs
      return Math.floor(shownMs + (sinceMs < 0 ? sinceMs : sinceMs * speed))
    },
    env: {
      BENCH_CLOCK: [fastFromMs, shownMs, speed].join(','),
      NODE_OPTIONS: `--import ${path}`,
    },
  }
}
