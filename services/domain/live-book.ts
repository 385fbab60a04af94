// An order book in memory that is kept up to date with single changes, in exact decimals. It remembers its
// recent changes, so that it can be compared with a copy of the book that is some seconds older. The poller
// keeps one for each market that it follows with the platform's stream.
import type { PriceLevel } from '../../schemas/generated/events.ts'
import { createBookLevels, type BookLevels, type BookSide } from './book-levels.ts'
import type { Decimal } from './money.ts'
import { addDecimals } from './money.ts'
import type { BookSides } from './order-book.ts'
import { toQuote, type Quote } from './quote.ts'

export interface LiveBook {
  /** Replaces the whole book. Each level that differs counts as changed at `nowMs`. */
  replace(sides: BookSides, nowMs: number): void
  /** Sets the size of a level; 0 removes it. */
  set(side: BookSide, level: PriceLevel, nowMs: number): void
  /** Adds to the size of a level. Returns false, and changes nothing, if the result would be negative. */
  add(side: BookSide, change: PriceLevel, nowMs: number): boolean
  /** Returns the levels, best first. */
  sides(): BookSides
  quote(): Quote
  /**
   * Compares the book with `other`, level by level. `equal`: the book equalled `other` at some moment since `sinceMs`.
   * `different`: there was no such moment. `unknown`: no such moment is known, but there may have been one, because the
   * remembered changes do not reach back to `sinceMs`. `depth`: a side of `other` with this many levels may have been
   * cut off there, so worse levels are not compared; 0: `other` is complete.
   */
  compare(other: BookSides, sinceMs: number, depth: number): 'equal' | 'different' | 'unknown'
}

interface Change {
  readonly atMs: number
  readonly side: BookSide
  readonly price: Decimal
  /** The size before the change; 0 if there was no level. */
  readonly before: Decimal
}

/** Changes are remembered at least this long, unless there are more than `maxChanges`. */
const rememberedMs = 30_000
const maxChanges = 2_000

export function createLiveBook(): LiveBook {
  const levels = { bids: createBookLevels('bids'), asks: createBookLevels('asks') }
  let changes: Change[] = []
  /** All changes since this time are remembered. */
  let knownSinceMs: number | null = null

  function rememberChange(change: Change): void {
    changes.push(change)
    if (
      changes.length <= 2 * maxChanges &&
      (changes[0]?.atMs ?? 0) > change.atMs - 2 * rememberedMs
    )
      return
    const kept = changes.slice(-maxChanges).filter(({ atMs }) => atMs > change.atMs - rememberedMs)
    const forgotten = changes[changes.length - kept.length - 1]
    if (forgotten) knownSinceMs = forgotten.atMs
    changes = kept
  }

  function set(side: BookSide, { price, size }: PriceLevel, nowMs: number): void {
    const before = levels[side].sizeAt(price)
    if (before === size) return
    rememberChange({ atMs: nowMs, side, price, before })
    levels[side].set(price, size)
  }

  return {
    replace(sides, nowMs) {
      for (const side of ['bids', 'asks'] as const) {
        const next = toSizesByPrice(sides[side])
        for (const { price } of levels[side].list())
          if (!next.has(price)) set(side, { price, size: '0' }, nowMs)
        for (const [price, size] of next) set(side, { price, size }, nowMs)
      }
      if (knownSinceMs !== null) return
      // This is the first snapshot. The state of the book before it is not known.
      knownSinceMs = nowMs
      changes = []
    },
    set,
    add(side, { price, size }, nowMs) {
      const sum = addDecimals(levels[side].sizeAt(price), size)
      if (sum.startsWith('-')) return false
      set(side, { price, size: sum }, nowMs)
      return true
    },
    sides: () => ({ bids: levels.bids.list(), asks: levels.asks.list() }),
    quote: () => toQuote(levels.bids.bestPrice(), levels.asks.bestPrice()),
    compare(other, sinceMs, depth) {
      const differing = createBookDifference(levels, other, depth)
      for (let at = changes.length - 1; at >= 0 && !differing.isEmpty(); at -= 1) {
        const change = changes[at]
        if (change === undefined || change.atMs < sinceMs) break
        differing.undoChange(change)
      }
      if (differing.isEmpty()) return 'equal'
      return knownSinceMs !== null && knownSinceMs <= sinceMs ? 'different' : 'unknown'
    },
  }
}

interface BookDifference {
  isEmpty(): boolean
  /** Takes back one change of the live book, so that `other` is compared with the state before that change. */
  undoChange(change: Change): void
}

/**
 * Tracks the levels in which the live book and `other` differ, while changes of the live book are taken back.
 */
function createBookDifference(
  levels: Readonly<Record<BookSide, BookLevels>>,
  other: BookSides,
  depth: number,
): BookDifference {
  const expected = { bids: toSizesByPrice(other.bids), asks: toSizesByPrice(other.asks) }
  const differing: Record<BookSide, Set<Decimal>> = { bids: new Set(), asks: new Set() }
  /** Levels worse than these prices may have been cut off in `other`. */
  const worst = {
    bids: cutOffPriceOf(other, 'bids', depth),
    asks: cutOffPriceOf(other, 'asks', depth),
  }

  function compareLevel(side: BookSide, price: Decimal, size: Decimal): void {
    const end = worst[side]
    if (end !== null && levels[side].isBetter(end, price)) return
    if ((expected[side].get(price) ?? '0') === size) differing[side].delete(price)
    else differing[side].add(price)
  }

  for (const side of ['bids', 'asks'] as const) {
    for (const { price, size } of levels[side].list()) compareLevel(side, price, size)
    for (const price of expected[side].keys())
      if (levels[side].sizeAt(price) === '0') compareLevel(side, price, '0')
  }
  return {
    isEmpty: () => differing.bids.size === 0 && differing.asks.size === 0,
    undoChange: ({ side, price, before }) => compareLevel(side, price, before),
  }
}

function cutOffPriceOf(book: BookSides, side: BookSide, depth: number): Decimal | null {
  return depth > 0 && book[side].length >= depth ? (book[side][depth - 1]?.price ?? null) : null
}

/** Sizes by price. */
function toSizesByPrice(list: readonly PriceLevel[]): ReadonlyMap<Decimal, Decimal> {
  return new Map(list.map(({ price, size }) => [price, size]))
}
