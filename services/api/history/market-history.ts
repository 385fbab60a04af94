// The questions that routes ask about the past of a market (its price, trades, candles and order book) and
// about the newest states of many markets. followed-history.ts answers from memory, stored-history.ts from the
// store.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { TimeSortKey } from '../cursor.ts'
import type { RenderedRows } from '../rendered-rows.ts'
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import type { CandleText } from '../candle-series.ts'
import type { Completeness } from '../catalog/feed-catalog.ts'
import type { BucketValues, BucketValuesRequest } from '../queries/bucket-values.ts'
import type { CandlesRequest } from '../queries/candles.ts'
import type { NewestBook } from '../queries/order-book.ts'
import type { PriceObservation } from '../queries/price-at.ts'
import type { TradesRequest } from '../queries/trades-page.ts'
import type { MarketState } from './market-state.ts'

/** The data of a market that the methods of MarketHistory need. */
export interface MarketRef {
  readonly id: string
  readonly platform: Platform
  /** Labels of the outcomes, by index. */
  readonly labels: readonly string[]
  /**
   * Position of the watermark that the response states, in the market's partition of the topic `trades`; 0: the
   * response states none. The response must include all records of this partition before this position.
   */
  readonly watermarkPosition: number
}

/** A request for the newest state of a market. */
export interface StateRequest extends Pick<MarketRef, 'id' | 'watermarkPosition'> {
  /** The watermark that the response states, in Unix milliseconds. Infinity: the response states none. */
  readonly completeUntilMs: number
}

export type TradesPageRequest = Pick<TradesRequest, 'after' | 'fromMs' | 'limit'>

export interface TradesPage {
  /** Newest first. */
  readonly trades: RenderedRows
  readonly hasMore: boolean
  /** Sort key of the last trade of the page, for the cursor; null if the page is empty. */
  readonly last: TimeSortKey | null
}

export type CandleRangeRequest = Omit<CandlesRequest, 'marketId'>

export interface CandlePageRequest extends CandleRangeRequest {
  /** Completeness of the trades of the market, which decides about `is_final`. */
  readonly completeness: Completeness
}

export interface CandlePage {
  /** Oldest first, with `is_final`. */
  readonly rows: RenderedRows
  /** Unix seconds: when the first and the last candle of the page start; null if the page is empty. */
  readonly firstS: number | null
  readonly lastS: number | null
  /** Whether the range has more candles than `limit`. */
  readonly hasMore: boolean
}

/**
 * Methods that return the answer itself if it can be computed from memory, and otherwise a promise, which rejects with
 * StoreUnavailable if the store cannot be read.
 */
export interface MarketHistory {
  /**
   * Returns the newest trade or usable quote at or before a time; null if there is none. A quote is usable
   * if its bid and ask are close together (domain/quote.ts).
   */
  priceAt(market: MarketRef, atMs: number): MaybePromise<PriceObservation | null>
  /**
   * Returns the time of the first trade or usable quote (see priceAt), in Unix milliseconds; null if there
   * is none.
   */
  firstPriceMs(market: MarketRef): MaybePromise<number | null>
  tradesPage(market: MarketRef, page: TradesPageRequest): MaybePromise<TradesPage>
  /** Returns the candles of buckets with trades, oldest first. */
  candles(market: MarketRef, request: CandleRangeRequest): MaybePromise<readonly CandleText[]>
  /**
   * Like `candles`, but the candles always include every trade that this process has received from the log. Returns
   * null, or resolves with null, if the memory cannot provide such candles now. The store does not answer instead,
   * because its tables can lack the newest trades.
   */
  candlesOfReceivedTrades(
    market: MarketRef,
    request: CandleRangeRequest,
  ): MaybePromise<readonly CandleText[] | null>
  /** Returns the same candles as `candles`, as the JSON of a response. */
  candlePage(market: MarketRef, request: CandlePageRequest): MaybePromise<CandlePage>
  /**
   * Returns the values of trades or quotes by time bucket. The result may cover only a part of the requested range.
   */
  bucketValues(market: MarketRef, request: BucketValuesRequest): Promise<BucketValues>
  /** Returns the newest order book; null if none was recorded. */
  orderBook(market: MarketRef): MaybePromise<NewestBook | null>
  /**
   * Returns the newest states by market id; `details` of an unknown market are null. A state contains the
   * market's newest audit only if the response includes all trades that the audit has summed up.
   */
  states(markets: readonly StateRequest[]): MaybePromise<ReadonlyMap<string, MarketState>>
}
