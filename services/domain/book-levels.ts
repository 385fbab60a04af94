// The levels of one side of an order book in memory, kept in order while single levels change.
import type { PriceLevel } from '../../schemas/generated/events.ts'
import { compareDecimals, type Decimal } from './money.ts'
import type { BookSides } from './order-book.ts'

export type BookSide = keyof BookSides

export interface BookLevels {
  /** Returns 0 if there is no level at this price. */
  sizeAt(price: Decimal): Decimal
  /** Sets the size of a level; 0 removes it. */
  set(price: Decimal, size: Decimal): void
  /** null if there are no levels. */
  bestPrice(): Decimal | null
  /** Returns the levels, best first. Later changes do not change the list. */
  list(): readonly PriceLevel[]
  /** Whether `price` is nearer to the other side of the book than `otherPrice`. */
  isBetter(price: Decimal, otherPrice: Decimal): boolean
}

export function createBookLevels(side: BookSide): BookLevels {
  const direction = side === 'bids' ? -1 : 1
  const sizes = new Map<Decimal, Decimal>()
  /** The prices of all levels, best first. */
  const prices: Decimal[] = []

  const isBetter = (price: Decimal, otherPrice: Decimal): boolean =>
    direction * compareDecimals(price, otherPrice) < 0

  /** Returns the index of this price in `prices`, or the index at which the price has to be inserted. */
  function indexOfPrice(price: Decimal): number {
    let [low, high] = [0, prices.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBetter(prices[middle] ?? price, price)) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    sizeAt: (price) => sizes.get(price) ?? '0',
    set(price, size) {
      const isKnown = sizes.has(price)
      if (size === '0') {
        if (isKnown) prices.splice(indexOfPrice(price), 1)
        sizes.delete(price)
        return
      }
      if (!isKnown) prices.splice(indexOfPrice(price), 0, price)
      sizes.set(price, size)
    },
    bestPrice: () => prices[0] ?? null,
    list: () => prices.map((price) => ({ price, size: sizes.get(price) ?? '0' })),
    isBetter,
  }
}
