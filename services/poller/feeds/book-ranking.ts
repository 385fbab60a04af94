// Computes from the volumes of markets how often each order book is requested. The interval grows with the rank of the
// market among all markets. So the intervals do not depend on the unit of the volumes, and the total number of requests
// is known. docs/decisions/032-books-within-a-budget.md has the numbers.
import type { MarketState, MarketSummary } from '../checkpoints.ts'
import type { ReadonlyStates } from '../states.ts'
import type { PollerTuning } from '../tuning.ts'

export interface BookPollingInterval {
  /** Whether the market is one of the most traded ones. */
  readonly isTop: boolean
  readonly intervalMs: number
}

/**
 * Must be called only once for each market: the number of top markets is limited, so of several markets with the same
 * volume, only the first ones for which it is called may become top markets.
 */
export type GetBookPollingInterval = (market: MarketSummary) => BookPollingInterval

export const canBeRanked = ({ hasBook, nativeId }: MarketSummary): boolean =>
  hasBook && nativeId !== ''

/** Returns the volumes of the markets that have a book. */
export function ascendingVolumesOf(
  markets: readonly ReadonlyStates<MarketState, MarketSummary>[],
): Float64Array {
  const volumes: number[] = []
  for (const some of markets)
    for (const market of some.values()) if (canBeRanked(market)) volumes.push(market.volume24h)
  return Float64Array.from(volumes).sort()
}

/**
 * Ranks the markets that have a book. `marketFraction` is the fraction of the platform's markets that `markets`
 * contains; the same fraction of the platform's most traded markets is expected among them. The ranking takes
 * O(n log n), and each call of the returned function O(log n).
 */
export function rankMarkets(
  markets: readonly ReadonlyStates<MarketState, MarketSummary>[],
  marketFraction: number,
  { bookTopCount, bookTopMs, bookTailMs }: PollerTuning,
): GetBookPollingInterval {
  const ascending = ascendingVolumesOf(markets)
  const places = Math.ceil(bookTopCount * marketFraction)
  const topVolume = ascending[ascending.length - places] ?? -Infinity
  /** How many more of the markets whose volume is exactly `topVolume` may become top markets. */
  let topPlaces = places - (ascending.length - 1 - ascending.lastIndexOf(topVolume))

  return ({ volume24h }) => {
    if (volume24h > topVolume || (volume24h === topVolume && topPlaces-- > 0))
      return { isTop: true, intervalMs: bookTopMs }
    const rank = ascending.length - firstIndexAtLeast(ascending, volume24h)
    const proportional = (bookTopMs * rank) / (bookTopCount * marketFraction)
    return { isTop: false, intervalMs: Math.min(Math.max(proportional, bookTopMs), bookTailMs) }
  }
}

/** Returns the index of the first element that is not lower than `value`. */
function firstIndexAtLeast(ascendingNumbers: Float64Array, value: number): number {
  let from = 0
  let until = ascendingNumbers.length
  while (from < until) {
    const middle = (from + until) >>> 1
    if ((ascendingNumbers[middle] ?? Infinity) < value) from = middle + 1
    else until = middle
  }
  return from
}
