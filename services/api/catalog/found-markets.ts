// Selects a page of the markets that a search found, without sorting all of them. A market with a higher rank
// comes first; markets of the same rank are in the order that the search asks for.
import type { MarketSortOrder, MarketSortKey } from './market-order.ts'
import type { Ranking } from './ranking.ts'

export interface FoundMarkets {
  readonly total: number
  rankOf(market: number): number
  /**
   * Returns how many found markets come before a cursor, which contains the rank and sort key of the last market of the
   * previous page. That market is counted too.
   */
  countMarketsUpTo(rank: number, key: MarketSortKey): number
  /** Returns up to `limit` found markets, after the first `offset` ones. */
  page(offset: number, limit: number): readonly number[]
}

/** A sort order, and the ranking of all markets in this order. */
export interface SortedMarkets {
  readonly order: MarketSortOrder
  readonly ranking: Ranking
}

/** Ranks are less than this. */
const rankCount = 64

/**
 * Returns a function that collects the found markets: its parameter `forEachFound` passes each found market with
 * its rank, a whole number of at least 1. To build a page, the collector sorts the markets of the ranks on
 * the page if these are at most `maxMarketsToSort` markets; otherwise it goes through all markets in their order,
 * which is faster then. A result is valid until the next call.
 */
export function createFoundMarketsCollector(maxMarketsToSort: number) {
  /** By market; 0: not found. */
  let ranks = new Uint8Array()
  let found = new Uint32Array()

  return function collect(
    marketCount: number,
    { order, ranking }: SortedMarkets,
    forEachFound: (add: (market: number, rank: number) => void) => void,
  ): FoundMarkets {
    if (ranks.length < marketCount) {
      ranks = new Uint8Array(Math.ceil(marketCount * 1.25))
      found = new Uint32Array(ranks.length)
    } else ranks.fill(0)
    const counts = new Uint32Array(rankCount)
    let total = 0
    const rankOf = (market: number): number => ranks[market] ?? 0
    forEachFound((market, rank) => {
      ranks[market] = rank
      counts[rank] = (counts[rank] ?? 0) + 1
      found[total] = market
      total += 1
    })
    /** By rank: the place of the first market of the rank, which is the number of markets of higher rank. */
    const places = new Uint32Array(rankCount)
    for (let rank = rankCount - 2; rank >= 0; rank -= 1)
      places[rank] = (places[rank + 1] ?? 0) + (counts[rank + 1] ?? 0)
    const firstPlaceOf = (rank: number): number => places[rank] ?? 0

    /** Returns the found markets with ranks from `lowestRank` to `highestRank`, in no particular order. */
    function marketsOfRanks(lowestRank: number, highestRank: number): number[] {
      const markets: number[] = []
      for (let i = 0; i < total; i += 1) {
        const market = found[i] ?? 0
        if (rankOf(market) >= lowestRank && rankOf(market) <= highestRank) markets.push(market)
      }
      return markets
    }

    function pageBySorting(
      offset: number,
      end: number,
      lowestRank: number,
      highestRank: number,
    ): number[] {
      const markets = marketsOfRanks(lowestRank, highestRank)
      markets.sort((a, b) => rankOf(b) - rankOf(a) || order.compare(a, b))
      return markets.slice(offset - firstPlaceOf(highestRank), end - firstPlaceOf(highestRank))
    }

    function pageFromRanking(offset: number, end: number): number[] {
      const next = places.slice()
      const page = Array.from({ length: end - offset }, () => 0)
      const all = ranking.order()
      let missing = page.length
      for (let i = 0; i < all.length && missing > 0; i += 1) {
        const market = all[i] ?? 0
        const rank = rankOf(market)
        if (rank === 0) continue
        const place = next[rank] ?? 0
        next[rank] = place + 1
        if (place < offset || place >= end) continue
        page[place - offset] = market
        missing -= 1
      }
      return page
    }

    return {
      total,
      rankOf,
      countMarketsUpTo(rank, key) {
        const isAfter = order.createAfterFilter(key)
        if ((counts[rank] ?? 0) <= maxMarketsToSort)
          return (
            firstPlaceOf(rank) +
            marketsOfRanks(rank, rank).filter((market) => !isAfter(market)).length
          )
        const all = ranking.order()
        const end = all.length - ranking.entriesAfter(isAfter).length
        let count = firstPlaceOf(rank)
        for (let i = 0; i < end; i += 1) if (rankOf(all[i] ?? 0) === rank) count += 1
        return count
      },
      page(offset, limit) {
        const end = Math.min(offset + limit, total)
        if (offset >= end) return []
        let highest = rankCount - 1
        while (firstPlaceOf(highest - 1) <= offset) highest -= 1
        let lowest = highest
        while (firstPlaceOf(lowest - 1) < end) lowest -= 1
        const isFew = firstPlaceOf(lowest - 1) - firstPlaceOf(highest) <= maxMarketsToSort
        return isFew ? pageBySorting(offset, end, lowest, highest) : pageFromRanking(offset, end)
      },
    }
  }
}
