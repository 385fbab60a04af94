// GET /v1/matching-markets/{market_id}/{other_market_id}/spread: the difference between the values of two matching
// markets over time.
import type { SpreadQuery } from '../../../schemas/generated/api.ts'
import { completenessHeaders } from '../completeness.ts'
import { toCsv } from '../csv.ts'
import { marketsNotFound, matchNotFound } from '../errors.ts'
import { csvType } from '../http/response.ts'
import { createQueryParser, findRangeErrors } from '../parameters.ts'
import type { Route, RouteContext } from '../route.ts'
import { propertiesOf, responseSchemas } from '../schemas.ts'
import { answerSpread } from '../spread/spread-answer.ts'

const parseQuery = createQueryParser<SpreadQuery>('query-spread')
const fields = propertiesOf(responseSchemas['spread-point']).map(([name]) => name)

export function marketSpreadRoute(context: RouteContext): Route {
  const { catalog, now } = context
  return {
    path: '/v1/matching-markets/{market_id}/{other_market_id}/spread',
    document: {
      operationId: 'listSpread',
      tag: 'Matches',
      summary: 'List the spread between two matching markets',
      description:
        'Returns the values of two matching markets at the end of each time bucket and their difference, oldest first, in terms of the first outcome of the market `market_id`. The two markets can be in either order. Without a new trade or quote, the last value of a market stays in force; `observed_at_ms` has its time. With `start_ts` the result begins at that time, without it the result has the newest points. With `Accept: text/csv` the result is CSV.',
      query: 'query-spread',
      response: 'spread-page',
      files: [csvType],
      notFound: ['market_not_found', 'match_not_found'],
      hasCompletenessHeaders: true,
      moreHeaders: ['X-History-Not-Requested'],
      cost: { base: 2, portions: { limit: 2_000 } },
    },
    async handle({ params, search, accountId, prefersCsv }) {
      const query = parseQuery(search, findRangeErrors)
      const [id = '', otherId = ''] = [params['market_id'], params['other_market_id']]
      const findMarket = catalog.findMarkets([id, otherId])
      const market = await findMarket(id)
      const other = await findMarket(otherId)
      if (!market || !other)
        throw marketsNotFound([
          ...(market ? [] : ['market_id']),
          ...(other ? [] : ['other_market_id']),
        ])
      const { matches } = await catalog.getCatalogsForList([id, otherId])
      const match = matches.matchBetween(id, otherId)
      // a spread exists only for a match with the first or the second outcome: recorded prices are prices of the
      // first outcome, and only the price of the second outcome follows from them
      if (!match || match.outcome_index > 1) throw matchNotFound()
      const isInverted = match.outcome_index === 1
      const question = { market, other, isInverted, query, accountId, nowMs: now() }
      const { json, points, completeness, caching } = await answerSpread(context, question)
      return {
        ...(prefersCsv === true ? { type: csvType, body: toCsv(fields, points) } : { body: json }),
        headers: completenessHeaders(completeness),
        caching,
      }
    },
  }
}
