// Reads from the store what the catalogs do not have in memory: markets that ended long ago, with their events,
// watermarks and matches. The answers are the same as when the catalogs had these markets in memory.
import type { EventMarket } from '../../domain/positions-conversion.ts'
import { groupBy } from '../../lib/run/group-by.ts'
import type { Store } from '../../lib/store/port.ts'
import { parseId } from '../../platforms/identity.ts'
import { queryEvents, queryEventsBySlug } from '../queries/changed-events.ts'
import { queryHistories, type FeedRow } from '../queries/changed-feeds.ts'
import { queryMarkets, queryMarketsOfEvents, type MarketRow } from '../queries/changed-markets.ts'
import { queryMatchesOf } from '../queries/changed-matches.ts'
import { createCatalogs, type Catalogs } from './catalogs.ts'
import type { EventEntry } from './event-catalog.ts'
import type { FeedCatalog, MarketCompleteness } from './feed-catalog.ts'
import type { MarketEntry } from './market-table.ts'
import { selectCounterparts, type Counterpart } from './match-catalog.ts'

/** A market, and its completeness by watermarks that are not newer than the rows of the store. */
export interface FoundMarket extends MarketCompleteness {
  readonly market: MarketEntry
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
    ...feeds.completenessOf(market, history),
  })

  return {
    /** Finds markets, with few queries. The result lacks unknown markets. */
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
      const eventMarkets = siblings.map(({ id, event_id: eventId, created_at: createdAt }) => ({
        id,
        eventId,
        createdAt,
      }))
      const byEvent = groupBy(eventMarkets, ({ eventId }) => eventId)
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
