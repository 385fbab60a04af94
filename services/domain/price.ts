// Functions for prices. A price is the probability of an outcome, an exact decimal from 0 to 1.
import type { Decimal } from './money.ts'
import { multiplyDecimals, subtractDecimals } from './money.ts'

/** Whether a decimal is from 0 to 1. */
export function isPrice(value: Decimal): boolean {
  // this is sufficient because a canonical decimal has no plus sign, exponent or leading zeros
  return value === '0' || value === '1' || value.startsWith('0.')
}

/** Returns the price of the other of two outcomes: 1 minus the price. */
export function complementOf(price: Decimal): Decimal {
  return subtractDecimals('1', price)
}

/** Returns the price of the traded outcome. `price` is the price of the first outcome. */
export function outcomePriceOf(outcomeIndex: number, price: Decimal): Decimal {
  return outcomeIndex === 0 ? price : complementOf(price)
}

/**
 * Returns an SQL expression for the price of the traded outcome, for queries of the table `trades`, whose column
 * `price` refers to the first outcome. `indexColumn` has the index of the traded outcome.
 */
export function outcomePriceSql(indexColumn: string): string {
  return `if(${indexColumn} = 0, price, 1 - price)`
}

export function toCents(price: Decimal): Decimal {
  return multiplyDecimals(price, '100')
}
