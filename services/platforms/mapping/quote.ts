// Best bid and ask in market snapshots, where 0 and 1 mean that the side is empty.
import type { Decimal } from '../../domain/money.ts'
import { parseDecimal } from '../../domain/money.ts'
import { isPrice } from '../../domain/price.ts'

/** Returns a price between 0 and 1, both excluded, else null. */
export function quotedPriceOf(value: unknown): Decimal | null {
  const price = parseDecimal(value)
  return price === null || price === '0' || price === '1' || !isPrice(price) ? null : price
}
