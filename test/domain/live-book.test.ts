// A book that is kept up to date with single changes, compared with one that is computed from scratch.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { BookSide } from '../../services/domain/book-levels.ts'
import { createLiveBook, type LiveBook } from '../../services/domain/live-book.ts'
import { normalizeBook, quoteOf } from '../../services/domain/order-book.ts'

const level = (price: string, size: string) => ({ price, size })
const start = { bids: [level('0.4', '10'), level('0.39', '5')], asks: [level('0.45', '7')] }

function opened(atMs = 0): LiveBook {
  const book = createLiveBook()
  book.replace(start, atMs)
  return book
}

describe('a live book', () => {
  it('has the levels and the quote of the changes that were applied', () => {
    const change = fc.record({
      side: fc.constantFrom<BookSide>('bids', 'asks'),
      price: fc.constantFrom('0.001', '0.1', '0.25', '0.5', '0.75', '0.999'),
      size: fc.constantFrom('0', '1', '2.5', '1000000.01'),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const book = createLiveBook()
        const sizes = { bids: new Map<string, string>(), asks: new Map<string, string>() }
        for (const [atMs, { side, price, size }] of changes.entries()) {
          book.set(side, { price, size }, atMs)
          sizes[side].set(price, size)
          const list = (of: BookSide) => Array.from(sizes[of], ([p, s]) => level(p, s))
          const expected = normalizeBook({ bids: list('bids'), asks: list('asks') })
          expect(book.sides()).toEqual(expected)
          expect(book.quote()).toEqual(quoteOf(expected))
        }
      }),
    )
  })

  it('adds exactly, and rejects a change that would make a level negative', () => {
    const book = opened()
    expect(book.add('bids', level('0.4', '0.2'), 1)).toBe(true)
    expect(book.add('bids', level('0.4', '-10.2'), 2)).toBe(true)
    expect(book.add('asks', level('0.45', '-7.01'), 3)).toBe(false)
    expect(book.sides()).toEqual({ bids: [level('0.39', '5')], asks: [level('0.45', '7')] })
  })

  it('is equal to a copy from a moment in between, and not to one from no moment', () => {
    const book = opened()
    book.set('bids', level('0.41', '1'), 1_000)
    const between = book.sides()
    book.set('bids', level('0.41', '0'), 2_000)
    book.replace({ ...start, asks: [level('0.44', '1')] }, 3_000)
    expect(book.compare(between, 0, 0)).toBe('equal')
    expect(book.compare(start, 0, 0)).toBe('equal')
    expect(book.compare(book.sides(), 3_001, 0)).toBe('equal')
    expect(book.compare(start, 3_001, 0)).toBe('different')
    const mixed = { ...between, asks: [level('0.44', '1')] }
    expect(book.compare(mixed, 0, 0)).toBe('different')
  })

  it('says that it does not know its changes before its first snapshot, or of long ago', () => {
    const book = opened(10_000)
    const other = { bids: [], asks: [] }
    expect(book.compare(other, 9_000, 0)).toBe('unknown')
    expect(book.compare(other, 10_000, 0)).toBe('different')
    for (let n = 0; n < 5_000; n += 1) book.set('asks', level('0.5', String(n)), 11_000 + n)
    expect(book.compare(other, 10_500, 0)).toBe('unknown')
    expect(book.compare(other, 15_500, 0)).toBe('different')
  })

  it('ignores levels that a copy may lack because it was cut off', () => {
    const book = opened()
    const cut = { bids: [level('0.4', '10')], asks: [level('0.45', '7')] }
    expect(book.compare(cut, 0, 1)).toBe('equal')
    expect(book.compare(cut, 0, 2)).toBe('different')
    expect(book.compare({ ...cut, bids: [level('0.39', '5')] }, 0, 1)).toBe('different')
  })
})
