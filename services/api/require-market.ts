// Looks up the market that a path names. Throws a RequestError (404) if it is unknown.
import type { Catalog } from './catalog/catalog.ts'
import type { FoundMarket } from './catalog/stored-markets.ts'
import { marketNotFound } from './errors.ts'
import type { MarketRef } from './history/market-history.ts'
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import type { RouteRequest } from './route.ts'

export function requireMarket(
  catalog: Catalog,
  params: RouteRequest['params'],
): MaybePromise<FoundMarket> {
  return chain(catalog.findMarket(params['market_id'] ?? ''), (found) => {
    if (!found) throw marketNotFound()
    return found
  })
}

/** Converts the market to the form that the methods of MarketHistory take. */
export function toMarketRef({ market, watermarkPosition }: FoundMarket): MarketRef {
  const { id, platform, labels } = market
  return { id, platform, labels, watermarkPosition }
}
