// GET /v1/trades: the trades of all markets from a position in the log on, for clients that follow the log.
import type { TradeLogQuery } from '../../../schemas/generated/api.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import type { ErrorDetail } from '../errors.ts'
import { findMarketIds } from '../live/find-markets.ts'
import { createMarketFilter } from '../live/market-filter.ts'
import { createQueryParser, valueError } from '../parameters.ts'
import type { Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<TradeLogQuery>('query-trade-log')

export function tradeLogRoute({ catalog, liveLog, partitionOf }: RouteContext): Route {
  return {
    path: '/v1/trades',
    document: {
      operationId: 'listTrades',
      tag: 'Live',
      summary: 'List the trades of all markets, to follow them',
      description:
        'Returns trades in the order in which the service recorded them, from `after` on. Ask again with the `cursor` of the response: no trade is left out and none is repeated, also when the service is restarted or rebuilds its tables. The trades of a market are in the order in which they became known, which can differ from the order of their times. A trade that was corrected comes again, with the same `id`. `has_more` can be true on a response with fewer trades than `limit`, because one request reads a limited part of the log. A cursor that cannot be used is 422 with the type `cursor_of_other_log`, `cursor_in_future` or `cursor_expired`; the message of the latter has the oldest cursor.',
      query: 'query-trade-log',
      response: 'trade-log-page',
      notFound: ['queried_market_not_found', 'queried_event_not_found'],
      hasCompletenessHeaders: false,
      cost: { base: 1, portions: { limit: 250 } },
    },
    handle({ search }) {
      const query = parseQuery(search, (valid) => [
        ...selectorErrors(valid),
        ...cursorNameErrors(search),
      ])
      const { after, since, platform, limit, market_id: marketId, event_slug: slug } = query
      const ids = marketId === undefined ? undefined : [marketId]
      return chain(
        findMarketIds(catalog, { ids, slug, parameter: 'market_id' }),
        async (marketIds) => {
          const page = await liveLog.trades({
            after,
            sinceMs: since === undefined ? undefined : since * 1000,
            filter: createMarketFilter(marketIds, platform, partitionOf),
            limit,
          })
          return {
            body:
              `{"trades":[${page.trades.join(',')}],"cursor":${JSON.stringify(page.cursor)}` +
              `,"has_more":${page.hasMore}}`,
          }
        },
      )
    },
  }
}

function selectorErrors(query: Partial<TradeLogQuery>): readonly ErrorDetail[] {
  if (query.market_id === undefined || query.event_slug === undefined) return []
  return [valueError('event_slug', 'market_id and event_slug exclude each other; send one of them')]
}

/**
 * Rejects the parameter `cursor`, because it is called `after` here; lists call it `cursor`. If `cursor` were
 * ignored, the response would begin with the oldest trade again.
 */
function cursorNameErrors(search: URLSearchParams): readonly ErrorDetail[] {
  if (!search.has('cursor')) return []
  const msg = 'Unknown parameter; did you mean after?'
  return [{ loc: ['query', 'cursor'], msg, type: 'extra_forbidden' }]
}
