// Deferred work of the projector: the minutes whose candles must be recomputed, and the watermarks to
// write after them. Collected over several batches, so that the current minute is not recomputed for each.
import type { FeedProgress } from '../../schemas/generated/events.ts'
import type { StageRecord } from '../lib/run/stage.ts'
import type { TouchedMinutes } from './touched-minutes.ts'
import { mergeTouched, touch } from './touched-minutes.ts'

interface PendingWatermark {
  readonly progress: FeedProgress
  readonly partition: number
  readonly offset: number
}

export interface PendingCandles {
  readonly touched: TouchedMinutes
  /** The newest watermark of each feed in each partition. */
  readonly watermarks: Map<string, PendingWatermark>
  /** Offset of the first record collected, per partition of the trades topic. */
  readonly firstOffsets: Map<number, number>
  /** Offset after the last record collected, per partition of the trades topic. */
  readonly nextOffsets: Map<number, number>
  records: number
}

export function createPendingCandles(): PendingCandles {
  return {
    touched: new Map(),
    watermarks: new Map(),
    firstOffsets: new Map(),
    nextOffsets: new Map(),
    records: 0,
  }
}

/** `hasRow`: whether the trade of the record has a row in the table. */
export function addTradesRecord(
  into: PendingCandles,
  record: StageRecord<'trades'>,
  hasRow: boolean,
): void {
  const { partition, offset, value } = record
  extendRange(into, partition, offset, offset + 1)
  into.records += 1
  if (hasRow && value.trade !== null)
    touch(into.touched, value.trade.market_id, value.trade.timestamp_ms, 1)
  if (value.progress !== null) addWatermark(into, { progress: value.progress, partition, offset })
}

export function mergePendingCandles(into: PendingCandles, from: PendingCandles): void {
  mergeTouched(into.touched, from.touched)
  for (const watermark of from.watermarks.values()) addWatermark(into, watermark)
  for (const [partition, first] of from.firstOffsets)
    extendRange(into, partition, first, from.nextOffsets.get(partition) ?? first)
  into.records += from.records
}

function extendRange(into: PendingCandles, partition: number, first: number, next: number): void {
  into.firstOffsets.set(partition, Math.min(first, into.firstOffsets.get(partition) ?? first))
  into.nextOffsets.set(partition, Math.max(next, into.nextOffsets.get(partition) ?? next))
}

function addWatermark(into: PendingCandles, watermark: PendingWatermark): void {
  const key = `${watermark.partition} ${watermark.progress.feed}`
  const known = into.watermarks.get(key)
  if (known === undefined || known.offset <= watermark.offset) into.watermarks.set(key, watermark)
}
