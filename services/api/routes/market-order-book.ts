// GET /v1/markets/{market_id}/orderbook: the newest recorded order book.
import type { PriceLevel } from '../../../schemas/generated/events.ts'
import type { OrderBook } from '../../../schemas/generated/api.ts'
import { quoteOf } from '../../domain/order-book.ts'
import { midPrice, spreadOf } from '../../domain/quote.ts'
import { completenessHeaders } from '../completeness.ts'
import { orderBookNotFound } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import { queryOrderBook } from '../queries/order-book.ts'
import { requireMarket } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'

const toJson = createJsonWriter<OrderBook>('order-book')

export function marketOrderBookRoute({ store, catalog }: RouteContext): Route {
  return {
    path: '/v1/markets/{market_id}/orderbook',
    document: {
      operationId: 'getMarketOrderBook',
      tag: 'Markets',
      summary: 'Get the order book of a market',
      description:
        'Returns the newest recorded bids and asks for the first outcome, best price first.',
      response: 'order-book',
      notFound: ['market_not_found', 'orderbook_not_found'],
      hasCompletenessHeaders: true,
    },
    async handle({ params }) {
      const { market, completeness } = await requireMarket(catalog, params)
      const headers = completenessHeaders(completeness, null)
      const book = await queryOrderBook(store, market.id)
      if (!book) throw orderBookNotFound()
      const quote = quoteOf(book)
      const withPlatform = (level: PriceLevel) => ({ ...level, platform: market.platform })
      return {
        body: toJson({
          market_id: market.id,
          bids: book.bids.map(withPlatform),
          asks: book.asks.map(withPlatform),
          spread: spreadOf(quote),
          mid_price: midPrice(quote),
          timestamp_ms: book.timestampMs,
          seen_at_ms: book.seenAtMs,
        }),
        headers,
      }
    },
  }
}
