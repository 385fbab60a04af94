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

export interface FastClockOptions {
  /** The real times between which the clock is fast, Unix ms. */
  readonly fastFromMs: number
  readonly fastUntilMs: number
  /** What the clock shows at `fastFromMs`, Unix ms. */
  readonly shownMs: number
  /** How many times as fast as the real time it is. */
  readonly speed: number
}

/** Creates a clock that has the speed of the real time before and after it is fast. */
export function createFastClock(options: FastClockOptions): BenchClock {
  const { fastFromMs, fastUntilMs, shownMs, speed } = options
  const path = fileURLToPath(new URL('fast-clock.mjs', import.meta.url))
  return {
    now() {
      const sinceMs = Date.now() - fastFromMs
      const fastMs = Math.max(0, Math.min(sinceMs, fastUntilMs - fastFromMs))
      return Math.floor(shownMs + sinceMs + fastMs * (speed - 1))
    },
    env: {
      BENCH_CLOCK: [fastFromMs, fastUntilMs, shownMs, speed].join(','),
      NODE_OPTIONS: `--import ${path}`,
    },
  }
}
