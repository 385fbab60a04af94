// Looks up the market of a path, or throws 404.
import type { Catalog } from './catalog/catalog.ts'
import type { FoundMarket } from './catalog/stored-markets.ts'
import { marketNotFound } from './errors.ts'
import type { RouteRequest } from './route.ts'

export async function requireMarket(
  catalog: Catalog,
  params: RouteRequest['params'],
): Promise<FoundMarket> {
  const found = await catalog.findMarket(params['market_id'] ?? '')
  if (!found) throw marketNotFound()
  return found
}
