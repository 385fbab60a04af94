// For both cache adapters: checks that a window is supported, and converts a count to the window state of the
// cache port.
import type { WindowSpec, WindowState } from './port.ts'

/** A count of memory.ts, or the fields of a result of rate-limiter-flexible that this module uses. */
export interface Count {
  readonly consumedPoints: number
  readonly msBeforeNext: number
}

/** The longest window: about 24 days, the longest delay of Node's timers. */
const maxWindowMs = 2_147_483_000

/**
 * Throws RangeError if the window is not supported. Windows are whole seconds, because the library sets
 * the expiry of keys in Redis in seconds.
 */
export function checkWindowSpec({ name, limit, windowMs }: WindowSpec): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new RangeError(`window ${name}: a limit of ${limit} is not a whole number, 1 or more`)
  if (!Number.isInteger(windowMs / 1000) || windowMs < 1000 || windowMs > maxWindowMs)
    throw new RangeError(
      `window ${name}: ${windowMs} ms is not a whole number of seconds, 1 to ${maxWindowMs / 1000}`,
    )
}

/** Returns the name of the group of counters that a window uses. A group has one counter per key. */
export function counterName({ name, windowMs }: WindowSpec): string {
  return `${name}:${windowMs / 1000}s`
}

export function windowStateAfterTake({ limit, windowMs }: WindowSpec, count: Count): WindowState {
  return {
    isAllowed: count.consumedPoints <= limit,
    limit,
    remaining: Math.max(0, limit - count.consumedPoints),
    // a clock that was set back would give a value longer than the window
    resetMs: Math.min(Math.max(1, Math.ceil(count.msBeforeNext)), windowMs),
  }
}
