// GET /v1/markets/{market_id}/price: the price now or at a past time.
import type { PriceQuery, PriceRecord } from '../../../schemas/generated/api.ts'
import { cachingOf, completenessHeaders, isNotFetched } from '../completeness.ts'
import { priceNotFound } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { toAskedState } from '../market-response.ts'
import { createQueryParser } from '../parameters.ts'
import { chain, type MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { FoundMarket } from '../catalog/stored-markets.ts'
import type { PriceObservation } from '../queries/price-at.ts'
import { requireMarket, toAskedMarket } from '../require-market.ts'
import type { Route, RouteContext, RouteResponse } from '../route.ts'
import { settlementOf } from '../settlement.ts'

const parseQuery = createQueryParser<PriceQuery>('query-price')
const toJson = createJsonWriter<PriceRecord>('price')

interface PriceRequest {
  readonly accountId: string
  /** Unix seconds; undefined: now. */
  readonly asked: number | undefined
  readonly nowMs: number
}

export function marketPriceRoute(context: RouteContext): Route {
  const { catalog, history, historyRequester, now } = context

  function answer(
    found: FoundMarket,
    { accountId, asked, nowMs }: PriceRequest,
    settlement: PriceObservation | null,
  ): MaybePromise<RouteResponse> {
    const { market, completeness } = found
    const atMs = asked === undefined ? nowMs : asked * 1000
    const isSettled = settlement !== null && settlement.timestampMs <= atMs
    const observation = isSettled ? settlement : history.priceAt(toAskedMarket(found), atMs)
    return chain(observation, (observed) => {
      const range = { fromMs: observed?.timestampMs ?? 0, untilMs: atMs + 1 }
      // Of a settled market, the price does not depend on its trades.
      const headers = isSettled
        ? completenessHeaders(completeness, range)
        : historyRequester.headersOf({ marketId: market.id, accountId, completeness, range })
      if (!observed)
        return chain(history.firstPriceMs(toAskedMarket(found)), (firstMs) => {
          throw priceNotFound(firstMs ?? settlement?.timestampMs ?? null, {
            isFetched: !isNotFetched(completeness, range.fromMs, range.untilMs),
            headers,
          })
        })
      return {
        body: toJson({
          market_id: market.id,
          price: observed.price,
          at_time: asked ?? Math.floor(nowMs / 1000),
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
    })
  }

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
      const nowS = Math.floor(nowMs / 1000)
      const { at_time: asked } = parseQuery(search, ({ at_time: at }) =>
        at !== undefined && at > nowS ? [toFutureTimeError(nowS)] : [],
      )
      return chain(requireMarket(catalog, params), (found) => {
        const { id, status } = found.market
        const request = { accountId, asked, nowMs }
        if (status !== 'resolved') return answer(found, request, null)
        return chain(history.states([toAskedState(id)]), (states) => {
          const state = states.get(id)
          return answer(found, request, state ? settlementOf(state) : null)
        })
      })
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
