// GET /v1/markets/{market_id}/candles: open, high, low, close and volume by time bucket.
import type { CandlesQuery } from '../../../schemas/generated/api.ts'
import { candleGrids } from '../../domain/candle.ts'
import { chain, type MaybePromise } from '../../lib/run/maybe-promise.ts'
import {
  candleRange,
  closeOf,
  fillCandles,
  withFinality,
  type CandleRange,
  type CandleText,
} from '../candle-series.ts'
import { cachingOf, completenessWithin, isComplete } from '../completeness.ts'
import { createQueryParser, rangeErrors } from '../parameters.ts'
import type { AskedMarket, MarketHistory } from '../history/market-history.ts'
import { requireMarket, toAskedMarket } from '../require-market.ts'
import type { FoundMarket } from '../catalog/stored-markets.ts'
import type { Route, RouteContext, RouteResponse } from '../route.ts'

const parseQuery = createQueryParser<CandlesQuery>('query-candles')

interface Series {
  readonly candles: readonly CandleText[]
  readonly hasMore: boolean
  /** Whether an earlier trade, if there was one, would add candles. */
  readonly dependsOnPast: boolean
}

export function marketCandlesRoute({
  catalog,
  history,
  historyRequester,
  now,
}: RouteContext): Route {
  return {
    path: '/v1/markets/{market_id}/candles',
    document: {
      operationId: 'listMarketCandles',
      tag: 'Markets',
      summary: 'List the candles of a market',
      description:
        'Returns open, high, low, close and volume of each time bucket, oldest first. With `start_ts` the result begins at that time, without it the result has the newest buckets.',
      query: 'query-candles',
      response: 'candle-page',
      notFound: ['market_not_found'],
      hasCompletenessHeaders: true,
      moreHeaders: ['X-History-Not-Requested'],
      cost: { base: 1, portions: { limit: 2_000 } },
    },
    handle({ params, search, accountId }) {
      const query = parseQuery(search, rangeErrors)
      return chain(requireMarket(catalog, params), (found) => {
        const nowS = Math.ceil(now() / 1000)
        const endS = Math.min(query.end_ts ?? nowS, nowS)
        const range = candleRange(query.interval, query.start_ts ?? 0, endS)
        const read = query.fill === 'previous' ? readFilled : readTraded
        return chain(read(history, toAskedMarket(found), query, range), (series) =>
          respond(found, series, { query, range, accountId }),
        )
      })
    },
  }

  function respond(
    { market, completeness }: FoundMarket,
    { candles, hasMore, dependsOnPast }: Series,
    { query, range, accountId }: Asked,
  ): RouteResponse {
    const stepMs = candleGrids[query.interval].stepS * 1000
    const { fromMs, untilMs } = answeredRange(query, range, candles, hasMore)
    const known = completenessWithin(completeness, fromMs, untilMs)
    const texts = candles.map((candle) => {
      const startMs = candle.startS * 1000
      return withFinality(candle, isComplete(known, startMs, startMs + stepMs))
    })
    const answered = { fromMs: dependsOnPast ? 0 : fromMs, untilMs }
    return {
      body:
        `{"market_id":${JSON.stringify(market.id)},"interval":"${query.interval}",` +
        `"candles":[${texts.join(',')}],"has_more":${hasMore}}`,
      headers: historyRequester.headersOf({
        marketId: market.id,
        accountId,
        completeness,
        range: answered,
      }),
      caching: query.start_ts === undefined ? 'none' : cachingOf(completeness, answered, now()),
    }
  }
}

interface Asked {
  readonly query: CandlesQuery
  readonly range: CandleRange
  readonly accountId: string
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
 * The time range that the response covers: the requested range without the part that `limit` cut
 * off.
 */
function answeredRange(
  { interval, start_ts: start }: CandlesQuery,
  { fromS, toS }: CandleRange,
  candles: readonly CandleText[],
  hasMore: boolean,
): { fromMs: number; untilMs: number } {
  const [first, last] = [candles[0]?.startS ?? fromS, candles.at(-1)?.startS ?? fromS]
  const isNewest = start === undefined
  return {
    fromMs: (isNewest && hasMore ? first : fromS) * 1000,
    untilMs: (!isNewest && hasMore ? last + candleGrids[interval].stepS : toS) * 1000,
  }
}
