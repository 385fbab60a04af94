// GET /v1/markets/{market_id}/price: the price now or at a past time.
import type { PriceRecord } from '../../../schemas/generated/api.ts'
import { completenessHeaders } from '../completeness.ts'
import { RequestError } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import { createPriceAnswers, parsePriceTime, type PriceAnswer } from '../price-answers.ts'
import { requireMarket } from '../require-market.ts'
import type { Route, RouteContext, RouteResponse } from '../route.ts'

const toJson = createJsonWriter<PriceRecord>('price')

export function marketPriceRoute(context: RouteContext): Route {
  const { catalog, now } = context
  const answers = createPriceAnswers(context)
  return {
    path: '/v1/markets/{market_id}/price',
    document: {
      operationId: 'getMarketPrice',
      tag: 'Markets',
      summary: 'Get the price of a market, now or at a past time',
      description:
        'Returns the newest price observed at or before the given time: a trade, or the mid price of a quote whose bid and ask are at most 0.10 apart. From the resolution of a market on, the price is what its first outcome pays.',
      query: 'query-price',
      response: 'price',
      notFound: ['market_not_found', 'price_not_found'],
      hasCompletenessHeaders: true,
      moreHeaders: ['X-History-Not-Requested'],
    },
    handle({ params, search, accountId }) {
      const nowMs = now()
      const question = { accountId, atS: parsePriceTime(search, nowMs), nowMs }
      return chain(requireMarket(catalog, params), (found) =>
        chain(answers.settlementsOf([found]), (settlements) =>
          chain(answers.answer(found, question, settlements.get(found.market.id) ?? null), respond),
        ),
      )
    },
  }
}

function respond({ price, completeness, caching }: PriceAnswer): RouteResponse {
  if (price instanceof RequestError) throw price
  const { price: value, source, at_time: atS, timestamp_ms: ms } = price
  return {
    body: toJson(price),
    // identifies the body: contains all of its values that do not follow from the URL
    tag: `${value}-${source}-${atS}-${ms}`,
    headers: completenessHeaders(completeness),
    caching,
  }
}
