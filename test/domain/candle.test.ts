import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { bucketEndS, bucketStartS, candleIntervals } from '../../services/domain/candle.ts'
import type { CandleInterval } from '../../services/domain/candle.ts'

const seconds = (iso: string): number => Date.parse(iso) / 1000

describe('buckets', () => {
  it.each<[CandleInterval, string, string, string]>([
    ['1m', '2026-11-21T10:11:59.999Z', '2026-11-21T10:11:00Z', '2026-11-21T10:12:00Z'],
    ['1m', '2026-11-21T10:12:00Z', '2026-11-21T10:12:00Z', '2026-11-21T10:13:00Z'],
    ['5m', '2026-11-21T10:14:59Z', '2026-11-21T10:10:00Z', '2026-11-21T10:15:00Z'],
    ['15m', '2026-11-21T10:14:59Z', '2026-11-21T10:00:00Z', '2026-11-21T10:15:00Z'],
    ['1h', '2026-11-21T10:59:59Z', '2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z'],
    ['4h', '2026-11-21T11:59:59Z', '2026-11-21T08:00:00Z', '2026-11-21T12:00:00Z'],
    ['1d', '2026-11-21T23:59:59Z', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
    ['1w', '2026-11-21T10:00:00Z', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['1w', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
    ['1w', '1970-01-01T00:00:00Z', '1969-12-29T00:00:00Z', '1970-01-05T00:00:00Z'],
  ])('%s at %s', (interval, time, start, end) => {
    expect(bucketStartS(interval, seconds(time))).toBe(seconds(start))
    expect(bucketEndS(interval, seconds(time))).toBe(seconds(end))
  })

  it('weeks begin on Mondays, at midnight', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (timeS) => {
        const start = new Date(bucketStartS('1w', timeS) * 1000)
        expect([start.getUTCDay(), start.getUTCHours(), start.getUTCMinutes()]).toEqual([1, 0, 0])
      }),
    )
  })

  it('every instant lies in exactly one bucket, and the next begins where it ends', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...candleIntervals),
        fc.integer({ min: -1_000_000, max: 4_102_444_800 }),
        (interval, timeS) => {
          const start = bucketStartS(interval, timeS)
          const end = bucketEndS(interval, timeS)
          expect(start <= timeS && timeS < end).toBe(true)
          expect(bucketStartS(interval, end)).toBe(end)
          expect(bucketStartS(interval, start)).toBe(start)
        },
      ),
    )
  })
})
