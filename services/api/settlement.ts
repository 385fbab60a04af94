// The price of a resolved market: what the first outcome pays.
import type { MarketState } from './history/market-state.ts'
import { listedPriceOf } from './market-response.ts'
import type { PriceObservation } from './queries/price-at.ts'

/**
 * The settlement of a resolved market, or null if the platform lists no payout. If the platform does not say
 * when it resolved the market, the time is that of the response that listed it as resolved.
 */
export function settlementOf({ details: market }: MarketState): PriceObservation | null {
  if (market?.status !== 'resolved') return null
  const price = listedPriceOf(market)
  if (price === null) return null
  const { resolved_at: resolvedS, received_at_ms: receivedMs } = market
  const timestampMs = resolvedS === null ? receivedMs : resolvedS * 1000
  return { price, timestampMs, source: 'settlement' }
}
