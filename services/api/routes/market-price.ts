// GET /v1/markets/{market_id}/price: the price now, or as of a past instant.
import type { PriceQuery, PriceRecord } from '../../../schemas/generated/api.ts'
import { completenessHeaders, isComplete } from '../completeness.ts'
import { priceNotFound } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { createQueryParser } from '../parameters.ts'
import { queryPriceAt } from '../queries/price-at.ts'
import { requireMarket } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<PriceQuery>('query-price')
const toJson = createJsonWriter<PriceRecord>('price')

export function marketPriceRoute({ store, catalog, now }: RouteContext): Route {
  return {
    path: '/v1/markets/{market_id}/price',
    document: {
      operationId: 'getMarketPrice',
      tag: 'Markets',
      summary: 'Get the price of a market, now or at a past time',
      description:
        'The newest observation at or before the instant: a trade, or the middle of a quote whose bid and ask are at most 0.10 apart.',
      query: 'query-price',
      answer: 'price',
      notFound: ['market_not_found', 'price_not_found'],
      tellsCompleteness: true,
    },
    async answer({ params, search }) {
      const nowMs = now()
      const nowS = Math.floor(nowMs / 1000)
      const { at_time: asked } = parseQuery(search, ({ at_time: at }) =>
        at !== undefined && at > nowS ? [inTheFuture(nowS)] : [],
      )
      const market = await requireMarket(catalog, params)
      const completeness = catalog.feeds.completenessOf(market)
      const atMs = asked === undefined ? nowMs : asked * 1000
      const observed = await queryPriceAt(store, market.id, atMs)
      if (!observed) throw priceNotFound()
      const range = { fromMs: observed.timestampMs, untilMs: atMs + 1 }
      return {
        body: toJson({
          market_id: market.id,
          price: observed.price,
          at_time: asked ?? nowS,
          timestamp_ms: observed.timestampMs,
          platform: market.platform,
          source: observed.source,
        }),
        headers: completenessHeaders(completeness, range),
        isSettled: asked !== undefined && isComplete(completeness, range.fromMs, range.untilMs),
      }
    },
  }
}

function inTheFuture(nowS: number) {
  return {
    loc: ['query', 'at_time'],
    msg: `Input should be less than or equal to ${nowS}: a price of the future is not known`,
    type: 'less_than_equal',
  }
}
