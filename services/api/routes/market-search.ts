// GET /v1/markets/search: markets by the words of their question, slug, tags and event.
import type { MarketList, SearchQuery } from '../../../schemas/generated/api.ts'
import { createJsonWriter } from '../json-writer.ts'
import { readMarkets } from '../market-answer.ts'
import { createQueryParser, rangeFaults } from '../parameters.ts'
import type { Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<SearchQuery>('query-search')
const toJson = createJsonWriter<MarketList>('market-list')

export function marketSearchRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/markets/search',
    document: {
      operationId: 'searchMarkets',
      tag: 'Markets',
      summary: 'Search markets',
      description: 'Markets in which every word of `q` begins a word, most traded first.',
      query: 'query-search',
      answer: 'market-list',
      notFound: [],
      tellsCompleteness: false,
    },
    async answer({ search }) {
      const query = parseQuery(search, rangeFaults)
      const ids = catalog.markets.find(query, query.q)
      return { body: toJson(await readMarkets(context, ids, now())) }
    },
  }
}
