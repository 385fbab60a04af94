// Port of the cache: counters for rate limits, shared by all processes of the service. Adapters:
// memory.ts and redis.ts; test/contracts/cache.ts tests this contract on both. The cache is not a data
// store: its content may be lost at any moment, after which the counters start at 0.

/**
 * A rate limit with fixed windows: at most `limit` takes of one key in `windowMs`. The window of a key
 * opens with the first take, and later takes do not move it. The first take after its end opens the next
 * window.
 */
export interface WindowSpec {
  /** `name` and `windowMs` together identify the counters; windows of one name may differ in length. */
  readonly name: string
  /** A whole number, 1 or more. */
  readonly limit: number
  /** A whole number of seconds, up to 24 days. */
  readonly windowMs: number
}

/** The result of a take. */
export interface WindowState {
  /** Whether this take was within the limit. */
  readonly isAllowed: boolean
  readonly limit: number
  /** Number of further takes that the window allows. */
  readonly remaining: number
  /** Milliseconds until the window ends; at least 1. */
  readonly resetMs: number
}

/**
 * Keys may have any length and any characters; different keys never share a counter. No call ever
 * rejects: a failing cache must not fail requests. When the shared counters are unavailable, this process
 * counts by itself.
 */
export interface Window {
  /**
   * Counts one use of the key, or `count` uses at once (a whole number, 1 or more). Each of several
   * concurrent takes counts, even from several processes, and exactly `limit` uses are allowed. A
   * take that exceeds the limit is refused but counted. It does not prolong the window. The memory
   * adapter returns the state itself, not a promise, because every request calls `take`.
   */
  take(key: string, count?: number): WindowState | Promise<WindowState>
  /** Deletes the counter of the key: its next take opens a new window. */
  clear(key: string): Promise<void>
}

export interface Cache {
  /**
   * Returns the rate limit of this name and length. The same name and length give the same counters in
   * every process that shares the cache. The counters do not depend on `limit`, so it may change between
   * versions of the service. Throws RangeError for an unsupported limit or length.
   */
  window(spec: WindowSpec): Window
  /** Closes all connections and timers. Calls in progress and later calls are counted in this process only. */
  close(): Promise<void>
}
