// Loads how often a market is traded, before its trades are read. Does so only when the table has so many trades that
// reading all trades of a market could be expensive. With fewer trades, the statement would cost more than it saves.
import { shareConcurrentRuns } from '../../lib/run/share-runs.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryMsPerTrade, queryTradeCount } from '../queries/trade-frequency.ts'
import { createBatchedLoads } from './batched-loads.ts'
import type { LargeMarkets } from './large-markets.ts'

export interface FrequencyLoaderOptions {
  readonly store: Store
  /** Unix milliseconds. */
  readonly now: () => number
  /** A market with more trades than this is large. */
  readonly manyRows: number
  /** The frequencies are loaded when the table has more trades than this; 5 million if omitted. */
  readonly manyTrades?: number
}

const countEveryMs = 60_000

/**
 * Returns a function that loads into `markets` how often a market is traded. It loads nothing if `markets` has this
 * frequency already, or if the table has too few trades for it to be needed.
 */
export function createFrequencyLoader(
  { store, now, manyRows, manyTrades = 5_000_000 }: FrequencyLoaderOptions,
  markets: LargeMarkets,
): (marketId: string) => Promise<void> {
  let areNeeded = false
  let countedAtMs = -Infinity

  const countTrades = shareConcurrentRuns(async () => {
    if (areNeeded || now() - countedAtMs < countEveryMs) return
    areNeeded = (await queryTradeCount(store)) > manyTrades
    countedAtMs = now()
  })
  const loadFrequencies = createBatchedLoads(async (marketIds) => {
    const msPerTrade = await queryMsPerTrade(store, marketIds, manyRows)
    for (const id of marketIds) markets.rememberFrequency(id, msPerTrade.get(id) ?? null)
  })

  return async (marketId) => {
    if (!areNeeded) await countTrades()
    if (areNeeded && !markets.isFrequencyKnown(marketId)) await loadFrequencies([marketId])
  }
}
