// The completeness of a spread: a time is complete only if the data of both markets is complete at this
// time.
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { Completeness } from '../catalog/feed-catalog.ts'
import type { FoundMarket } from '../catalog/stored-markets.ts'
import { toStatedCompleteness, type Period, type StatedCompleteness } from '../completeness.ts'
import type { HistoryRequester } from '../history-requests/history-requester.ts'
import { readQuoteCompleteness } from '../quote-completeness.ts'
import type { ValueSource } from '../queries/bucket-values.ts'
import type { MarketHistory } from '../history/market-history.ts'
import { toMarketRef } from '../require-market.ts'

export function completenessOfSource(
  history: MarketHistory,
  source: ValueSource,
  found: FoundMarket,
): MaybePromise<Completeness> {
  return source === 'trades'
    ? found.completeness
    : readQuoteCompleteness(history, toMarketRef(found))
}

/** Returns the earlier time of the two completenesses, and the gaps of both. */
export function mergeCompleteness(one: Completeness, other: Completeness): Completeness {
  return {
    completeUntilMs: Math.min(one.completeUntilMs, other.completeUntilMs),
    gaps: [...one.gaps, ...other.gaps].toSorted((a, b) => a.from_ms - b.from_ms),
  }
}

/**
 * Returns what a response about a spread states about its completeness. If the spread is computed from trades, requests
 * missing older trades of both markets.
 */
export function spreadCompletenessOf(
  requester: HistoryRequester,
  response: {
    readonly source: ValueSource
    readonly markets: readonly FoundMarket[]
    readonly accountId: string
    readonly completeness: Completeness
    readonly period: Period
  },
): StatedCompleteness {
  const { source, markets, accountId, completeness, period } = response
  const stated = toStatedCompleteness(completeness, period)
  if (source !== 'trades') return stated
  const ofMarkets = markets.map((found) =>
    requester.requestUnfetchedTrades({
      marketId: found.market.id,
      accountId,
      completeness: found.completeness,
      period,
    }),
  )
  const refused = ofMarkets.find(({ historyNotRequested }) => historyNotRequested !== null)
  return { ...stated, historyNotRequested: refused?.historyNotRequested ?? null }
}
