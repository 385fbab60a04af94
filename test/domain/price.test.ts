import { describe, expect, it } from '@jest/globals'
import { centsOf, complementOf, isPrice, midOf, quotePrice } from '../../services/domain/price.ts'

describe('isPrice', () => {
  it.each([
    ['0', true],
    ['1', true],
    ['0.5', true],
    ['1.000000000001', false],
    ['-0.01', false],
    ['12', false],
  ])('%s: %p', (value, expected) => {
    expect(isPrice(value)).toBe(expected)
  })
})

it('complementOf, centsOf and midOf are exact', () => {
  expect(complementOf('0.29')).toBe('0.71')
  expect(complementOf('0.860000001148')).toBe('0.139999998852')
  expect(complementOf('0')).toBe('1')
  expect(centsOf('0.57')).toBe('57')
  expect(centsOf('0.0055')).toBe('0.55')
  expect(midOf('0.37', '0.38')).toBe('0.375')
})

describe('quotePrice', () => {
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
    expect(quotePrice(bid, ask)).toBe(price)
  })
})
