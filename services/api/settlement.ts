// The settlement of a resolved market: what its first outcome pays, as a price.
import type { MarketState } from './history/market-state.ts'
import { listedPriceOf } from './market-response.ts'
import type { PriceObservation } from './queries/price-at.ts'

/**
 * Returns the settlement of a resolved market; null if the platform lists no payout. Its time is when the platform
 * resolved the market or, if the platform does not state this, when the market was received as resolved.
 */
export function settlementOf({ details: market }: MarketState): PriceObservation | null {
  if (market?.status !== 'resolved') return null
  const price = listedPriceOf(market)
  if (price === null) return null
  const { resolved_at: resolvedS, received_at_ms: receivedMs } = market
  const timestampMs = resolvedS === null ? receivedMs : resolvedS * 1000
  return { price, timestampMs, source: 'settlement' }
}
