// Returns the time until which all recorded quotes of a market are known. Order books are requested from time to
// time and have no watermark, so the book may have changed between two requests without a recorded quote.
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import type { Completeness } from './catalog/feed-catalog.ts'
import type { StatedCompleteness } from './completeness.ts'
import type { MarketRef, MarketHistory } from './history/market-history.ts'

/**
 * Maximum difference between the clock of a platform, which sets the times of its order books, and the clock of
 * this service. It includes the age of a response that the platform returns from a cache.
 */
const settleMs = 60_000

/**
 * All quotes are known until the time at which the poller last received an order book of the market,
 * whether the book was new or unchanged: a book that is recorded later also has a later time.
 */
export function quoteCompleteness(
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
