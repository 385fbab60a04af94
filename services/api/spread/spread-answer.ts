// Answers a request for the spread between two matching markets.
import type { SpreadQuery } from '../../../schemas/generated/api.ts'
import { bucketEndS } from '../../domain/candle.ts'
import { walkBuckets } from '../bucket-walk.ts'
import { toCandleRange } from '../candle-series.ts'
import type { FoundMarket } from '../catalog/stored-markets.ts'
import { cachingOf, isComplete, type StatedCompleteness } from '../completeness.ts'
import { toMarketRef } from '../require-market.ts'
import type { Caching, RouteContext } from '../route.ts'
import {
  completenessOfSource,
  mergeCompleteness,
  spreadCompletenessOf,
} from './spread-completeness.ts'
import {
  sourceOfOtherMarket,
  toPointJson,
  toSpreadPoints,
  type SpreadPoint,
} from './spread-points.ts'

export interface SpreadQuestion {
  readonly market: FoundMarket
  readonly other: FoundMarket
  readonly isInverted: boolean
  readonly query: SpreadQuery
  readonly accountId: string
  readonly nowMs: number
}

export interface SpreadAnswer {
  /** A SpreadPage. */
  readonly json: string
  /** The JSON of each point. */
  readonly points: readonly string[]
  readonly completeness: StatedCompleteness
  readonly caching: Caching
}

export async function answerSpread(
  { history, historyRequester }: Pick<RouteContext, 'history' | 'historyRequester'>,
  question: SpreadQuestion,
): Promise<SpreadAnswer> {
  const { market, other, isInverted, query, accountId, nowMs } = question
  const { source, interval, start_ts: start, limit } = query
  const nowS = Math.ceil(nowMs / 1000)
  const range = toCandleRange(interval, start ?? 0, Math.min(query.end_ts ?? nowS, nowS))
  const keep = start === undefined ? 'newest' : 'oldest'
  // the completeness is read before the values, so that the values include everything that it covers
  const completeness = mergeCompleteness(
    await completenessOfSource(history, source, market),
    await completenessOfSource(history, source, other),
  )
  const sides = [
    { market: toMarketRef(market), source },
    { market: toMarketRef(other), source: sourceOfOtherMarket(source, isInverted) },
  ] as const
  const found = await walkBuckets({
    interval,
    range,
    count: limit + 1,
    keep,
    async read(window) {
      const [{ market: one, source: first }, { market: two, source: second }] = sides
      const pair = await Promise.all([
        history.bucketValues(one, { source: first, ...window }),
        history.bucketValues(two, { source: second, ...window }),
      ])
      return pair
    },
    toResults: (series, window) => toSpreadPoints(series, isInverted, window),
  })
  const points = keep === 'oldest' ? found.slice(0, limit) : found.slice(-limit)
  const hasMore = found.length > limit
  const endMsOf = ({ startS }: SpreadPoint): number => bucketEndS(interval, startS) * 1000
  const texts = points.map((point) =>
    toPointJson(point, isComplete(completeness, earliestMsOf(point), endMsOf(point))),
  )
  const [first, last] = [points[0], points.at(-1)]
  const period = {
    fromMs: Math.min(range.fromS * 1000, first ? earliestMsOf(first) : Infinity),
    untilMs: hasMore && keep === 'oldest' && last ? endMsOf(last) : range.toS * 1000,
  }
  if (hasMore && keep === 'newest' && first) period.fromMs = earliestMsOf(first)
  return {
    json:
      `{"market_id":${JSON.stringify(market.market.id)},"other_market_id":${JSON.stringify(other.market.id)},` +
      `"polarity":"${isInverted ? 'inverted' : 'same'}","source":"${source}","interval":"${interval}",` +
      `"points":[${texts.join(',')}],"has_more":${hasMore}}`,
    points: texts,
    completeness: spreadCompletenessOf(historyRequester, {
      source,
      markets: [market, other],
      accountId,
      completeness,
      period,
    }),
    caching: start === undefined ? 'none' : cachingOf(completeness, period, nowMs),
  }
}

/** Returns the earliest time whose trades or quotes the point depends on. */
function earliestMsOf({ startS, observedMs, otherObservedMs }: SpreadPoint): number {
  return Math.min(startS * 1000, observedMs, otherObservedMs)
}
