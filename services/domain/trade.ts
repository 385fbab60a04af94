// A trade in the unified model. The mappers of the platforms create it; records and tables share it.
import type * as events from '../../schemas/generated/events.ts'
import type { Decimal } from './money.ts'
import { complementOf } from './price.ts'

/**
 * One fill of a taker's order.
 *
 * - `price` and `side` refer to the first outcome of the market, `outcome_index`, `outcome` and `outcome_price` to the
 *   traded one. Buying the second outcome at p is selling the first at 1 - p.
 * - Prices are decimals from 0 to 1, in dollars per contract; `size` is a positive decimal, in contracts.
 * - `timestamp_ms` is the platform's time in Unix milliseconds.
 * - `id` is unique and derived from the platform's data only, so a trade that is read again has the same id.
 */
export type Trade = events.Trade

/** The taker's side. */
export type Side = events.Side

/**
 * Returns the price fields of a trade. `outcomePrice` is the price of the outcome that the taker bought or
 * sold.
 */
export function toPriceFields(
  outcomeIndex: 0 | 1,
  outcomePrice: Decimal,
  side: Side,
): Pick<Trade, 'price' | 'side' | 'outcome_index' | 'outcome_price'> {
  return {
    price: outcomeIndex === 0 ? outcomePrice : complementOf(outcomePrice),
    side: toFirstOutcomeSide(outcomeIndex, side),
    outcome_index: outcomeIndex,
    outcome_price: outcomePrice,
  }
}

/**
 * Converts the side of a trade between the traded outcome and the first outcome, in either
 * direction.
 */
export function toFirstOutcomeSide(outcomeIndex: number, side: Side): Side {
  if (outcomeIndex === 0) return side
  return side === 'buy' ? 'sell' : 'buy'
}
