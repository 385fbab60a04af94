import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  afterReading,
  isUnreachable,
  toTapeClaim,
  withGap,
} from '../../../services/poller/feeds/claims.ts'

const gap = (from_ms: number, until_ms: number, reason = 'unreachable') => ({
  from_ms,
  until_ms,
  reason,
})

describe('gaps', () => {
  it('are in order, neighbours of one reason joined', () => {
    const gaps = withGap([gap(0, 10), gap(30, 40), gap(50, 60, 'truncated')], gap(10, 30))
    expect(gaps).toEqual([gap(0, 40), gap(50, 60, 'truncated')])
    expect(withGap([gap(50, 60, 'truncated')], gap(40, 50))).toEqual([
      gap(40, 50),
      gap(50, 60, 'truncated'),
    ])
  })

  it('lose what was read, and keep the rest', () => {
    const read = (fromMs: number, untilMs: number, isTruncated = false) =>
      afterReading([gap(10, 40)], { fromMs, untilMs, isTruncated })
    expect(read(0, 50)).toEqual([])
    expect(read(20, 30)).toEqual([gap(10, 20), gap(30, 40)])
    expect(read(10, 20)).toEqual([gap(20, 40)])
    expect(read(20, 21, true)).toEqual([gap(10, 20), gap(20, 21, 'truncated'), gap(21, 40)])
  })

  it('stay the same array when a reading tells nothing new', () => {
    const gaps = [gap(10, 11, 'truncated')]
    expect(afterReading(gaps, { fromMs: 20, untilMs: 30, isTruncated: false })).toBe(gaps)
    expect(afterReading(gaps, { fromMs: 10, untilMs: 11, isTruncated: true })).toBe(gaps)
    expect(afterReading(gaps, { fromMs: 10, untilMs: 11, isTruncated: false })).toEqual([])
  })

  it('cover what is missing and nothing else, whatever is added and read', () => {
    const span = fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 10 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), span)), (steps) => {
        const missing = new Set<number>()
        let gaps: readonly ReturnType<typeof gap>[] = []
        for (const [isAdded, [from, length]] of steps) {
          for (let at = from; at < from + length; at += 1) {
            if (isAdded) missing.add(at)
            else missing.delete(at)
          }
          gaps = isAdded
            ? withGap(gaps, gap(from, from + length))
            : afterReading(gaps, { fromMs: from, untilMs: from + length, isTruncated: false })
          const covered = gaps.flatMap((one) =>
            Array.from({ length: one.until_ms - one.from_ms }, (_, n) => one.from_ms + n),
          )
          expect(covered).toEqual([...missing].toSorted((a, b) => a - b))
          expect(gaps.every(isUnreachable)).toBe(true)
        }
      }),
    )
  })
})

describe('claim of a tape', () => {
  it('lies in every partition', () => {
    const state = { startMs: 1, untilMs: 2, gaps: [] }
    const claims = toTapeClaim('platform_b', state, 3)
    expect(claims.map((claim) => claim.partition)).toEqual(Array.from({ length: 12 }, (_, n) => n))
    expect(claims[3]?.value).toMatchObject({
      body: null,
      progress: { feed: 'platform_b/trades', complete_from_ms: 1, complete_until_ms: 2 },
    })
  })
})
