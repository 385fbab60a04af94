// How far the trades of a market are complete according to the watermarks of tape and history.
import { describe, expect, it } from '@jest/globals'
import { createFeedCatalog } from '../../../services/api/catalog/feed-catalog.ts'
import {
  completenessHeaders,
  isComplete,
  toStatedCompleteness,
} from '../../../services/api/completeness.ts'
import { createMarketNumbers } from '../../../services/lib/run/market-numbers.ts'
import type { FeedRow } from '../../../services/api/queries/changed-feeds.ts'

const market = { id: 'pa_1', platform: 'platform_a' } as const
const watermark = (fields: Partial<FeedRow>): FeedRow => ({
  feed: 'platform_a/trades',
  partition: 3,
  platform: 'platform_a',
  market_id: '',
  complete_from_ms: 0,
  complete_until_ms: 0,
  gaps: '[]',
  version: 1,
  ...fields,
})
const tape = (from: number, until: number, fields: Partial<FeedRow> = {}) =>
  watermark({ complete_from_ms: from, complete_until_ms: until, ...fields })
const history = (until: number, fields: Partial<FeedRow> = {}) =>
  watermark({
    feed: 'platform_a/trades/pa_1',
    market_id: 'pa_1',
    complete_until_ms: until,
    ...fields,
  })

const until = (...rows: FeedRow[]) => {
  const numbers = createMarketNumbers()
  numbers.assign(market.id)
  const feeds = createFeedCatalog(() => 3, numbers)
  feeds.update(rows)
  return feeds.completenessOf(market).completeness
}

describe('completeness', () => {
  it('is unknown without a history, whatever the watermark of the tape', () => {
    expect(until().completeUntilMs).toBe(0)
    expect(until(tape(100, 200)).completeUntilMs).toBe(0)
  })

  it('ends with the history while it has not reached the tape', () => {
    expect(until(tape(100, 200), history(99)).completeUntilMs).toBe(99)
    expect(until(history(99)).completeUntilMs).toBe(99)
  })

  it('ends with the tape once the history has reached it', () => {
    expect(until(tape(100, 200), history(100)).completeUntilMs).toBe(200)
    expect(until(tape(100, 200), history(150)).completeUntilMs).toBe(200)
  })

  it('has the gaps of the history that reach into the time of the tape', () => {
    const gap = { from_ms: 0, until_ms: 180, reason: 'volume' }
    const numbers = createMarketNumbers()
    numbers.assign(market.id)
    const feeds = createFeedCatalog(() => 3, numbers)
    feeds.update([tape(100, 200), history(100, { gaps: JSON.stringify([gap]) })])
    const completeness = feeds.completenessOf(market).completeness
    expect(completeness).toEqual({ completeUntilMs: 200, gaps: [gap] })
    expect(isComplete(completeness, 120, 150)).toBe(false)
    expect(isComplete(completeness, 180, 200)).toBe(true)
    expect(
      completenessHeaders(toStatedCompleteness(completeness, { fromMs: 120, untilMs: 150 })),
    ).toEqual({
      'X-Data-Complete-Until': '200',
      'X-Data-Gaps': '0-180;volume',
    })
  })

  it('believes only the tape of its own partition and platform', () => {
    expect(until(tape(100, 200, { partition: 4 }), history(100)).completeUntilMs).toBe(100)
    expect(until(tape(100, 200, { platform: 'platform_b' }), history(100)).completeUntilMs).toBe(
      100,
    )
  })

  it('uses the newest watermark, in any order of arrival', () => {
    const numbers = createMarketNumbers()
    numbers.assign(market.id)
    const feeds = createFeedCatalog(() => 3, numbers)
    feeds.update([tape(100, 300, { version: 2 }), history(100)])
    feeds.update([tape(100, 200, { version: 1 })])
    expect(feeds.completenessOf(market).completeness.completeUntilMs).toBe(300)
  })

  it('lists the gaps of both, oldest first, and none after the watermark', () => {
    const gap = (from_ms: number, until_ms: number) => ({
      from_ms,
      until_ms,
      reason: 'unreachable',
    })
    const both = until(
      tape(100, 200, { gaps: JSON.stringify([gap(150, 160), gap(250, 260)]) }),
      history(100, { complete_from_ms: 10, gaps: JSON.stringify([gap(20, 30)]) }),
    )
    expect(both.gaps).toEqual([
      { from_ms: 0, until_ms: 10, reason: 'not_fetched' },
      gap(20, 30),
      gap(150, 160),
    ])
  })
})
