// How far the answer about one market can be relied on, as headers and as is_final.
import type { FeedGap } from '../../schemas/generated/events.ts'
import type { Completeness } from './catalog/feed-catalog.ts'

/** A header must stay below what proxies take. */
const gapsInHeader = 32

/**
 * `X-Data-Complete-Until`: Unix ms, every older trade is known. `X-Data-Gaps`: what is missing before
 * it in the range that was answered, as `<from ms>-<until ms>;<reason>`, oldest first, separated by
 * commas; `more` at the end when there are more than a header holds; absent when nothing is missing.
 */
export function completenessHeaders(
  completeness: Completeness,
  range: { readonly fromMs: number; readonly untilMs: number } | null,
): Readonly<Record<string, string>> {
  const gaps = range ? gapsWithin(completeness.gaps, range.fromMs, range.untilMs) : []
  const texts = gaps.map((gap) => `${gap.from_ms}-${gap.until_ms};${gap.reason}`)
  const shown = texts.length > gapsInHeader ? [...texts.slice(0, gapsInHeader), 'more'] : texts
  return {
    'X-Data-Complete-Until': String(completeness.completeUntilMs),
    ...(shown.length > 0 ? { 'X-Data-Gaps': shown.join(', ') } : {}),
  }
}

/** Whether every trade of the half-open range is known. */
export function isComplete(completeness: Completeness, fromMs: number, untilMs: number): boolean {
  return (
    untilMs <= completeness.completeUntilMs &&
    gapsWithin(completeness.gaps, fromMs, untilMs).length === 0
  )
}

function gapsWithin(gaps: readonly FeedGap[], fromMs: number, untilMs: number): FeedGap[] {
  return gaps.filter((gap) => gap.from_ms < untilMs && gap.until_ms > fromMs)
}
