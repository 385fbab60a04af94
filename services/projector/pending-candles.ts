// The deferred work of the projector: the trades whose candles must be written, by minute, and the watermarks to write
// after these candles. The work is collected over several batches, so that the candle of the current minute is not
// written again for every batch.
import type { FeedProgress } from '../../schemas/generated/events.ts'
import type { Trade } from '../domain/trade.ts'
import type { StageRecord } from '../lib/run/stage.ts'
import {
  mergeMinutes,
  addTradeToMinute,
  createMinuteTrades,
  type MinuteTrades,
} from './minute-trades.ts'
import { minuteOf } from './touched-minutes.ts'

interface PendingWatermark {
  readonly progress: FeedProgress
  readonly partition: number
  readonly offset: number
}

export interface PendingCandles {
  /** Trades by market id and by minute since the epoch. */
  readonly trades: Map<string, Map<number, MinuteTrades>>
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
    trades: new Map(),
    watermarks: new Map(),
    firstOffsets: new Map(),
    nextOffsets: new Map(),
    records: 0,
  }
}

/** Adds a record of the topic `trades`. `hasRow`: whether the trade of the record has a row in the table. */
export function addTradesRecord(
  target: PendingCandles,
  record: StageRecord<'trades'>,
  hasRow: boolean,
): void {
  const { partition, offset, value } = record
  extendOffsetRange(target, partition, offset, offset + 1)
  target.records += 1
  if (hasRow && value.trade !== null) addTrade(target, value.trade, offset)
  if (value.progress !== null) addWatermark(target, { progress: value.progress, partition, offset })
}

function addTrade(target: PendingCandles, trade: Trade, offset: number): void {
  const minutes = minutesOf(target, trade.market_id)
  const minute = minuteOf(trade.timestamp_ms)
  const known = minutes.get(minute)
  if (known === undefined) minutes.set(minute, createMinuteTrades(trade, offset))
  else addTradeToMinute(known, trade, offset)
}

function minutesOf({ trades }: PendingCandles, marketId: string): Map<number, MinuteTrades> {
  const known = trades.get(marketId)
  if (known !== undefined) return known
  const minutes = new Map<number, MinuteTrades>()
  trades.set(marketId, minutes)
  return minutes
}

/** Moves everything in `from` to `target`. `from` must not be used afterwards. */
export function mergePendingCandles(target: PendingCandles, from: PendingCandles): void {
  for (const [marketId, minutes] of from.trades)
    for (const [minute, trades] of minutes) {
      const known = minutesOf(target, marketId)
      const same = known.get(minute)
      if (same === undefined) known.set(minute, trades)
      else mergeMinutes(same, trades)
    }
  for (const watermark of from.watermarks.values()) addWatermark(target, watermark)
  for (const [partition, first] of from.firstOffsets)
    extendOffsetRange(target, partition, first, from.nextOffsets.get(partition) ?? first)
  target.records += from.records
}

function extendOffsetRange(
  target: PendingCandles,
  partition: number,
  first: number,
  next: number,
): void {
  target.firstOffsets.set(partition, Math.min(first, target.firstOffsets.get(partition) ?? first))
  target.nextOffsets.set(partition, Math.max(next, target.nextOffsets.get(partition) ?? next))
}

function addWatermark(target: PendingCandles, watermark: PendingWatermark): void {
  const key = `${watermark.partition} ${watermark.progress.feed}`
  const known = target.watermarks.get(key)
  if (known === undefined || known.offset <= watermark.offset) target.watermarks.set(key, watermark)
}
