// One side of a trade on platform_a: the taker's or the maker's.
import { DOLLAR } from '../decimals.ts'
import { hexOf, mix } from '../random.ts'
import type { MarketA } from '../world/market.ts'
import type { Trade } from '../world/trades.ts'

export interface Fill {
  readonly trade: Trade
  readonly market: MarketA
  readonly isMaker: boolean
}

/** The makers of half the trades buy or sell the other outcome on the same side: the exchange mints a pair. */
const isMint = ({ trade, isMaker }: Fill): boolean =>
  isMaker && mix(trade.market.seed, trade.timeUs) % 2 === 0

export function sideOf(fill: Fill): 'buy' | 'sell' {
  const isReversed = fill.isMaker && !isMint(fill)
  return (fill.trade.side === 'buy') === !isReversed ? 'buy' : 'sell'
}

export function outcomeOf(fill: Fill): 0 | 1 {
  const { outcome } = fill.trade
  return isMint(fill) ? (outcome === 0 ? 1 : 0) : outcome
}

/** The price of this side's outcome. */
export function priceOf(fill: Fill): number {
  return isMint(fill) ? DOLLAR - fill.trade.pricePico : fill.trade.pricePico
}

/** The cash that changed hands, in 1e-6 dollars; halves round up. */
export function usdcMicroOf(fill: Fill): number {
  const exact = BigInt(priceOf(fill)) * BigInt(fill.trade.sizeMicro)
  return Number((exact + 500_000_000_000n) / 1_000_000_000_000n)
}

/** All fills of an order, and both sides of each, have the same transaction. */
export function transactionOf({ trade }: Fill): string {
  return `0x${hexOf(`${trade.market.id}/${Math.floor(trade.timeUs / 3.6e9)}/${trade.order}`, 64)}`
}
