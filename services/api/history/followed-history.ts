// Answers questions about the past and the newest states of markets from memory, which is kept up to date
// with the records of the log (docs/decisions/029-reads-from-memory.md). Segments of rows are read from the
// store when a request needs them, and later records of the log patch them. When the memory cannot answer,
// the store does.
import pLimit from 'p-limit'
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { CandleText } from '../candle-series.ts'
import { queryBucketValues } from '../queries/bucket-values.ts'
import { findFirstPriceMs, findPrice, findTradesPage, type MarketTimeSeries } from './answers.ts'
import { findCandlePage, findCandles } from './find-candles.ts'
import { createLogFollower, type LogFollowerOptions } from './log-follower.ts'
import type { MarketRef, MarketHistory } from './market-history.ts'
import { createHistoryMemory, type HistoryMemoryOptions } from './memory.ts'
import { UnloadedParts } from './missing.ts'
import { createMarketStateReader } from './state-answers.ts'
import { createStoredHistory, type StoredHistory } from './stored-history.ts'

export interface FollowedHistoryOptions
  extends HistoryMemoryOptions, Omit<LogFollowerOptions, 'memory' | 'onPolled'> {
  /** Called about once a second. */
  readonly onCounts: (counts: HistoryCounts) => void
}

/** All counts except `bytes` and `tailRecords` are sums since the start of the process. */
export interface HistoryCounts {
  /** Questions that were answered from memory without a load. */
  readonly hits: number
  /** Questions that had to wait until data was loaded from the store. */
  readonly misses: number
  /**
   * Questions that memory could not answer: those that the store answered, and those about the candles of a stream,
   * which the stream asks again later.
   */
  readonly fallbacks: number
  /**
   * Loads from the store: of segments of rows or candles, of order books, and of the states of several markets.
   */
  readonly loads: number
  readonly evictions: number
  /** Memory of the segments, order books and states, in bytes. */
  readonly bytes: number
  /** Records of the log that the store may lack. */
  readonly tailRecords: number
}

export interface FollowedHistory extends MarketHistory {
  /** Resolves when the memory can be used; rejects if the store or the log cannot be read. */
  start(): Promise<void>
  stop(): Promise<void>
  counts(): HistoryCounts
}

/**
 * Maximum number of parts that are loaded at the same time for streams. Rate limits bound the loads of requests, but
 * a stream loads candles as long as trades arrive.
 */
const maxStreamLoads = 4

/**
 * If memory cannot answer a question after this many loads, other requests keep evicting the parts that the answer
 * needs. The store then answers.
 */
const maxLoadsPerQuestion = 8

export function createFollowedHistory(options: FollowedHistoryOptions): FollowedHistory {
  const { partitionOf } = options
  const stored = createStoredHistory(options.store)
  const memory = createHistoryMemory(options)
  const sums = { hits: 0, misses: 0, fallbacks: 0 }
  const count = (result: keyof typeof sums): void => void (sums[result] += 1)
  const counts = (): HistoryCounts => ({ ...sums, ...memory.counts() })
  const follower = createLogFollower({
    ...options,
    memory,
    onPolled: () => options.onCounts(counts()),
  })

  /**
   * Whether the memory has all records before the watermark of the response, and all records that the store is known
   * to have.
   */
  function isCurrent({ id, watermarkPosition }: MarketRef): boolean {
    const partition = partitionOf(id)
    const { trades, books } = memory.tails
    return trades.isCurrent(partition, watermarkPosition) && books.isCurrent(partition, 0)
  }

  /**
   * Calls `find`. If the result shows that something is missing in memory, calls `load` with this result, and then
   * `find` again. If `load` resolves with false, because the memory cannot hold the missing part at the moment, the
   * store answers.
   */
  function answer<T, Missing>(
    market: MarketRef,
    question: {
      readonly find: () => T | Missing
      readonly isMissing: (found: T | Missing) => found is Missing
      readonly load: (missing: Missing) => Promise<boolean>
      readonly readFromStore: () => Promise<T>
    },
  ): MaybePromise<T> {
    const { find, isMissing, load, readFromStore } = question
    const askStore = (): Promise<T> => {
      count('fallbacks')
      return readFromStore()
    }
    if (!isCurrent(market)) return askStore()
    const found = find()
    if (!isMissing(found)) {
      count('hits')
      return found
    }
    count('misses')
    const loadAndFind = async (missing: Missing, loadsLeft: number): Promise<T> => {
      const isLoaded = loadsLeft > 0 && (await load(missing))
      if (!isLoaded || !isCurrent(market)) return askStore()
      const next = find()
      return isMissing(next) ? loadAndFind(next, loadsLeft - 1) : next
    }
    return loadAndFind(found, maxLoadsPerQuestion)
  }

  function answerFromSeries<T>(
    market: MarketRef,
    find: (series: MarketTimeSeries) => T | UnloadedParts,
    readFromStore: () => Promise<T>,
    limitLoads: <Loaded>(load: () => Promise<Loaded>) => Promise<Loaded> = (load) => load(),
  ): MaybePromise<T> {
    return answer<T, UnloadedParts>(market, {
      find: () => find(memory.seriesOf(market.id)),
      isMissing: (found): found is UnloadedParts => found instanceof UnloadedParts,
      async load({ parts }) {
        const loads = parts.map((part) => limitLoads(() => memory.load(market.id, part)))
        return (await Promise.all(loads)).every(Boolean)
      },
      readFromStore,
    })
  }
  const limitStreamLoads = pLimit(maxStreamLoads)

  return {
    start: follower.start,
    stop: follower.stop,
    counts,
    ...createSeriesAnswers(answerFromSeries, stored),
    candlesOfReceivedTrades: (market, request) =>
      answerFromSeries<readonly CandleText[] | null>(
        market,
        (series) => findCandles(series, request),
        () => Promise.resolve(null),
        limitStreamLoads,
      ),
    bucketValues({ id }, request) {
      const unwritten = memory.unwrittenRows(request.source === 'trades' ? 'trades' : 'quotes', id)
      // without the records of the log, the answer is only as new as the store
      if (unwritten === null) count('fallbacks')
      return queryBucketValues(options.store, id, request, unwritten ?? [])
    },
    orderBook: (market) =>
      answer(market, {
        find: () => memory.books.get(market.id),
        isMissing: (found): found is undefined => found === undefined,
        load: () => memory.books.load(market.id),
        readFromStore: () => stored.orderBook(market),
      }),
    states: createMarketStateReader({ memory, partitionOf, stored, count }),
  }
}

type AnswerFromSeries = <T>(
  market: MarketRef,
  find: (series: MarketTimeSeries) => T | UnloadedParts,
  readFromStore: () => Promise<T>,
) => MaybePromise<T>

function createSeriesAnswers(answer: AnswerFromSeries, storedHistory: StoredHistory) {
  return {
    priceAt: (market, atMs) =>
      answer(
        market,
        (series) => findPrice(series, atMs),
        () => storedHistory.priceAt(market, atMs),
      ),
    firstPriceMs: (market) =>
      answer(market, findFirstPriceMs, () => storedHistory.firstPriceMs(market)),
    tradesPage: (market, page) =>
      answer(
        market,
        (series) => findTradesPage(series, market, page),
        () => storedHistory.tradesPage(market, page),
      ),
    candles: (market, request) =>
      answer(
        market,
        (series) => findCandles(series, request),
        () => storedHistory.candles(market, request),
      ),
    candlePage: (market, request) =>
      answer(
        market,
        (series) => findCandlePage(series, request),
        () => storedHistory.candlePage(market, request),
      ),
  } satisfies Partial<MarketHistory>
}
