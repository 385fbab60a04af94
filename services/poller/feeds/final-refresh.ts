// Computes when the final refresh of an ended market is due. A platform computes the volume of the last
// 24 hours at the time of the request, so the volume recorded at the market's end is out of date until
// the market is requested again a day later. The final refresh also brings late corrections.
import type { MarketState, MarketSummary } from '../checkpoints.ts'
import type { PollerTuning } from '../tuning.ts'

/**
 * Returns when the market has to be requested again (Unix ms), or Infinity for never. A market that was
 * first seen long after its end needs no refresh. A market whose 24-hour volume is still not 0 is
 * refreshed again, up to `settleFollowMs` after its end.
 */
export function finalRefreshDueMs(
  market: MarketSummary,
  { finalRefreshMs, settleFollowMs }: Pick<PollerTuning, 'finalRefreshMs' | 'settleFollowMs'>,
): number {
  if (market.phase === 'open' || market.nativeId === '') return Infinity
  const endedMs = marketEndMs(market)
  const refreshedMs = Math.max(market.listedMs, market.askedMs ?? 0)
  if (refreshedMs < endedMs + finalRefreshMs) return endedMs + finalRefreshMs
  const isStale = market.volume24h > 0 && refreshedMs < endedMs + settleFollowMs
  return isStale ? refreshedMs + finalRefreshMs : Infinity
}

/**
 * Returns the market's end (Unix ms): the end that the platform states, else when the poller first saw that
 * it had ended.
 */
function marketEndMs({ closedMs, listedMs }: MarketSummary): number {
  // The stated end may be a planned time that is later than the actual end.
  return Math.min(closedMs ?? Infinity, listedMs)
}

/** Returns the state of a market that was requested at `askedMs` without finding a change. */
export function withRequestTime(state: MarketState, askedMs: number): MarketState {
  const { askedMs: _, ...others } = state
  return { askedMs, ...others }
}
