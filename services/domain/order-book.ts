// Order books in the form that records, tables and /v1 have in common: the best level of each side comes
// first, and each price occurs once. Platforms send levels in any order and may repeat a price.
import type { PriceLevel } from '../../schemas/generated/events.ts'
import type { Decimal } from './money.ts'
import { addDecimals, compareDecimals } from './money.ts'
import { complementOf } from './price.ts'
import { toQuote, type Quote } from './quote.ts'

export type BookSides = {
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

/**
 * Sorts both sides by price, the best first, adds up the sizes of levels with the same price, and removes
 * empty levels. A crossed book (bid above ask) stays crossed, because it is not known which side is out of
 * date.
 */
export function normalizeBook(sides: BookSides): BookSides {
  return { bids: normalizeSide(sides.bids, -1), asks: normalizeSide(sides.asks, 1) }
}

function normalizeSide(
  levels: readonly PriceLevel[],
  sortDirection: 1 | -1,
): readonly PriceLevel[] {
  if (isNormalized(levels, sortDirection)) return levels
  const sizes = new Map<Decimal, Decimal>()
  for (const { price, size } of levels) {
    const known = sizes.get(price)
    sizes.set(price, known === undefined ? size : addDecimals(known, size))
  }
  return Array.from(sizes, ([price, size]) => ({ price, size }))
    .filter(({ size }) => size !== '0')
    .sort((a, b) => sortDirection * compareDecimals(a.price, b.price))
}

function isNormalized(levels: readonly PriceLevel[], sortDirection: 1 | -1): boolean {
  return levels.every(({ price, size }, i) => {
    const previous = levels[i - 1]?.price
    const isInOrder = previous === undefined || sortDirection * compareDecimals(previous, price) < 0
    return isInOrder && size !== '0'
  })
}

/**
 * Returns the book with the best `depth` levels of each side; with all levels if `depth` is 0. Both sides must have the
 * best level first.
 */
export function limitBookDepth<B extends BookSides>(book: B, depth: number): B {
  if (depth === 0) return book
  return { ...book, bids: book.bids.slice(0, depth), asks: book.asks.slice(0, depth) }
}

/**
 * Converts a book to the book of the other of two outcomes: a bid of p for one is an ask of 1 - p for the
 * other.
 */
export function invertBook({ bids, asks }: BookSides): BookSides {
  return { bids: invertLevels(asks), asks: invertLevels(bids) }
}

export function invertLevels(levels: readonly PriceLevel[]): readonly PriceLevel[] {
  return levels.map(({ price, size }) => ({ price: complementOf(price), size }))
}

export function quoteOf({ bids, asks }: BookSides): Quote {
  return toQuote(bids[0]?.price, asks[0]?.price)
}
