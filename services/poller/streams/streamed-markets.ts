// Selects the markets that are followed with a stream: the most traded ones with an order book.
import type { BookTarget } from '../../platforms/source.ts'
import type { MarketState } from '../checkpoints.ts'
import { canBeRanked } from '../feeds/book-ranking.ts'

/** A followed market is kept while its rank is at most this many times the number of followed markets. */
const staying = 1.25

/**
 * Returns up to `count` markets. Those that are followed already are preferred, so that small changes of volumes do
 * not change the subscriptions. Takes O(n log n).
 */
export function selectStreamedMarkets(
  markets: readonly ReadonlyMap<string, MarketState>[],
  count: number,
  isFollowed: (id: string) => boolean,
): readonly BookTarget[] {
  const most = Math.ceil(count * staying)
  const leastVolume = volumeOfRank(markets, most)
  const open: (BookTarget & { readonly volume: number })[] = []
  for (const some of markets)
    for (const [id, market] of some) {
      const { nativeId, tokens, volume24h: volume } = market
      if (canBeRanked(market) && volume >= leastVolume) open.push({ id, nativeId, tokens, volume })
    }
  const ranked = open.sort((a, b) => b.volume - a.volume || (a.id < b.id ? -1 : 1)).slice(0, most)
  const followed = ranked.filter(({ id }) => isFollowed(id))
  const others = ranked.slice(0, count).filter(({ id }) => !isFollowed(id))
  const room = Math.max(0, count - others.length)
  return [...followed.slice(0, room), ...others].map(({ id, nativeId, tokens }) => ({
    id,
    nativeId,
    tokens,
  }))
}

/**
 * Returns the volume of the market with this rank. So only the markets with a higher volume have to be
 * sorted.
 */
function volumeOfRank(markets: readonly ReadonlyMap<string, MarketState>[], rank: number): number {
  const volumes: number[] = []
  for (const some of markets)
    for (const market of some.values()) if (canBeRanked(market)) volumes.push(market.volume24h)
  const ascending = Float64Array.from(volumes).sort()
  return ascending[ascending.length - rank] ?? -Infinity
}
