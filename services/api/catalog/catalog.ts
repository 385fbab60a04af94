// The API's in-memory catalog of markets, events, feeds and matches, refreshed from the store. Markets that ended
// long ago are not in it; what is asked about them by id is read from the store
// (docs/decisions/025-ended-markets-leave-the-api.md).
import type { EventMarket } from '../../domain/positions-conversion.ts'
import type { Store } from '../../lib/store/port.ts'
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import { queryChangedEvents, queryEvents } from '../queries/changed-events.ts'
import { queryChangedFeeds, queryHistories, type FeedSortKey } from '../queries/changed-feeds.ts'
import {
  queryChangedMarkets,
  queryEndedSiblings,
  queryMarkets,
  queryMarketsOfEvents,
  type MarketRow,
} from '../queries/changed-markets.ts'
import {
  queryChangedMatches,
  queryMatchesOf,
  type MatchRow,
  type MatchSortKey,
} from '../queries/changed-matches.ts'
import { queryStoreClock } from '../queries/store-clock.ts'
import { queryStoreEpoch } from '../queries/store-epoch.ts'
import { createCatalogs, type Catalogs } from './catalogs.ts'
import { removeEndedBefore } from './departures.ts'
import type { EventCatalog, EventEntry } from './event-catalog.ts'
import type { MarketCatalog } from './market-catalog.ts'
import type { Counterpart } from './match-catalog.ts'
import { createStoredMarkets, type FoundMarket } from './stored-markets.ts'

export interface Catalog {
  /** The markets in memory. */
  readonly markets: MarketCatalog
  /** The events of these markets. */
  readonly events: EventCatalog
  /** Returns a market, even if it is not in memory; at once if it is. */
  findMarket(id: string): MaybePromise<FoundMarket | undefined>
  /** Returns an event, even if it is not in memory. */
  findEvent(slug: string): Promise<EventEntry | undefined>
  /** For each market, its counterpart on each other platform. */
  counterpartsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Counterpart[]>>
  /** For lists: what is in memory, or, if `ids` has a market that is not there with all its matches, these markets and matches. */
  catalogsFor(ids: readonly string[] | undefined): Promise<Pick<Catalogs, 'markets' | 'matches'>>
  /** For each market, the markets of its event, itself included. Markets without an event may be missing. */
  readEventMarkets(ids: readonly string[]): Promise<ReadonlyMap<string, readonly EventMarket[]>>
  /** Reads the rows written since the last refresh, and removes markets that ended long ago. */
  refresh(): Promise<void>
}

export interface CatalogOptions {
  readonly store: Store
  /** The same store, with the short deadlines of requests. For reads that a request waits for. */
  readonly storeOfRequests: Store
  readonly partitionOf: (marketId: string) => number
  /** Markets that ended longer ago are in no list, and leave the memory with the last market of their event. */
  readonly endedMarketsMs: number
  /** Unix milliseconds. */
  readonly now: () => number
}

/**
 * Maximum number of rows per page. A page is parsed at once, which blocks the event loop meanwhile.
 */
const pageSize = 10_000

/**
 * The time range before the last refresh that each refresh reads again. It is needed because a
 * row's `written_at` is set when its insert begins, but the row is visible only when the insert
 * ends. The rows of an insert that takes longer than this would be missed.
 */
const refreshOverlapMs = 5000

/** Interval at which the catalog looks for markets that ended long ago. */
const removeEveryMs = 60_000

export function createCatalog(options: CatalogOptions): Catalog {
  const { store, storeOfRequests, partitionOf, endedMarketsMs, now } = options
  const listedFromMs = (): number => now() - endedMarketsMs
  const catalogs = createCatalogs(partitionOf, listedFromMs)
  const { markets, events, feeds, matches } = catalogs
  const stored = createStoredMarkets(storeOfRequests, feeds)
  let sinceMs = 0
  let isLoaded = false
  let epoch = ''
  let removedAtMs = -Infinity

  /** The rows that belong in memory: of recent markets, of known ones, and of the markets of known events. */
  const isWanted = ({ id, ended_at_ms: endedAtMs, event_id: eventId }: MarketRow): boolean =>
    (endedAtMs ?? Infinity) >= listedFromMs() ||
    markets.has(id) ||
    (eventId !== null && events.has(eventId))

  const isOfKnownMarket = (row: MatchRow): boolean =>
    markets.has(row.market_id) || markets.has(row.other_market_id)

  /**
   * Applies changed markets. With a market that enters the memory, new or coming back, come its history and its
   * matches; with an event, its record and all its markets.
   */
  async function applyMarkets(changed: readonly MarketRow[]): Promise<void> {
    const rows = changed.filter(isWanted)
    const newEvents = distinct(rows.flatMap(({ event_id: id }) => id ?? [])).filter(
      (id) => !events.has(id),
    )
    const siblings = await queryMarketsOfEvents(store, newEvents)
    const all = [...rows, ...siblings]
    const newMarkets = distinct(all.map(({ id }) => id)).filter((id) => !markets.has(id))
    catalogs.update({
      markets: all,
      events: await queryEvents(store, newEvents),
      histories: await queryHistories(store, newMarkets),
      matches: await queryMatchesOf(store, newMarkets),
    })
  }

  const pageAfter = <SortKey>(after: SortKey) => ({ sinceMs, after, limit: pageSize })

  async function refreshMarkets(): Promise<void> {
    const endedFromMs = isLoaded ? 0 : listedFromMs()
    await readPages({
      initial: '',
      read: (after) => queryChangedMarkets(store, { ...pageAfter(after), endedFromMs }),
      // what belongs to the first markets is read below
      apply: (rows) => (isLoaded ? applyMarkets(rows) : catalogs.update({ markets: rows })),
      sortKeyOf: ({ id }) => id,
    })
    if (isLoaded) return
    const siblings = await queryEndedSiblings(store, endedFromMs)
    catalogs.update({ markets: await queryMarkets(store, siblings) })
  }

  return {
    markets,
    events,
    findMarket(id) {
      const market = markets.get(id)
      if (!market) return stored.findMarket(id)
      const completeness = feeds.completenessOf(market)
      return { market, completeness, watermarkPosition: feeds.positionOf(market) }
    },
    findEvent: async (slug) => events.getBySlug(slug) ?? (await stored.findEvent(slug, events.has)),
    async counterpartsOf(ids) {
      const known = ids.filter(markets.has).map((id) => [id, matches.counterpartsOf(id)] as const)
      const others = ids.filter((id) => !markets.has(id))
      return new Map([...known, ...(await stored.counterpartsOf(others))])
    },
    async catalogsFor(ids = []) {
      const isInMemory = ids.every((id) => markets.has(id) && matches.hasMarketsOf(id))
      return isInMemory ? catalogs : stored.catalogsOf(distinct(ids))
    },
    async readEventMarkets(ids) {
      const known = ids.flatMap((id) => {
        const eventId = markets.get(id)?.event_id ?? null
        if (eventId === null) return []
        const ofEvent = events.marketsOf(eventId)
        return [[id, ofEvent.map((m) => ({ id: m.id, createdAt: m.created_at }))] as const]
      })
      const others = ids.filter((id) => !markets.has(id))
      return new Map([...known, ...(await stored.readEventMarkets(others))])
    },
    async refresh() {
      const startedMs = await queryStoreClock(store)
      const newEpoch = await queryStoreEpoch(store)
      // a replay has truncated the tables: the watermarks in memory cover rows that are not there yet
      if (newEpoch !== epoch) feeds.clear()
      epoch = newEpoch
      await refreshMarkets()
      await readPages({
        initial: '',
        read: (after) => queryChangedEvents(store, pageAfter(after)),
        apply: (rows) =>
          events.update(
            rows.filter(({ id }) => events.has(id)),
            [],
          ),
        sortKeyOf: ({ id }) => id,
      })
      await readPages({
        initial: { feed: '', partition: 0 } as FeedSortKey,
        read: (after) => queryChangedFeeds(store, pageAfter(after)),
        apply: (rows) => feeds.update(rows),
        sortKeyOf: (row) => row,
      })
      await readPages({
        initial: { market_id: '', other_platform: '' } as MatchSortKey,
        read: (after) => queryChangedMatches(store, pageAfter(after)),
        apply: (rows) => matches.update(rows.filter(isOfKnownMarket)),
        sortKeyOf: (row) => row,
      })
      isLoaded = true
      sinceMs = startedMs - refreshOverlapMs
      if (now() - removedAtMs < removeEveryMs) return
      removedAtMs = now()
      await removeEndedBefore(catalogs, listedFromMs())
    },
  }
}

const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)]

/**
 * Reads pages until one is not full. Each page begins after the last row of the page before it, and is read while
 * that page is applied.
 */
async function readPages<SortKey, Row>(pages: {
  readonly initial: SortKey
  readonly read: (after: SortKey) => Promise<readonly Row[]>
  readonly apply: (rows: readonly Row[]) => Promise<void> | void
  readonly sortKeyOf: (row: Row) => SortKey
}): Promise<void> {
  for (let rows = await pages.read(pages.initial); ;) {
    const last = rows.at(-1)
    const isLast = last === undefined || rows.length < pageSize
    const next = isLast ? null : pages.read(pages.sortKeyOf(last))
    // If applying fails, nothing waits for the next page.
    next?.catch(() => undefined)
    await pages.apply(rows)
    if (next === null) return
    rows = await next
  }
}
