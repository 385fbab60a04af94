// Answers questions about the past and the newest states of markets from the store.
import type { Store } from '../../lib/store/port.ts'
import type { TimeSortKey } from '../cursor.ts'
import { toCandlePage, toCandleText } from '../candle-series.ts'
import { queryBucketValues } from '../queries/bucket-values.ts'
import { queryCandles } from '../queries/candles.ts'
import { queryMarketStates } from '../queries/market-states.ts'
import { queryOrderBook } from '../queries/order-book.ts'
import { queryFirstPriceMs, queryPriceAt } from '../queries/price-at.ts'
import { queryTrades } from '../queries/trades-page.ts'
import { RenderedRows } from '../rendered-rows.ts'
import type { MarketRef, MarketHistory } from './market-history.ts'

export type StoredHistory = ReturnType<typeof createStoredHistory>

export function createStoredHistory(store: Store) {
  return {
    priceAt: ({ id }, atMs) => queryPriceAt(store, id, atMs),
    firstPriceMs: ({ id }) => queryFirstPriceMs(store, id),
    async tradesPage({ id: marketId, platform, labels }: MarketRef, { limit, ...page }) {
      const request = { marketId, platform, labels, ...page, limit: limit + 1 }
      const found = await queryTrades(store, request)
      const trades = found.slice(0, limit)
      const last = sortKeyOf(trades.at(-1))
      return { trades: RenderedRows.of(trades), hasMore: found.length > limit, last }
    },
    candles: async ({ id }, request) =>
      (await queryCandles(store, { marketId: id, ...request })).map(toCandleText),
    candlesOfReceivedTrades: () => null,
    async candlePage({ id }, { completeness, ...request }) {
      const { interval, limit, keep } = request
      const found = await queryCandles(store, { marketId: id, ...request, limit: limit + 1 })
      const page = keep === 'oldest' ? found.slice(0, limit) : found.slice(-limit)
      return toCandlePage(page.map(toCandleText), found.length > limit, interval, completeness)
    },
    bucketValues: ({ id }, request) => queryBucketValues(store, id, request, []),
    orderBook: ({ id }) => queryOrderBook(store, id),
    states: (markets) =>
      queryMarketStates(
        store,
        markets.map(({ id }) => id),
      ),
  } satisfies MarketHistory
}

function sortKeyOf(trade: string | undefined): TimeSortKey | null {
  if (trade === undefined) return null
  const { timestamp_ms: timestampMs, id } = JSON.parse(trade) as {
    timestamp_ms: number
    id: string
  }
  return [timestampMs, id]
}
