// GET /v1/markets/{market_id}: one market.
import type { Market } from '../../../schemas/generated/api.ts'
import { completenessHeaders } from '../completeness.ts'
import { marketNotFound } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { readMarkets } from '../market-answer.ts'
import { requireMarket } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'

const toJson = createJsonWriter<Market>('market')

export function marketRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/markets/{market_id}',
    document: {
      operationId: 'getMarket',
      tag: 'Markets',
      summary: 'Get a market',
      description: 'One market by its unified id.',
      answer: 'market',
      notFound: ['market_not_found'],
      tellsCompleteness: true,
    },
    async answer({ params }) {
      const entry = await requireMarket(catalog, params)
      const headers = completenessHeaders(catalog.feeds.completenessOf(entry), null)
      const [market] = await readMarkets(context, [entry.id], now())
      if (!market) throw marketNotFound()
      return { body: toJson(market), headers }
    },
  }
}
