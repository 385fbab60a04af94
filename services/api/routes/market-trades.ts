// GET /v1/markets/{market_id}/trades: trades, newest first, page by page.
import type { TradesQuery } from '../../../schemas/generated/api.ts'
import { completenessHeaders } from '../completeness.ts'
import { parseCursor, toCursor, type TradePlace } from '../cursor.ts'
import { invalidParameters } from '../errors.ts'
import { createQueryParser, valueFault } from '../parameters.ts'
import { queryTrades } from '../queries/trades-page.ts'
import { requireMarket } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<TradesQuery>('query-trades')

export function marketTradesRoute({ store, catalog, now }: RouteContext): Route {
  return {
    path: '/v1/markets/{market_id}/trades',
    document: {
      operationId: 'listMarketTrades',
      tag: 'Markets',
      summary: 'List the trades of a market',
      description:
        'Newest first. `cursor` leads to the next older page; trades that happen in between neither repeat nor hide any.',
      query: 'query-trades',
      answer: 'trade-page',
      notFound: ['market_not_found'],
      tellsCompleteness: true,
    },
    async answer({ params, search }) {
      const { limit, cursor, slug } = parseQuery(search, ({ cursor: given }) =>
        given !== undefined && !parseCursor(given, params['market_id'] ?? '')
          ? [valueFault('cursor', 'not a cursor of the trades of this market')]
          : [],
      )
      const market = await requireMarket(catalog, params)
      if (slug !== undefined && slug !== market.slug)
        throw invalidParameters([valueFault('slug', 'not the slug of this market')])

      const completeness = catalog.feeds.completenessOf(market)
      const after = cursor === undefined ? null : parseCursor(cursor, market.id)
      const found = await queryTrades(store, {
        marketId: market.id,
        platform: market.platform,
        labels: market.labels,
        after,
        limit: limit + 1,
      })
      const trades = found.slice(0, limit)
      const hasMore = found.length > limit
      const last = toPlace(trades.at(-1))
      const range = {
        fromMs: hasMore && last ? last.timestampMs : 0,
        untilMs: after ? after.timestampMs + 1 : now() + 1,
      }
      return {
        body:
          `{"market_id":${JSON.stringify(market.id)},"trades":[${trades.join(',')}],` +
          `"cursor":${hasMore && last ? JSON.stringify(toCursor(market.id, last)) : 'null'},` +
          `"has_more":${hasMore}}`,
        headers: completenessHeaders(completeness, range),
      }
    },
  }
}

function toPlace(trade: string | undefined): TradePlace | null {
  if (trade === undefined) return null
  const { timestamp_ms: timestampMs, id } = JSON.parse(trade) as {
    timestamp_ms: number
    id: string
  }
  return { timestampMs, id }
}
