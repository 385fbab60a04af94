// GET /v1/markets/{market_id}/price: the price now or at a past time.
import type { PriceQuery, PriceRecord } from '../../../schemas/generated/api.ts'
import { cachingOf, completenessHeaders, isNotFetched } from '../completeness.ts'
import { priceNotFound } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { createQueryParser } from '../parameters.ts'
import { queryFirstPriceMs, queryPriceAt } from '../queries/price-at.ts'
import { requireMarket } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'
import { querySettlement } from '../settlement.ts'

const parseQuery = createQueryParser<PriceQuery>('query-price')
const toJson = createJsonWriter<PriceRecord>('price')

export function marketPriceRoute({ store, catalog, historyRequester, now }: RouteContext): Route {
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
    async handle({ params, search, accountId }) {
      const nowMs = now()
      const nowS = Math.floor(nowMs / 1000)
      const { at_time: asked } = parseQuery(search, ({ at_time: at }) =>
        at !== undefined && at > nowS ? [toFutureTimeError(nowS)] : [],
      )
      const { market, completeness } = await requireMarket(catalog, params)
      const atMs = asked === undefined ? nowMs : asked * 1000
      const settlement =
        market.status === 'resolved' ? await querySettlement(store, market.id) : null
      const isSettled = settlement !== null && settlement.timestampMs <= atMs
      const observed = isSettled ? settlement : await queryPriceAt(store, market.id, atMs)
      const range = { fromMs: observed?.timestampMs ?? 0, untilMs: atMs + 1 }
      // Of a settled market, the price does not depend on its trades.
      const headers = isSettled
        ? completenessHeaders(completeness, range)
        : historyRequester.headersOf({ marketId: market.id, accountId, completeness, range })
      if (!observed)
        throw priceNotFound(
          (await queryFirstPriceMs(store, market.id)) ?? settlement?.timestampMs ?? null,
          { isFetched: !isNotFetched(completeness, range.fromMs, range.untilMs), headers },
        )
      return {
        body: toJson({
          market_id: market.id,
          price: observed.price,
          at_time: asked ?? nowS,
          timestamp_ms: observed.timestampMs,
          platform: market.platform,
          source: observed.source,
        }),
        headers,
        caching:
          asked === undefined
            ? 'none'
            : isSettled
              ? 'immutable'
              : cachingOf(completeness, range, nowMs),
      }
    },
  }
}

function toFutureTimeError(nowS: number) {
  return {
    loc: ['query', 'at_time'],
    msg: `Input should be less than or equal to ${nowS}, the current time`,
    type: 'less_than_equal',
  }
}
