// Derives the headers X-Data-Complete-Until and X-Data-Gaps, and `is_final` of candles, from the
// completeness of a market or wallet.
import type { FeedGap } from '../../schemas/generated/events.ts'
import type { Completeness } from './catalog/feed-catalog.ts'
import type { Caching } from './route.ts'

/**
 * Maximum number of gaps in the header, which keeps the header below the size limits of proxies.
 */
const maxGapsInHeader = 32

/** The reason of a gap before the history of a market begins. */
export const notFetched = 'not_fetched'

/**
 * `X-Data-Complete-Until`: Unix milliseconds; every older trade is known, except in the gaps.
 * `X-Data-Gaps`: gaps in `range`, the period of the response, as `<from ms>-<until ms>;<reason>`,
 * oldest first, separated by commas, followed by `more` if there are more than maxGapsInHeader.
 * Absent if there are none.
 */
export function completenessHeaders(
  completeness: Completeness,
  range: { readonly fromMs: number; readonly untilMs: number } | null,
): Readonly<Record<string, string>> {
  const gaps = range ? gapsWithin(completeness.gaps, range.fromMs, range.untilMs) : []
  const texts = gaps.map((gap) => `${gap.from_ms}-${gap.until_ms};${gap.reason}`)
  const shown =
    texts.length > maxGapsInHeader ? [...texts.slice(0, maxGapsInHeader), 'more'] : texts
  return {
    'X-Data-Complete-Until': String(completeness.completeUntilMs),
    ...(shown.length > 0 ? { 'X-Data-Gaps': shown.join(', ') } : {}),
  }
}

/** Whether trades of the half-open range are missing that are fetched when a client asks for them. */
export function isNotFetched(completeness: Completeness, fromMs: number, untilMs: number): boolean {
  return gapsWithin(completeness.gaps, fromMs, untilMs).some(({ reason }) => reason === notFetched)
}

/** The completeness with only the gaps that overlap the half-open range: for many questions about parts of it. */
export function completenessWithin(
  completeness: Completeness,
  fromMs: number,
  untilMs: number,
): Completeness {
  return { ...completeness, gaps: gapsWithin(completeness.gaps, fromMs, untilMs) }
}

/** Whether every trade of the half-open range is known. */
export function isComplete(completeness: Completeness, fromMs: number, untilMs: number): boolean {
  return (
    untilMs <= completeness.completeUntilMs &&
    !completeness.gaps.some((gap) => overlaps(gap, fromMs, untilMs))
  )
}

/**
 * After this time the trades of a range were compared with the volume that the platform states
 * (services/projector/audit), so no more are expected to be found.
 */
const auditedAfterMs = 2 * 86_400_000

/** How clients may cache a response about a past range. */
export function cachingOf(
  completeness: Completeness,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  nowMs: number,
): Caching {
  if (!isComplete(completeness, fromMs, untilMs)) return 'none'
  return untilMs <= nowMs - auditedAfterMs ? 'immutable' : 'complete'
}

function gapsWithin(gaps: readonly FeedGap[], fromMs: number, untilMs: number): FeedGap[] {
  return gaps.filter((gap) => overlaps(gap, fromMs, untilMs))
}

const overlaps = (gap: FeedGap, fromMs: number, untilMs: number): boolean =>
  gap.from_ms < untilMs && gap.until_ms > fromMs
