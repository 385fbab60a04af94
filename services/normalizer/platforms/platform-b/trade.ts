// platform_b: a trade to the unified trade. Yes is the first outcome: a taker who takes No sells Yes.
import type { RawTrade, Trade } from '../../../../schemas/generated/events.ts'
import type { Decimal } from '../../../domain/money.ts'
import { parseDecimal } from '../../../domain/money.ts'
import { complementOf, isPrice } from '../../../domain/price.ts'
import type { Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import type { JsonObject } from '../../json.ts'
import { textOf } from '../../json.ts'
import type { Said } from '../../mapper.ts'
import { isPlausible, parseTimeMs } from '../../time.ts'
import { contractsOf, dollarsOf } from './amounts.ts'
import { isParlayTicker } from './ticker.ts'

export function toTrade({ raw, body, origin }: Said<RawTrade>): Fate<Trade> {
  const id = textOf(body['trade_id'])
  if (id === null) return deadLetter('missing_field', 'trade_id')
  const ticker = textOf(body['ticker'])
  if (ticker !== null && `pb_${ticker}` !== raw.market_id)
    return deadLetter('wrong_market', raw.market_id, ticker)
  if (isParlayTicker(raw.market_id.slice('pb_'.length))) return { drop: 'parlay' }
  const price = yesPriceOf(body)
  if (price === null || !isPrice(price)) return deadLetter('bad_price', 'yes_price', price)
  const size = contractsOf(body, 'count')
  if (size === null || size === '0') return deadLetter('bad_size', 'count', size)
  const taken = takenOutcomeOf(body)
  if (taken === null) return deadLetter('bad_side', 'taker_outcome_side')
  const timestampMs = parseTimeMs(body['created_time'])
  if (timestampMs === null || !isPlausible(timestampMs, raw.received_at_ms))
    return deadLetter('bad_time', 'created_time', body['created_time'])
  return {
    value: {
      id,
      market_id: raw.market_id,
      platform: 'platform_b',
      price,
      size,
      side: taken === 'yes' ? 'buy' : 'sell',
      outcome_index: taken === 'yes' ? 0 : 1,
      outcome: taken === 'yes' ? 'Yes' : 'No',
      outcome_price: taken === 'yes' ? price : complementOf(price),
      timestamp_ms: timestampMs,
      native_trade_id: id,
      wallet: null,
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

/** Both prices are given and add up to 1; the January 2026 rows had the Yes price as `price`, too. */
function yesPriceOf(body: JsonObject): Decimal | null {
  const yes = dollarsOf(body, 'yes_price')
  if (yes !== null) return yes
  const no = dollarsOf(body, 'no_price')
  return no === null ? parseDecimal(body['price']) : complementOf(no)
}

/** The outcome whose exposure the taker wanted: buying Yes and selling No are both `yes`. */
function takenOutcomeOf(body: JsonObject): 'yes' | 'no' | null {
  const side = body['taker_outcome_side'] ?? body['taker_side']
  if (side === 'yes' || side === 'no') return side
  const bookSide = body['taker_book_side']
  return bookSide === 'bid' ? 'yes' : bookSide === 'ask' ? 'no' : null
}
