// platform_a: maps a row of the Data API's trades to the unified trade, whose price and side refer
// to the first outcome.
import { toPriceFields, type Trade } from '../../../domain/trade.ts'
import type { MappingResult } from '../../mapping/result.ts'
import { deadLetter } from '../../mapping/result.ts'
import type { MarketInput, TradeContext } from '../../mapper.ts'
import { toRow } from '../wire/row.ts'
import { conditionIdOf, toFill, walletOf } from './row.ts'

export function toTrade({
  raw,
  nativeId,
  body,
  origin,
}: MarketInput<TradeContext>): MappingResult<Trade> {
  const row = toRow(body)
  const condition = conditionIdOf(row)
  if (condition !== null && condition !== nativeId)
    return deadLetter('wrong_market', raw.market_id, condition)
  const result = toFill(row, raw)
  if (!('value' in result)) return result
  const fill = result.value
  const { outcomeIndex } = fill
  if (outcomeIndex !== 0 && outcomeIndex !== 1) return { drop: 'not_binary' }
  return {
    value: {
      id: fill.id,
      market_id: raw.market_id,
      platform: 'platform_a',
      ...toPriceFields(outcomeIndex, fill.price, fill.side),
      size: fill.size,
      outcome: fill.outcome ?? '',
      timestamp_ms: fill.timestampMs,
      native_trade_id: fill.transaction,
      wallet: walletOf(row),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}
