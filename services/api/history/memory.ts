// The memory of the api about the past of markets: tails of the topics, series of trades, quotes and candles,
// and order books, which share one bound in bytes.
import { candlePositions } from '../../domain/store-positions.ts'
import { CodecError, type Codec } from '../../lib/codec/port.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import { decodeRecord } from '../../lib/run/stage.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryCandles } from '../queries/candles.ts'
import {
  queryQuotesAround,
  queryTradesAround,
  type FoundRows,
  type RowsAround,
} from '../queries/history-rows.ts'
import { queryOrderBook } from '../queries/order-book.ts'
import {
  hasKeptRows,
  queryStoreState,
  type StoreState,
  type WrittenPositions,
} from '../queries/store-positions.ts'
import type { MarketSeries } from './answers.ts'
import { createBookCache } from './book-cache.ts'
import { createCandleCache } from './candle-cache.ts'
import type { MissingPart } from './missing.ts'
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

/** The share of the memory that each tail may have. */
const tailShare = 1 / 12

export function createMemory(options: MemoryOptions) {
  const {
    store,
    codec,
    topicPrefix,
    partitions,
    partitionOf,
    maxBytes,
    rowsPerLoad = 256,
  } = options
  const sieve = createSieve(maxBytes * (1 - 3 * tailShare))
  const tails = {
    trades: createTail(partitions, maxBytes * tailShare),
    /** Of the topic `trades`, too: candles are written later than rows. */
    candles: createTail(partitions, maxBytes * tailShare),
    books: createTail(partitions, maxBytes * tailShare),
  }
  /** The state of the store when its positions were read last. */
  let knownState: StoreState = { epoch: 0, positionSum: 0 }
  const rowsOf = ({ rows, state }: FoundRows) => (hasKeptRows(knownState, state) ? rows : null)
  const decodeTradeOf = (record: LogRecord) => decodeTrade(codec, topicPrefix, record)
  const decodeBookOf = (record: LogRecord) => decodeBook(codec, topicPrefix, record)
  const series = {
    trades: createSeriesCache({
      tail: tails.trades,
      sieve,
      partitionOf,
      rowsPerLoad,
      readRows: async (around: RowsAround) => rowsOf(await queryTradesAround(store, around)),
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
      readRows: async (around: RowsAround) => rowsOf(await queryQuotesAround(store, around)),
      toRow(record) {
        const book = decodeBookOf(record)
        return book && toQuoteRow(book, record.offset)
      },
    }),
  }
  const candles = createCandleCache({
    tail: tails.candles,
    sieve,
    partitionOf,
    async readCandles(requests) {
      const found = await Promise.all(requests.map((request) => queryCandles(store, request)))
      return hasKeptRows(knownState, await queryStoreState(store)) ? found : null
    },
    timeOf: (record) => decodeTradeOf(record)?.timestamp_ms ?? null,
  })
  const books = createBookCache({
    tail: tails.books,
    sieve,
    partitionOf,
    async readBook(marketId) {
      const book = await queryOrderBook(store, marketId)
      return hasKeptRows(knownState, await queryStoreState(store)) ? book : undefined
    },
    decode: decodeBookOf,
  })

  return {
    tails,
    series,
    books,

    seriesOf: (marketId: string): MarketSeries => ({
      trades: series.trades.get(marketId),
      quotes: series.quotes.get(marketId),
      candles: (interval) => candles.get(marketId, interval),
    }),

    /** See SeriesMap.load(). */
    load: (marketId: string, part: MissingPart): Promise<boolean> =>
      part.kind === 'candles'
        ? candles.load(marketId, part)
        : series[part.kind].load(marketId, part.ms),

    /** A record is decoded only if its market is in memory; the others stay bytes in the tail. */
    applyTrade: (record: LogRecord): void => {
      tails.candles.append(record)
      if (!tails.trades.append(record) || record.key === null) return
      if (!series.trades.get(record.key) && !candles.has(record.key)) return
      const trade = decodeTradeOf(record)
      if (!trade) return
      series.trades.patch(trade.market_id, toTradeRow(trade, record.offset))
      candles.touch(trade.market_id, trade.timestamp_ms)
    },

    applyBook: (record: LogRecord): void => {
      if (!tails.books.append(record) || record.key === null) return
      if (!series.quotes.get(record.key) && !books.has(record.key)) return
      const book = decodeBookOf(record)
      if (!book) return
      series.quotes.patch(book.market_id, toQuoteRow(book, record.offset))
      books.patch(book, record.offset)
    },

    applySighting: (record: LogRecord): void => {
      if (record.key === null || !books.has(record.key)) return
      const decoded = decodeRecord<'book-sightings'>(codec, topicPrefix, record)
      if (!(decoded instanceof CodecError)) books.see(decoded.value)
    },

    /** Sets the positions of the store. If the store has lost rows, forgets what was read from it before. */
    setWritten: (found: WrittenPositions): void => {
      if (!hasKeptRows(knownState, found.state)) {
        for (const tail of Object.values(tails)) tail.reset()
        for (const cache of [series.trades, series.quotes, candles, books, sieve]) cache.clear()
      }
      knownState = found.state
      tails.trades.setWritten(found.positionsOf('trades'))
      tails.candles.setWritten(found.positionsOf(candlePositions))
      tails.books.setWritten(found.positionsOf('books'))
    },

    counts: () => ({
      loads: series.trades.loads() + series.quotes.loads() + candles.loads() + books.loads(),
      evictions: sieve.evictions(),
      bytes: sieve.bytes(),
      tailRecords: tails.trades.records() + tails.books.records(),
    }),
  }
}
