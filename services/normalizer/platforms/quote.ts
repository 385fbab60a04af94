// Best prices in listings, where 0 and 1 stand for "nobody".
import type { Decimal } from '../../domain/money.ts'
import { parseDecimal } from '../../domain/money.ts'
import { isPrice } from '../../domain/price.ts'

/** A bid or ask that somebody can have made; else null. */
export function quoteOf(value: unknown): Decimal | null {
  const price = parseDecimal(value)
  return price === null || price === '0' || price === '1' || !isPrice(price) ? null : price
}
