// Table trades: one row per trade record.
import type { Trade } from '../../domain/trade.ts'
import type { Row } from './row.ts'

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
    trade.timestamp_ms,
    trade.id,
    trade.price,
    trade.size,
    trade.side,
    trade.outcome_index,
    trade.received_at_ms,
    offset,
  ]
}
