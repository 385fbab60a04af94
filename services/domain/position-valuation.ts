// Computes the numbers of a position that /v1 returns (size, values, profits) from the position and the price
// of its outcome. Dollar amounts, prices and percentages are each rounded half away from zero to a fixed
// number of digits.
import type { Decimal } from './money.ts'
import { divideRounded, fromScaled } from './money.ts'
import { toUnits, unitDigits } from './positions-holdings.ts'
import type { Position } from './positions.ts'

/** A number is null if it depends on a price that is not known. */
export type PositionValuation = {
  readonly size: Decimal
  readonly avg_price: Decimal
  readonly initial_value: Decimal
  readonly current_value: Decimal | null
  readonly cash_pnl: Decimal | null
  /** null if the price is not known or if the position cost nothing. */
  readonly percent_pnl: Decimal | null
  readonly realized_pnl: Decimal
}

/** Digits after the point of dollar amounts, prices and percentages in responses. */
const dollarDigits = 6
const priceDigits = 12
const percentDigits = 4

export function toPositionValuation(position: Position, price: Decimal | null): PositionValuation {
  const { sizeUnits, costUnits, realizedUnits } = position
  const initial = toScaledDollars(costUnits, unitDigits)
  const current =
    price === null ? null : toScaledDollars(sizeUnits * toUnits(price), 2 * unitDigits)
  const gain = current === null ? null : current - initial
  const average = divideRounded(costUnits * powerOfTen(priceDigits), sizeUnits)
  return {
    size: fromScaled(sizeUnits, unitDigits),
    avg_price: fromScaled(average, priceDigits),
    initial_value: fromScaled(initial, dollarDigits),
    current_value: current === null ? null : fromScaled(current, dollarDigits),
    cash_pnl: gain === null ? null : fromScaled(gain, dollarDigits),
    percent_pnl: gain === null || initial === 0n ? null : percentOf(gain, initial),
    realized_pnl: fromScaled(toScaledDollars(realizedUnits, unitDigits), dollarDigits),
  }
}

/** Rounds dollars in units of 10^-`digits` to an integer in units of 10^-6 dollars. */
function toScaledDollars(units: bigint, digits: number): bigint {
  return divideRounded(units, powerOfTen(digits - dollarDigits))
}

function percentOf(part: bigint, whole: bigint): Decimal {
  return fromScaled(divideRounded(100n * part * powerOfTen(percentDigits), whole), percentDigits)
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}
