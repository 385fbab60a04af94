// The clock of a run with simulated days: the benchmark, the service and the platforms share it.
import { fileURLToPath } from 'node:url'
import { toShownMs } from './shown-time.mjs'

export interface BenchClock {
  /** Unix ms. */
  readonly now: () => number
  /** For the programs that share the clock. */
  readonly env: Readonly<Record<string, string>>
}

/** The real time. */
export const realClock: BenchClock = { now: () => Date.now(), env: {} }

export interface FastClockOptions {
  /** The real time at which the simulated days begin, Unix ms. */
  readonly fromMs: number
  readonly days: number
  /** How long a simulated day takes. */
  readonly realDayMs: number
  /** How long of it, at its beginning, the clock is fast. After that it has its normal speed until the day is over. */
  readonly fastMs: number
  /** What the clock shows at `fromMs`, Unix ms. */
  readonly shownMs: number
}

/** Creates a clock that has the speed of the real time before and after the simulated days. */
export function createFastClock(options: FastClockOptions): BenchClock {
  const path = fileURLToPath(new URL('fast-clock.mjs', import.meta.url))
  return {
    now: () => toShownMs(options, Date.now()),
    env: { BENCH_CLOCK: JSON.stringify(options), NODE_OPTIONS: `--import ${path}` },
  }
}
