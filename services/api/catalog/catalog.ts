// The API's in-memory catalog of markets, events, feeds and matches, refreshed from the store. Markets that
// ended long ago are not in it; they can be found by id, and are then read from the store
// (docs/decisions/025-ended-markets-leave-the-api.md). Before the catalog is loaded, all markets are found this
// way, and lists wait.
import type { EventMarket } from '../../domain/positions-conversion.ts'
import type { Store } from '../../lib/store/port.ts'
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import { rejectOnAbort } from '../../lib/run/wait.ts'
import { storeUnavailable } from '../errors.ts'
import { createCatalogLoader } from './catalog-loader.ts'
import { createCatalogs, type Catalogs } from './catalogs.ts'
import type { EventEntry } from './event-catalog.ts'
import { createListingWindow, type ListingWindowOptions } from './listing-window.ts'
import type { Counterpart } from './match-catalog.ts'
import { createStoredMarkets, type FoundMarket } from './stored-markets.ts'

/** What lists are made of. */
export type ListCatalogs = Pick<Catalogs, 'markets' | 'events' | 'matches'>

export interface Catalog {
  /** Returns a market: synchronously if it is in memory, otherwise from the store. */
  findMarket(id: string): MaybePromise<FoundMarket | undefined>
  /**
   * The same as findMarket for many markets: returns a function that finds each of them. The markets that are
   * not in memory are read together.
   */
  findMarkets(ids: readonly string[]): (id: string) => MaybePromise<FoundMarket | undefined>
  /** Returns an event: synchronously if it is in memory, otherwise from the store. */
  findEvent(slug: string): MaybePromise<EventEntry | undefined>
  /** Returns, for each market, its counterparts: the matching market on each other platform. */
  counterpartsOf(ids: readonly string[]): MaybePromise<ReadonlyMap<string, readonly Counterpart[]>>
  /**
   * Returns the catalogs from which a list is answered: the catalogs in memory or, if `ids` names a market
   * that is not in memory with all its matches, catalogs of the named markets only. Rejects with
   * a RequestError (503) if lists are still being loaded after `loadTimeoutMs`.
   */
  getCatalogsForList(ids: readonly string[] | undefined): MaybePromise<ListCatalogs>
  /**
   * Returns, for each market, the markets of its event, including the market itself. Markets without an event
   * may be missing in the result.
   */
  readEventMarkets(ids: readonly string[]): Promise<ReadonlyMap<string, readonly EventMarket[]>>
  /**
   * Returns the newest time until which all trades of any one platform are known, in Unix milliseconds; 0 if there is
   * none. This time has passed, by the clock of each platform and by the clock of the poller.
   */
  newestWatermarkMs(): number
  /**
   * Returns how many markets have entered the memory since the start. This number changes whenever an event
   * gets a market.
   */
  addedMarketCount(): number
  /**
   * Reads the watermarks of the tapes (the feeds of all trades of a platform), without which no response
   * can state until when its data is complete.
   */
  open(): Promise<void>
  /**
   * The first call loads the catalog. Later calls read the rows written since, and remove markets that ended
   * long ago.
   */
  refresh(signal?: AbortSignal): Promise<void>
  isLoaded(): boolean
  /** Resolves when the catalog is loaded. */
  readonly loaded: Promise<void>
}

export interface CatalogOptions extends ListingWindowOptions {
  readonly store: Store
  /** The store with short time-outs, for reads that a request of a client waits for. */
  readonly storeOfRequests: Store
  readonly partitionOf: (marketId: string) => number
  /** How long a list waits for the catalog to be loaded. */
  readonly loadTimeoutMs: number
  /** Unix milliseconds. */
  readonly now: () => number
}

export function createCatalog(options: CatalogOptions): Catalog {
  const { store, storeOfRequests, partitionOf, loadTimeoutMs, now } = options
  const window = createListingWindow(options, now)
  const catalogs = createCatalogs(partitionOf, window.minListedEndMs)
  const { markets, events, feeds, matches } = catalogs
  let hasLists = false
  let markListsLoaded = (): void => undefined
  const listsLoaded = new Promise<void>((resolve) => {
    markListsLoaded = resolve
  })
  const loader = createCatalogLoader({
    store,
    catalogs,
    window,
    now,
    onListsRead() {
      hasLists = true
      markListsLoaded()
    },
  })
  const stored = createStoredMarkets(storeOfRequests, feeds)
  let markCatalogLoaded = (): void => undefined
  const loaded = new Promise<void>((resolve) => {
    markCatalogLoaded = resolve
  })

  // While the catalog is being loaded, the markets in memory may lack their histories, matches or events,
  // so findMarket() and the other functions ignore them.
  const isInMemory = (id: string): boolean => loader.isLoaded() && markets.has(id)

  function findInMemory(id: string): FoundMarket | undefined {
    const market = isInMemory(id) ? markets.get(id) : undefined
    return market && { market, ...feeds.completenessOf(market) }
  }

  async function waitForLists(): Promise<void> {
    // a RequestError is not logged: nothing is wrong while the markets are loaded
    await rejectOnAbort(listsLoaded, AbortSignal.timeout(loadTimeoutMs)).catch(() => {
      throw storeUnavailable()
    })
  }

  return {
    findMarket: (id) => findInMemory(id) ?? stored.findMarkets([id]).then((found) => found.get(id)),
    findMarkets(ids) {
      const known = new Map(ids.map((id) => [id, findInMemory(id)]))
      const others = [...known].flatMap(([id, found]) => (found ? [] : [id]))
      if (others.length === 0) return (id) => known.get(id)
      const read = stored.findMarkets(others)
      // prevents an unhandled rejection: the callers of the returned function handle the error, but may await it later
      read.catch(() => undefined)
      return (id) => known.get(id) ?? read.then((found) => found.get(id))
    },
    findEvent(slug) {
      if (!loader.isLoaded()) return stored.findEvent(slug, () => false)
      return events.getBySlug(slug) ?? stored.findEvent(slug, events.has)
    },
    counterpartsOf(ids) {
      const known = new Map<string, readonly Counterpart[]>()
      const others: string[] = []
      for (const id of ids)
        if (isInMemory(id)) known.set(id, matches.counterpartsOf(id))
        else others.push(id)
      if (others.length === 0) return known
      return stored.counterpartsOf(others).then((found) => new Map([...known, ...found]))
    },
    getCatalogsForList(ids) {
      if (ids?.every((id) => isInMemory(id) && matches.hasAllMatchedMarketsOf(id)) === false)
        return stored.catalogsOf([...new Set(ids)])
      return hasLists ? catalogs : waitForLists().then(() => catalogs)
    },
    async readEventMarkets(ids) {
      const known = ids.filter(isInMemory).flatMap((id) => {
        const eventId = markets.get(id)?.event_id ?? null
        if (eventId === null) return []
        const ofEvent = events.marketsOf(eventId)
        return [[id, ofEvent.map((m) => ({ id: m.id, createdAt: m.created_at }))] as const]
      })
      const others = ids.filter((id) => !isInMemory(id))
      return new Map([...known, ...(await stored.readEventMarkets(others))])
    },
    newestWatermarkMs: () => feeds.newestTapeMs(),
    addedMarketCount: () => markets.addedMarketCount(),
    open: () => loader.loadTapes(),
    async refresh(signal = new AbortController().signal) {
      await loader.refresh(signal)
      markCatalogLoaded()
    },
    isLoaded: () => loader.isLoaded(),
    loaded,
  }
}
