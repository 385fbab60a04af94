// Selects the markets that are followed with a stream: the most traded ones with an order book.
import type { BookTarget } from '../../platforms/source.ts'
import type { MarketState, MarketSummary } from '../checkpoints.ts'
import type { ReadonlyStates } from '../states.ts'
import { ascendingVolumesOf, canBeRanked } from '../feeds/book-ranking.ts'

/** A followed market is kept while its rank is at most this many times the number of followed markets. */
const staying = 1.25

/**
 * Returns up to `count` markets. Those that are followed already are preferred, so that small changes of volumes do
 * not change the subscriptions. Takes O(n log n).
 */
export function selectStreamedMarkets(
  markets: readonly ReadonlyStates<MarketState, MarketSummary>[],
  count: number,
  isFollowed: (id: string) => boolean,
): readonly BookTarget[] {
  const most = Math.ceil(count * staying)
  // Only the markets with at least the volume of rank `most` have to be sorted.
  const volumes = ascendingVolumesOf(markets)
  const leastVolume = volumes[volumes.length - most] ?? -Infinity
  const open: { id: string; nativeId: string; volume: number; states: (typeof markets)[number] }[] =
    []
  for (const states of markets)
    for (const [id, market] of states) {
      const { nativeId, volume24h: volume } = market
      if (canBeRanked(market) && volume >= leastVolume) open.push({ id, nativeId, volume, states })
    }
  const ranked = open.sort((a, b) => b.volume - a.volume || (a.id < b.id ? -1 : 1)).slice(0, most)
  const followed = ranked.filter(({ id }) => isFollowed(id))
  const others = ranked.slice(0, count).filter(({ id }) => !isFollowed(id))
  const room = Math.max(0, count - others.length)
  return [...followed.slice(0, room), ...others].map(({ id, nativeId, states }) => ({
    id,
    nativeId,
    tokens: states.get(id)?.tokens ?? [],
  }))
}
