// Looks up the market that a path names. Throws a RequestError (404) if it is unknown.
import type { Catalog } from './catalog/catalog.ts'
import type { FoundMarket } from './catalog/stored-markets.ts'
import { marketNotFound } from './errors.ts'
import type { AskedMarket } from './history/market-history.ts'
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

/** Returns the market in the form that questions to the history need. */
export function toAskedMarket({ market, watermarkPosition }: FoundMarket): AskedMarket {
  const { id, platform, labels } = market
  return { id, platform, labels, watermarkPosition }
}
