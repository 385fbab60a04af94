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
        'Returns the markets of both platforms that pass the filters. By default the most traded come first. With `ids`, the known ones among these markets come in the order asked for, up to 100 on a page unless `limit` says otherwise. Markets that ended more than 30 days ago (the operator can change this) are left out, unless `ids` names them.',
      query: 'query-markets',
      response: 'market-list',
      notFound: [],
      hasCompletenessHeaders: false,
      moreHeaders: ['X-Next-Cursor'],
      cost: { base: 1, portions: { limit: 50, offset: 25_000, tag: 5, ids: 250 } },
    },
    handle({ search }) {
      const { query, after, pageEnd } = parseRequest(withDefaultsForIds(search), (valid) => [
        ...findFilterErrors(valid),
        ...(hasIds(search) ? [] : orderErrors(valid)),
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

/**
 * Defaults for the parameters of a request with `ids`, so that the response has all of these markets, in the order
 * of the ids.
 */
const defaultsForIds = { sort_by: 'ids', limit: '100' }

function hasIds(search: URLSearchParams): boolean {
  return search.getAll('ids').some((text) => splitList(text).length > 0)
}

function withDefaultsForIds(search: URLSearchParams): URLSearchParams {
  if (!hasIds(search)) return search
  const complete = new URLSearchParams(search)
  for (const [name, value] of Object.entries(defaultsForIds))
    if (complete.getAll(name).join('') === '') complete.set(name, value)
  return complete
}

/** Returns an error if a request without ids asks for the order of the ids. */
function orderErrors({ sort_by: order }: Partial<MarketsQuery>): readonly ErrorDetail[] {
  if (order !== 'ids') return []
  return [valueError('sort_by', 'the order ids needs the parameter ids')]
}
