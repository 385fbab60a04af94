// GET /v1/markets/{market_id}: one market.
import type { AuditedMarket } from '../../../schemas/generated/api.ts'
import { completenessHeaders } from '../completeness.ts'
import { marketNotFound } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { readMarkets } from '../market-response.ts'
import { queryDataQuality } from '../queries/data-quality.ts'
import { requireMarket } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'

const toJson = createJsonWriter<AuditedMarket>('audited-market')

export function marketRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/markets/{market_id}',
    document: {
      operationId: 'getMarket',
      tag: 'Markets',
      summary: 'Get a market',
      description: 'Returns one market by its unified id.',
      response: 'audited-market',
      notFound: ['market_not_found'],
      hasCompletenessHeaders: true,
    },
    async handle({ params }) {
      const { market: entry, completeness } = await requireMarket(catalog, params)
      const headers = completenessHeaders(completeness, null)
      const [[market], dataQuality] = await Promise.all([
        readMarkets(context, [entry.id], now()),
        queryDataQuality(context.store, entry.id),
      ])
      if (!market) throw marketNotFound()
      return { body: toJson({ ...market, data_quality: dataQuality }), headers }
    },
  }
}
