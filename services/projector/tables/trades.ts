// Table trades: one row per trade record.
import type { Trade } from '../../domain/trade.ts'
import type { Refusal, Row } from './row.ts'
import { isDecimal, isTime, toDateTime64 } from './row.ts'

export const tradeColumns = [
  'market_id',
  'ts',
  'id',
  'price',
  'size',
  'side',
  'outcome',
  'received_at_ms',
  'position',
] as const

export function toTradeRow(trade: Trade, offset: number): Row {
  return [
    trade.market_id,
    toDateTime64(trade.timestamp_ms),
    trade.id,
    trade.price,
    trade.size,
    trade.side,
    trade.outcome_index,
    trade.received_at_ms,
    offset,
  ]
}

/** Returns why the tables trades and wallet_activity cannot store the trade, or null if they can. */
export function tradeRefusal(trade: Trade): Refusal | null {
  if (!isTime(trade.timestamp_ms) || !isTime(trade.received_at_ms)) return 'time_out_of_range'
  if (!isDecimal(trade.price, 1) || !isDecimal(trade.outcome_price, 1))
    return 'decimal_out_of_range'
  if (!isDecimal(trade.size, 12)) return 'decimal_out_of_range'
  if (trade.outcome_index < 0 || trade.outcome_index > 255) return 'index_out_of_range'
  return null
}
