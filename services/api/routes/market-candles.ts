// GET /v1/markets/{market_id}/candles: open, high, low, close and volume by time bucket.
import type { CandlesQuery } from '../../../schemas/generated/api.ts'
import { candleGrids } from '../../domain/candle.ts'
import type { Store } from '../../lib/store/port.ts'
import {
  candleRange,
  closeOf,
  fillCandles,
  toCandleText,
  withFinality,
  type CandleRange,
  type CandleText,
} from '../candle-series.ts'
import { cachingOf, isComplete } from '../completeness.ts'
import { createQueryParser, rangeErrors } from '../parameters.ts'
import { queryCandles } from '../queries/candles.ts'
import { requireMarket } from '../require-market.ts'
import type { Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<CandlesQuery>('query-candles')

interface Series {
  readonly candles: readonly CandleText[]
  readonly hasMore: boolean
  /** Whether an earlier trade, if there was one, would add candles. */
  readonly dependsOnPast: boolean
}

export function marketCandlesRoute({ store, catalog, historyRequester, now }: RouteContext): Route {
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
    async handle({ params, search, accountId }) {
      const query = parseQuery(search, rangeErrors)
      const { market, completeness } = await requireMarket(catalog, params)
      const { interval } = query
      const { stepS } = candleGrids[interval]
      const nowMs = now()
      const nowS = Math.ceil(nowMs / 1000)
      const endS = Math.min(query.end_ts ?? nowS, nowS)
      const range = candleRange(interval, query.start_ts ?? 0, endS)
      const read = query.fill === 'previous' ? readFilled : readTraded
      const { candles, hasMore, dependsOnPast } = await read(store, market.id, query, range)

      const texts = candles.map((candle) => {
        const [fromMs, untilMs] = [candle.startS * 1000, (candle.startS + stepS) * 1000]
        return withFinality(candle, isComplete(completeness, fromMs, untilMs))
      })
      const { fromMs, untilMs } = answeredRange(query, range, candles, hasMore)
      const answered = { fromMs: dependsOnPast ? 0 : fromMs, untilMs }
      return {
        body:
          `{"market_id":${JSON.stringify(market.id)},"interval":"${interval}",` +
          `"candles":[${texts.join(',')}],"has_more":${hasMore}}`,
        headers: historyRequester.headersOf({
          marketId: market.id,
          accountId,
          completeness,
          range: answered,
        }),
        caching: query.start_ts === undefined ? 'none' : cachingOf(completeness, answered, nowMs),
      }
    },
  }
}

async function readTraded(
  store: Store,
  marketId: string,
  { interval, start_ts: start, limit }: CandlesQuery,
  range: CandleRange,
): Promise<Series> {
  const keep = start === undefined ? 'newest' : 'oldest'
  const request = { marketId, interval, ...range, limit: limit + 1, keep } as const
  const found = (await queryCandles(store, request)).map(toCandleText)
  const candles = keep === 'oldest' ? found.slice(0, limit) : found.slice(-limit)
  return { candles, hasMore: found.length > limit, dependsOnPast: false }
}

/**
 * Returns the candles of all buckets, including buckets without trades. If the request has no
 * start_ts, these are the newest `limit` buckets.
 */
async function readFilled(
  store: Store,
  marketId: string,
  { interval, start_ts: start, limit }: CandlesQuery,
  { fromS, toS }: CandleRange,
): Promise<Series> {
  const { stepS } = candleGrids[interval]
  const isNewest = start === undefined
  const firstS = isNewest ? Math.max(fromS, toS - limit * stepS) : fromS
  const wanted = { marketId, interval, fromS: firstS, toS, limit: limit + 1 }
  const [lines, [last]] = await Promise.all([
    queryCandles(store, { ...wanted, keep: 'oldest' }),
    queryCandles(store, { marketId, interval, fromS: 0, toS: firstS, limit: 1, keep: 'newest' }),
  ])
  const before = last === undefined ? null : closeOf(last)
  const range = { fromS: firstS, toS }
  const filled = fillCandles(lines.map(toCandleText), range, stepS, before, limit + 1)
  return {
    candles: filled.slice(0, limit),
    hasMore: isNewest ? before !== null : filled.length > limit,
    dependsOnPast: before === null,
  }
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
