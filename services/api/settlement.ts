// The settlement of a resolved market: what its first outcome pays, as a price.
import type { MarketState } from './history/market-state.ts'
import { listedPriceOf } from './market-response.ts'
import type { PriceObservation } from './queries/price-at.ts'

/**
 * Returns the settlement of a resolved market, or null if the platform lists no payout. If the platform does
 * not state when it resolved the market, the time is when the response that lists it as resolved was received.
 */
export function settlementOf({ details: market }: MarketState): PriceObservation | null {
  if (market?.status !== 'resolved') return null
  const price = listedPriceOf(market)
  if (price === null) return null
  const { resolved_at: resolvedS, received_at_ms: receivedMs } = market
  const timestampMs = resolvedS === null ? receivedMs : resolvedS * 1000
  return { price, timestampMs, source: 'settlement' }
}
