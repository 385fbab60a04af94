// Looks up the market of a path, or throws 404.
import type { Catalog } from './catalog/catalog.ts'
import type { MarketEntry } from './catalog/market-table.ts'
import { marketNotFound } from './errors.ts'
import type { RouteRequest } from './route.ts'

export async function requireMarket(
  catalog: Catalog,
  params: RouteRequest['params'],
): Promise<MarketEntry> {
  const market = await catalog.findMarket(params['market_id'] ?? '')
  if (!market) throw marketNotFound()
  return market
}
