// Ranges and filling of candles, without a store.
import { describe, expect, it } from '@jest/globals'
import {
  toCandleRange,
  addCandlesForEmptyBuckets,
  toCandleText,
  withFinality,
} from '../../services/api/candle-series.ts'

const candle = (startS: number, close: string) =>
  toCandleText(
    `{"start_ts":${startS},"open":0.1,"high":0.9,"low":0.1,"close":${close},"volume":5,"notional":1,"outcome_notional":1,"trade_count":2}`,
  )
const shown = (candles: readonly { json: string }[]) =>
  candles.map(({ json }) => {
    const { start_ts, close, trade_count } = JSON.parse(json) as Record<string, number>
    return [start_ts, close, trade_count]
  })

describe('the range of a question', () => {
  it.each([
    ['1m', 59, 61, 0, 120],
    ['1m', 60, 120, 60, 120],
    ['1m', 60, 121, 60, 180],
    ['1h', 3599, 3600, 0, 3600],
    ['1h', 10, 10, 10, 10],
    ['1h', 20, 10, 20, 20],
    ['1w', 345_600, 345_601, 345_600, 950_400],
    ['1w', 345_599, 345_600, -259_200, 345_600],
  ] as const)('%s from %d to %d is %d to %d', (interval, start, end, fromS, toS) => {
    expect(toCandleRange(interval, start, end)).toEqual({ fromS, toS })
  })
})

describe('filling', () => {
  const traded = [candle(120, '0.5'), candle(300, '0.7')]

  it('repeats the last close, with nothing traded', () => {
    expect(
      shown(addCandlesForEmptyBuckets(traded, { fromS: 60, toS: 420 }, 60, '0.3', 99)),
    ).toEqual([
      [60, 0.3, 0],
      [120, 0.5, 2],
      [180, 0.5, 0],
      [240, 0.5, 0],
      [300, 0.7, 2],
      [360, 0.7, 0],
    ])
  })

  it('begins with the first trade there ever was', () => {
    expect(shown(addCandlesForEmptyBuckets(traded, { fromS: 0, toS: 240 }, 60, null, 99))).toEqual([
      [120, 0.5, 2],
      [180, 0.5, 0],
    ])
    expect(addCandlesForEmptyBuckets([], { fromS: 0, toS: 240 }, 60, null, 99)).toEqual([])
  })

  it('stops when it has enough', () => {
    expect(addCandlesForEmptyBuckets(traded, { fromS: 0, toS: 1e12 }, 60, '0.3', 3)).toHaveLength(3)
  })

  it('keeps the digits', () => {
    const [first, second] = addCandlesForEmptyBuckets(
      [candle(0, '0.860000001148')],
      { fromS: 0, toS: 120 },
      60,
      null,
      9,
    )
    expect(first?.json).toContain('"close":0.860000001148,')
    expect(second?.json).toContain('"open":0.860000001148,')
    expect(withFinality(second ?? candle(0, ''), true)).toMatch(
      /"trade_count":0,"is_final":true\}$/,
    )
  })
})
