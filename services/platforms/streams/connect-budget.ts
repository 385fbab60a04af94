// Limits how often all connections of a platform's stream together are opened, so that reconnecting never
// overloads the platform.

/** `burst` connections may be opened at once, and one more every `everyMs`. */
const burst = 4
const everyMs = 5_000

/** Returns a function that reserves the next connection, and returns how long to wait before opening it. */
export function createConnectBudget(now: () => number): () => number {
  /** When `burst` connections may be opened at once again. */
  let fullAtMs = -Infinity
  return () => {
    fullAtMs = Math.max(fullAtMs, now()) + everyMs
    return Math.max(0, fullAtMs - burst * everyMs - now())
  }
}
