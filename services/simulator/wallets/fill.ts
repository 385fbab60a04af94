// One side of a trade on platform_a: what its taker did, or what its maker did.
import { DOLLAR } from '../decimals.ts'
import { hexOf, mix } from '../random.ts'
import type { MarketA } from '../world/market.ts'
import type { Trade } from '../world/trades.ts'

export interface Fill {
  readonly trade: Trade
  readonly market: MarketA
  readonly isMaker: boolean
}

/** Makers of half the matches take the other outcome on the same side: the exchange mints a pair. */
const isMint = ({ trade, isMaker }: Fill): boolean =>
  isMaker && mix(trade.market.seed, trade.timeUs) % 2 === 0

export function sideOf(fill: Fill): 'buy' | 'sell' {
  const turned = fill.isMaker && !isMint(fill)
  return (fill.trade.side === 'buy') === !turned ? 'buy' : 'sell'
}

export function outcomeOf(fill: Fill): 0 | 1 {
  const { outcome } = fill.trade
  return isMint(fill) ? (outcome === 0 ? 1 : 0) : outcome
}

/** Of the outcome of this side. */
export function priceOf(fill: Fill): number {
  return isMint(fill) ? DOLLAR - fill.trade.pricePico : fill.trade.pricePico
}

/** The cash that moved, in 1e-6 dollars; halves up. */
export function usdcMicroOf(fill: Fill): number {
  const exact = BigInt(priceOf(fill)) * BigInt(fill.trade.sizeMicro)
  return Number((exact + 500_000_000_000n) / 1_000_000_000_000n)
}

/** Fills of one order share it, and so do both sides of each. */
export function transactionOf({ trade }: Fill): string {
  return `0x${hexOf(`${trade.market.id}/${Math.floor(trade.timeUs / 3.6e9)}/${trade.order}`, 64)}`
}
