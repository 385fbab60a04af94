// GET /v1/markets/search: markets by the words of their question, slug, tags and event.
import type { MarketList, SearchQuery } from '../../../schemas/generated/api.ts'
import { createSearchSortKeyParser, type SearchSortKey } from '../catalog/market-order.ts'
import { createBodyWriter } from '../json-writer.ts'
import { readMarkets, toStateRequest } from '../market-response.ts'
import { createPagedParser, nextCursorHeader } from '../paging.ts'
import { findFilterErrors } from '../parameters.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import type { Route, RouteContext } from '../route.ts'

const parseRequest = createPagedParser<SearchQuery, SearchSortKey>({
  query: 'query-search',
  parseKey: ({ sort_by: order }) => createSearchSortKeyParser(order),
})
const toBody = createBodyWriter<MarketList>('market-list')

export function marketSearchRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/markets/search',
    document: {
      operationId: 'searchMarkets',
      tag: 'Markets',
      summary: 'Search markets',
      description:
        'Returns the markets that have a word for every search word. By default the most traded come first. The header X-Total-Count has the number of all markets found. Markets that ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out, unless `ids` names them.',
      query: 'query-search',
      response: 'market-list',
      notFound: [],
      hasCompletenessHeaders: false,
      moreHeaders: ['X-Next-Cursor', 'X-Total-Count'],
      cost: { base: 1, portions: { limit: 50, offset: 25_000, tag: 5, ids: 250, q: 4 } },
    },
    handle({ search }) {
      const { query, after, pageEnd } = parseRequest(search, findFilterErrors)
      return chain(catalog.getCatalogsForList(query.ids), ({ markets }) => {
        const { total, ids, last } = markets.search(query, after)
        return chain(readMarkets(context, ids.map(toStateRequest), now()), (page) => ({
          ...toBody(page.map(({ json }) => json)),
          headers: { 'X-Total-Count': String(total), ...nextCursorHeader(pageEnd(last)) },
        }))
      })
    },
  }
}
