// Reads from the store what the catalogs do not have in memory: markets that ended long ago, with their events,
// watermarks and matches. The answers are the same as when the catalogs had these markets in memory.
import type { EventMarket } from '../../domain/positions-conversion.ts'
import type { Store } from '../../lib/store/port.ts'
import { parseId } from '../../platforms/identity.ts'
import { queryEvents, queryEventsBySlug } from '../queries/changed-events.ts'
import { queryHistories, type FeedRow } from '../queries/changed-feeds.ts'
import {
  queryMarket,
  queryMarkets,
  queryMarketsOfEvents,
  type MarketRow,
} from '../queries/changed-markets.ts'
import { queryMatchesOf } from '../queries/changed-matches.ts'
import { createCatalogs, type Catalogs } from './catalogs.ts'
import type { EventEntry } from './event-catalog.ts'
import type { Completeness, FeedCatalog } from './feed-catalog.ts'
import type { MarketEntry } from './market-table.ts'
import { selectCounterparts, type Counterpart } from './match-catalog.ts'

export interface FoundMarket {
  readonly market: MarketEntry
  /** The watermarks were read from the store some time ago, so the store has all rows that they cover. */
  readonly completeness: Completeness
  /** See FeedCatalog.positionOf. */
  readonly watermarkPosition: number
}

/** Maximum length of an id that is looked up. The ids and slugs of all platforms are shorter. */
const maxIdLength = 512

/**
 * Creates the functions that read from the store. To find out that an id or slug is unknown, they make one
 * query by the primary key of a table.
 */
export function createStoredMarkets(store: Store, feeds: FeedCatalog) {
  const toFoundMarket = (market: MarketRow, history: FeedRow | undefined): FoundMarket => ({
    market,
    completeness: feeds.completenessOf(market, history),
    watermarkPosition: feeds.positionOf(market, history),
  })

  return {
    async findMarket(id: string): Promise<FoundMarket | undefined> {
      if (!isMarketId(id)) return undefined
      const market = await queryMarket(store, id)
      if (!market) return undefined
      const [history] = await queryHistories(store, [id])
      return toFoundMarket(market, history)
    },

    /** The same as findMarket for many markets, with few queries. The result lacks unknown markets. */
    async findMarkets(ids: readonly string[]): Promise<ReadonlyMap<string, FoundMarket>> {
      const markets = await queryMarkets(store, ids.filter(isMarketId))
      const histories = await queryHistories(
        store,
        markets.map(({ id }) => id),
      )
      const historyOf = new Map(histories.map((row) => [row.market_id, row]))
      return new Map(
        markets.map((market) => [market.id, toFoundMarket(market, historyOf.get(market.id))]),
      )
    },

    /**
     * Finds an event by its slug. Ignores the events for which `isInMemory` is true: for them the slug in
     * memory counts, which may be newer.
     */
    async findEvent(
      slug: string,
      isInMemory: (eventId: string) => boolean,
    ): Promise<EventEntry | undefined> {
      const found = isPossibleId(slug) ? await queryEventsBySlug(store, slug) : []
      const ids = found.filter((id) => !isInMemory(id))
      if (ids.length === 0) return undefined
      const [events, markets] = await Promise.all([
        queryEvents(store, ids),
        queryMarketsOfEvents(store, ids),
      ])
      const catalogs = createCatalogs()
      catalogs.update({ markets, events })
      return catalogs.events.getBySlug(slug)
    },

    async counterpartsOf(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly Counterpart[]>> {
      const matches = await queryMatchesOf(store, ids)
      const matchesOf = (id: string) =>
        matches.filter((row) => row.market_id === id || row.other_market_id === id)
      return new Map(ids.map((id) => [id, selectCounterparts(id, matchesOf(id))]))
    },

    /** Returns catalogs of these markets and their matches, for lists that are requested with `ids`. */
    async catalogsOf(ids: readonly string[]): Promise<Catalogs> {
      const [markets, matches] = await Promise.all([
        queryMarkets(store, ids),
        queryMatchesOf(store, ids),
      ])
      const known = new Set(markets.map(({ id }) => id))
      const others = matches
        .flatMap((row) => [row.market_id, row.other_market_id])
        .filter((id) => id !== '' && !known.has(id))
      const catalogs = createCatalogs()
      const otherMarkets = await queryMarkets(store, [...new Set(others)])
      catalogs.update({ markets: [...markets, ...otherMarkets], matches })
      return catalogs
    },

    /** Returns, for each of these markets, the markets of its event. */
    async readEventMarkets(
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, readonly EventMarket[]>> {
      const markets = await queryMarkets(store, ids)
      const eventIds = [...new Set(markets.flatMap(({ event_id: id }) => id ?? []))]
      const siblings = await queryMarketsOfEvents(store, eventIds)
      const byEvent = new Map<string | null, EventMarket[]>()
      for (const { id, event_id: eventId, created_at: createdAt } of siblings)
        byEvent.set(eventId, [...(byEvent.get(eventId) ?? []), { id, createdAt }])
      return new Map(
        markets.flatMap(({ id, event_id: eventId }) =>
          eventId === null ? [] : [[id, byEvent.get(eventId) ?? []]],
        ),
      )
    },
  }
}

function isMarketId(id: string): boolean {
  return isPossibleId(id) && parseId(id) !== null
}

function isPossibleId(text: string): boolean {
  return text !== '' && text.length <= maxIdLength && !/\p{C}/u.test(text)
}
