// What the adapters share between the port and rate-limiter-flexible: which windows can be kept, and
// what a count in one means.
import type { WindowSpec, WindowState } from './port.ts'

/** What a limiter of rate-limiter-flexible says of a key. */
export interface Count {
  readonly consumedPoints: number
  readonly msBeforeNext: number
}

/** The library keeps a timer per key, and a timer of Node holds no more. */
const longestWindowMs = 2_147_483_000

/** Throws RangeError. Redis counts the life of a key in seconds, as the library asks it to. */
export function checkSpec({ name, limit, windowMs }: WindowSpec): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new RangeError(`window ${name}: a limit of ${limit} is not a whole number, 1 or more`)
  if (!Number.isInteger(windowMs / 1000) || windowMs < 1000 || windowMs > longestWindowMs)
    throw new RangeError(
      `window ${name}: ${windowMs} ms is not a whole number of seconds, 1 to ${longestWindowMs / 1000}`,
    )
}

/** Names the counters of a window. */
export function countersOf({ name, windowMs }: WindowSpec): string {
  return `${name}:${windowMs / 1000}s`
}

export function toTaken({ limit, windowMs }: WindowSpec, count: Count): WindowState {
  return {
    isAllowed: count.consumedPoints <= limit,
    limit,
    remaining: Math.max(0, limit - count.consumedPoints),
    // a clock that was put back makes it longer than the window
    resetMs: Math.min(Math.max(1, Math.ceil(count.msBeforeNext)), windowMs),
  }
}

/** Of no count, or one whose window is over but not yet removed, nothing is left. */
export function toSeen(spec: WindowSpec, count: Count | null): WindowState {
  const { limit } = spec
  if (!count || count.msBeforeNext <= 0)
    return { isAllowed: true, limit, remaining: limit, resetMs: 0 }
  const taken = toTaken(spec, count)
  return { ...taken, isAllowed: taken.remaining > 0 }
}
