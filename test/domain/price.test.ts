import { describe, expect, it } from '@jest/globals'
import { complementOf, isPrice, outcomePriceOf, toCents } from '../../services/domain/price.ts'

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

it('complementOf and toCents are exact', () => {
  expect(complementOf('0.29')).toBe('0.71')
  expect(complementOf('0.860000001148')).toBe('0.139999998852')
  expect(complementOf('0')).toBe('1')
  expect(toCents('0.57')).toBe('57')
  expect(toCents('0.0055')).toBe('0.55')
})

it('outcomePriceOf is the price of the first outcome, or its complement', () => {
  expect([0, 1].map((outcomeIndex) => outcomePriceOf(outcomeIndex, '0.29'))).toEqual([
    '0.29',
    '0.71',
  ])
})
