// GET /v1/markets/{market_id}: one market.
import type { DataQuality } from '../../../schemas/generated/api.ts'
import { completenessHeaders, toStatedCompleteness } from '../completeness.ts'
import { marketNotFound } from '../errors.ts'
import { etagValueOf } from '../http/etag.ts'
import { createJsonWriter } from '../json-writer.ts'
import { readMarkets, type MarketJsonAndState } from '../market-response.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import { requireMarket, toMarketRef } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'

const toJson = createJsonWriter<DataQuality>('data-quality')

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
    handle({ params }) {
      return chain(requireMarket(catalog, params), (found) => {
        const { completeUntilMs } = found.completeness
        const request = { ...toMarketRef(found), completeUntilMs }
        return chain(readMarkets(context, [request], now()), ([market]) => {
          if (!market) throw marketNotFound()
          const headers = completenessHeaders(toStatedCompleteness(found.completeness, null))
          return { ...withDataQuality(market), headers }
        })
      })
    },
  }
}

/**
 * Adds the field `data_quality` to the JSON of a market: the schema audited-market is the schema market with
 * this field.
 */
function withDataQuality({ json: { bytes, digest }, state: { audit } }: MarketJsonAndState) {
  const quality = audit && {
    ...audit,
    audited_until: Math.floor(audit.audited_until_ms / 1000),
  }
  const end = `,"data_quality":${toJson(quality)}}`
  return {
    body: Buffer.concat([bytes.subarray(0, -1), Buffer.from(end)]),
    tag: etagValueOf(digest + end),
  }
}
