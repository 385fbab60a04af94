// All markets in memory, in arrays by the number of the market. The catalog answers which markets a list has;
// their details and prices come from other parts of the api.
import type { MarketFilters, MarketsQuery, SearchQuery } from '../../../schemas/generated/api.ts'
import type { MarketRow } from '../queries/changed-markets.ts'
import { minuteOf } from './listing-window.ts'
import { createMarketIndexes, type MarketPage } from './market-indexes.ts'
import type { MarketNumbers } from '../../lib/run/market-numbers.ts'
import type { SearchSortKey, MarketSortKey } from './market-order.ts'
import { createMarketTable, type MarketEntry } from './market-table.ts'
import { parseSearch } from '../search/search-terms.ts'

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

/** The markets in memory. Lists and searches return the markets that did not end before `minListedEndMs`. */
export interface MarketCatalog {
  /** Applies each row unless the catalog has a newer row of the same market. */
  update(rows: readonly MarketRow[]): readonly MarketChange[]
  /** Removes markets. Nothing may refer to their numbers any more, because other markets can get them. */
  remove(ids: readonly string[]): readonly MarketChange[]
  readonly has: (id: string) => boolean
  /** Returns the version of the row of the market; undefined if the market is not in the catalog. */
  versionOf(id: string): number | undefined
  /** Whether lists contain the market: it is in the catalog and did not end before `minListedEndMs`. */
  readonly isListed: (id: string) => boolean
  /**
   * Finds the markets that ended before the given time. The generator yields after each one or two milliseconds
   * of work.
   */
  findEndedBefore(timeMs: number): Generator<void, readonly EndedMarket[]>
  /**
   * Counts the listed markets that have ended, by the minute of Unix time in which they ended. The generator yields
   * after each one or two milliseconds of work.
   */
  countEndedPerMinute(): Generator<void, ReadonlyMap<number, number>>
  get(id: string): MarketEntry | undefined
  /**
   * Returns the market with this number. The number must come from a MarketChange of a market that was not
   * removed since.
   */
  readonly at: (market: number) => MarketEntry
  /** Returns the id of the market with this number. The number must fulfil the condition that `at` has. */
  readonly idAt: (market: number) => string
  /** Highest volume first. */
  readonly compareVolume: (one: number, other: number) => number
  /** Finds the page of markets after the sort key `after` or, without one, after the first `offset` markets. */
  list(query: MarketsQuery, after: MarketSortKey | null): MarketPage<MarketSortKey>
  search(
    query: SearchQuery,
    after: SearchSortKey | null,
  ): MarketPage<SearchSortKey> & { readonly total: number }
  /**
   * Returns a function that returns whether a search for `q` finds the market with a given id. The function is valid
   * until the next search.
   */
  createWordFilter(q: string): (id: string) => boolean
  /**
   * Makes searches find the market also by the words of the markets `linkedIds`, as far as these are in the
   * catalog. Replaces earlier links of the market.
   */
  linkForSearch(id: string, linkedIds: readonly string[]): void
  /** Returns how many markets were added so far, including those that were removed since. */
  addedMarketCount(): number
  /** See WordIndex. */
  compactWordIndex(): Generator<void>
}

const marketsPerStep = 20_000

export function createMarketCatalog(
  numbers: MarketNumbers,
  maxHitsToSort?: number,
  minListedEndMs: () => number = () => -Infinity,
): MarketCatalog {
  const table = createMarketTable()
  const indexes = createMarketIndexes(table, numbers, { minListedEndMs, maxHitsToSort })
  const { words } = indexes
  let addedCount = 0

  const upsert = (row: MarketRow): MarketChange | null => {
    const market = numbers.assign(row.id)
    const isKnown = table.has(market)
    if (isKnown && table.versions.get(market) >= row.version) return null
    const eventBefore = isKnown ? table.eventOf(market).event_id : null
    table.set(market, row)
    indexes.set(market, row.words)
    if (!isKnown) addedCount += 1
    return { market, eventBefore, event: row.event_id }
  }

  const remove = (id: string): MarketChange | null => {
    const market = numberOf(id)
    if (market === undefined) return null
    const eventBefore = table.eventOf(market).event_id
    indexes.remove(market)
    table.remove(market)
    numbers.release(id)
    return { market, eventBefore, event: null }
  }

  const numberOf = (id: string): number | undefined => {
    const market = numbers.get(id)
    return market !== undefined && table.has(market) ? market : undefined
  }
  /** Returns the known markets among the `ids` of a query; null if the query has no `ids`. */
  const requestedMarketNumbers = ({ ids }: MarketFilters): readonly number[] | null =>
    ids ? [...new Set(ids)].flatMap((id) => numberOf(id) ?? []) : null
  const at = (market: number): MarketEntry => table.entryOf(market, numbers.idOf(market))

  return {
    update: (rows) => rows.flatMap((row) => upsert(row) ?? []),
    remove: (ids) => ids.flatMap((id) => remove(id) ?? []),
    has: (id) => numberOf(id) !== undefined,
    versionOf(id) {
      const market = numberOf(id)
      return market === undefined ? undefined : table.versions.get(market)
    },
    isListed(id) {
      const market = numberOf(id)
      return market !== undefined && table.endTimes.get(market) >= minListedEndMs()
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
    *countEndedPerMinute() {
      const counts = new Map<number, number>()
      const fromMs = minListedEndMs()
      for (let market = 0; market < numbers.size(); market += 1) {
        const endMs = table.endTimes.get(market)
        if (table.has(market) && endMs >= fromMs && endMs < Infinity)
          counts.set(minuteOf(endMs), (counts.get(minuteOf(endMs)) ?? 0) + 1)
        if (market % marketsPerStep === marketsPerStep - 1) yield
      }
      return counts
    },
    get(id) {
      const market = numberOf(id)
      return market === undefined ? undefined : at(market)
    },
    at,
    idAt: numbers.idOf,
    compareVolume: indexes.compareVolume,
    list: (query, after) => indexes.list(query, requestedMarketNumbers(query), after),
    search: (query, after) => indexes.search(query, requestedMarketNumbers(query), after),
    createWordFilter(q) {
      const hits = words.search(parseSearch(q))
      return (id) => {
        const market = numberOf(id)
        return market !== undefined && hits.has(market)
      }
    },
    linkForSearch(id, linkedIds) {
      const market = numberOf(id)
      if (market === undefined) return
      words.link(
        market,
        linkedIds.flatMap((other) => numberOf(other) ?? []),
      )
    },
    addedMarketCount: () => addedCount,
    compactWordIndex: () => words.compactIndex(),
  }
}
