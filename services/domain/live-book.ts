// An order book in memory that is kept up to date with single changes, in exact decimals. It remembers its
// recent changes, so that it can be compared with a copy of the book that is some seconds older. The poller
// keeps one for each market that it follows with the platform's stream.
import type { PriceLevel } from '../../schemas/generated/events.ts'
import type { Decimal } from './money.ts'
import { addDecimals } from './money.ts'
import type { BookSides } from './order-book.ts'
import { toQuote, type Quote } from './quote.ts'

export type BookSide = keyof BookSides

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
   * Compares the book with `other`, level by level. `equal`: the book was in this state at some moment since
   * `sinceMs`. `unknown`: no such moment is known, but the remembered changes do not reach back to `sinceMs`.
   * `depth`: a side of `other` with this many levels may have been cut off there, so worse levels are not
   * compared; 0: `other` is complete.
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

/** Levels by price. */
type Levels = Map<Decimal, Decimal>

/** Changes are remembered at least this long, unless there are more than `maxChanges`. */
const rememberedMs = 30_000
const maxChanges = 2_000

export function createLiveBook(): LiveBook {
  const levels: Record<BookSide, Levels> = { bids: new Map(), asks: new Map() }
  /** The best price of each side; null if bestOf() has to search the levels for it. */
  const best: Record<BookSide, Decimal | null> = { bids: null, asks: null }
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
    const before = levels[side].get(price) ?? '0'
    if (before === size) return
    rememberChange({ atMs: nowMs, side, price, before })
    if (size === '0') {
      levels[side].delete(price)
      if (best[side] === price) best[side] = null
      return
    }
    levels[side].set(price, size)
    const known = best[side]
    if (known !== null && isBetterPrice(side, price, known)) best[side] = price
  }

  function bestPriceOf(side: BookSide): Decimal | null {
    if (best[side] !== null) return best[side]
    for (const price of levels[side].keys())
      if (best[side] === null || isBetterPrice(side, price, best[side])) best[side] = price
    return best[side]
  }

  return {
    replace(sides, nowMs) {
      for (const side of ['bids', 'asks'] as const) {
        const next = toLevelMap(sides[side])
        for (const price of levels[side].keys())
          if (!next.has(price)) set(side, { price, size: '0' }, nowMs)
        for (const [price, size] of next) set(side, { price, size }, nowMs)
      }
      if (knownSinceMs !== null) return
      // The state of the book before its first snapshot is not known.
      knownSinceMs = nowMs
      changes = []
    },
    set,
    add(side, { price, size }, nowMs) {
      const sum = addDecimals(levels[side].get(price) ?? '0', size)
      if (sum.startsWith('-')) return false
      set(side, { price, size: sum }, nowMs)
      return true
    },
    sides: () => ({ bids: toLevelList(levels, 'bids'), asks: toLevelList(levels, 'asks') }),
    quote: () => toQuote(bestPriceOf('bids'), bestPriceOf('asks')),
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
  /** Takes one change of the live book back, so that `other` is compared with the state before it. */
  undoChange(change: Change): void
}

/**
 * Tracks the levels in which the live book and `other` differ, while changes of the live book are taken back.
 */
function createBookDifference(
  levels: Readonly<Record<BookSide, Levels>>,
  other: BookSides,
  depth: number,
): BookDifference {
  const expected = { bids: toLevelMap(other.bids), asks: toLevelMap(other.asks) }
  const differing: Record<BookSide, Set<Decimal>> = { bids: new Set(), asks: new Set() }
  /** Levels worse than these prices may have been cut off in `other`. */
  const worst = {
    bids: cutOffPriceOf(other, 'bids', depth),
    asks: cutOffPriceOf(other, 'asks', depth),
  }

  function compareLevel(side: BookSide, price: Decimal, size: Decimal): void {
    const end = worst[side]
    if (end !== null && isBetterPrice(side, end, price)) return
    if ((expected[side].get(price) ?? '0') === size) differing[side].delete(price)
    else differing[side].add(price)
  }

  for (const side of ['bids', 'asks'] as const) {
    for (const [price, size] of levels[side]) compareLevel(side, price, size)
    for (const price of expected[side].keys())
      if (!levels[side].has(price)) compareLevel(side, price, '0')
  }
  return {
    isEmpty: () => differing.bids.size === 0 && differing.asks.size === 0,
    undoChange: ({ side, price, before }) => compareLevel(side, price, before),
  }
}

function cutOffPriceOf(book: BookSides, side: BookSide, depth: number): Decimal | null {
  return depth > 0 && book[side].length >= depth ? (book[side][depth - 1]?.price ?? null) : null
}

/** Compares as numbers: prices have few digits, so different prices are different numbers. */
function isBetterPrice(side: BookSide, price: Decimal, otherPrice: Decimal): boolean {
  return side === 'bids' ? Number(price) > Number(otherPrice) : Number(price) < Number(otherPrice)
}

function toLevelMap(list: readonly PriceLevel[]): Levels {
  return new Map(list.map(({ price, size }) => [price, size]))
}

function toLevelList(
  levels: Readonly<Record<BookSide, Levels>>,
  side: BookSide,
): readonly PriceLevel[] {
  return Array.from(levels[side], ([price, size]) => ({ price, size })).sort((a, b) =>
    isBetterPrice(side, a.price, b.price) ? -1 : 1,
  )
}
