// Coverage of a feed: the decision about the watermark, and the gaps.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  gapsAfterRead,
  withUnreachableRange,
  windowsToRetry,
  nextCoverage,
  nextReadFromMs,
  withGap,
  type Coverage,
} from '../../../services/poller/windows/coverage.ts'

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
      gapsAfterRead([gap(10, 40)], { fromMs, untilMs, isTruncated })
    expect(read(0, 50)).toEqual([])
    expect(read(20, 30)).toEqual([gap(10, 20), gap(30, 40)])
    expect(read(10, 20)).toEqual([gap(20, 40)])
    expect(read(20, 21, true)).toEqual([gap(10, 20), gap(20, 21, 'truncated'), gap(21, 40)])
  })

  it('stay the same array when a reading tells nothing new', () => {
    const gaps = [gap(10, 11, 'truncated')]
    expect(gapsAfterRead(gaps, { fromMs: 20, untilMs: 30, isTruncated: false })).toBe(gaps)
    expect(gapsAfterRead(gaps, { fromMs: 10, untilMs: 11, isTruncated: true })).toBe(gaps)
    expect(gapsAfterRead(gaps, { fromMs: 10, untilMs: 11, isTruncated: false })).toEqual([])
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
            : gapsAfterRead(gaps, { fromMs: from, untilMs: from + length, isTruncated: false })
          const covered = gaps.flatMap((one) =>
            Array.from({ length: one.until_ms - one.from_ms }, (_, n) => one.from_ms + n),
          )
          expect(covered).toEqual([...missing].toSorted((a, b) => a - b))
          expect(windowsToRetry({ gaps })).toHaveLength(gaps.length)
        }
      }),
    )
  })
})

describe('the decision about the watermark', () => {
  const before: Coverage = { fromMs: 100, untilMs: 1_000, gaps: [] }
  const piece = (fromMs: number, untilMs: number, more = {}) => ({
    fromMs,
    untilMs,
    isTruncated: false,
    isUnproven: false,
    unreadFromMs: fromMs,
    ...more,
  })
  it.each<[string, Coverage | null, ReturnType<typeof piece>, number, Coverage]>([
    [
      'begins with the first piece',
      null,
      piece(500, 900),
      900,
      { fromMs: 500, untilMs: 900, gaps: [] },
    ],
    [
      'begins no later than what is settled',
      null,
      piece(500, 900),
      700,
      { fromMs: 500, untilMs: 700, gaps: [] },
    ],
    [
      'begins empty if nothing is settled',
      null,
      piece(500, 900),
      300,
      { fromMs: 500, untilMs: 500, gaps: [] },
    ],
    [
      'moves to the end of the piece',
      before,
      piece(900, 2_000),
      5_000,
      { ...before, untilMs: 2_000 },
    ],
    ['stops at what is settled', before, piece(900, 2_000), 1_500, { ...before, untilMs: 1_500 }],
    ['stays if nothing new is settled', before, piece(900, 2_000), 800, before],
    ['never goes back', before, piece(200, 400), 5_000, before],
    ['does not pass what was not read', before, piece(1_100, 2_000), 5_000, before],
    [
      'passes an unread part, which becomes a gap',
      before,
      piece(1_500, 2_000, { unreadFromMs: 900 }),
      5_000,
      { ...before, untilMs: 2_000, gaps: [gap(900, 1_500)] },
    ],
    [
      'does not pass what is neither read nor part of the read',
      before,
      piece(1_500, 2_000, { unreadFromMs: 1_200 }),
      5_000,
      before,
    ],
    [
      'passes an unread part up to the piece if the piece is not settled',
      before,
      piece(1_500, 2_000, { unreadFromMs: 1_000 }),
      1_200,
      { ...before, untilMs: 1_500, gaps: [gap(1_000, 1_500)] },
    ],
    [
      'keeps a truncated part as a gap',
      before,
      piece(1_000, 2_000, { isTruncated: true }),
      5_000,
      { ...before, untilMs: 2_000, gaps: [gap(1_000, 2_000, 'truncated')] },
    ],
    ['extends the past', before, piece(0, 100), 5_000, { ...before, fromMs: 0 }],
    ['does not extend the past over what was not read', before, piece(0, 50), 5_000, before],
  ])('%s', (_, coverage, read, settledMs, expected) => {
    expect(nextCoverage(coverage, read, settledMs)).toEqual(expected)
  })

  it('returns the same gaps if a read changes nothing', () => {
    const gaps = [gap(200, 300)]
    expect(nextCoverage({ ...before, gaps }, piece(900, 2_000), 5_000).gaps).toBe(gaps)
  })

  it('covers only what was read and settled, whatever is read in which order', () => {
    const span = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 15 }))
    const read = fc.record({
      span,
      unread: fc.nat(5),
      settled: fc.nat(60),
      isTruncated: fc.boolean(),
      isUnproven: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(read), (reads) => {
        const settledReads = new Set<number>()
        let coverage: Coverage | null = null
        let earlierUntilMs = -1
        for (const { span, unread, settled, isTruncated, isUnproven } of reads) {
          const [fromMs, untilMs] = [span[0], span[0] + span[1]]
          for (let at = fromMs; at < Math.min(untilMs, settled); at += 1) {
            if (isUnproven) continue
            if (isTruncated) settledReads.delete(at)
            else settledReads.add(at)
          }
          const unreadFromMs = Math.max(0, fromMs - unread)
          const one = { fromMs, untilMs, isTruncated, isUnproven, unreadFromMs }
          coverage = nextCoverage(coverage, one, settled)
          const { gaps } = coverage
          for (let at = coverage.fromMs; at < coverage.untilMs; at += 1) {
            const isInGap = gaps.some((g) => at >= g.from_ms && at < g.until_ms)
            if (!isInGap) expect(settledReads).toContain(at)
          }
          expect(coverage.untilMs).toBeGreaterThanOrEqual(earlierUntilMs)
          earlierUntilMs = coverage.untilMs
        }
      }),
    )
  })
})

describe('a window that cannot be fetched', () => {
  const before: Coverage = { fromMs: 5_000, untilMs: 9_000, gaps: [] }
  it('becomes a gap within the coverage, and is missing from then on', () => {
    const later = withUnreachableRange(before, 9_000, 12_000)
    expect(later).toEqual({ fromMs: 5_000, untilMs: 12_000, gaps: [gap(9_000, 12_000)] })
    expect(windowsToRetry(later)).toEqual([{ fromS: 9, untilS: 12 }])
    expect(withUnreachableRange(before, 0, 5_000)).toMatchObject({ fromMs: 0, untilMs: 9_000 })
    expect(withUnreachableRange(null, 0, 5_000)).toEqual({
      fromMs: 0,
      untilMs: 5_000,
      gaps: [gap(0, 5_000)],
    })
  })

  it('is not part of the overlap', () => {
    expect(nextReadFromMs(before, 8_000)).toBe(8_000)
    expect(nextReadFromMs(before, 0)).toBe(5_000)
    expect(nextReadFromMs({ ...before, gaps: [gap(8_000, 8_500)] }, 7_000)).toBe(8_500)
    expect(nextReadFromMs({ ...before, gaps: [gap(8_000, 8_500, 'truncated')] }, 7_000)).toBe(7_000)
  })
})
