// What the routes ask about the past of a market: its price, trades, candles and order book; and about the newest
// state of many markets. followed-history.ts answers from memory, stored-history.ts from the store.
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
import type { MarketState } from './market-state.ts'

export interface AskedMarket {
  readonly id: string
  readonly platform: Platform
  /** Labels of the outcomes, by index. */
  readonly labels: readonly string[]
  /**
   * The response states a watermark that was at this position in the topic `trades`, so it must include all
   * earlier records of the market's partition. 0: the response states none.
   */
  readonly watermarkPosition: number
}

/** A market whose newest state is asked for. */
export interface AskedState extends Pick<AskedMarket, 'id' | 'watermarkPosition'> {
  /** Unix milliseconds: the watermark that the response states. Infinity: it states none. */
  readonly completeUntilMs: number
}

export interface AskedTrades {
  /** The page begins with the newest trade before this sort key. */
  readonly after: TimeSortKey
  /** Unix milliseconds: only trades at or after this time. */
  readonly fromMs: number
  readonly limit: number
}

export interface TradesPage {
  /** Newest first. */
  readonly trades: RenderedRows
  readonly hasMore: boolean
  /** Sort key of the last trade of the page; null if the page is empty. */
  readonly last: TimeSortKey | null
}

export type AskedCandles = Omit<CandlesRequest, 'marketId'>

export interface AskedCandlePage extends AskedCandles {
  /** Of the trades of the market: decides about `is_final`. */
  readonly completeness: Completeness
}

export interface CandlePage {
  /** Oldest first, with `is_final`. */
  readonly rows: RenderedRows
  /** Unix seconds: the starts of the first and of the last candle; null if there is none. */
  readonly firstS: number | null
  readonly lastS: number | null
  /** Whether the range has more candles than `limit`. */
  readonly hasMore: boolean
}

/** Answers at once if everything is in memory. Promises reject with StoreUnavailable. */
export interface MarketHistory {
  /** The newest trade or usable quote at or before a time; null if there is none. */
  priceAt(market: AskedMarket, atMs: number): MaybePromise<PriceObservation | null>
  /** Unix milliseconds of the first trade or usable quote; null if there is none. */
  firstPriceMs(market: AskedMarket): MaybePromise<number | null>
  tradesPage(market: AskedMarket, page: AskedTrades): MaybePromise<TradesPage>
  /** The candles with trades, oldest first. */
  candles(market: AskedMarket, request: AskedCandles): MaybePromise<readonly CandleText[]>
  /** Like `candles`, rendered as a part of a response. */
  candlePage(market: AskedMarket, request: AskedCandlePage): MaybePromise<CandlePage>
  /** The values of trades or quotes by bucket, at most of a limited part of the past. */
  bucketValues(market: AskedMarket, request: BucketValuesRequest): Promise<BucketValues>
  /** The newest order book; null if none was recorded. */
  orderBook(market: AskedMarket): MaybePromise<NewestBook | null>
  /**
   * The newest states, by id; `details` of an unknown market are null. An audit in them covers no trade that the
   * answer does not include.
   */
  states(markets: readonly AskedState[]): MaybePromise<ReadonlyMap<string, MarketState>>
}
