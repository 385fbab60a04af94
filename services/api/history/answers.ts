// Answers questions about the past of a market from its series in memory. Each function returns the answer or,
// if memory lacks something, the parts that must be loaded first.
import type { CandleInterval } from '../../domain/candle.ts'
import { midPrice } from '../../domain/quote.ts'
import type { TimeSortKey } from '../cursor.ts'
import type { PriceObservation } from '../queries/price-at.ts'
import { RenderedRows } from '../rendered-rows.ts'
import type { CandleSegment } from './candle-segment.ts'
import type { MarketRef, TradesPageRequest, TradesPage } from './market-history.ts'
import { UnloadedParts } from './missing.ts'
import type { Segment } from './segment.ts'
import { walkRowsBack, walkRowsForward, type Series } from './series.ts'
import { createTradeRowWriter } from './trade-json.ts'

export interface MarketTimeSeries {
  readonly trades: Series<Segment> | undefined
  readonly quotes: Series<Segment> | undefined
  readonly candles: (interval: CandleInterval) => Series<CandleSegment> | undefined
}

/**
 * Finds the newest trade or usable quote (domain/quote.ts) at or before the time. If both have the same
 * time, returns the trade.
 */
export function findPrice(
  { trades, quotes }: MarketTimeSeries,
  atMs: number,
): PriceObservation | null | UnloadedParts {
  if (atMs < 0) return null
  let found: PriceObservation | null = null
  const missingTrades = walkRowsBack(trades, atMs, -Infinity, (segment, index) => {
    const [price, timestampMs] = [segment.priceOrBidAt(index), segment.timeAt(index)]
    found = { price, timestampMs, source: 'trade' }
    return false
  })
  const trade = found as PriceObservation | null
  const afterMs = trade?.timestampMs ?? -Infinity
  const missingQuotes = walkRowsBack(quotes, atMs, afterMs, (segment, index) => {
    if (segment.flagsAt(index) === 0) return true
    const price = midPrice({ bid: segment.priceOrBidAt(index), ask: segment.sizeOrAskAt(index) })
    found = { price, timestampMs: segment.timeAt(index), source: 'quote' }
    return false
  })
  return toUnloadedParts(missingTrades, missingQuotes) ?? found
}

/** Finds the time of the first trade or usable quote (domain/quote.ts). */
export function findFirstPriceMs({
  trades,
  quotes,
}: MarketTimeSeries): number | null | UnloadedParts {
  let firstMs = Infinity
  const missingTrades = walkRowsForward(trades, -1, (segment, index) => {
    firstMs = segment.timeAt(index)
    return false
  })
  const missingQuotes = walkRowsForward(quotes, -1, (segment, index) => {
    if (segment.flagsAt(index) === 0) return true
    firstMs = Math.min(firstMs, segment.timeAt(index))
    return false
  })
  return toUnloadedParts(missingTrades, missingQuotes) ?? (firstMs === Infinity ? null : firstMs)
}

function toUnloadedParts(tradesMs: number | null, quotesMs: number | null): UnloadedParts | null {
  if (tradesMs === null && quotesMs === null) return null
  return new UnloadedParts([
    ...(tradesMs === null ? [] : [{ kind: 'trades', ms: tradesMs } as const]),
    ...(quotesMs === null ? [] : [{ kind: 'quotes', ms: quotesMs } as const]),
  ])
}

/** See MarketHistory.tradesPage. */
export function findTradesPage(
  { trades }: MarketTimeSeries,
  market: MarketRef,
  { after: [ms, beforeId], fromMs, limit }: TradesPageRequest,
): TradesPage | UnloadedParts {
  const writer = createTradeRowWriter(market)
  const page = new RenderedRows()
  const afterMs = fromMs - 1
  let left = limit
  let last: TimeSortKey | null = null
  for (let at = ms; at > afterMs;) {
    const segment = trades?.partCovering(at)
    if (!segment || segment.lacksIds)
      return new UnloadedParts([{ kind: 'trades', ms: at, needsRowIds: true }])
    segment.isUsed = true
    const end = segment.countUpTo(ms, beforeId)
    const lowest = Math.min(segment.countUpTo(afterMs), end)
    const first = Math.max(lowest, end - left)
    if (left === 0 && end > lowest) return { trades: page, hasMore: true, last }
    if (first < end) {
      segment.render(writer, first, end, page)
      last = [segment.timeAt(first), segment.idAt(first)]
      left -= end - first
    }
    if (first > lowest) return { trades: page, hasMore: true, last }
    at = segment.fromMs
  }
  return { trades: page, hasMore: false, last }
}
