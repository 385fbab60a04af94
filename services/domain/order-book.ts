// Order books: both sides best level first, each price once. From whatever order and repetition a
// platform sends them in to the form that records, tables and /v1 share.
import type { PriceLevel } from '../../schemas/generated/events.ts'
import type { Decimal } from './money.ts'
import { addDecimals, compareDecimals, subtractDecimals } from './money.ts'
import { complementOf, midOf } from './price.ts'

export type BookSides = {
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

/**
 * Best first, levels of one price added up, empty ones dropped. A book whose sides cross is kept as
 * it is: the platform said so, and which side is stale cannot be known.
 */
export function toBook(sides: BookSides): BookSides {
  return { bids: toSide(sides.bids, -1), asks: toSide(sides.asks, 1) }
}

function toSide(levels: readonly PriceLevel[], direction: 1 | -1): readonly PriceLevel[] {
  const sizes = new Map<Decimal, Decimal>()
  for (const { price, size } of levels) {
    const known = sizes.get(price)
    sizes.set(price, known === undefined ? size : addDecimals(known, size))
  }
  return Array.from(sizes, ([price, size]) => ({ price, size }))
    .filter(({ size }) => size !== '0')
    .sort((a, b) => direction * compareDecimals(a.price, b.price))
}

/** The same liquidity seen from the other of two outcomes: who bids p for one asks 1 - p for the other. */
export function turnBookRound({ bids, asks }: BookSides): BookSides {
  return { bids: toOpposite(asks), asks: toOpposite(bids) }
}

export function toOpposite(levels: readonly PriceLevel[]): readonly PriceLevel[] {
  return levels.map(({ price, size }) => ({ price: complementOf(price), size }))
}

/** An empty bid side counts as a bid of 0, an empty ask side as an ask of 1. */
export function bestPrices({ bids, asks }: BookSides): { bid: Decimal; ask: Decimal } {
  return { bid: bids[0]?.price ?? '0', ask: asks[0]?.price ?? '1' }
}

/** Negative if the sides cross. */
export function spreadOf(book: BookSides): Decimal {
  const { bid, ask } = bestPrices(book)
  return subtractDecimals(ask, bid)
}

export function midPriceOf(book: BookSides): Decimal {
  const { bid, ask } = bestPrices(book)
  return midOf(bid, ask)
}
