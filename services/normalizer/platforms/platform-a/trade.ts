// platform_a: a row of the Data API's trades to the unified trade. Rows of its second version say
// the same in snake_case and make the same trade, with the same id.
import { hash } from 'node:crypto'
import type { RawTrade, Side, Trade } from '../../../../schemas/generated/events.ts'
import type { Decimal } from '../../../domain/money.ts'
import { parseDecimal } from '../../../domain/money.ts'
import { complementOf, isPrice } from '../../../domain/price.ts'
import type { Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import type { JsonObject } from '../../json.ts'
import { amountOf, textOf } from '../../json.ts'
import type { Said } from '../../mapper.ts'
import { isPlausible, parseUnixSeconds } from '../../time.ts'

export function toTrade({ raw, body, origin }: Said<RawTrade>): Fate<Trade> {
  const transaction = textOf(body['transactionHash'] ?? body['transaction_hash'])
  if (transaction === null) return deadLetter('missing_field', 'transactionHash')
  const condition = textOf(body['conditionId'] ?? body['condition_id'])
  if (condition !== null && `pa_${condition}` !== raw.market_id)
    return deadLetter('wrong_market', raw.market_id, condition)
  const price = parseDecimal(body['price'])
  if (price === null || !isPrice(price)) return deadLetter('bad_price', 'price', body['price'])
  const size = amountOf(body['size'])
  if (size === null || size === '0') return deadLetter('bad_size', 'size', body['size'])
  const side = sideOf(body['side'])
  if (side === null) return deadLetter('bad_side', 'side', body['side'])
  const timestampMs = parseUnixSeconds(body['timestamp'])
  if (timestampMs === null || !isPlausible(timestampMs, raw.received_at_ms))
    return deadLetter('bad_time', 'timestamp', body['timestamp'])
  const outcomeIndex = outcomeIndexOf(body, raw)
  if (outcomeIndex === null) return deadLetter('unknown_outcome', 'asset', tokenOf(body))
  if (outcomeIndex > 1) return { drop: 'not_binary' }
  const wallet = textOf(body['proxyWallet'] ?? body['proxy_wallet'])?.toLowerCase() ?? null
  const row = [tokenOf(body), wallet, side, size, price, timestampMs, raw.repeat]
  return {
    value: {
      id: `${transaction}-${hash('sha256', JSON.stringify(row)).slice(0, 16)}`,
      market_id: raw.market_id,
      platform: 'platform_a',
      ...inFirstOutcome(outcomeIndex, price, side),
      size,
      outcome_index: outcomeIndex,
      outcome: raw.outcomes[outcomeIndex] ?? textOf(body['outcome']) ?? '',
      outcome_price: price,
      timestamp_ms: timestampMs,
      native_trade_id: transaction,
      wallet,
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

function tokenOf(body: JsonObject): string | null {
  return textOf(body['asset'] ?? body['token_id'])
}

/** `side` is that of the row's wallet: the taker, because only takers' rows are asked for. */
function sideOf(value: unknown): Side | null {
  const side = textOf(value)?.toLowerCase()
  return side === 'buy' || side === 'sell' ? side : null
}

/** Who buys the second outcome at q sells the first at 1 - q. */
function inFirstOutcome(index: number, price: Decimal, side: Side): { price: Decimal; side: Side } {
  if (index === 0) return { price, side }
  return { price: complementOf(price), side: side === 'buy' ? 'sell' : 'buy' }
}

/**
 * By token, then by label, then by index, the least trustworthy: since July 2026 it is 999 on
 * ordinary trades. Null if none of them settles it: an outcome is never guessed.
 */
function outcomeIndexOf(body: JsonObject, { tokens, outcomes }: RawTrade): number | null {
  const byToken = tokens.indexOf(tokenOf(body) ?? '')
  if (byToken >= 0) return byToken
  const label = textOf(body['outcome']) ?? ''
  const byLabel = outcomes.indexOf(label)
  if (byLabel >= 0 && outcomes.lastIndexOf(label) === byLabel) return byLabel
  const index = body['outcomeIndex'] ?? body['outcome_index']
  const known = Math.max(tokens.length, outcomes.length) || 2
  return Number.isInteger(index) && Number(index) >= 0 && Number(index) < known
    ? Number(index)
    : null
}
