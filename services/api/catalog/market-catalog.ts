// All markets in memory, for lists, search and filters, in arrays by the number of the market. Details and
// prices of the markets in a response are read from the store.
import type { MarketFilters, MarketsQuery, SearchQuery } from '../../../schemas/generated/api.ts'
import type { MarketRow } from '../queries/changed-markets.ts'
import type { MarketNumbers } from './market-numbers.ts'
import { createMarketTable, type MarketEntry } from './market-table.ts'
import { createRanking } from './ranking.ts'
import { parseSearch } from '../search/search-terms.ts'
import { createWordIndex, maxCoverage } from '../search/word-index.ts'
import { createFoundMarketsCollector } from './found-markets.ts'
import { createFactsFilter, createMarketFilter } from './market-filter.ts'
import { createMarketOrders, type FoundSortKey, type MarketSortKey } from './market-order.ts'

/** A change of one market. */
export interface MarketChange {
  readonly market: number
  /** null if the market is new or had no event. */
  readonly eventBefore: string | null
  readonly event: string | null
}

export interface EndedMarket {
  readonly id: string
  readonly eventId: string | null
}

/** Lists and searches have the markets that did not end before `listedFromMs`. */
export interface MarketCatalog {
  /** Applies each row unless a newer row of its market is known. */
  update(rows: readonly MarketRow[]): readonly MarketChange[]
  /** The number of a removed market is free: nothing may refer to it any more. */
  remove(ids: readonly string[]): readonly MarketChange[]
  readonly has: (id: string) => boolean
  /** Whether lists have the market: it is in the catalog and did not end before `listedFromMs`. */
  readonly isListed: (id: string) => boolean
  /** The markets that ended before the given time, in steps of one or two milliseconds. */
  findEndedBefore(timeMs: number): Generator<void, readonly EndedMarket[]>
  get(id: string): MarketEntry | undefined
  /** The market with this number, which must be the number of a change. */
  readonly at: (market: number) => MarketEntry
  /** Highest volume first. */
  readonly compareVolume: (one: number, other: number) => number
  /** The markets after the sort key `after`, or after the first `offset` ones. */
  list(query: MarketsQuery, after: MarketSortKey | null): MarketPage<MarketSortKey>
  search(
    query: SearchQuery,
    after: FoundSortKey | null,
  ): MarketPage<FoundSortKey> & { readonly total: number }
  /** Whether a search finds the market with an id. Valid until the next search. */
  createWordFilter(q: string): (id: string) => boolean
  /**
   * Searches find the market also by the words of these others, as far as they are in the catalog. Replaces
   * earlier links of the market.
   */
  link(id: string, otherIds: readonly string[]): void
  /** Number of markets that were added so far, those that were removed since included. */
  addedCount(): number
  /** See WordIndex. */
  compactWords(): Generator<void>
}

export interface MarketPage<Key> {
  readonly ids: readonly string[]
  /** Sort key of the last market of the page; null if no market follows it. */
  readonly last: Key | null
}

const marketsPerStep = 20_000

/** See createFoundMarketsCollector. */
const defaultMaxHitsToSort = 300

export function createMarketCatalog(
  numbers: MarketNumbers,
  maxHitsToSort = defaultMaxHitsToSort,
  listedFromMs: () => number = () => -Infinity,
): MarketCatalog {
  const table = createMarketTable()
  const words = createWordIndex()
  const collectFound = createFoundMarketsCollector(maxHitsToSort)
  let size = 0
  let addedCount = 0

  const orders = createMarketOrders(table, numbers)
  const sorted = {
    volume: { order: orders.volume, ranking: createRanking(orders.volume.compare) },
    created_at: { order: orders.created_at, ranking: createRanking(orders.created_at.compare) },
  }

  const upsert = (row: MarketRow): MarketChange | null => {
    const market = numbers.assign(row.id)
    const isKnown = table.has(market)
    if (isKnown && table.versions.get(market) >= row.version) return null
    const eventBefore = isKnown ? table.eventOf(market).event_id : null
    table.set(market, row)
    words.set(market, row.words)
    if (!isKnown) {
      size += 1
      addedCount += 1
    }
    for (const { ranking } of Object.values(sorted)) ranking.markChanged(market)
    return { market, eventBefore, event: row.event_id }
  }

  const remove = (id: string): MarketChange | null => {
    const market = numberOf(id)
    if (market === undefined) return null
    const eventBefore = table.eventOf(market).event_id
    words.delete(market)
    for (const { ranking } of Object.values(sorted)) ranking.remove(market)
    table.remove(market)
    numbers.release(id)
    size -= 1
    return { market, eventBefore, event: null }
  }

  const numberOf = (id: string): number | undefined => {
    const market = numbers.get(id)
    return market !== undefined && table.has(market) ? market : undefined
  }
  /** The known markets among the `ids` of a query; null if it has none. */
  const requested = ({ ids }: MarketFilters): readonly number[] | null =>
    ids ? [...new Set(ids)].flatMap((id) => numberOf(id) ?? []) : null
  const at = (market: number): MarketEntry => table.entryOf(market, numbers.idOf(market))

  return {
    update: (rows) => rows.flatMap((row) => upsert(row) ?? []),
    remove: (ids) => ids.flatMap((id) => remove(id) ?? []),
    has: (id) => numberOf(id) !== undefined,
    isListed(id) {
      const market = numberOf(id)
      return market !== undefined && table.endTimes.get(market) >= listedFromMs()
    },
    *findEndedBefore(timeMs) {
      const ended: EndedMarket[] = []
      for (let market = 0; market < numbers.size(); market += 1) {
        if (table.has(market) && table.endTimes.get(market) < timeMs)
          ended.push({ id: numbers.idOf(market), eventId: table.eventOf(market).event_id })
        if (market % marketsPerStep === marketsPerStep - 1) yield
      }
      return ended
    },
    get(id) {
      const market = numberOf(id)
      return market === undefined ? undefined : at(market)
    },
    at,
    compareVolume: orders.volume.compare,
    list(query, after) {
      const { offset, limit } = query
      const { order, ranking } = sorted[query.sort_by]
      if (offset >= size) return { ids: [], last: null }
      const isIncluded = createMarketFilter(query, table, listedFromMs())
      const isAfter = after ? order.createIsAfter(after) : () => true
      const candidates =
        requested(query)?.filter(isAfter).toSorted(order.compare) ?? ranking.orderAfter(isAfter)
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
    search(query, after) {
      const { q, sort_by: by, limit } = query
      const order = sorted[by === 'relevance' ? 'volume' : by]
      const hits = words.search(parseSearch(q))
      const isIncluded = createMarketFilter(query, table, listedFromMs())
      const isOpen = createFactsFilter({ status: 'open' }, table)
      const given = requested(query)
      const isGiven = given && new Set(given)
      const found = collectFound(numbers.size(), order, (add) => {
        for (let i = 0; i < hits.count; i += 1) {
          const market = hits.entryAt(i)
          if (isGiven?.has(market) === false || !isIncluded(market)) continue
          if (by !== 'relevance') add(market, 1)
          else
            add(market, toRank(hits.agreementAt(i), isOpen?.(market) === true, hits.coverageAt(i)))
        }
      })
      const offset = after ? found.countUntil(after[0], [after[1], after[2]]) : query.offset
      const page = found.page(offset, limit)
      const last = offset + page.length < found.total ? page.at(-1) : undefined
      return {
        total: found.total,
        ids: page.map(numbers.idOf),
        last: last === undefined ? null : [found.rankOf(last), ...order.order.keyOf(last)],
      }
    },
    createWordFilter(q) {
      const hits = words.search(parseSearch(q))
      return (id) => {
        const market = numberOf(id)
        return market !== undefined && hits.has(market)
      }
    },
    link(id, otherIds) {
      const market = numberOf(id)
      if (market === undefined) return
      words.link(
        market,
        otherIds.flatMap((other) => numberOf(other) ?? []),
      )
    },
    addedCount: () => addedCount,
    compactWords: () => words.compact(),
  }
}

/** How well the terms agree counts first, then whether the market is open, then how short its text is. */
function toRank(agreement: number, isOpen: boolean, coverage: number): number {
  return 1 + (2 * agreement + (isOpen ? 1 : 0)) * (maxCoverage + 1) + coverage
}
