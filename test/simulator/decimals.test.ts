import { describe, expect, it } from '@jest/globals'
import {
  count,
  dollars,
  priceNumber,
  priceText,
  shortest,
  sizeText,
} from '../../simulator/decimals.ts'

describe('decimals of the simulated world', () => {
  it.each([
    [530_000_000_000, '0.53'],
    [860_000_001_148, '0.860000001148'],
    [1_000_000_000_000, '1'],
    [1, '0.000000000001'],
    [0, '0'],
  ])('writes a price of %d units as %s', (units, text) => {
    expect(priceText(units)).toBe(text)
    expect(JSON.stringify(priceNumber(units))).toBe(text === '0.000000000001' ? '1e-12' : text)
  })

  it.each([
    [28_740_000, '28.74', '28.74'],
    [5_000_000, '5', '5.00'],
    [30_974_624_038, '30974.624038', '30974.62'],
  ])('writes a size of %d units as %s or %s', (units, short, hundredths) => {
    expect(sizeText(units)).toBe(short)
    expect(count(units)).toBe(hundredths)
  })

  it('writes dollars with four digits', () => {
    expect(dollars(560_000_000_000)).toBe('0.5600')
    expect(dollars(1_000_000_000_000)).toBe('1.0000')
    expect(dollars(1_000_000_000)).toBe('0.0010')
  })

  it('keeps the sign', () => {
    expect(shortest(-3_500_000, 6)).toBe('-3.5')
  })
})
