// Reads the candles of a market for a response about one market (routes/market-candles.ts) or about several markets
// (routes/candle-batch.ts).
import type { CandlesQuery } from '../../schemas/generated/api.ts'
import { candleGrids } from '../domain/candle.ts'
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import {
  toCandleRange,
  closingPriceOf,
  addCandlesForEmptyBuckets,
  toCandlePage,
  type CandleRange,
} from './candle-series.ts'
import type { Completeness } from './catalog/feed-catalog.ts'
import type { FoundMarket } from './catalog/stored-markets.ts'
import { cachingOf, type Period, type StatedCompleteness } from './completeness.ts'
import type { MarketRef, CandlePage, MarketHistory } from './history/market-history.ts'
import { readQuoteCandles } from './quote-candles.ts'
import { readQuoteCompleteness, toStatedQuoteCompleteness } from './quote-completeness.ts'
import type { RenderedRows } from './rendered-rows.ts'
import { toMarketRef } from './require-market.ts'
import type { Caching, RouteContext } from './route.ts'

export interface CandleQuestion {
  readonly query: CandlesQuery
  readonly accountId: string
  readonly nowMs: number
}

export interface CandleAnswer {
  /**
   * The candles as JSON. The text of a CandlePage consists of `before`, these candles and `after`.
   */
  readonly rows: RenderedRows
  readonly before: string
  readonly after: string
  readonly completeness: StatedCompleteness
  readonly caching: Caching
}

export type CandleReader = (
  found: FoundMarket,
  question: CandleQuestion,
) => MaybePromise<CandleAnswer>

interface CandleSeries extends CandlePage {
  /** Whether the candles would change if a trade were found that is older than all known trades. */
  readonly dependsOnPast: boolean
}

interface CandleSeriesRequest {
  readonly market: MarketRef
  readonly completeness: Completeness
  readonly query: CandlesQuery
  readonly range: CandleRange
}

export function createCandleReader({
  history,
  historyRequester,
}: Pick<RouteContext, 'history' | 'historyRequester'>): CandleReader {
  return (found, { query, accountId, nowMs }) => {
    const { completeness } = found
    const market = toMarketRef(found)
    const nowS = Math.ceil(nowMs / 1000)
    const endS = Math.min(query.end_ts ?? nowS, nowS)
    const range = toCandleRange(query.interval, query.start_ts ?? 0, endS)
    if (query.source !== 'trades') return answerFromQuotes(history, market, query, { range, nowMs })
    const read =
      query.fill === 'previous' ? readCandlesOfAllBuckets : readCandlesOfBucketsWithTrades
    const question = { market, completeness, query, range }
    return chain(read(history, question), (series) => {
      const { fromMs, untilMs } = periodOfAnswer(query, range, series)
      const period = { fromMs: series.dependsOnPast ? 0 : fromMs, untilMs }
      return {
        ...renderPage(market.id, query, series),
        completeness: historyRequester.requestUnfetchedTrades({
          marketId: market.id,
          accountId,
          completeness,
          period,
        }),
        caching: query.start_ts === undefined ? 'none' : cachingOf(completeness, period, nowMs),
      }
    })
  }
}

async function answerFromQuotes(
  history: MarketHistory,
  market: MarketRef,
  query: CandlesQuery,
  { range, nowMs }: { readonly range: CandleRange; readonly nowMs: number },
): Promise<CandleAnswer> {
  // the completeness is read before the quotes, so that the quotes include all quotes that it covers
  const completeness = await readQuoteCompleteness(history, market)
  const { candles, hasMore } = await readQuoteCandles(history, market, query, range)
  const page = toCandlePage(candles, hasMore, query.interval, completeness)
  const period = periodOfAnswer(query, range, page)
  return {
    ...renderPage(market.id, query, page),
    completeness: toStatedQuoteCompleteness(completeness),
    caching: query.start_ts === undefined ? 'none' : cachingOf(completeness, period, nowMs),
  }
}

function renderPage(
  marketId: string,
  { interval }: CandlesQuery,
  { rows, hasMore }: CandlePage,
): Pick<CandleAnswer, 'rows' | 'before' | 'after'> {
  return {
    before: `{"market_id":${JSON.stringify(marketId)},"interval":"${interval}","candles":[`,
    rows,
    after: `],"has_more":${hasMore}}`,
  }
}

function readCandlesOfBucketsWithTrades(
  history: MarketHistory,
  { market, completeness, query: { interval, start_ts: start, limit }, range }: CandleSeriesRequest,
): MaybePromise<CandleSeries> {
  const keep = start === undefined ? 'newest' : 'oldest'
  const request = { interval, ...range, limit, keep, completeness } as const
  return chain(history.candlePage(market, request), (page) => ({ ...page, dependsOnPast: false }))
}

/**
 * Returns the candles of all buckets, including buckets without trades. If the request has no start_ts, returns the
 * candles of the newest `limit` buckets.
 */
function readCandlesOfAllBuckets(
  history: MarketHistory,
  { market, completeness, query: { interval, start_ts: start, limit }, range }: CandleSeriesRequest,
): MaybePromise<CandleSeries> {
  const { fromS, toS } = range
  const { stepS } = candleGrids[interval]
  const isNewest = start === undefined
  const firstS = isNewest ? Math.max(fromS, toS - limit * stepS) : fromS
  const wanted = { interval, fromS: firstS, toS, limit: limit + 1, keep: 'oldest' } as const
  const past = { interval, fromS: 0, toS: firstS, limit: 1, keep: 'newest' } as const
  return chain(history.candles(market, wanted), (found) =>
    chain(history.candles(market, past), ([last]) => {
      const before = last === undefined ? null : closingPriceOf(last.json)
      const filled = addCandlesForEmptyBuckets(
        found,
        { fromS: firstS, toS },
        stepS,
        before,
        limit + 1,
      )
      const hasMore = isNewest ? before !== null : filled.length > limit
      return {
        ...toCandlePage(filled.slice(0, limit), hasMore, interval, completeness),
        dependsOnPast: before === null,
      }
    }),
  )
}

/** Returns the period that the response covers: the requested range without the part that `limit` cut off. */
function periodOfAnswer(
  { interval, start_ts: start }: CandlesQuery,
  { fromS, toS }: CandleRange,
  { firstS, lastS, hasMore }: CandlePage,
): Period {
  const [first, last] = [firstS ?? fromS, lastS ?? fromS]
  const isNewest = start === undefined
  return {
    fromMs: (isNewest && hasMore ? first : fromS) * 1000,
    untilMs: (!isNewest && hasMore ? last + candleGrids[interval].stepS : toS) * 1000,
  }
}
