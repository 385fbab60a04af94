// GET /v1/markets/{market_id}/price: the price now or at a past time.
import type { PriceRecord } from '../../../schemas/generated/api.ts'
import type { Trade } from '../../../schemas/generated/events.ts'
import { truncateDecimal } from '../../domain/money.ts'
import { completenessHeaders } from '../completeness.ts'
import { RequestError } from '../errors.ts'
import { priceDigits } from '../history/records.ts'
import { createJsonWriter } from '../json-writer.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import { createPriceAnswers, parsePriceQuery, type PriceAnswer } from '../price-answers.ts'
import { requireMarket } from '../require-market.ts'
import type { Route, RouteContext, RouteResponse } from '../route.ts'

const toJson = createJsonWriter<PriceRecord>('price')

export function marketPriceRoute(context: RouteContext): Route {
  const { catalog, provisionalTrades, now } = context
  const answers = createPriceAnswers(context)
  return {
    path: '/v1/markets/{market_id}/price',
    document: {
      operationId: 'getMarketPrice',
      tag: 'Markets',
      summary: 'Get the price of a market, now or at a past time',
      description:
        'Returns the newest price observed at or before the given time: a trade, or the mid price of a quote whose bid and ask are at most 0.10 apart. From the resolution of a market on, the price is what its first outcome pays. With `provisional=true`, a newer trade that a live stream of the platform has announced counts, too.',
      query: 'query-price',
      response: 'price',
      notFound: ['market_not_found', 'price_not_found'],
      hasCompletenessHeaders: true,
      moreHeaders: ['X-History-Not-Requested'],
    },
    handle({ params, search, accountId }) {
      const nowMs = now()
      const { at_time: atS, provisional = false } = parsePriceQuery(search, nowMs)
      const question = { accountId, atS, nowMs }
      return chain(requireMarket(catalog, params), (found) => {
        const trades = provisional ? provisionalTrades.of(found.market.id) : []
        return chain(answers.settlementsOf([found]), (settlements) =>
          chain(
            answers.answer(found, question, settlements.get(found.market.id) ?? null),
            (answer) => respond(withProvisionalPrice(answer, trades, nowMs)),
          ),
        )
      })
    },
  }
}

/**
 * Replaces the price of the answer with the price of the newest announced trade, if that trade is newer. A
 * settlement is not replaced.
 */
function withProvisionalPrice(
  answer: PriceAnswer,
  trades: readonly Trade[],
  nowMs: number,
): PriceAnswer {
  const newest = trades.find(({ timestamp_ms: ms }) => ms <= nowMs)
  if (!newest) return answer
  const { market_id, platform, price, timestamp_ms } = newest
  if (!(answer.price instanceof RequestError)) {
    const { source, timestamp_ms: observedMs } = answer.price
    if (source === 'settlement' || Number(observedMs) >= timestamp_ms) return answer
  }
  return {
    ...answer,
    price: {
      market_id,
      price: truncateDecimal(price, priceDigits),
      at_time: Math.floor(nowMs / 1000),
      timestamp_ms,
      platform,
      source: 'trade',
      provisional: true,
    },
  }
}

function respond({ price, completeness, caching }: PriceAnswer): RouteResponse {
  if (price instanceof RequestError) throw price
  const { price: value, source, at_time: atS, timestamp_ms: ms } = price
  return {
    body: toJson(price),
    // identifies the body: contains all of its values that do not follow from the URL
    tag: `${value}-${source}-${atS}-${ms}-${price.provisional === true}`,
    headers: completenessHeaders(completeness),
    caching,
  }
}
