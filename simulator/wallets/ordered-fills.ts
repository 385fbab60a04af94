// The fills of wallets in some markets of platform_a, in the order in which wallets act.
import type { MarketA } from '../world/market.ts'
import type { Tape } from '../world/tape.ts'
import type { Fill } from './fill.ts'
import { rankOf, secondOf } from './wallet-action.ts'

export interface OrderedFill {
  readonly fill: Fill
  readonly second: number
  readonly rank: number
}

/** The fills of both sides of the trades after `afterS`, up to the end of `untilS`. Sorted as wallets act within a second: see wallet-action.ts. */
export function orderedFills(
  tape: Tape,
  markets: readonly MarketA[],
  afterS: number,
  untilS: number,
): readonly OrderedFill[] {
  return markets
    .flatMap((market) =>
      tape
        .ofMarket(market, (afterS + 1) * 1_000_000, (untilS + 1) * 1_000_000)
        .flatMap((trade) => [false, true].map((isMaker) => ({ trade, market, isMaker }))),
    )
    .map((fill): OrderedFill => ({
      fill,
      second: secondOf(fill.trade.timeUs),
      rank: rankOf({ type: 'TRADE', fill }),
    }))
    .sort(
      (one, other) =>
        one.second - other.second ||
        one.rank - other.rank ||
        one.fill.trade.timeUs - other.fill.trade.timeUs ||
        one.fill.market.number - other.fill.market.number ||
        one.fill.trade.order - other.fill.trade.order ||
        one.fill.trade.fill - other.fill.trade.fill ||
        Number(one.fill.isMaker) - Number(other.fill.isMaker),
    )
}
