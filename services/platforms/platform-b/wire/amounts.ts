// platform_b: reads prices and counts in the two generations of the API. Until early 2026: `yes_bid: 6`
// (cents) and `volume: 12`. Now: `yes_bid_dollars: "0.0600"` and `volume_fp: "12.00"`. For a while
// responses had both. The newer fields are more exact and are read first.
import type { Decimal } from '../../../domain/money.ts'
import { multiplyDecimals, parseDecimal } from '../../../domain/money.ts'
import { amountOf } from '../../json.ts'

/** An object whose fields may have the names of either generation. */
type OlderAndNewerFields<Older extends string, Newer extends string> = {
  readonly [name in Older | Newer]?: unknown
}

/** Returns the dollars of a field, given the field's older name; null if the object has neither name. */
export function dollarsOf<Name extends string>(
  body: OlderAndNewerFields<Name, `${Name}_dollars`>,
  name: Name,
): Decimal | null {
  return parseDecimal(body[`${name}_dollars`]) ?? centsToDollars(body[name])
}

export function centsToDollars(value: unknown): Decimal | null {
  const cents = parseDecimal(value)
  return cents === null ? null : multiplyDecimals(cents, '0.01')
}

/**
 * Returns a number of contracts: from the field `<name>_fp` (the newer API generation), else from `<name>`.
 * Returns null if the object has neither field.
 */
export function contractsOf<Name extends string>(
  body: OlderAndNewerFields<Name, `${Name}_fp`>,
  name: Name,
): Decimal | null {
  return amountOf(body[`${name}_fp`]) ?? amountOf(body[name])
}
