// What the market page derives from the answers of the API: lists with streamed messages merged in, depth, and
// the completeness of each candle. Pure functions.
import type {
  Candle,
  Completeness,
  OrderBook,
  PriceLevel,
  Trade,
} from '../clients/typescript/src/client.ts'

/**
 * Newest first, and at one time by descending id, as in the answers of the API; each id once. A later trade replaces an
 * earlier one with its id. Has at most `limit` trades.
 */
export function mergeTrades(
  known: readonly Trade[],
  added: readonly Trade[],
  limit: number,
): readonly Trade[] {
  const byId = new Map([...known, ...added].map((trade) => [trade.id, trade]))
  return [...byId.values()]
    .toSorted((a, b) => b.timestamp_ms - a.timestamp_ms || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

/** The longest range without trades that `withCandle` fills, in candles. */
const maxFilled = 1_000

/**
 * Oldest first. The candle replaces the one that starts at the same time. If it comes after the last one, the buckets
 * between the two are filled with the last price, as with `fill=previous`.
 */
export function withCandle(
  candles: readonly Candle[],
  candle: Candle,
  stepS: number,
): readonly Candle[] {
  const last = candles.at(-1)
  if (last && candle.start_ts > last.start_ts) {
    const missing = Math.round((candle.start_ts - last.start_ts) / stepS) - 1
    const filled = Array.from({ length: missing > maxFilled ? 0 : missing }, (_, i) =>
      emptyCandle(last, last.start_ts + (i + 1) * stepS),
    )
    return [...candles, ...filled, candle]
  }
  const at = candles.findIndex(({ start_ts }) => start_ts >= candle.start_ts)
  if (at === -1) return [...candles, candle]
  return candles.toSpliced(at, candles[at]?.start_ts === candle.start_ts ? 1 : 0, candle)
}

function emptyCandle({ close }: Candle, startTs: number): Candle {
  return {
    start_ts: startTs,
    open: close,
    high: close,
    low: close,
    close,
    volume: 0,
    notional: 0,
    outcome_notional: 0,
    trade_count: 0,
    is_final: false,
  }
}

export interface DepthRow {
  readonly price: number
  readonly size: number
  /** Contracts at this price and all better ones. */
  readonly total: number
  /** `total` divided by the total of the larger side: 0 to 1. */
  readonly share: number
}

export interface Depth {
  /** Best first. */
  readonly bids: readonly DepthRow[]
  /** Best first. */
  readonly asks: readonly DepthRow[]
}

/** `rows`: of each side. */
export function toDepth({ bids, asks }: Pick<OrderBook, 'bids' | 'asks'>, rows: number): Depth {
  const best = {
    bids: addTotals(bids.toSorted((a, b) => b.price - a.price).slice(0, rows)),
    asks: addTotals(asks.toSorted((a, b) => a.price - b.price).slice(0, rows)),
  }
  const largest = Math.max(best.bids.at(-1)?.total ?? 0, best.asks.at(-1)?.total ?? 0)
  const withShare = (row: Omit<DepthRow, 'share'>): DepthRow => ({
    ...row,
    share: largest === 0 ? 0 : row.total / largest,
  })
  return { bids: best.bids.map(withShare), asks: best.asks.map(withShare) }
}

function addTotals(levels: readonly PriceLevel[]): readonly Omit<DepthRow, 'share'>[] {
  let total = 0
  return levels.map(({ price, size }) => {
    total += size
    return { price, size, total }
  })
}

/** `complete`: no trade is missing. `pending`: after the watermark. `gap`: trades may be missing. */
export type Quality = 'complete' | 'pending' | 'gap'

export interface QualitySegment {
  readonly quality: Quality
  /** Positions of the first candle and of the one after the last. */
  readonly from: number
  readonly until: number
}

/** The quality of each candle, with equal neighbours as one segment. */
export function toQualitySegments(
  candles: readonly Pick<Candle, 'start_ts'>[],
  stepS: number,
  completeness: Completeness | null,
): readonly QualitySegment[] {
  const segments: QualitySegment[] = []
  for (const [index, { start_ts: startTs }] of candles.entries()) {
    const quality = qualityOf(startTs * 1000, (startTs + stepS) * 1000, completeness)
    const last = segments.at(-1)
    if (last?.quality === quality) segments[segments.length - 1] = { ...last, until: index + 1 }
    else segments.push({ quality, from: index, until: index + 1 })
  }
  return segments
}

function qualityOf(fromMs: number, untilMs: number, completeness: Completeness | null): Quality {
  if (completeness === null) return 'pending'
  const { gaps, complete_until_ms: completeUntilMs } = completeness
  if (gaps.some((gap) => gap.from_ms < untilMs && gap.until_ms > fromMs)) return 'gap'
  return untilMs <= completeUntilMs ? 'complete' : 'pending'
}

export interface LivePrice {
  readonly price: number
  readonly timestampMs: number
  /** Compared with the price before. */
  readonly direction: 'up' | 'down' | 'same'
}

/** Returns the price after an observation; the known price if it is newer. */
export function nextPrice(
  known: LivePrice | undefined,
  price: number,
  timestampMs: number,
  listedPrice: number | undefined,
): LivePrice {
  if (known && known.timestampMs > timestampMs) return known
  const before = known?.price ?? listedPrice ?? price
  const direction = price > before ? 'up' : price < before ? 'down' : 'same'
  return { price, timestampMs, direction }
}
