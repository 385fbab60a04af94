import { describe, expect, it } from '@jest/globals'
import {
  invertQuote,
  isUsableQuote,
  midPrice,
  toQuote,
  usableMidPrice,
} from '../../services/domain/quote.ts'

it('midPrice is exact', () => {
  expect(midPrice({ bid: '0.37', ask: '0.38' })).toBe('0.375')
})

it('invertQuote swaps the sides at complementary prices', () => {
  expect(invertQuote({ bid: '0.29', ask: '0.3' })).toEqual({ bid: '0.7', ask: '0.71' })
})

describe('usableMidPrice', () => {
  it.each<[bid: string | null, ask: string | null, price: string | null]>([
    ['0.4', '0.5', '0.45'], // a spread of 0.10 is close enough
    ['0.4', '0.500001', null],
    ['0.001', '0.002', '0.0015'],
    ['0.5', '0.5', '0.5'],
    ['0.52', '0.5', '0.51'], // sides that cross
    [null, '0.05', null],
    ['0.95', null, null],
    ['0', '0.05', null], // 0 and 1 stand for an empty side
    ['0.95', '1', null],
    [null, null, null],
  ])('%p and %p: %p', (bid, ask, price) => {
    expect(usableMidPrice(toQuote(bid, ask))).toBe(price)
  })
})

describe('isUsableQuote', () => {
  it.each([
    ['0.5', '0.6', true],
    ['0.5', '0.600000000000000001', false],
    ['0.7', '0.6', true],
    ['0', '0.05', false],
    ['0.95', '1', false],
    ['0.95', '1.01', false],
    ['-0.01', '0.01', false],
    ['0.01', '0', false],
  ])('of %s and %s is %s', (bid, ask, isUsable) => {
    expect(isUsableQuote({ bid, ask })).toBe(isUsable)
  })
})
