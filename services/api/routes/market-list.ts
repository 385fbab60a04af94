// GET /v1/markets: markets sorted by volume or creation time, or the markets with the given ids in the order of the
// ids.
import type { MarketList, MarketsQuery } from '../../../schemas/generated/api.ts'
import { createMarketSortKeyParser, type MarketSortKey } from '../catalog/market-order.ts'
import type { ErrorDetail } from '../errors.ts'
import { createBodyWriter } from '../json-writer.ts'
import { readMarkets, toStateRequest } from '../market-response.ts'
import { createPagedParser, nextCursorHeader } from '../paging.ts'
import { findFilterErrors, splitList, valueError } from '../parameters.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import type { Route, RouteContext } from '../route.ts'

const parseRequest = createPagedParser<MarketsQuery, MarketSortKey>({
  query: 'query-markets',
  parseKey: ({ sort_by: order }) => createMarketSortKeyParser(order),
})
const toBody = createBodyWriter<MarketList>('market-list')

export function marketListRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/markets',
    document: {
      operationId: 'listMarkets',
      tag: 'Markets',
      summary: 'List markets',
      description:
        'Returns the markets of both platforms that pass the filters. By default the most traded come first. With `ids`, the known ones among these markets come in the order asked for, up to 100 on a page: the default of `limit` is then the number of ids, at most 100. Markets that ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out, unless `ids` names them.',
      query: 'query-markets',
      response: 'market-list',
      notFound: [],
      hasCompletenessHeaders: false,
      moreHeaders: ['X-Next-Cursor'],
      cost: { base: 1, portions: { limit: 50, offset: 25_000, tag: 5, ids: 250 } },
    },
    withDefaults: withDefaultsForIds,
    handle({ search }) {
      const { query, after, pageEnd } = parseRequest(search, (valid) => [
        ...findFilterErrors(valid),
        ...(countIds(search) > 0 ? [] : orderErrors(valid)),
      ])
      return chain(catalog.getCatalogsForList(query.ids), ({ markets }) => {
        const { ids, last } = markets.list(query, after)
        return chain(readMarkets(context, ids.map(toStateRequest), now()), (page) => ({
          ...toBody(page.map(({ json }) => json)),
          headers: nextCursorHeader(pageEnd(last)),
        }))
      })
    },
  }
}

/** The maximum of `limit`. */
const maxPage = 100

function countIds(search: URLSearchParams): number {
  return search.getAll('ids').flatMap(splitList).length
}

/**
 * Adds the defaults of a request with `ids`: the response has all of these markets, as far as they fit on a page, in
 * the order of the ids.
 */
function withDefaultsForIds(search: URLSearchParams): URLSearchParams {
  const idCount = countIds(search)
  if (idCount === 0) return search
  const complete = new URLSearchParams(search)
  const defaults = { sort_by: 'ids', limit: String(Math.min(idCount, maxPage)) }
  for (const [name, value] of Object.entries(defaults))
    if (complete.getAll(name).join('') === '') complete.set(name, value)
  return complete
}

/** Returns an error if a request without ids asks for the order of the ids. */
function orderErrors({ sort_by: order }: Partial<MarketsQuery>): readonly ErrorDetail[] {
  if (order !== 'ids') return []
  return [valueError('sort_by', 'the order ids needs the parameter ids')]
}
