// Returns until when all recorded quotes of a market are known. Order books are requested from time to time and
// have no watermark, so this says nothing about changes of the book between two requests.
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import type { Completeness } from './catalog/feed-catalog.ts'
import type { StatedCompleteness } from './completeness.ts'
import type { AskedMarket, MarketHistory } from './history/market-history.ts'

/**
 * How far the clock of a platform, which stamps the books, may differ from ours, including the age of a cached
 * answer.
 */
const settleMs = 60_000

/**
 * Any order book that is recorded later has a later time than the newest one that the poller has received,
 * whether that was recorded or only found unchanged. So all quotes before the time of the newest one are known.
 */
export function quoteCompleteness(
  history: MarketHistory,
  market: AskedMarket,
): MaybePromise<Completeness> {
  return chain(history.orderBook(market), (book) => ({
    completeUntilMs: Math.max(0, (book?.seenAtMs ?? 0) - settleMs),
    gaps: [],
  }))
}

export function stateQuoteCompleteness({ completeUntilMs }: Completeness): StatedCompleteness {
  return { completeUntilMs, gaps: [], hasMoreGaps: false, historyNotRequested: null }
}
