// Finds the markets that a request about live data names.
import { allOf, chain, type MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { eventNotFound, marketNotFound } from '../errors.ts'

/**
 * Returns the ids of the markets, or null for all markets. Throws a RequestError (404) if a market or the event is
 * unknown, or rejects with it. `parameter`: the name of the query parameter with the ids.
 */
export function findMarketIds(
  catalog: Catalog,
  {
    ids,
    slug,
    parameter,
  }: {
    readonly ids: readonly string[] | undefined
    readonly slug: string | undefined
    readonly parameter: string
  },
): MaybePromise<ReadonlySet<string> | null> {
  if (ids !== undefined) {
    const findMarket = catalog.findMarkets(ids)
    return chain(allOf(ids.map(findMarket)), (found) => {
      if (!found.every((one) => one !== undefined)) throw marketNotFound('query', parameter)
      return new Set(ids)
    })
  }
  if (slug === undefined) return null
  return chain(catalog.findEvent(slug), (event) => {
    if (!event) throw eventNotFound('query')
    return new Set(event.market_ids)
  })
}
