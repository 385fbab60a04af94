// GET /v1/markets: markets by volume or by creation time.
import type { MarketList, MarketsQuery } from '../../../schemas/generated/api.ts'
import { parseMarketSortKey, type MarketSortKey } from '../catalog/market-order.ts'
import { createJsonWriter } from '../json-writer.ts'
import { readMarkets, toAskedState } from '../market-response.ts'
import { createPagedParser, nextCursorHeader } from '../paging.ts'
import { filterErrors } from '../parameters.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import type { Route, RouteContext } from '../route.ts'

const parseRequest = createPagedParser<MarketsQuery, MarketSortKey>({
  query: 'query-markets',
  parseKey: ({ sort_by: order }) => parseMarketSortKey(order),
})
const toJson = createJsonWriter<MarketList>('market-list')

export function marketListRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/markets',
    document: {
      operationId: 'listMarkets',
      tag: 'Markets',
      summary: 'List markets',
      description:
        'Returns the markets of both platforms that pass the filters. By default the most traded come first. Markets that ended more than 30 days ago (the operator can change this) are left out, unless `ids` names them.',
      query: 'query-markets',
      response: 'market-list',
      notFound: [],
      hasCompletenessHeaders: false,
      moreHeaders: ['X-Next-Cursor'],
      cost: { base: 1, portions: { limit: 50, offset: 25_000, tag: 5, ids: 250 } },
    },
    handle({ search }) {
      const { query, after, pageEnd } = parseRequest(search, filterErrors)
      return chain(catalog.catalogsFor(query.ids), ({ markets }) => {
        const { ids, last } = markets.list(query, after)
        return chain(readMarkets(context, ids.map(toAskedState), now()), (page) => ({
          body: toJson(page.map(({ json }) => json)),
          headers: nextCursorHeader(pageEnd(last)),
        }))
      })
    },
  }
}
