// The memory of the api about the past of markets: tails of the topics, series of trades and quotes, and order
// books, which share one bound in bytes.
import type { Codec } from '../../lib/codec/port.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryQuotesAround, queryTradesAround } from '../queries/history-rows.ts'
import { queryOrderBook } from '../queries/order-book.ts'
import type { MarketSeries } from './answers.ts'
import { createBookCache } from './book-cache.ts'
import { decodeBook, decodeTrade, toQuoteRow, toTradeRow } from './records.ts'
import { createSeriesCache } from './series-cache.ts'
import { createSieve } from './sieve.ts'
import { createTail } from './tail.ts'

export interface MemoryOptions {
  /** With the deadlines of requests. */
  readonly store: Store
  readonly codec: Codec
  readonly topicPrefix: string
  /** Number of partitions of the topics `trades` and `books`. */
  readonly partitions: number
  readonly partitionOf: (marketId: string) => number
  /** Bound for segments, books and tails together. */
  readonly maxBytes: number
  /** See SeriesCacheOptions. */
  readonly rowsPerLoad?: number
}

export type Memory = ReturnType<typeof createMemory>

/** The share of the memory that the tail of each of the two topics may have. */
const tailShare = 1 / 8

export function createMemory(options: MemoryOptions) {
  const {
    store,
    codec,
    topicPrefix,
    partitions,
    partitionOf,
    maxBytes,
    rowsPerLoad = 2_048,
  } = options
  const sieve = createSieve(maxBytes * (1 - 2 * tailShare))
  const tails = {
    trades: createTail(partitions, maxBytes * tailShare),
    books: createTail(partitions, maxBytes * tailShare),
  }
  const decodeTradeOf = (record: LogRecord) => decodeTrade(codec, topicPrefix, record)
  const decodeBookOf = (record: LogRecord) => decodeBook(codec, topicPrefix, record)
  const series = {
    trades: createSeriesCache({
      tail: tails.trades,
      sieve,
      partitionOf,
      rowsPerLoad,
      readRows: (around) => queryTradesAround(store, around),
      toRow(record) {
        const trade = decodeTradeOf(record)
        return trade && toTradeRow(trade, record.offset)
      },
    }),
    quotes: createSeriesCache({
      tail: tails.books,
      sieve,
      partitionOf,
      rowsPerLoad,
      readRows: (around) => queryQuotesAround(store, around),
      toRow(record) {
        const book = decodeBookOf(record)
        return book && toQuoteRow(book, record.offset)
      },
    }),
  }
  const books = createBookCache({
    tail: tails.books,
    sieve,
    partitionOf,
    readBook: (marketId) => queryOrderBook(store, marketId),
    decode: decodeBookOf,
  })

  return {
    tails,
    series,
    books,

    seriesOf: (marketId: string): MarketSeries => ({
      trades: series.trades.get(marketId),
      quotes: series.quotes.get(marketId),
    }),

    /** A record is decoded only if its market is in memory; the others stay bytes in the tail. */
    applyTrade(record: LogRecord): void {
      if (!tails.trades.append(record) || record.key === null) return
      if (!series.trades.get(record.key)) return
      const trade = decodeTradeOf(record)
      if (trade) series.trades.patch(trade.market_id, toTradeRow(trade, record.offset))
    },

    applyBook(record: LogRecord): void {
      if (!tails.books.append(record) || record.key === null) return
      if (!series.quotes.get(record.key) && !books.has(record.key)) return
      const book = decodeBookOf(record)
      if (!book) return
      series.quotes.patch(book.market_id, toQuoteRow(book, record.offset))
      books.patch(book, record.offset)
    },

    /** Forgets what was read from the store. Loads under way publish nothing. */
    reset(): void {
      for (const tail of [tails.trades, tails.books]) tail.reset()
      for (const cache of [series.trades, series.quotes, books, sieve]) cache.clear()
    },

    counts: () => ({
      loads: series.trades.loads() + series.quotes.loads() + books.loads(),
      evictions: sieve.evictions(),
      bytes: sieve.bytes(),
      tailRecords: tails.trades.records() + tails.books.records(),
    }),
  }
}
