// platform_a: a row of the Data API's trades to the unified trade, in terms of the first outcome.
import type { RawTrade, Side, Trade } from '../../../../schemas/generated/events.ts'
import type { Decimal } from '../../../domain/money.ts'
import { complementOf } from '../../../domain/price.ts'
import type { Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import type { Said } from '../../mapper.ts'
import { conditionOf, toFill, walletOf } from './row.ts'

export function toTrade({ raw, body, origin }: Said<RawTrade>): Fate<Trade> {
  const condition = conditionOf(body)
  if (condition !== null && `pa_${condition}` !== raw.market_id)
    return deadLetter('wrong_market', raw.market_id, condition)
  const fate = toFill(body, raw)
  if (!('value' in fate)) return fate
  const fill = fate.value
  if (fill.outcomeIndex > 1) return { drop: 'not_binary' }
  return {
    value: {
      id: fill.id,
      market_id: raw.market_id,
      platform: 'platform_a',
      ...inFirstOutcome(fill.outcomeIndex, fill.price, fill.side),
      size: fill.size,
      outcome_index: fill.outcomeIndex,
      outcome: fill.outcome ?? '',
      outcome_price: fill.price,
      timestamp_ms: fill.timestampMs,
      native_trade_id: fill.transaction,
      wallet: walletOf(body),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

/** Who buys the second outcome at q sells the first at 1 - q. */
function inFirstOutcome(index: number, price: Decimal, side: Side): { price: Decimal; side: Side } {
  if (index === 0) return { price, side }
  return { price: complementOf(price), side: side === 'buy' ? 'sell' : 'buy' }
}
