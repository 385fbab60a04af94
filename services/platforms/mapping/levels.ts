// Parses one side of an order book for the mappers. One invalid level rejects the whole book,
// because a book without that level would be wrong.
import type { PriceLevel } from '../../../schemas/generated/events.ts'
import { parseDecimal } from '../../domain/money.ts'
import { isPrice } from '../../domain/price.ts'
import type { DeadLetter } from './result.ts'
import { deadLetter } from './result.ts'
import { amountOf, listOf } from '../json.ts'

/**
 * Returns the price levels of one side of the book, or a dead letter. `read` extracts price and size of a
 * level. An empty side may be an empty array, null or absent.
 */
export function levelsOf(
  side: string,
  value: unknown,
  read: (level: unknown) => readonly [price: unknown, size: unknown] | null,
): { readonly value: readonly PriceLevel[] } | DeadLetter {
  const list = listOf(value ?? [])
  if (list === null) return deadLetter('missing_field', side, value)
  const levels: PriceLevel[] = []
  for (const level of list) {
    const [rawPrice, rawSize] = read(level) ?? []
    const price = parseDecimal(rawPrice)
    if (price === null || !isPrice(price)) return deadLetter('bad_price', side, level)
    const size = amountOf(rawSize)
    if (size === null) return deadLetter('bad_size', side, level)
    levels.push({ price, size })
  }
  return { value: levels }
}
