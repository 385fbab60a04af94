// Order books of the simulated platform_a that its live stream follows. From the first subscription on, a book changes
// only by the stream: a change moves the best bid by a cent, or changes the size of the level below it.
import { bookOf, type Book, type Level } from './book.ts'
import type { Listings } from './listings.ts'

export interface StreamedBook extends Book {
  /** Unix milliseconds. */
  readonly changedMs: number
  /** Whether the best bid is a cent higher than at first. */
  readonly isRaised: boolean
}

export interface StreamedBooks {
  /** null: the market was never subscribed. */
  get(market: number): StreamedBook | null
  /** Does nothing for a market that is followed already. */
  follow(market: number, nowMs: number): void
  /**
   * Changes a level of the bids of a followed market: the best one, or the size of the next one. Returns the old and
   * the new level.
   */
  change(
    market: number,
    nowMs: number,
    isBest: boolean,
  ): { readonly before: Level; readonly after: Level }
}

export function createStreamedBooks(listings: Listings): StreamedBooks {
  const books = new Map<number, StreamedBook>()

  return {
    get: (market) => books.get(market) ?? null,
    follow(market, nowMs) {
      if (books.has(market)) return
      const book = bookOf(listings, market, nowMs)
      books.set(market, { ...book, version: 0, isRaised: false, changedMs: nowMs })
    },
    change(market, nowMs, isBest) {
      const book = books.get(market)
      const level = isBest ? 0 : 1
      const before = book?.bids[level]
      if (!book || !before) throw new Error(`the book of market ${market} is not followed`)
      const version = book.version + 1
      // between the best bid and the best ask there is a cent without orders
      const step = book.isRaised ? -1 : 1
      const after = { cents: before.cents + (isBest ? step : 0), size: version }
      const bids = book.bids.with(level, after)
      const isRaised = isBest ? !book.isRaised : book.isRaised
      books.set(market, { ...book, bids, version, isRaised, changedMs: nowMs })
      return { before, after }
    },
  }
}
