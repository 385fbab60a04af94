// The indexes of the market table, from which lists and searches are answered: the markets in order of volume, in
// order of creation time, and by word.
import type { MarketsQuery, SearchQuery } from '../../../schemas/generated/api.ts'
import { parseSearch } from '../search/search-terms.ts'
import { createWordIndex, maxCoverage, type WordIndex } from '../search/word-index.ts'
import { createFoundMarketsCollector } from './found-markets.ts'
import { createSharedFactsFilter, createMarketFilter } from './market-filter.ts'
import type { MarketNumbers } from '../../lib/run/market-numbers.ts'
import {
  createMarketSortOrders,
  createOrderOfIds,
  type SearchSortKey,
  type MarketSortKey,
} from './market-order.ts'
import type { MarketTable } from './market-table.ts'
import { createRanking } from './ranking.ts'

export interface MarketIndexes {
  /**
   * Must be called when the table has a new or changed row of the market. Replaces the words by which searches find
   * the market.
   */
  set(market: number, words: readonly string[]): void
  /** Must be called before the market is removed from the MarketTable and from the MarketNumbers. */
  remove(market: number): void
  /** The words of the markets, by the number of the market. */
  readonly words: WordIndex
  /** Highest volume first. */
  readonly compareVolume: (one: number, other: number) => number
  /**
   * Like MarketCatalog.list. `requestedMarkets`: the numbers of the markets that the query names; null if it names
   * none.
   */
  list(
    query: MarketsQuery,
    requestedMarkets: readonly number[] | null,
    after: MarketSortKey | null,
  ): MarketPage<MarketSortKey>
  search(
    query: SearchQuery,
    requestedMarkets: readonly number[] | null,
    after: SearchSortKey | null,
  ): MarketPage<SearchSortKey> & { readonly total: number }
}

export interface MarketPage<Key> {
  readonly ids: readonly string[]
  /** Sort key of the last market of the page; null if no market follows it. */
  readonly last: Key | null
}

export interface MarketIndexesOptions {
  /** Lists and searches return the markets that did not end before this time. */
  readonly minListedEndMs: () => number
  /** See createFoundMarketsCollector; 300 if omitted. */
  readonly maxHitsToSort?: number | undefined
}

export function createMarketIndexes(
  table: MarketTable,
  numbers: MarketNumbers,
  { minListedEndMs, maxHitsToSort = 300 }: MarketIndexesOptions,
): MarketIndexes {
  const words = createWordIndex()
  const collectFound = createFoundMarketsCollector(maxHitsToSort)
  const orders = createMarketSortOrders(table, numbers)
  const sorted = {
    volume: { order: orders.volume, ranking: createRanking(orders.volume.compare) },
    created_at: { order: orders.created_at, ranking: createRanking(orders.created_at.compare) },
  }

  return {
    set(market, wordsOfMarket) {
      words.set(market, wordsOfMarket)
      for (const { ranking } of Object.values(sorted)) ranking.markChanged(market)
    },
    remove(market) {
      words.delete(market)
      for (const { ranking } of Object.values(sorted)) ranking.remove(market)
    },
    words,
    compareVolume: orders.volume.compare,
    list(query, requestedMarkets, after) {
      const { offset, limit } = query
      const { sort_by: by, ids = [] } = query
      const { order, ranking } =
        by === 'ids' ? { ...sorted.volume, order: createOrderOfIds(ids, numbers) } : sorted[by]
      const isIncluded = createMarketFilter(query, table, minListedEndMs())
      const isAfter = after ? order.createAfterFilter(after) : () => true
      const candidates =
        requestedMarkets?.filter(isAfter).toSorted(order.compare) ?? ranking.entriesAfter(isAfter)
      if (offset >= candidates.length) return { ids: [], last: null }
      const found: number[] = []
      let skip = offset
      for (const market of candidates) {
        if (!isIncluded(market)) continue
        if (skip > 0) skip--
        else if (found.push(market) > limit) break
      }
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      return { ids: page.map(numbers.idOf), last: last === undefined ? null : order.keyOf(last) }
    },
    search(query, requestedMarkets, after) {
      const { q, sort_by: by, limit } = query
      const order = sorted[by === 'relevance' ? 'volume' : by]
      const hits = words.search(parseSearch(q))
      const isIncluded = createMarketFilter(query, table, minListedEndMs())
      const isOpen = createSharedFactsFilter({ status: 'open' }, table)
      const isRequested = requestedMarkets && new Set(requestedMarkets)
      const found = collectFound(numbers.size(), order, (add) => {
        for (let i = 0; i < hits.count; i += 1) {
          const market = hits.entryAt(i)
          if (isRequested?.has(market) === false || !isIncluded(market)) continue
          if (by !== 'relevance') add(market, 1)
          else
            add(
              market,
              toRank(hits.matchQualityAt(i), isOpen?.(market) === true, hits.wordCoverageAt(i)),
            )
        }
      })
      const offset = after ? found.countMarketsUpTo(after[0], [after[1], after[2]]) : query.offset
      const page = found.page(offset, limit)
      const last = offset + page.length < found.total ? page.at(-1) : undefined
      return {
        total: found.total,
        ids: page.map(numbers.idOf),
        last: last === undefined ? null : [found.rankOf(last), ...order.order.keyOf(last)],
      }
    },
  }
}

/**
 * Returns the rank of a found market. The rank depends first on how well the words of the market match the terms,
 * then on whether the market is open, then on how much of its text the terms cover.
 */
function toRank(matchQuality: number, isOpen: boolean, wordCoverage: number): number {
  return 1 + (2 * matchQuality + (isOpen ? 1 : 0)) * (maxCoverage + 1) + wordCoverage
}
