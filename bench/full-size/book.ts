// The order book of a simulated market: bids and asks in whole cents around the price of its last trade.
import type { Listings } from './listings.ts'
import { pick } from './route.ts'

export interface Level {
  readonly cents: number
  readonly size: number
}

export interface Book {
  /** Both sides have the best level first. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly version: number
}

const maxLevels = 40

export function bookOf(listings: Listings, market: number, nowMs: number): Book {
  const middle = listings.lastPriceCents(market, nowMs)
  const version = listings.bookVersion(market, nowMs)
  const side = (direction: -1 | 1): Level[] => {
    const levels: Level[] = []
    for (let n = 1; n <= maxLevels; n += 1) {
      const cents = middle + direction * n
      if (cents < 1 || cents > 99) break
      // orders near the best price change with each version, the others rarely
      const seed = market * 100 + cents + (n < 6 ? version * 7919 : 0)
      levels.push({ cents, size: 10 + pick(seed, 5_000) })
    }
    return levels
  }
  return { bids: side(-1), asks: side(1), version }
}
