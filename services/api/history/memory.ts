// The memory of the api about the past of markets: the newest records of the topics (tails), series of
// trades, quotes and candles, order books and newest states. Together they have one limit in bytes.
import { candlePositions } from '../../domain/store-positions.ts'
import type { Codec } from '../../lib/codec/port.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import type { Store } from '../../lib/store/port.ts'
import type { HistoryKind } from '../queries/history-rows.ts'
import type { StorePositions } from '../queries/store-positions.ts'
import type { MarketTimeSeries } from './answers.ts'
import { createBookCache } from './book-cache.ts'
import { createCandleCache } from './candle-cache.ts'
import { createReadsWithLostRowCheck } from './checked-reads.ts'
import type { UnloadedPart } from './missing.ts'
import type { HistoryRow } from './row.ts'
import { createRecordDecoder, toQuoteRow, toTradeRow } from './records.ts'
import { createSeriesCache } from './series-cache.ts'
import { createSieve } from '../../lib/run/sieve.ts'
import { createStateCache } from './state-cache.ts'
import { createStateChangeDecoder, toBookChange, toTradeChange } from './state-changes.ts'
import { createTopicTail } from './tail.ts'

export interface HistoryMemoryOptions {
  /** With the deadlines of requests. */
  readonly store: Store
  readonly codec: Codec
  readonly topicPrefix: string
  /** Number of partitions of each topic whose key is a market. */
  readonly partitions: number
  readonly partitionOf: (marketId: string) => number
  /** Maximum memory of segments, books, states and tails together. */
  readonly maxBytes: number
  /** Unix milliseconds. */
  readonly now: () => number
  /** See SeriesCacheOptions. */
  readonly rowsPerLoad?: number
  /** See RowReadsOptions. */
  readonly manyRows?: number
  /** See FrequencyLoaderOptions. */
  readonly manyTrades?: number
}

export type HistoryMemory = ReturnType<typeof createHistoryMemory>

/**
 * Maximum number of rows that a statement adds to those of the store. It is limited, because the rows are passed as
 * parameters.
 */
const maxUnwrittenRows = 500

/**
 * The share of `maxBytes` for each of the 5 tails. A tail has the records of one topic that the store may
 * lack.
 */
const tailShare = 1 / 15

/** Creates the tails, and the caches to which the records of the log are applied. */
function createCaches(options: HistoryMemoryOptions) {
  const { codec, topicPrefix, partitions, maxBytes, rowsPerLoad = 256 } = options
  const sieve = createSieve(maxBytes * (1 - 5 * tailShare))
  const commonOptions = { sieve, partitionOf: options.partitionOf }
  const tails = {
    trades: createTopicTail(partitions, maxBytes * tailShare),
    /**
     * This tail also has the records of the topic `trades`, but keeps them longer than the tail `trades`: the
     * projector writes candles later than rows.
     */
    candles: createTopicTail(partitions, maxBytes * tailShare),
    books: createTopicTail(partitions, maxBytes * tailShare),
    markets: createTopicTail(partitions, maxBytes * tailShare),
    audits: createTopicTail(partitions, maxBytes * tailShare),
  }
  const reads = createReadsWithLostRowCheck({ ...options, rowsPerLoad })
  const decoder = createRecordDecoder(codec, topicPrefix)
  const changeDecoder = createStateChangeDecoder(codec, topicPrefix, decoder)
  const series = {
    trades: createSeriesCache({
      tail: tails.trades,
      ...commonOptions,
      rowsPerLoad,
      readRows: (request) => reads.rows({ kind: 'trades', ...request }),
      toRow: decoder.decodeTradeRow,
    }),
    quotes: createSeriesCache({
      tail: tails.books,
      ...commonOptions,
      rowsPerLoad,
      readRows: (request) => reads.rows({ kind: 'quotes', ...request }),
      toRow: decoder.decodeQuoteRow,
    }),
  }
  const candles = createCandleCache({
    tail: tails.candles,
    ...commonOptions,
    readCandles: reads.candles,
    timeOf: (record) => decoder.decodeTrade(record)?.timestamp_ms ?? null,
  })
  const books = createBookCache({
    tail: tails.books,
    ...commonOptions,
    readBook: reads.book,
    decode: decoder.decodeBook,
  })
  const states = createStateCache({
    topics: [
      { tail: tails.trades, decode: changeDecoder.decodeTrade },
      { tail: tails.books, decode: changeDecoder.decodeBook },
      { tail: tails.markets, decode: changeDecoder.decodeMarket },
      { tail: tails.audits, decode: changeDecoder.decodeAudit },
    ],
    ...commonOptions,
    readStates: reads.marketStates,
  })

  return { sieve, tails, reads, decoder, changeDecoder, series, candles, books, states }
}

export function createHistoryMemory(options: HistoryMemoryOptions) {
  const caches = createCaches(options)
  const { sieve, tails, reads, decoder, changeDecoder, series, candles, books, states } = caches

  /**
   * For each kind of rows: the tail (the records that the store may lack), and the function that converts
   * its records to rows.
   */
  const rowsOf = {
    trades: { tail: tails.trades, toRow: decoder.decodeTradeRow },
    quotes: { tail: tails.books, toRow: decoder.decodeQuoteRow },
  }

  return {
    tails,
    series,
    books,
    states,

    seriesOf: (marketId: string): MarketTimeSeries => ({
      trades: series.trades.get(marketId),
      quotes: series.quotes.get(marketId),
      candles: (interval) => candles.get(marketId, interval),
    }),

    /** See SeriesMap.load(). */
    load: (marketId: string, part: UnloadedPart): Promise<boolean> =>
      part.kind === 'candles'
        ? candles.load(marketId, part)
        : series[part.kind].load(marketId, part.ms, part.needsRowIds ?? false),

    /**
     * Returns the rows of a market that the store may not have yet, for a statement that the caller must send in the
     * same turn of the event loop. Returns null if some of these rows are no longer in memory, or if there are more
     * than `maxUnwrittenRows`.
     */
    unwrittenRows(kind: HistoryKind, marketId: string): readonly HistoryRow[] | null {
      const { tail, toRow } = rowsOf[kind]
      const pinnedTail = tail.pin(options.partitionOf(marketId))
      if (!pinnedTail) return null
      const records = pinnedTail.recordsOf(marketId)
      pinnedTail.release()
      if (records.length > maxUnwrittenRows) return null
      return records.flatMap((record) => toRow(record) ?? [])
    },

    /** Adds a record to the tails as bytes. Decodes it and applies it to the caches only if they have its market. */
    applyTrade: (record: LogRecord): void => {
      tails.candles.append(record)
      if (!tails.trades.append(record) || record.key === null) return
      const { key } = record
      if (!series.trades.get(key) && !candles.has(key) && !states.has(key)) return
      const trade = decoder.decodeTrade(record)
      if (!trade) return
      series.trades.insertRow(trade.market_id, toTradeRow(trade, record.offset))
      candles.markChanged(trade.market_id, trade.timestamp_ms)
      states.applyStateChange(trade.market_id, toTradeChange(trade, record.offset))
    },

    applyBook: (record: LogRecord): void => {
      if (!tails.books.append(record) || record.key === null) return
      const { key } = record
      if (!series.quotes.get(key) && !books.has(key) && !states.has(key)) return
      const book = decoder.decodeBook(record)
      if (!book) return
      series.quotes.insertRow(book.market_id, toQuoteRow(book, record.offset))
      books.applyBook(book, record.offset)
      states.applyStateChange(book.market_id, toBookChange(book, record.offset))
    },

    applyMarket: (record: LogRecord): void => {
      if (!tails.markets.append(record) || record.key === null || !states.has(record.key)) return
      const change = changeDecoder.decodeMarket(record)
      if (change) states.applyStateChange(record.key, change)
    },

    applyAudit: (record: LogRecord): void => {
      if (!tails.audits.append(record) || record.key === null || !states.has(record.key)) return
      const change = changeDecoder.decodeAudit(record)
      if (change) states.applyStateChange(record.key, change)
    },

    applySighting: (record: LogRecord): void => {
      if (record.key === null || !books.has(record.key)) return
      const sighting = decoder.decodeSighting(record)
      if (sighting) books.applySighting(sighting)
    },

    /**
     * Sets the positions of the store. If the store has lost rows, the memory forgets everything that it has
     * read from the store.
     */
    setStorePositions: (found: StorePositions): void => {
      if (!reads.setStoreState(found.state)) {
        for (const tail of Object.values(tails)) tail.reset()
        for (const cache of [series.trades, series.quotes, candles, books, states, sieve])
          cache.clear()
      }
      tails.trades.setStorePositions(found.positionsOf('trades'))
      tails.candles.setStorePositions(found.positionsOf(candlePositions))
      for (const topic of ['books', 'markets', 'audits'] as const)
        tails[topic].setStorePositions(found.positionsOf(topic))
    },

    counts: () => ({
      loads: [series.trades, series.quotes, candles, books, states].reduce(
        (sum, cache) => sum + cache.loadCount(),
        0,
      ),
      evictions: sieve.evictionCount(),
      bytes: sieve.bytes(),
      tailRecords: [tails.trades, tails.books, tails.markets, tails.audits].reduce(
        (sum, tail) => sum + tail.recordCount(),
        0,
      ),
    }),
  }
}
