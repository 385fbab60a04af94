// When a market that ended is to be asked for once more. Platforms tell the volume of the last 24 hours
// as it is when they are asked, so what they said at a market's end stays wrong until they are asked
// after a day; that answer is their last word, and brings late corrections along.
import type { MarketState } from '../checkpoints.ts'
import { toInstantMs } from '../platforms/fields.ts'
import type { PollerTuning } from '../tuning.ts'

/**
 * From then on (Unix ms) a new answer about the market is wanted; Infinity: none is. One that was met
 * when it was already over for long needs none; one whose volume the platform has still not let go of
 * is asked for again, for some days.
 */
export function lastWordDueMs(
  market: MarketState,
  { lastWordMs, settleFollowMs }: Pick<PollerTuning, 'lastWordMs' | 'settleFollowMs'>,
): number {
  if (market.phase === 'open' || market.nativeId === '') return Infinity
  const endedMs = endOf(market)
  const heardMs = Math.max(market.listedMs, market.askedMs ?? 0)
  if (heardMs < endedMs + lastWordMs) return endedMs + lastWordMs
  const isStale = market.volume24h > 0 && heardMs < endedMs + settleFollowMs
  return isStale ? heardMs + lastWordMs : Infinity
}

/** What the platform says, else its last change of the market, else when we heard of it. */
function endOf({ closedMs, mark, listedMs }: MarketState): number {
  const toldMs = closedMs ?? toInstantMs(mark)
  // A plan may lie ahead of an end that came early.
  return toldMs === null ? listedMs : Math.min(toldMs, listedMs)
}
