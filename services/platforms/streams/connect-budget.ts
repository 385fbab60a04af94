// Limits how often the connections of a platform's stream are opened, all together, so that reconnecting never
// becomes a burden for the platform.

/** Connections that may be opened at once, and the time after which one more may be. */
const burst = 4
const everyMs = 5_000

export interface ConnectBudget {
  /** Reserves the next connection. Returns how long to wait before opening it. */
  reserve(): number
}

export function createConnectBudget(now: () => number): ConnectBudget {
  /** When all connections of a burst may be opened again. */
  let fullAtMs = -Infinity
  return {
    reserve() {
      fullAtMs = Math.max(fullAtMs, now()) + everyMs
      return Math.max(0, fullAtMs - burst * everyMs - now())
    },
  }
}
