// Until when all recorded quotes of a market are known. Order books are requested from time to time and have no
// watermark, so this says nothing about changes of the book between two requests.
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import type { Completeness } from './catalog/feed-catalog.ts'
import type { StatedCompleteness } from './completeness.ts'
import type { AskedMarket, MarketHistory } from './history/market-history.ts'

/** The clock of a platform, which stamps books, and the age of a cached answer may differ from ours by this. */
const settleMs = 60_000

/**
 * An order book that is recorded later has a later time than the one that the poller has received last, whether that
 * was recorded or found unchanged.
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
