// Finds out how often markets are traded before their trades are read, once the table has so many trades that reading
// all of a market could be expensive. Before that, this statement would cost more than it saves.
import { shareConcurrentRuns } from '../../lib/run/share-runs.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryMsPerTrade, queryTradeCount } from '../queries/trade-frequency.ts'
import { createBatchedLoads } from './batched-loads.ts'
import type { LargeMarkets } from './large-markets.ts'

export interface MarketSizesOptions {
  readonly store: Store
  /** Unix milliseconds. */
  readonly now: () => number
  /** A market with more trades than this is large. */
  readonly manyRows: number
  /** The sizes of markets are needed when the table has more trades than this; 5 million if omitted. */
  readonly manyTrades?: number
}

const countEveryMs = 60_000

/** Returns a function that resolves when `markets` has the size of the market, if it is needed. */
export function createMarketSizes(
  { store, now, manyRows, manyTrades = 5_000_000 }: MarketSizesOptions,
  markets: LargeMarkets,
): (marketId: string) => Promise<void> {
  let areNeeded = false
  let countedAtMs = -Infinity

  const countTrades = shareConcurrentRuns(async () => {
    if (areNeeded || now() - countedAtMs < countEveryMs) return
    areNeeded = (await queryTradeCount(store)) > manyTrades
    countedAtMs = now()
  })
  const loadSizes = createBatchedLoads(async (marketIds) => {
    const msPerTrade = await queryMsPerTrade(store, marketIds, manyRows)
    for (const id of marketIds) markets.noteSize(id, msPerTrade.get(id) ?? null)
  })

  return async (marketId) => {
    if (!areNeeded) await countTrades()
    if (areNeeded && !markets.isSized(marketId)) await loadSizes([marketId])
  }
}
