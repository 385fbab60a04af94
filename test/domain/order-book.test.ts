import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { compareDecimals, fromScaled, sumDecimals } from '../../services/domain/money.ts'
import { invertBook, quoteOf, normalizeBook } from '../../services/domain/order-book.ts'
import { midPrice, spreadOf } from '../../services/domain/quote.ts'

const level = (price: string, size = '1') => ({ price, size })

describe('normalizeBook', () => {
  it('puts the best level first on both sides, whatever order they came in', () => {
    const book = normalizeBook({
      bids: [level('0.01'), level('0.1'), level('0.06')],
      asks: [level('0.98'), level('0.14'), level('0.2')],
    })
    expect(book.bids.map(({ price }) => price)).toEqual(['0.1', '0.06', '0.01'])
    expect(book.asks.map(({ price }) => price)).toEqual(['0.14', '0.2', '0.98'])
  })

  it('adds up levels of one price and leaves out empty ones', () => {
    const book = normalizeBook({
      bids: [level('0.5', '28.74'), level('0.4', '0'), level('0.5', '0.26')],
      asks: [],
    })
    expect(book).toEqual({ bids: [level('0.5', '29')], asks: [] })
  })

  it('keeps a book whose sides cross', () => {
    const crossed = { bids: [level('0.6')], asks: [level('0.55')] }
    expect(normalizeBook(crossed)).toEqual(crossed)
    expect(spreadOf(quoteOf(crossed))).toBe('-0.05')
    expect(midPrice(quoteOf(crossed))).toBe('0.575')
  })

  it('is sorted, without repeats, idempotent, and loses no contract', () => {
    const levels = fc.array(
      fc.record({
        price: fc.bigInt({ min: 0n, max: 1000n }).map((units) => fromScaled(units, 3)),
        size: fc.bigInt({ min: 0n, max: 10n ** 9n }).map((units) => fromScaled(units, 2)),
      }),
    )
    fc.assert(
      fc.property(levels, levels, (bids, asks) => {
        const book = normalizeBook({ bids, asks })
        expect(normalizeBook(book)).toEqual(book)
        for (const [i, { price, size }] of book.bids.entries()) {
          expect(size).not.toBe('0')
          if (i > 0) expect(compareDecimals(book.bids[i - 1]!.price, price)).toBe(1)
        }
        for (const [i, { price }] of book.asks.entries())
          if (i > 0) expect(compareDecimals(book.asks[i - 1]!.price, price)).toBe(-1)
        const total = (side: readonly { size: string }[]) => sumDecimals(side.map((l) => l.size))
        expect(total(book.bids)).toBe(total(bids))
        expect(total(book.asks)).toBe(total(asks))
        expect(normalizeBook(invertBook(invertBook(book)))).toEqual(book)
      }),
    )
  })
})

it('turnBookRound swaps the sides at complementary prices', () => {
  expect(invertBook({ bids: [level('0.29', '5')], asks: [level('0.3', '7')] })).toEqual({
    bids: [level('0.7', '7')],
    asks: [level('0.71', '5')],
  })
})

describe('spreadOf and midPrice of a book', () => {
  it.each<[bids: string[], asks: string[], spread: string, mid: string]>([
    [['0.48'], ['0.5'], '0.02', '0.49'],
    [[], ['0.3'], '0.3', '0.15'],
    [['0.9'], [], '0.1', '0.95'],
    [[], [], '1', '0.5'],
  ])('%p bid, %p asked: spread %s, middle %s', (bids, asks, spread, mid) => {
    const book = { bids: bids.map((p) => level(p)), asks: asks.map((p) => level(p)) }
    expect(spreadOf(quoteOf(book))).toBe(spread)
    expect(midPrice(quoteOf(book))).toBe(mid)
  })
})
