// platform_b: maps a trade to the unified trade. Yes is the first outcome, so a taker who buys No
// sells Yes.
import type { Decimal } from '../../../domain/money.ts'
import { parseDecimal } from '../../../domain/money.ts'
import { complementOf, isPrice } from '../../../domain/price.ts'
import { toPriceFields, type Trade } from '../../../domain/trade.ts'
import type { MappingResult } from '../../mapping/result.ts'
import { deadLetter } from '../../mapping/result.ts'
import { textOf } from '../../json.ts'
import type { MarketInput, TradeContext } from '../../mapper.ts'
import { isPlausibleTime, parseTimeMs } from '../../time.ts'
import { contractsOf, dollarsOf } from '../wire/amounts.ts'
import { isParlayTicker } from '../wire/ticker.ts'
import type { PlatformBTrade } from '../wire/trade.ts'

export function toTrade({
  raw,
  nativeId,
  body,
  origin,
}: MarketInput<TradeContext, PlatformBTrade>): MappingResult<Trade> {
  const id = textOf(body.trade_id)
  if (id === null) return deadLetter('missing_field', 'trade_id')
  const ticker = textOf(body.ticker)
  if (ticker !== null && ticker !== nativeId)
    return deadLetter('wrong_market', raw.market_id, ticker)
  if (isParlayTicker(nativeId)) return { drop: 'parlay' }
  const price = yesPriceOf(body)
  if (price === null || !isPrice(price)) return deadLetter('bad_price', 'yes_price', price)
  const size = contractsOf(body, 'count')
  if (size === null || size === '0') return deadLetter('bad_size', 'count', size)
  const takerOutcome = takerOutcomeOf(body)
  if (takerOutcome === null) return deadLetter('bad_side', 'taker_outcome_side')
  const timestampMs = parseTimeMs(body.created_time)
  if (timestampMs === null || !isPlausibleTime(timestampMs, raw.received_at_ms))
    return deadLetter('bad_time', 'created_time', body.created_time)
  return {
    value: {
      id,
      market_id: raw.market_id,
      platform: 'platform_b',
      size,
      ...(takerOutcome === 'yes'
        ? toPriceFields(0, price, 'buy')
        : toPriceFields(1, complementOf(price), 'buy')),
      outcome: takerOutcome === 'yes' ? 'Yes' : 'No',
      timestamp_ms: timestampMs,
      native_trade_id: id,
      wallet: null,
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

/**
 * Returns the price of Yes. Rows contain the prices of both outcomes, which add up to 1; rows of January
 * 2026 have the Yes price in the field `price`.
 */
function yesPriceOf(body: PlatformBTrade): Decimal | null {
  const yes = dollarsOf(body, 'yes_price')
  if (yes !== null) return yes
  const no = dollarsOf(body, 'no_price')
  return no === null ? parseDecimal(body.price) : complementOf(no)
}

/** Returns the outcome from which the taker profits: buying Yes and selling No are both `yes`. */
function takerOutcomeOf(body: PlatformBTrade): 'yes' | 'no' | null {
  const side = body.taker_outcome_side ?? body.taker_side
  if (side === 'yes' || side === 'no') return side
  const bookSide = body.taker_book_side
  return bookSide === 'bid' ? 'yes' : bookSide === 'ask' ? 'no' : null
}
