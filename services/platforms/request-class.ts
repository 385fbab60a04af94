// The classes of requests to a platform, and how the requests of a rate limit are divided between them.

/**
 * The purposes of requests. Each request has a class, by which class-queue.ts decides which waiting request
 * is sent next.
 */
export const requestClasses = [
  /** New trades of all markets. */
  'tape',
  /** Changes, results and final refreshes of known markets, and markets first seen in a trade. */
  'lifecycle',
  /** Order books. The poller requests those of the most traded markets first. */
  'books',
  /** Full scans of the lists of open markets. */
  'lists',
  /** Activity of wallets that clients asked for, and the markets in it. */
  'wallets',
  /** Trades from before the tape. */
  'history',
  /** Scans of the lists of past markets. */
  'past',
] as const

export type RequestClass = (typeof requestClasses)[number]

/**
 * The class `tape` gets up to half of the requests. The other classes divide the rest by these weights. What
 * a class does not use goes to the others.
 */
export const classWeights: Readonly<Record<Exclude<RequestClass, 'tape'>, number>> = {
  lifecycle: 3,
  books: 4,
  lists: 4,
  wallets: 3,
  history: 1,
  past: 1,
}

/**
 * How many of a host's concurrent requests a class must leave free for more urgent classes. Some pages of
 * lists and histories take a minute; they must not occupy all connections.
 */
export const slotsLeftFree: Readonly<Record<RequestClass, number>> = {
  tape: 0,
  lifecycle: 1,
  books: 1,
  wallets: 1,
  lists: 2,
  history: 2,
  past: 2,
}
