// The numbers that a position is answered with, given the price of its outcome. Rounded half away
// from zero, each to its own number of digits.
import type { Decimal } from './money.ts'
import { divideRounded, fromScaled } from './money.ts'
import { toUnits, unitDigits } from './positions-holdings.ts'
import type { Position } from './positions.ts'

/** Null where they depend on a price that is not known. */
export type PositionNumbers = {
  readonly size: Decimal
  readonly avg_price: Decimal
  readonly initial_value: Decimal
  readonly current_value: Decimal | null
  readonly cash_pnl: Decimal | null
  /** Null also if what is held cost nothing. */
  readonly percent_pnl: Decimal | null
  readonly realized_pnl: Decimal
}

const dollarDigits = 6
const priceDigits = 12
const percentDigits = 4

export function toPositionNumbers(position: Position, price: Decimal | null): PositionNumbers {
  const { sizeUnits, costUnits, realizedUnits } = position
  const initial = toDollars(costUnits, unitDigits)
  const current = price === null ? null : toDollars(sizeUnits * toUnits(price), 2 * unitDigits)
  const gain = current === null ? null : current - initial
  const average = divideRounded(costUnits * powerOfTen(priceDigits), sizeUnits)
  return {
    size: fromScaled(sizeUnits, unitDigits),
    avg_price: fromScaled(average, priceDigits),
    initial_value: fromScaled(initial, dollarDigits),
    current_value: current === null ? null : fromScaled(current, dollarDigits),
    cash_pnl: gain === null ? null : fromScaled(gain, dollarDigits),
    percent_pnl: gain === null || initial === 0n ? null : percentOf(gain, initial),
    realized_pnl: fromScaled(toDollars(realizedUnits, unitDigits), dollarDigits),
  }
}

/** From `digits` behind the point to those that dollars are told with. */
function toDollars(units: bigint, digits: number): bigint {
  return divideRounded(units, powerOfTen(digits - dollarDigits))
}

function percentOf(part: bigint, whole: bigint): Decimal {
  return fromScaled(divideRounded(100n * part * powerOfTen(percentDigits), whole), percentDigits)
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}
