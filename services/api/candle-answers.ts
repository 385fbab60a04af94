// The candles of a market, for one market (routes/market-candles.ts) and for batches (routes/candle-batch.ts).
import type { CandlesQuery } from '../../schemas/generated/api.ts'
import { candleGrids } from '../domain/candle.ts'
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import {
  candleRange,
  closeOf,
  fillCandles,
  withFinality,
  type CandleRange,
  type CandleText,
} from './candle-series.ts'
import type { Completeness } from './catalog/feed-catalog.ts'
import type { FoundMarket } from './catalog/stored-markets.ts'
import {
  cachingOf,
  completenessWithin,
  isComplete,
  type Period,
  type StatedCompleteness,
} from './completeness.ts'
import type { AskedMarket, MarketHistory } from './history/market-history.ts'
import { readQuoteCandles } from './quote-candles.ts'
import { quoteCompleteness, stateQuoteCompleteness } from './quote-completeness.ts'
import { toAskedMarket } from './require-market.ts'
import type { Caching, RouteContext } from './route.ts'

export interface AskedCandles {
  readonly query: CandlesQuery
  readonly accountId: string
  readonly nowMs: number
}

export interface CandleAnswer {
  /** A CandlePage. */
  readonly json: string
  /** The JSON of each candle of the page. */
  readonly candles: readonly string[]
  readonly completeness: StatedCompleteness
  readonly caching: Caching
}

export type CandleAnswers = (found: FoundMarket, asked: AskedCandles) => MaybePromise<CandleAnswer>

interface Series {
  readonly candles: readonly CandleText[]
  readonly hasMore: boolean
  /** Whether an earlier trade, if there was one, would add candles. */
  readonly dependsOnPast: boolean
}

export function createCandleAnswers(
  context: Pick<RouteContext, 'history' | 'historyRequester'>,
): CandleAnswers {
  const { history } = context
  return (found, asked) => {
    const { query, nowMs } = asked
    const market = toAskedMarket(found)
    const nowS = Math.ceil(nowMs / 1000)
    const endS = Math.min(query.end_ts ?? nowS, nowS)
    const range = candleRange(query.interval, query.start_ts ?? 0, endS)
    if (query.source !== 'trades') return answerFromQuotes(history, market, asked, range)
    const read = query.fill === 'previous' ? readFilled : readTraded
    return chain(read(history, market, query, range), (series) =>
      toTradesAnswer(context, found, asked, { range, series }),
    )
  }
}

function toTradesAnswer(
  { historyRequester }: Pick<RouteContext, 'historyRequester'>,
  { market, completeness }: FoundMarket,
  { query, accountId, nowMs }: AskedCandles,
  { range, series }: { readonly range: CandleRange; readonly series: Series },
): CandleAnswer {
  const { candles, hasMore, dependsOnPast } = series
  const { fromMs, untilMs } = answeredPeriod(query, range, candles, hasMore)
  const known = completenessWithin(completeness, fromMs, untilMs)
  const period = { fromMs: dependsOnPast ? 0 : fromMs, untilMs }
  return {
    ...toPage(market.id, query, series, known),
    completeness: historyRequester.stateCompleteness({
      marketId: market.id,
      accountId,
      completeness,
      period,
    }),
    caching: query.start_ts === undefined ? 'none' : cachingOf(completeness, period, nowMs),
  }
}

async function answerFromQuotes(
  history: MarketHistory,
  market: AskedMarket,
  { query, nowMs }: AskedCandles,
  range: CandleRange,
): Promise<CandleAnswer> {
  // before the quotes are read, so that they include everything that it covers
  const completeness = await quoteCompleteness(history, market)
  const series = await readQuoteCandles(history, market, query, range)
  const period = answeredPeriod(query, range, series.candles, series.hasMore)
  return {
    ...toPage(market.id, query, series, completeness),
    completeness: stateQuoteCompleteness(completeness),
    caching: query.start_ts === undefined ? 'none' : cachingOf(completeness, period, nowMs),
  }
}

function toPage(
  marketId: string,
  { interval }: CandlesQuery,
  { candles, hasMore }: Pick<Series, 'candles' | 'hasMore'>,
  completeness: Completeness,
): Pick<CandleAnswer, 'json' | 'candles'> {
  const stepMs = candleGrids[interval].stepS * 1000
  const texts = candles.map((candle) => {
    const startMs = candle.startS * 1000
    return withFinality(candle, isComplete(completeness, startMs, startMs + stepMs))
  })
  return {
    json:
      `{"market_id":${JSON.stringify(marketId)},"interval":"${interval}",` +
      `"candles":[${texts.join(',')}],"has_more":${hasMore}}`,
    candles: texts,
  }
}

function readTraded(
  history: MarketHistory,
  market: AskedMarket,
  { interval, start_ts: start, limit }: CandlesQuery,
  range: CandleRange,
): MaybePromise<Series> {
  const keep = start === undefined ? 'newest' : 'oldest'
  const request = { interval, ...range, limit: limit + 1, keep } as const
  return chain(history.candles(market, request), (found) => {
    const candles = keep === 'oldest' ? found.slice(0, limit) : found.slice(-limit)
    return { candles, hasMore: found.length > limit, dependsOnPast: false }
  })
}

/**
 * Returns the candles of all buckets, including buckets without trades. If the request has no
 * start_ts, these are the newest `limit` buckets.
 */
function readFilled(
  history: MarketHistory,
  market: AskedMarket,
  { interval, start_ts: start, limit }: CandlesQuery,
  { fromS, toS }: CandleRange,
): MaybePromise<Series> {
  const { stepS } = candleGrids[interval]
  const isNewest = start === undefined
  const firstS = isNewest ? Math.max(fromS, toS - limit * stepS) : fromS
  const wanted = { interval, fromS: firstS, toS, limit: limit + 1, keep: 'oldest' } as const
  const past = { interval, fromS: 0, toS: firstS, limit: 1, keep: 'newest' } as const
  return chain(history.candles(market, wanted), (found) =>
    chain(history.candles(market, past), ([last]) => {
      const before = last === undefined ? null : closeOf(last.json)
      const range = { fromS: firstS, toS }
      const filled = fillCandles(found, range, stepS, before, limit + 1)
      return {
        candles: filled.slice(0, limit),
        hasMore: isNewest ? before !== null : filled.length > limit,
        dependsOnPast: before === null,
      }
    }),
  )
}

/**
 * The period that the answer covers: the requested range without the part that `limit` cut
 * off.
 */
function answeredPeriod(
  { interval, start_ts: start }: CandlesQuery,
  { fromS, toS }: CandleRange,
  candles: readonly CandleText[],
  hasMore: boolean,
): Period {
  const [first, last] = [candles[0]?.startS ?? fromS, candles.at(-1)?.startS ?? fromS]
  const isNewest = start === undefined
  return {
    fromMs: (isNewest && hasMore ? first : fromS) * 1000,
    untilMs: (!isNewest && hasMore ? last + candleGrids[interval].stepS : toS) * 1000,
  }
}
