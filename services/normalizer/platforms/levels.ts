// Price levels as the platforms write them. One level that makes no sense condemns its book: a book
// with a level left out would be a wrong book.
import type { PriceLevel } from '../../../schemas/generated/events.ts'
import { parseDecimal } from '../../domain/money.ts'
import { isPrice } from '../../domain/price.ts'
import type { DeadLetter } from '../fate.ts'
import { deadLetter } from '../fate.ts'
import { amountOf, listOf } from '../json.ts'

/** An empty side is an empty array, null, or not there at all. */
export function levelsOf(
  side: string,
  value: unknown,
  read: (level: unknown) => readonly [price: unknown, size: unknown] | null,
): { readonly value: readonly PriceLevel[] } | DeadLetter {
  const list = listOf(value ?? [])
  if (list === null) return deadLetter('missing_field', side, value)
  const levels: PriceLevel[] = []
  for (const level of list) {
    const [saidPrice, saidSize] = read(level) ?? []
    const price = parseDecimal(saidPrice)
    if (price === null || !isPrice(price)) return deadLetter('bad_price', side, level)
    const size = amountOf(saidSize)
    if (size === null) return deadLetter('bad_size', side, level)
    levels.push({ price, size })
  }
  return { value: levels }
}
