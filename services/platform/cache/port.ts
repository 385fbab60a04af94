// The cache: counters that all processes of a service share, for its limits. The contract that every
// adapter keeps; test/contracts/cache.ts holds each sentence of it to each adapter. Nothing in it is
// a record of anything: it may be lost at any moment, and only the limits start anew.

/**
 * A limit: at most `limit` takes of one key in `windowMs`. The window of a key opens with the first
 * take and stays where it is, whatever comes after; the first take after its end opens the next.
 */
export interface WindowSpec {
  /** Together with `windowMs` it names the counters; windows of one name may differ in length. */
  readonly name: string
  /** A whole number, 1 or more. */
  readonly limit: number
  /** A whole number of seconds, up to 24 days. */
  readonly windowMs: number
}

export interface WindowState {
  /** Of a take: whether it was within the limit. Of a look: whether a take would be now. */
  readonly isAllowed: boolean
  readonly limit: number
  /** How many more takes the window has room for. */
  readonly remaining: number
  /** Until the window is over; at least 1 in an open window, 0 when none is open. */
  readonly resetMs: number
}

/**
 * Keys are whatever a client sends, of any length and any characters; different keys never share a
 * counter. No call ever rejects: a limit is not worth a request. What cannot be counted where it
 * should be is counted in this process instead.
 */
export interface Window {
  /**
   * Counts one. Takes at the same moment, in whichever processes, count one each, and exactly
   * `limit` of them are allowed. A refused take is not held against the key: it prolongs nothing.
   */
  take(key: string): Promise<WindowState>
  /** Counts nothing and opens no window. */
  look(key: string): Promise<WindowState>
  /** Forgets the key: its next take opens a new window. */
  clear(key: string): Promise<void>
}

export interface Cache {
  /**
   * The same name and length give the same counters, each time, in every process that shares the
   * cache; `limit` is only what they are held against, so it may change from one version of the
   * service to the next. Throws RangeError for a limit or length that cannot be kept.
   */
  window(spec: WindowSpec): Window
  /** Leaves neither connection nor timer. Calls under way, and later ones, are counted in this process. */
  close(): Promise<void>
}
