// Derives what a response states about its completeness, and whether candles are final (`is_final`), from the
// completeness of a market or wallet.
import type { FeedGap } from '../../schemas/generated/events.ts'
import type { Completeness } from './catalog/feed-catalog.ts'
import type { Caching } from './route.ts'

/**
 * Maximum number of gaps in the header X-Data-Gaps, which keeps the header below the size limits of proxies.
 */
const maxStatedGaps = 32

/** The reason of the gap that ends where the fetched history of a market begins. */
export const notFetched = 'not_fetched'

/** A half-open period: it includes its start and excludes its end. */
export interface Period {
  readonly fromMs: number
  readonly untilMs: number
}

/** What a response states about the completeness of its data. */
export interface StatedCompleteness {
  /** Unix milliseconds. Every trade before this time is known, except in the gaps. */
  readonly completeUntilMs: number
  /** The gaps in the period of the response, oldest first, at most maxStatedGaps. */
  readonly gaps: readonly FeedGap[]
  readonly hasMoreGaps: boolean
  /**
   * The quota that prevents missing older trades from being fetched, as `<quota>;limit=<markets>`; null if they are
   * being fetched, or if none are missing.
   */
  readonly historyNotRequested: string | null
}

/** `period`: the period that the response covers; null if the response states no gaps. */
export function toStatedCompleteness(
  { completeUntilMs, gaps }: Completeness,
  period: Period | null,
): StatedCompleteness {
  const found = period ? gapsWithin(gaps, period.fromMs, period.untilMs) : []
  return {
    completeUntilMs,
    gaps: found.slice(0, maxStatedGaps),
    hasMoreGaps: found.length > maxStatedGaps,
    historyNotRequested: null,
  }
}

/**
 * Returns the headers that state the completeness. `X-Data-Complete-Until`: Unix milliseconds. `X-Data-Gaps`: the gaps
 * as `<from ms>-<until ms>;<reason>`, separated by commas, then `more` if gaps were left out; absent if there are no
 * gaps. `X-History-Not-Requested`: the quota that prevented the request for older trades; absent if no quota did.
 */
export function completenessHeaders({
  completeUntilMs,
  gaps,
  hasMoreGaps,
  historyNotRequested,
}: StatedCompleteness): Readonly<Record<string, string>> {
  const texts = gaps.map((gap) => `${gap.from_ms}-${gap.until_ms};${gap.reason}`)
  if (hasMoreGaps) texts.push('more')
  return {
    'X-Data-Complete-Until': String(completeUntilMs),
    ...(texts.length > 0 ? { 'X-Data-Gaps': texts.join(', ') } : {}),
    ...(historyNotRequested === null ? {} : { 'X-History-Not-Requested': historyNotRequested }),
  }
}

/**
 * Whether the half-open range overlaps a gap with the reason `not_fetched`. The trades of such a gap are missing, but
 * the poller fetches them if a client requests them.
 */
export function hasUnfetchedTrades(
  completeness: Completeness,
  fromMs: number,
  untilMs: number,
): boolean {
  return gapsWithin(completeness.gaps, fromMs, untilMs).some(({ reason }) => reason === notFetched)
}

/**
 * Returns the completeness with only the gaps that overlap the half-open range. With it, isComplete() is faster for
 * parts of the range.
 */
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
    !completeness.gaps.some((gap) => overlapsRange(gap, fromMs, untilMs))
  )
}

/**
 * A range that ended longer ago than this has been audited: the projector has compared its trades with the volume
 * that the platform states (services/projector/audit). No missing trade is therefore expected in it.
 */
const auditedAfterMs = 2 * 86_400_000

/** Returns how clients may cache a response about a past range. */
export function cachingOf(
  completeness: Completeness,
  { fromMs, untilMs }: Period,
  nowMs: number,
): Caching {
  if (!isComplete(completeness, fromMs, untilMs)) return 'none'
  return untilMs <= nowMs - auditedAfterMs ? 'immutable' : 'complete'
}

/** Returns the gaps that overlap the half-open range. */
export function gapsWithin(gaps: readonly FeedGap[], fromMs: number, untilMs: number): FeedGap[] {
  return gaps.filter((gap) => overlapsRange(gap, fromMs, untilMs))
}

const overlapsRange = (gap: FeedGap, fromMs: number, untilMs: number): boolean =>
  gap.from_ms < untilMs && gap.until_ms > fromMs
