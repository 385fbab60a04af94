// GET /v1/markets/{market_id}/candles: open, high, low, close and volume by time bucket.
import type { CandlesQuery } from '../../../schemas/generated/api.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import { createCandleReader } from '../candle-answers.ts'
import { completenessHeaders } from '../completeness.ts'
import { toCsv } from '../csv.ts'
import { csvType } from '../http/response.ts'
import { createQueryParser, findRangeErrors } from '../parameters.ts'
import { requireMarket } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'
import { propertiesOf, responseSchemas } from '../schemas.ts'

const parseQuery = createQueryParser<CandlesQuery>('query-candles')
const fields = propertiesOf(responseSchemas.candle).map(([name]) => name)

export function marketCandlesRoute(context: RouteContext): Route {
  const { catalog, now } = context
  const answer = createCandleReader(context)
  return {
    path: '/v1/markets/{market_id}/candles',
    document: {
      operationId: 'listMarketCandles',
      tag: 'Markets',
      summary: 'List the candles of a market',
      description:
        'Returns open, high, low, close and volume of each time bucket, oldest first. With `start_ts` the result begins at that time, without it the result has the newest buckets. `source` selects trades or quotes. With `Accept: text/csv` the result is CSV.',
      query: 'query-candles',
      response: 'candle-page',
      files: [csvType],
      notFound: ['market_not_found'],
      hasCompletenessHeaders: true,
      moreHeaders: ['X-History-Not-Requested'],
      cost: { base: 1, portions: { limit: 2_000 } },
    },
    handle({ params, search, accountId, prefersCsv }) {
      const query = parseQuery(search, findRangeErrors)
      return chain(requireMarket(catalog, params), (found) =>
        chain(
          answer(found, { query, accountId, nowMs: now() }),
          ({ rows, before, after, completeness, caching }) => ({
            ...(prefersCsv === true
              ? { type: csvType, body: toCsv(fields, rows.texts()) }
              : rows.toBody(before, after)),
            headers: completenessHeaders(completeness),
            caching,
          }),
        ),
      )
    },
  }
}
