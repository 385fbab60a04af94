// Answers questions about candles from memory. A candle that records of the log have changed is computed again,
// by the rules of services/projector/tables/candles.ts: a one-minute candle from its trades, a candle of up to an hour
// from one-minute candles, a longer candle from one-hour candles.
import { candleGrids, type CandleInterval } from '../../domain/candle.ts'
import { outcomePriceOf } from '../../domain/price.ts'
import type { CandleText } from '../candle-series.ts'
import type { MarketTimeSeries } from './answers.ts'
import type { CandlesAroundTimeRequest } from './candle-cache.ts'
import type { CandleSegment } from './candle-segment.ts'
import { candleOfTrades, combineCandles, parseCandle, toCandleJson } from './candle-values.ts'
import { RenderedRows } from '../rendered-rows.ts'
import type { CandlePageRequest, CandleRangeRequest, CandlePage } from './market-history.ts'
import { UnloadedParts } from './missing.ts'
import { outcomeIndexOf } from './row.ts'
import { walkRowsForward } from './series.ts'

/**
 * By interval: the length of the shorter candles from which a candle is computed. The candles of a minute are
 * computed from trades.
 */
const shorterIntervalOf: Readonly<Record<Exclude<CandleInterval, '1m'>, '1m' | '1h'>> = {
  '5m': '1m',
  '15m': '1m',
  '1h': '1m',
  '4h': '1h',
  '1d': '1h',
  '1w': '1h',
}

/** The minimum of the limit with which candles are read from the store. */
const minCandlesPerLoad = 256

/** The candles of one segment that belong to an answer: those with an index >= `from` and < `to`. */
interface CandleSlice {
  readonly segment: CandleSegment
  readonly from: number
  readonly to: number
}

/** See MarketHistory.candles(). */
export function findCandles(
  market: MarketTimeSeries,
  request: CandleRangeRequest,
): readonly CandleText[] | UnloadedParts {
  const slices = findCandleSlices(market, request)
  if (slices instanceof UnloadedParts) return slices
  return slices.flatMap(({ segment, from, to }) =>
    Array.from({ length: to - from }, (_, i) => ({
      startS: segment.startAt(from + i),
      json: segment.textAt(from + i) ?? '',
    })),
  )
}

/** See MarketHistory.candlePage(). */
export function findCandlePage(
  market: MarketTimeSeries,
  request: CandlePageRequest,
): CandlePage | UnloadedParts {
  const { limit, keep, completeness, interval } = request
  const found = findCandleSlices(market, { ...request, limit: limit + 1 })
  if (found instanceof UnloadedParts) return found
  const count = found.reduce((sum, { from, to }) => sum + to - from, 0)
  const slices = count > limit ? withoutExtraCandle(found, keep) : found
  const finality = { completeness, stepS: candleGrids[interval].stepS }
  const rows = new RenderedRows()
  for (const { segment, from, to } of slices) segment.render(finality, from, to, rows)
  const [first, last] = [slices[0], slices.at(-1)]
  return {
    rows,
    firstS: first?.segment.startAt(first.from) ?? null,
    lastS: last?.segment.startAt(last.to - 1) ?? null,
    hasMore: count > limit,
  }
}

/** Removes one candle: the newest, or the oldest if `keep` is `newest`. */
function withoutExtraCandle(
  slices: readonly CandleSlice[],
  keep: CandleRangeRequest['keep'],
): readonly CandleSlice[] {
  const index = keep === 'oldest' ? slices.length - 1 : 0
  return slices.flatMap((slice, i) => {
    if (i !== index) return slice
    const { segment, from, to } = slice
    if (to - from === 1) return []
    return keep === 'oldest' ? { segment, from, to: to - 1 } : { segment, from: from + 1, to }
  })
}

/**
 * Finds the candles of the answer, oldest first, and computes the JSON of the candles that lack it. Returns the parts
 * that must be loaded first if memory lacks any.
 */
function findCandleSlices(
  market: MarketTimeSeries,
  request: CandleRangeRequest,
): readonly CandleSlice[] | UnloadedParts {
  return request.keep === 'oldest'
    ? findOldestCandleSlices(market, request)
    : findNewestCandleSlices(market, request)
}

function findOldestCandleSlices(
  market: MarketTimeSeries,
  { interval, fromS, toS, limit }: CandleRangeRequest,
): readonly CandleSlice[] | UnloadedParts {
  const series = market.candles(interval)
  const slices: CandleSlice[] = []
  let left = limit
  for (let ms = fromS * 1000; ms < toS * 1000 && left > 0;) {
    const segment = series?.partCovering(ms)
    if (!segment) return toUnloadedCandles(interval, ms, 'newer', limit)
    segment.isUsed = true
    const from = segment.countBefore(fromS)
    const to = Math.min(segment.countBefore(toS), from + left)
    const slice = { segment, from, to }
    const missing = recomputeStaleCandles(market, interval, slice)
    if (missing) return missing
    if (from < to) slices.push(slice)
    left -= to - from
    ms = segment.untilMs + 1
  }
  return slices
}

function findNewestCandleSlices(
  market: MarketTimeSeries,
  { interval, fromS, toS, limit }: CandleRangeRequest,
): readonly CandleSlice[] | UnloadedParts {
  const series = market.candles(interval)
  const slices: CandleSlice[] = []
  let left = limit
  for (let ms = toS * 1000 - 1; ms >= fromS * 1000 && left > 0;) {
    const segment = series?.partCovering(ms)
    if (!segment) return toUnloadedCandles(interval, ms, 'older', limit)
    segment.isUsed = true
    const to = segment.countBefore(toS)
    const from = Math.max(segment.countBefore(fromS), to - left)
    const slice = { segment, from, to }
    const missing = recomputeStaleCandles(market, interval, slice)
    if (missing) return missing
    if (from < to) slices.push(slice)
    left -= to - from
    ms = segment.fromMs
  }
  return slices.reverse()
}

/**
 * Computes again those candles of the slice that records of the log have changed. Returns the parts that must be loaded
 * first; null if memory has all of them.
 */
function recomputeStaleCandles(
  market: MarketTimeSeries,
  interval: CandleInterval,
  { segment, from, to }: CandleSlice,
): UnloadedParts | null {
  if (!segment.hasStaleCandles) return null
  for (let i = from; i < to; i += 1) {
    if (segment.textAt(i) !== null) continue
    const startS = segment.startAt(i)
    const text =
      interval === '1m'
        ? computeFromTrades(market, startS)
        : computeFromShorterCandles(market, interval, startS)
    if (typeof text !== 'string') return text
    segment.setTextAt(i, text)
  }
  return null
}

function toUnloadedCandles(
  interval: CandleInterval,
  ms: number,
  direction: CandlesAroundTimeRequest['direction'],
  limit: number,
): UnloadedParts {
  const request = { interval, ms, direction, limit: Math.max(minCandlesPerLoad, limit) }
  return new UnloadedParts([{ kind: 'candles', ...request }])
}

function computeFromTrades({ trades }: MarketTimeSeries, startS: number): string | UnloadedParts {
  const untilMs = (startS + candleGrids['1m'].stepS) * 1000
  const found: { price: string; size: string; outcomePrice: string }[] = []
  const missing = walkRowsForward(trades, startS * 1000 - 1, (segment, i) => {
    if (segment.timeAt(i) >= untilMs) return false
    const [price, size] = [segment.priceOrBidAt(i), segment.sizeOrAskAt(i)]
    const outcomePrice = outcomePriceOf(outcomeIndexOf(segment.flagsAt(i)), price)
    found.push({ price, size, outcomePrice })
    return true
  })
  if (missing !== null) return new UnloadedParts([{ kind: 'trades', ms: missing }])
  return toCandleJson(candleOfTrades(startS, found))
}

function computeFromShorterCandles(
  market: MarketTimeSeries,
  interval: Exclude<CandleInterval, '1m'>,
  startS: number,
): string | UnloadedParts {
  const shorter = shorterIntervalOf[interval]
  const { stepS } = candleGrids[interval]
  const range = { fromS: startS, toS: startS + stepS, limit: stepS / candleGrids[shorter].stepS }
  const found = findCandles(market, { interval: shorter, ...range, keep: 'oldest' })
  if (found instanceof UnloadedParts) return found
  return toCandleJson(
    combineCandles(
      startS,
      found.map(({ json }) => parseCandle(json)),
    ),
  )
}
