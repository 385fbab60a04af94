// GET /v1/markets/{market_id}/orderbook: the newest known order book.
import type { PriceLevel } from '../../../schemas/generated/events.ts'
import type { OrderBook } from '../../../schemas/generated/api.ts'
import { midPriceOf, spreadOf } from '../../domain/order-book.ts'
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
      description: 'Bids and asks for the first outcome, best first, as they were last seen.',
      answer: 'order-book',
      notFound: ['market_not_found', 'orderbook_not_found'],
      tellsCompleteness: true,
    },
    async answer({ params }) {
      const market = await requireMarket(catalog, params)
      const headers = completenessHeaders(catalog.feeds.completenessOf(market), null)
      const book = await queryOrderBook(store, market.id)
      if (!book) throw orderBookNotFound()
      const ofPlatform = (level: PriceLevel) => ({ ...level, platform: market.platform })
      return {
        body: toJson({
          market_id: market.id,
          bids: book.bids.map(ofPlatform),
          asks: book.asks.map(ofPlatform),
          spread: spreadOf(book),
          mid_price: midPriceOf(book),
          timestamp_ms: book.timestampMs,
        }),
        headers,
      }
    },
  }
}
