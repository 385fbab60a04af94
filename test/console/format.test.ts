import { describe, expect, it } from '@jest/globals'
import {
  formatClock,
  formatDifference,
  formatDollars,
  formatDuration,
  formatPlatform,
  formatPrice,
  formatSize,
  formatTime,
  parseMomentField,
  shorten,
  toMomentField,
} from '../../console/format.ts'

describe('prices', () => {
  it.each([
    [0, '0.0¢'],
    [0.5, '50.0¢'],
    [0.07, '7.0¢'],
    [0.4375, '43.75¢'],
    [0.001, '0.1¢'],
    [0.0005, '0.05¢'],
    [1, '100.0¢'],
  ])('%d is %s', (price, text) => {
    expect(formatPrice(price)).toBe(text)
  })

  it.each([
    [0.015, '+1.5¢'],
    [-0.004, '−0.4¢'],
    [0, '0.0¢'],
    // 0.3 - 0.1 - 0.2
    [-2.7755575615628914e-17, '0.0¢'],
  ])('the difference %d is %s', (difference, text) => {
    expect(formatDifference(difference)).toBe(text)
  })
})

describe('sizes', () => {
  it.each([
    [0, '0'],
    [61.44, '61.4'],
    [9_999, '9,999'],
    [12_345, '12.35K'],
    [2_500_000, '2.5M'],
  ])('%d is %s', (size, text) => {
    expect(formatSize(size)).toBe(text)
  })

  it('of dollars have their sign before the currency', () => {
    expect([-12.5, 3, 9_999.994, -12_345].map(formatDollars)).toEqual([
      '−$12.50',
      '$3.00',
      '$9,999.99',
      '−$12.35K',
    ])
  })
})

describe('times', () => {
  const ms = Date.UTC(2026, 10, 26, 18, 40, 3)

  it('are UTC', () => {
    expect(formatTime(ms)).toBe('2026-11-26 18:40:03')
  })

  it('have a date only on another day', () => {
    expect(formatClock(ms, ms + 3_600_000)).toBe('18:40:03')
    expect(formatClock(ms, ms + 86_400_000)).toBe('11-26 18:40:03')
  })

  it('that no date can have are unknown', () => {
    expect(formatTime(9e15)).toBe('unknown')
  })

  it('pass through the field for a moment unchanged', () => {
    expect(parseMomentField(toMomentField(ms))).toBe(ms)
    expect(parseMomentField('')).toBeNull()
  })

  it.each([
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [200_000_000, '2 d'],
  ])('%d ms are %s', (duration, text) => {
    expect(formatDuration(duration)).toBe(text)
  })
})

it('names a platform', () => {
  expect(formatPlatform('platform_a')).toBe('Platform A')
})

it('shortens only what is too long', () => {
  expect(shorten(`0x${'12345678'.repeat(5)}`)).toBe('0x1234…345678')
  expect(shorten('0x12')).toBe('0x12')
})
