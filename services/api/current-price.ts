// The current price of a market, from its newest state.
import { newestPriceOf, type MarketState } from './history/market-state.ts'
import type { AskedState, MarketHistory } from './history/market-history.ts'
import type { MaybePromise } from '../lib/run/maybe-promise.ts'
import type { PriceObservation } from './queries/price-at.ts'

/**
 * Returns the newest price at or before now; null if none was observed. Asks the history if the newest price is
 * in the future, because a platform's clock can be ahead, and a price from the future is not the current price.
 */
export function currentPriceOf(
  history: Pick<MarketHistory, 'priceAt'>,
  asked: Pick<AskedState, 'id' | 'watermarkPosition'>,
  state: MarketState,
  nowMs: number,
): MaybePromise<PriceObservation | null> {
  const newest = newestPriceOf(state)
  if (newest === null || (newest && newest.timestampMs <= nowMs)) return newest
  if (state.details === null) return null
  const { platform, labels } = state.details
  return history.priceAt({ ...asked, platform, labels }, nowMs)
}
