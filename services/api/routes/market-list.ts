// GET /v1/markets: markets by volume or by creation time.
import type { MarketList, MarketsQuery } from '../../../schemas/generated/api.ts'
import { parseMarketSortKey, type MarketSortKey } from '../catalog/market-order.ts'
import { createJsonWriter } from '../json-writer.ts'
import { readMarkets } from '../market-response.ts'
import { createPagedParser, nextCursorHeader } from '../paging.ts'
import { filterErrors } from '../parameters.ts'
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
    async handle({ search }) {
      const { query, after, pageEnd } = parseRequest(search, filterErrors)
      const { markets } = await catalog.catalogsFor(query.ids)
      const { ids, last } = markets.list(query, after)
      return {
        body: toJson(await readMarkets(context, ids, now())),
        headers: nextCursorHeader(pageEnd(last)),
      }
    },
  }
}
