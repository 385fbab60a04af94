// A clock for intervals: setting the system clock does not change it.

/** Returns a clock (Unix ms) that starts at the time of `now` and advances with the elapsed time. */
export function createSteadyClock(now: () => number): () => number {
  const originMs = now() - performance.now()
  return () => originMs + performance.now()
}
