// Queries: the newest state of many markets.
import type { Store } from '../../lib/store/port.ts'
import { createMarketState, type MarketState } from '../history/market-state.ts'
import { queryBestPrices } from './best-prices.ts'
import { queryMarketDetails } from './market-details.ts'
import { queryNewestAudits } from './newest-audits.ts'
import { queryNewestPrices } from './newest-prices.ts'

/** Returns the states of all these markets, including markets that the store does not know. */
export async function queryMarketStates(
  store: Store,
  marketIds: readonly string[],
): Promise<ReadonlyMap<string, MarketState>> {
  const [details, prices, best, audits] = await Promise.all([
    queryMarketDetails(store, marketIds),
    queryNewestPrices(store, marketIds),
    queryBestPrices(store, marketIds),
    queryNewestAudits(store, marketIds),
  ])
  const detailsOf = new Map(details.map((row) => [row.id, row]))
  return new Map(
    marketIds.map((id) => [
      id,
      createMarketState({
        details: detailsOf.get(id) ?? null,
        trade: prices.get(id)?.trade ?? null,
        quote: prices.get(id)?.quote ?? null,
        best: best.get(id) ?? null,
        audit: audits.get(id) ?? null,
      }),
    ]),
  )
}
