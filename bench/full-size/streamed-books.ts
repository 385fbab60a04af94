// Order books of the simulated platform_a that its live stream follows. From the first subscription on, a book changes
// only by the stream: each change moves the best bid by a cent.
import { bookOf, type Book, type Level } from './book.ts'
import type { Listings } from './listings.ts'

export interface StreamedBook extends Book {
  /** Unix milliseconds. */
  readonly changedMs: number
}

export interface StreamedBooks {
  /** null: the market was never subscribed. */
  get(market: number): StreamedBook | null
  /** Does nothing for a market that is followed already. */
  follow(market: number, nowMs: number): void
  /** Changes the book of a followed market. Returns the old and the new level of the best bid. */
  change(market: number, nowMs: number): { readonly before: Level; readonly after: Level }
}

export function createStreamedBooks(listings: Listings): StreamedBooks {
  const books = new Map<number, StreamedBook>()

  return {
    get: (market) => books.get(market) ?? null,
    follow(market, nowMs) {
      if (books.has(market)) return
      const book = bookOf(listings, market, nowMs)
      books.set(market, { ...book, version: 0, changedMs: nowMs })
    },
    change(market, nowMs) {
      const book = books.get(market)
      const before = book?.bids[0]
      if (!book || !before) throw new Error(`the book of market ${market} is not followed`)
      const version = book.version + 1
      // between the best bid and the best ask there is a cent without orders
      const after = { cents: before.cents + (version % 2 === 1 ? 1 : -1), size: version }
      const bids = [after, ...book.bids.slice(1)]
      books.set(market, { ...book, bids, version, changedMs: nowMs })
      return { before, after }
    },
  }
}
