// Limits how often all connections of a platform's stream together are opened, so that reconnecting never
// overloads the platform.

/** `burst` connections may be opened at once, and one more every `everyMs`. */
const burst = 4
const everyMs = 5_000

export interface ConnectBudget {
  /** Reserves the next connection. Returns how long to wait before opening it. */
  reserveConnection(): number
}

export function createConnectBudget(now: () => number): ConnectBudget {
  /** When `burst` connections may be opened at once again. */
  let fullAtMs = -Infinity
  return {
    reserveConnection() {
      fullAtMs = Math.max(fullAtMs, now()) + everyMs
      return Math.max(0, fullAtMs - burst * everyMs - now())
    },
  }
}
