import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  isPlausibleTime,
  toPlausibleSeconds,
  parseTimeMs,
  parseUnixSeconds,
} from '../../services/platforms/time.ts'

describe('parseTimeMs', () => {
  const at = Date.UTC(2026, 6, 24, 0, 25, 21)
  it.each<[string, number]>([
    ['2026-07-24T00:25:21Z', at],
    ['2026-07-24T00:25:21.5Z', at + 500],
    ['2026-07-24T00:25:21.54467Z', at + 544],
    ['2026-07-24T00:25:21.999999Z', at + 999],
    ['2026-07-24T00:25:21.000000001Z', at],
    ['2026-07-24 00:25:21+00', at], // Postgres
    ['2026-07-24 02:25:21.25+02', at + 250],
    ['2026-07-23 19:55:21-0430', at],
    ['2026-07-24T05:55:21+05:30', at],
    ['2026-07-24T00:25Z', at - 21_000],
    ['2026-07-24T00:25:21', at],
    ['2026-07-24', Date.UTC(2026, 6, 24)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2026-12-31T23:59:60Z', Date.UTC(2027, 0)], // a leap second
    ['2500-01-01T00:00:00Z', Date.UTC(2500, 0)],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
  ])('%s', (text, ms) => {
    expect(parseTimeMs(text)).toBe(ms)
  })

  it.each<[unknown]>([
    [''],
    ['now'],
    ['2026-13-01'],
    ['2026-02-30'],
    ['2026-00-10'],
    ['2026-07-24T25:00:00Z'],
    ['2026-07-24T00:61:00Z'],
    ['2026-07-24T00:25:21X'],
    ['24.07.2026'],
    ['2026-07-24T00:25:21Z and more'],
    [`2026-07-24T00:25:21.${'0'.repeat(1000)}Z`],
    [1784326906],
    [null],
    [undefined],
    [{}],
  ])('refuses %p', (text) => {
    expect(parseTimeMs(text)).toBeNull()
  })

  it('reads what JavaScript itself writes', () => {
    const between = { min: new Date(0), max: new Date(Date.UTC(2200, 0)), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(between), (date) => {
        expect(parseTimeMs(date.toISOString())).toBe(date.getTime())
      }),
    )
  })
})

it.each<[unknown, number | null]>([
  [1784326906, 1784326906000],
  ['1784326906', 1784326906000],
  [1784326906.1239, 1784326906123],
  ['1784326906.123', 1784326906123],
  ['soon', null],
  [null, null],
])('parseUnixSeconds(%p): %p', (value, ms) => {
  expect(parseUnixSeconds(value)).toBe(ms)
})

it.each<[unknown, number | null]>([
  ['2026-07-24T00:25:21.999Z', Date.UTC(2026, 6, 24, 0, 25, 21) / 1000],
  ['2099-08-01T04:59:00Z', Date.UTC(2099, 7, 1, 4, 59) / 1000],
  ['0001-01-01T00:00:00Z', null],
  ['1970-01-01T00:00:00Z', null],
  ['2500-12-31', null],
])('listedSeconds(%p): %p', (value, seconds) => {
  expect(toPlausibleSeconds(value)).toBe(seconds)
})

it('isPlausible allows clocks to differ, but not by more than a day', () => {
  const receivedAtMs = Date.UTC(2026, 10, 21)
  expect(isPlausibleTime(receivedAtMs + 86_400_000, receivedAtMs)).toBe(true)
  expect(isPlausibleTime(receivedAtMs + 86_400_001, receivedAtMs)).toBe(false)
  expect(isPlausibleTime(Date.UTC(2010, 0), receivedAtMs)).toBe(true)
  expect(isPlausibleTime(Date.UTC(2010, 0) - 1, receivedAtMs)).toBe(false)
})
