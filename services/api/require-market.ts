// Looks up the market of a path, or throws 404.
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

/** The market as the questions to the history name it. */
export function toAskedMarket({ market, watermarkPosition }: FoundMarket): AskedMarket {
  const { id, platform, labels } = market
  return { id, platform, labels, watermarkPosition }
}
