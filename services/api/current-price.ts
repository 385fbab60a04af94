// The current price of a market, from its newest state.
import { newestPriceOf, type MarketState } from './history/market-state.ts'
import type { StateRequest, MarketHistory } from './history/market-history.ts'
import type { MaybePromise } from '../lib/run/maybe-promise.ts'
import type { PriceObservation } from './queries/price-at.ts'

/**
 * Returns the newest price at or before now; null if none was observed. Reads it from the history if the state does not
 * contain it, for example because the newest price in the state is in the future: the clock of the platform can be
 * ahead.
 */
export function currentPriceOf(
  history: Pick<MarketHistory, 'priceAt'>,
  request: Pick<StateRequest, 'id' | 'watermarkPosition'>,
  state: MarketState,
  nowMs: number,
): MaybePromise<PriceObservation | null> {
  const newest = newestPriceOf(state)
  if (newest === null || (newest && newest.timestampMs <= nowMs)) return newest
  if (state.details === null) return null
  const { platform, labels } = state.details
  return history.priceAt({ ...request, platform, labels }, nowMs)
}
