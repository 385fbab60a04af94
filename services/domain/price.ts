// Prices: probabilities of an outcome as exact decimals between 0 and 1. What a price may be, how it
// turns round to the other outcome, and when the two sides of a quote make one.
import type { Decimal } from './money.ts'
import { addDecimals, compareDecimals, multiplyDecimals, subtractDecimals } from './money.ts'

/** A quote wider than this says little about the price: platform_a's own display rule. */
export const maxQuoteSpread: Decimal = '0.1'

export function isPrice(value: Decimal): boolean {
  // a canonical decimal shows it
  return value === '0' || value === '1' || value.startsWith('0.')
}

/** The price of the other of two outcomes. */
export function complementOf(price: Decimal): Decimal {
  return subtractDecimals('1', price)
}

export function centsOf(price: Decimal): Decimal {
  return multiplyDecimals(price, '100')
}

export function midOf(bid: Decimal, ask: Decimal): Decimal {
  return multiplyDecimals(addDecimals(bid, ask), '0.5')
}

/**
 * The price that a quote tells: its middle, if it has both sides and they are close; else null.
 * A bid of 0 and an ask of 1 offer nothing: they stand for an empty side.
 */
export function quotePrice(bid: Decimal | null, ask: Decimal | null): Decimal | null {
  if (bid === null || bid === '0' || ask === null || ask === '1') return null
  return compareDecimals(subtractDecimals(ask, bid), maxQuoteSpread) <= 0 ? midOf(bid, ask) : null
}
