// The trades of the world in order. Whole hours are computed once and cached, so that a page of trades
// or a sum over a market costs a binary search, not a computation of the world.
import { hourMs } from './dates.ts'
import type { Market } from './market.ts'
import type { Platform } from './occasion.ts'
import { tradesOf, type Trade } from './trades.ts'

// Destructured once: see random.ts.
const { floor, max, min } = Math

/** Totals over the trades of one market up to a time. */
export interface Totals {
  readonly count: number
  readonly sizeMicro: number
  /** Sum of price times size over what was paid, in dollars. */
  readonly notional: number
  readonly last: Trade | null
}

export interface Tape {
  /** Trades of a platform with fromUs <= time < untilUs, newest first. Only the hours that are read are computed. */
  newestFirst(platform: Platform, fromUs: number, untilUs: number): Iterable<Trade>
  /** Trades of one market in the same range, oldest first. */
  ofMarket(market: Market, fromUs: number, untilUs: number): readonly Trade[]
  /** Totals over all trades before a time. */
  totals(market: Market, untilMs: number): Totals
}

interface Hour {
  readonly all: readonly Trade[]
  /** By market number. */
  readonly byMarket: ReadonlyMap<number, readonly Trade[]>
}

/** Maximum number of trades in the cache. */
const maxCachedTrades = 1_500_000
const noTrades: Totals = { count: 0, sizeMicro: 0, notional: 0, last: null }

/** `marketsIn`: markets of a platform that may trade in an hour. */
export function createTape(
  marketsIn: (platform: Platform, hour: number) => readonly Market[],
): Tape {
  const hours = new Map<string, Hour>()
  const sums = new WeakMap<Market, Totals[]>()
  let cachedTrades = 0

  function hourOf(platform: Platform, hour: number): Hour {
    const key = `${platform}/${hour}`
    const known = hours.get(key)
    if (known) {
      hours.delete(key)
      hours.set(key, known)
      return known
    }
    const byMarket = new Map<number, readonly Trade[]>()
    for (const market of marketsIn(platform, hour)) {
      const trades = tradesOf(market, hour)
      if (trades.length > 0) byMarket.set(market.number, trades)
    }
    const all = [...byMarket.values()].flat().sort(byTime)
    hours.set(key, { all, byMarket })
    cachedTrades += all.length
    for (const [old, { all: evicted }] of hours) {
      if (cachedTrades <= maxCachedTrades) break
      hours.delete(old)
      cachedTrades -= evicted.length
    }
    return { all, byMarket }
  }

  function ofMarket(market: Market, fromUs: number, untilUs: number): readonly Trade[] {
    const from = max(fromUs, market.lifecycle.opensMs * 1000)
    const until = min(untilUs, market.lifecycle.tradingEndsMs * 1000)
    const found: Trade[] = []
    for (let hour = hourAt(from); hour * hourMs * 1000 < until; hour++) {
      const trades = hourOf(market.platform, hour).byMarket.get(market.number) ?? []
      const end = firstAtOrAfter(trades, until)
      for (let i = firstAtOrAfter(trades, from); i < end; i++) found.push(trades[i] as Trade)
    }
    return found
  }

  function* newestFirst(
    platform: Platform,
    fromUs: number,
    untilUs: number,
  ): Generator<Trade, void> {
    for (let hour = hourAt(untilUs - 1); hour >= hourAt(fromUs); hour--) {
      const { all } = hourOf(platform, hour)
      const from = firstAtOrAfter(all, fromUs)
      for (let i = firstAtOrAfter(all, untilUs) - 1; i >= from; i--) yield all[i] as Trade
    }
  }

  return {
    newestFirst,
    ofMarket,
    totals(market, untilMs) {
      const first = floor(market.lifecycle.opensMs / hourMs)
      const end = min(untilMs, market.lifecycle.tradingEndsMs)
      if (end <= market.lifecycle.opensMs || market.tradesPerHour === 0) return noTrades
      const wanted = floor(end / hourMs) - first
      const known = sums.get(market) ?? [noTrades]
      sums.set(market, known)
      while (known.length <= wanted) {
        const trades =
          hourOf(market.platform, first + known.length - 1).byMarket.get(market.number) ?? []
        known.push(trades.reduce(plus, known.at(-1) ?? noTrades))
      }
      return ofMarket(market, (first + wanted) * hourMs * 1000, end * 1000).reduce(
        plus,
        known[wanted] ?? noTrades,
      )
    },
  }
}

const hourAt = (timeUs: number): number => floor(timeUs / 1000 / hourMs)

function firstAtOrAfter(trades: readonly Trade[], timeUs: number): number {
  let low = 0
  let high = trades.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((trades[middle] as Trade).timeUs < timeUs) low = middle + 1
    else high = middle
  }
  return low
}

function plus(sum: Totals, trade: Trade): Totals {
  return {
    count: sum.count + 1,
    sizeMicro: sum.sizeMicro + trade.sizeMicro,
    notional: sum.notional + (trade.pricePico / 1e12) * (trade.sizeMicro / 1e6),
    last: trade,
  }
}

function byTime(one: Trade, other: Trade): number {
  return (
    one.timeUs - other.timeUs ||
    one.market.number - other.market.number ||
    one.order - other.order ||
    one.fill - other.fill
  )
}
