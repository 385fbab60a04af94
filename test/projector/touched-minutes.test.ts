import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  splitByPairs,
  toCandleJobs,
  touchMinute,
  type CandleJob,
  type TouchedMinutes,
} from '../../services/projector/touched-minutes.ts'

function touchedBy(...trades: readonly (readonly [string, number])[]): TouchedMinutes {
  const touched: TouchedMinutes = new Map()
  for (const [marketId, minute] of trades)
    touchMinute(touched, marketId, minute * 60_000 + 59_999, 1)
  return touched
}

function pairsOf(jobs: readonly CandleJob[]): string[] {
  return jobs
    .flatMap(({ markets, minutes }) =>
      markets.flatMap((market, index) =>
        (minutes[index] ?? []).map((minute) => `${market} ${minute}`),
      ),
    )
    .sort()
}

describe('toCandleJobs', () => {
  it('takes trades of one moment together', () => {
    expect(toCandleJobs(touchedBy(['b', 100], ['a', 101], ['a', 100], ['a', 101]))).toEqual([
      {
        markets: ['a', 'b'],
        minutes: [[101, 100], [100]],
        fromMinute: 100,
        untilMinute: 102,
        records: 4,
      },
    ])
  })

  it('keeps a late trade apart from the live ones', () => {
    expect(toCandleJobs(touchedBy(['a', 10_000], ['b', 10_001], ['a', 3_000]))).toEqual([
      { markets: ['a'], minutes: [[3_000]], fromMinute: 3_000, untilMinute: 3_001, records: 1 },
      {
        markets: ['a', 'b'],
        minutes: [[10_000], [10_001]],
        fromMinute: 10_000,
        untilMinute: 10_002,
        records: 2,
      },
    ])
  })

  it('does not make a statement of every scattered minute, and cuts at the widest gaps', () => {
    const scattered = Array.from({ length: 500 }, (_, index): [string, number] => [
      'a',
      index * 100,
    ])
    const jobs = toCandleJobs(touchedBy(...scattered, ['a', 1_000_000]))
    expect(jobs).toHaveLength(8)
    expect(jobs.at(-1)).toMatchObject({ fromMinute: 1_000_000, untilMinute: 1_000_001 })
  })

  it('names at most a thousand markets in a job', () => {
    const jobs = toCandleJobs(
      touchedBy(...Array.from({ length: 2_500 }, (_, index): [string, number] => [`m${index}`, 7])),
    )
    expect(jobs.map(({ markets }) => markets.length)).toEqual([1_000, 1_000, 500])
  })

  it('of nothing makes nothing', () => {
    expect(toCandleJobs(new Map())).toEqual([])
  })

  it('puts every touched minute into exactly one job, within its range, however it is split', () => {
    const trades = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c', '东京', ''), fc.integer({ min: 0, max: 5_000 })),
    )
    fc.assert(
      fc.property(trades, trades, (some, others) => {
        const touched = touchedBy(...some, ...others)
        const expected = [
          ...new Set([...some, ...others].map(([market, minute]) => `${market} ${minute}`)),
        ].sort()
        const jobs = toCandleJobs(touched)
        expect(pairsOf(jobs)).toEqual(expected)
        expect(pairsOf(jobs.flatMap(splitByPairs))).toEqual(expected)
        expect(jobs.reduce((sum, { records }) => sum + records, 0)).toBe(
          some.length + others.length,
        )
        for (const { minutes, fromMinute, untilMinute } of jobs)
          expect(
            minutes.flat().every((minute) => minute >= fromMinute && minute < untilMinute),
          ).toBe(true)
      }),
    )
  })
})

describe('splitByPairs', () => {
  it('names at most ten thousand minutes in a job, also of one market', () => {
    const [job] = toCandleJobs(
      touchedBy(...Array.from({ length: 25_000 }, (_, minute): [string, number] => ['a', minute])),
    )
    const parts = job === undefined ? [] : splitByPairs(job)
    expect(parts.map(({ fromMinute, untilMinute }) => [fromMinute, untilMinute])).toEqual([
      [0, 10_000],
      [10_000, 20_000],
      [20_000, 25_000],
    ])
  })
})
