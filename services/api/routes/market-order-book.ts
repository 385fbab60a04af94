// GET /v1/markets/{market_id}/orderbook: the newest recorded order book.
import type { PriceLevel } from '../../../schemas/generated/events.ts'
import type { OrderBook } from '../../../schemas/generated/api.ts'
import { quoteOf } from '../../domain/order-book.ts'
import { midPrice, spreadOf } from '../../domain/quote.ts'
import { orderBookStateOf, type OrderBookState } from '../../domain/streamed-book.ts'
import { completenessHeaders, toStatedCompleteness } from '../completeness.ts'
import { orderBookNotFound } from '../errors.ts'
import { createBodyWriter } from '../json-writer.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import type { MarketEntry } from '../catalog/market-table.ts'
import type { NewestBook } from '../queries/order-book.ts'
import { requireMarket, toMarketRef } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'

const toBody = createBodyWriter<OrderBook>('order-book')

export function marketOrderBookRoute({ catalog, history, bookStates, now }: RouteContext): Route {
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
    handle({ params }) {
      return chain(requireMarket(catalog, params), (found) => {
        const { market, completeness } = found
        const headers = completenessHeaders(toStatedCompleteness(completeness, null))
        return chain(history.orderBook(toMarketRef(found)), (book) => {
          if (!book) throw orderBookNotFound()
          const bookState = orderBookStateOf(book, bookStates.of(market.id), now())
          return { ...bodyOf(market, book, bookState), headers }
        })
      })
    },
  }
}

interface RenderedBook extends OrderBookState {
  readonly body: ReturnType<typeof toBody>
}

/** The last response for each book in memory, so that a book is converted to JSON only once. */
const responses = new WeakMap<NewestBook, RenderedBook>()

function bodyOf(
  market: MarketEntry,
  book: NewestBook,
  { state, asOfMs }: OrderBookState,
): RenderedBook['body'] {
  const known = responses.get(book)
  if (known?.state === state && known.asOfMs === asOfMs) return known.body
  const quote = quoteOf(book)
  const withPlatform = (level: PriceLevel) => ({ ...level, platform: market.platform })
  const body = toBody({
    market_id: market.id,
    bids: book.bids.map(withPlatform),
    asks: book.asks.map(withPlatform),
    spread: spreadOf(quote),
    mid_price: midPrice(quote),
    timestamp_ms: book.timestampMs,
    seen_at_ms: book.seenAtMs,
    as_of_ms: asOfMs,
    state,
  })
  responses.set(book, { state, asOfMs, body })
  return body
}
