// platform_b: prices and counts in the two generations on record. Until early 2026 `yes_bid: 6`
// (cents) and `volume: 12`; now `yes_bid_dollars: "0.0600"` and `volume_fp: "12.00"`; both for a
// while between. The newer is the more exact and is read first.
import type { Decimal } from '../../../domain/money.ts'
import { multiplyDecimals, parseDecimal } from '../../../domain/money.ts'
import type { JsonObject } from '../../json.ts'
import { amountOf } from '../../json.ts'

/** Dollars of a field by its older name; null if it is in neither generation. */
export function dollarsOf(body: JsonObject, name: string): Decimal | null {
  return parseDecimal(body[`${name}_dollars`]) ?? centsToDollars(body[name])
}

export function centsToDollars(value: unknown): Decimal | null {
  const cents = parseDecimal(value)
  return cents === null ? null : multiplyDecimals(cents, '0.01')
}

/** Contracts of a field by its older name; null if it is in neither generation. */
export function contractsOf(body: JsonObject, name: string): Decimal | null {
  return amountOf(body[`${name}_fp`]) ?? amountOf(body[name])
}
