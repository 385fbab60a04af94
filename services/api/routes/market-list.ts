// GET /v1/markets: the most traded, or the newest, markets.
import type { MarketList, MarketsQuery } from '../../../schemas/generated/api.ts'
import { createJsonWriter } from '../json-writer.ts'
import { readMarkets } from '../market-answer.ts'
import { createQueryParser, rangeFaults } from '../parameters.ts'
import type { Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<MarketsQuery>('query-markets')
const toJson = createJsonWriter<MarketList>('market-list')

export function marketListRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/markets',
    document: {
      operationId: 'listMarkets',
      tag: 'Markets',
      summary: 'List markets',
      description: 'Markets of both platforms that pass the filters, most traded first.',
      query: 'query-markets',
      answer: 'market-list',
      notFound: [],
      tellsCompleteness: false,
    },
    async answer({ search }) {
      const query = parseQuery(search, rangeFaults)
      const ids = catalog.markets.find(query, null)
      return { body: toJson(await readMarkets(context, ids, now())) }
    },
  }
}
