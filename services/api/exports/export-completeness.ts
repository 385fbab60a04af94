// The completeness of an export: its watermark, its gaps, and whether it is final.
import { chain, type MaybePromise } from '../../lib/run/maybe-promise.ts'
import { bucketEndS } from '../../domain/candle.ts'
import type { Store } from '../../lib/store/port.ts'
import type { Completeness } from '../catalog/feed-catalog.ts'
import { isComplete, type Period } from '../completeness.ts'
import { mergeGaps, queryDayCompleteness } from '../queries/day-completeness.ts'
import type { ExportRequest } from './export-request.ts'

export interface ExportCompleteness {
  /** Until when the rows are complete; null if no watermark states it. */
  readonly known: Completeness | null
  /** The period whose rows the export has, in Unix milliseconds. */
  readonly range: Period
  /** Whether no row is missing and no row is expected to change. */
  readonly isFinal: boolean
}

/**
 * Returns the completeness of an export. The caller must read it before the rows of the export, because a watermark
 * covers only rows that were stored before the watermark was read.
 */
export function completenessOf(
  store: Store,
  request: ExportRequest,
  nowMs: number,
): MaybePromise<ExportCompleteness> {
  const { kind, markets } = request
  const range = exportPeriodOf(request, nowMs)
  if (!kind.hasWatermark) return { known: null, range, isFinal: false }
  if (markets !== null) return completenessOfMarkets(markets, range)
  return chain(queryDayCompleteness(store, range), (completeness) => ({
    known: completeness,
    range,
    isFinal: isComplete(completeness, range.fromMs, range.untilMs),
  }))
}

/**
 * Returns the period of an export. A day of candles ends with the end of the last bucket that begins on this
 * day.
 */
function exportPeriodOf({ name, query, scope }: ExportRequest, nowMs: number): Period {
  if (query.date === undefined) return { fromMs: 0, untilMs: nowMs + 1 }
  const { fromMs, untilMs } = scope
  if (name !== 'candles') return { fromMs, untilMs }
  const lastS = untilMs / 1000 - 1
  return { fromMs, untilMs: Math.max(untilMs, bucketEndS(query.interval, lastS) * 1000) }
}

/**
 * Returns the completeness of an export of these markets. The export is final once the markets are resolved
 * and all their trades are known.
 */
function completenessOfMarkets(
  markets: NonNullable<ExportRequest['markets']>,
  range: Period,
): ExportCompleteness {
  const completeUntilMs = Math.min(...markets.map((found) => found.completeness.completeUntilMs))
  const gaps = mergeGaps(markets.flatMap((found) => found.completeness.gaps))
  const isFinal = markets.every(
    ({ market, completeness }) =>
      market.status === 'resolved' &&
      isComplete(completeness, 0, Math.max(market.ended_at_ms ?? Infinity, 1)),
  )
  return {
    known: { completeUntilMs: markets.length === 0 ? 0 : completeUntilMs, gaps },
    range,
    isFinal,
  }
}
