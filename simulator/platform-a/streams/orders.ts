// The orders of a time range: a message of the streams reports a transaction, which is an order with all fills.
import type { MarketA } from '../../world/market.ts'
import type { Trade } from '../../world/trades.ts'
import type { World } from '../../world/world.ts'
import { hexOf } from '../../random.ts'
import { transactionOf } from '../../wallets/fill.ts'

export interface Order {
  readonly market: MarketA
  /** Oldest first. */
  readonly fills: readonly Trade[]
  readonly last: Trade
  readonly sizeMicro: number
  /** Unix milliseconds of the last fill. */
  readonly atMs: number
  /** The same on all streams, for faults. */
  readonly key: string
}

/** `isWithdrawn`: of a transaction that REST never lists. */
export function transactionHash({ market, last }: Order, isWithdrawn: boolean): string {
  const hash = transactionOf({ trade: last, market, isMaker: false })
  return isWithdrawn ? `0x${hexOf(`withdrawn/${hash}`, 64)}` : hash
}

/** The time from the first fill of an order to the last is at most this. */
const maxOrderUs = 3

/** Orders of markets whose last fill is after `fromMs`, up to and including `untilMs`, oldest first. */
export function ordersBetween(
  world: World,
  fromMs: number,
  untilMs: number,
  isWanted: (market: MarketA) => boolean,
): readonly Order[] {
  const orders: Order[] = []
  const trades = world.tape.newestFirst('platform_a', fromMs * 1000 + 1, untilMs * 1000 + 1)
  for (const trade of trades) {
    const { market, timeUs, order } = trade
    if (market.platform !== 'platform_a' || !isWanted(market)) continue
    const fills = world.tape
      .ofMarket(market, timeUs - maxOrderUs, timeUs + maxOrderUs + 1)
      .filter((other) => other.order === order)
    if (fills.at(-1)?.fill !== trade.fill) continue
    orders.push({
      market,
      fills,
      last: trade,
      sizeMicro: fills.reduce((sum, { sizeMicro }) => sum + sizeMicro, 0),
      atMs: Math.floor(timeUs / 1000),
      key: `${market.id}/${timeUs}/${order}`,
    })
  }
  return orders.reverse()
}
