// Computes the time until which all quotes that were recorded of a market are known. Order books are requested from
// time to time and have no watermark. A book can change between two requests; such changes are not recorded as quotes.
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import type { Completeness } from './catalog/feed-catalog.ts'
import type { StatedCompleteness } from './completeness.ts'
import type { MarketRef, MarketHistory } from './history/market-history.ts'

/**
 * Maximum difference between the clock of a platform, which sets the times of its order books, and the clock of this
 * service, plus the maximum age of a response that the platform returns from a cache.
 */
const settleMs = 60_000

/**
 * Returns the time at which the poller last received an order book of the market, new or unchanged, minus `settleMs`.
 * All quotes until this time are known, because a book that is recorded later also has a later time.
 */
export function readQuoteCompleteness(
  history: MarketHistory,
  market: MarketRef,
): MaybePromise<Completeness> {
  return chain(history.orderBook(market), (book) => ({
    completeUntilMs: Math.max(0, (book?.seenAtMs ?? 0) - settleMs),
    gaps: [],
  }))
}

export function toStatedQuoteCompleteness({ completeUntilMs }: Completeness): StatedCompleteness {
  return { completeUntilMs, gaps: [], hasMoreGaps: false, historyNotRequested: null }
}
