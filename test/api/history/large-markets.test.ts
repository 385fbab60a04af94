// How long the interval is that is read of a market with very many rows.
import { beforeEach, expect, it } from '@jest/globals'
import {
  createLargeMarkets,
  type LargeMarkets,
} from '../../../services/api/history/large-markets.ts'
import type { HistoryRow } from '../../../services/api/history/row.ts'
import { allTime, type RowsAroundTimeRequest } from '../../../services/api/queries/history-rows.ts'

const limit = 8
const nowMs = 10_000_000
let large: LargeMarkets
beforeEach(() => {
  large = createLargeMarkets(() => nowMs, limit)
})

const around = (atMs: number): RowsAroundTimeRequest => ({
  kind: 'trades',
  marketId: 'pa_1',
  atMs,
  limit,
})
const rowsAt = (...times: number[]): HistoryRow[] => times.map((ms) => ({ ms }) as HistoryRow)
const every = (stepMs: number, count: number, fromMs: number): HistoryRow[] =>
  rowsAt(...Array.from({ length: count }, (_, i) => fromMs + i * stepMs))

it('is all time for a market that is not known to be large', () => {
  expect(large.intervalAround(around(1_000))).toEqual(allTime)
})

it('follows from how often the market was traded around the last time, whatever the kind', () => {
  large.rememberFoundRows(around(8_000_000), { ...allTime, rows: every(1_000, 8, 7_990_000) })
  expect(large.intervalAround(around(5_000_000))).toEqual({ fromMs: 4_986_000, untilMs: 5_014_000 })
  expect(large.intervalAround({ ...around(5_000_000), kind: 'quotes' })).toEqual(allTime)
  expect(large.intervalAround(around(nowMs - 14_000))?.untilMs).toBe(Infinity)
})

it('is that of the newer rows if there are few older ones, and never shorter than a second', () => {
  large.rememberFoundRows(around(100), {
    ...allTime,
    rows: [...rowsAt(50), ...every(500, 8, 1_000)],
  })
  expect(large.intervalAround(around(100_000))).toEqual({ fromMs: 93_000, untilMs: 107_000 })
  large.rememberFoundRows(around(100), { ...allTime, rows: every(0, 8, 50) })
  expect(large.intervalAround(around(100_000))).toEqual({ fromMs: 99_000, untilMs: 101_000 })
})

it('is not known if no read has found enough rows', () => {
  large.rememberFoundRows(around(100), { ...allTime, rows: rowsAt(50, 150) })
  expect(large.intervalAround(around(100))).toBeNull()
})

it('grows when it had too few rows', () => {
  large.rememberFoundRows(around(8_000_000), { ...allTime, rows: every(1_000, 8, 7_990_000) })
  const searched = { fromMs: 986_000, untilMs: 1_014_000 }
  large.rememberFoundRows(around(1_000_000), { ...searched, rows: rowsAt(999_000, 999_500) })
  expect(large.intervalAround(around(1_000_000))).toEqual(searched)
  large.rememberFoundRows(around(1_000_000), { ...searched, rows: rowsAt(999_000) })
  expect(large.intervalAround(around(1_000_000))).toEqual({ fromMs: 944_000, untilMs: 1_056_000 })
})

it('follows from the mean time between two trades before any were read', () => {
  expect(large.isFrequencyKnown('pa_1')).toBe(false)
  large.rememberFrequency('pa_1', 1_000)
  large.rememberFrequency('pa_2', null)
  expect(['pa_1', 'pa_2'].map((id) => large.isFrequencyKnown(id))).toEqual([true, true])
  expect(large.intervalAround(around(100_000))).toEqual({ fromMs: 84_000, untilMs: 116_000 })
  expect(large.intervalAround({ ...around(100_000), kind: 'quotes' })).toEqual(allTime)
  expect(large.intervalAround({ ...around(100_000), marketId: 'pa_2' })).toEqual(allTime)
})
