// Fills the catalogs from the store, and keeps them up to date with the rows that are written later.
import { toRowVersion } from '../../domain/epochs.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryChangedEvents, queryEvents } from '../queries/changed-events.ts'
import {
  queryChangedFeeds,
  queryHistories,
  queryTapes,
  type FeedSortKey,
} from '../queries/changed-feeds.ts'
import {
  queryChangedMarkets,
  queryEndedSiblings,
  queryEndedPerMinute,
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
import type { Catalogs } from './catalogs.ts'
import { createEndedMarketsRemover } from './ended-markets.ts'
import type { ListingWindow } from './listing-window.ts'
import { pageSize, readPages } from './read-pages.ts'
import { applyInSteps, updateInSteps } from './stepwise-update.ts'

export interface CatalogLoaderOptions {
  readonly store: Store
  readonly catalogs: Catalogs
  /** Markets that lists leave out leave the memory, too, once lists leave out all markets of their event. */
  readonly window: ListingWindow
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface CatalogLoader {
  /**
   * Reads the watermarks of the tapes (the feeds of all trades of a platform). Without them no answer can
   * state until when its data is complete.
   */
  loadTapes(): Promise<void>
  /**
   * The first call reads everything. Later calls read the rows that were written since, and remove markets that
   * ended long ago.
   */
  refresh(signal: AbortSignal): Promise<void>
  /** Whether the first refresh has completed. */
  isLoaded(): boolean
}

/**
 * The time range before the last refresh that each refresh reads again. It is needed because a
 * row's `written_at` is set when its insert begins, but the row is visible only when the insert
 * ends. The rows of an insert that takes longer than this would be missed.
 */
const refreshOverlapMs = 5000

/** Greater than all epochs (domain/epochs.ts). */
const maxEpochs = 2 ** 13

export function createCatalogLoader(options: CatalogLoaderOptions): CatalogLoader {
  const { store, catalogs, window } = options
  const { minListedEndMs } = window
  const removeEndedMarkets = createEndedMarketsRemover(options)
  const { markets, events, feeds, matches } = catalogs
  let sinceMs = 0
  let isLoaded = false
  let epoch = 0

  const isOfKnownMarket = (row: MatchRow): boolean =>
    markets.has(row.market_id) || markets.has(row.other_market_id)

  const withEpoch = <Row extends Versioned>(rows: readonly Row[]): Row[] => addEpoch(rows, epoch)

  /**
   * Applies changed markets. For a market that is new in memory, or comes back to it, its history and its
   * matches are read too; for an event that is new in memory, its record and all its markets.
   */
  async function applyMarkets(changedMarkets: readonly MarketRow[]): Promise<void> {
    const rows = changedMarkets.filter((row) => isWantedMarket(row, catalogs, minListedEndMs()))
    const newEvents = distinctIds(rows.flatMap(({ event_id: id }) => id ?? [])).filter(
      (id) => !events.has(id),
    )
    const siblings = await queryMarketsOfEvents(store, newEvents)
    const all = [...rows, ...siblings]
    const newMarkets = distinctIds(all.map(({ id }) => id)).filter((id) => !markets.has(id))
    await updateInSteps(catalogs, {
      markets: withEpoch(all),
      events: withEpoch(await queryEvents(store, newEvents)),
      histories: await queryHistories(store, newMarkets),
      matches: withEpoch(await queryMatchesOf(store, newMarkets)),
    })
  }

  const pageAfter = <SortKey>(after: SortKey) => ({ sinceMs, after, limit: pageSize })

  async function refreshMarkets(signal: AbortSignal): Promise<void> {
    if (sinceMs === 0) window.limitAnew(await queryEndedPerMinute(store, window.minEndMs()))
    // after a replay or rebuild, every market in memory must be read again, whenever it ended
    const endedFromMs = isLoaded ? 0 : minListedEndMs()
    await readPages({
      initial: '',
      read: (after) => queryChangedMarkets(store, { ...pageAfter(after), endedFromMs }),
      // in the first refresh, events, histories and matches are not read for each market: refresh() then reads all of
      // them
      apply: (rows) =>
        isLoaded
          ? applyMarkets(rows)
          : applyInSteps(withEpoch(rows), (step) => catalogs.update({ markets: step })),
      sortKeyOf: ({ id }) => id,
      signal,
    })
    if (isLoaded) return
    const siblings = await queryEndedSiblings(store, endedFromMs)
    await updateInSteps(catalogs, { markets: withEpoch(await queryMarkets(store, siblings)) })
  }

  async function refreshEventsFeedsAndMatches(signal: AbortSignal): Promise<void> {
    await readPages({
      initial: '',
      read: (after) => queryChangedEvents(store, pageAfter(after)),
      apply(rows) {
        const known = withEpoch(rows.filter(({ id }) => events.has(id)))
        return applyInSteps(known, (step) => events.update(step, []))
      },
      sortKeyOf: ({ id }) => id,
      signal,
    })
    await refreshFeeds(signal)
    await readPages({
      initial: { market_id: '', other_platform: '' } as MatchSortKey,
      read: (after) => queryChangedMatches(store, pageAfter(after)),
      apply: (rows) =>
        applyInSteps(withEpoch(rows.filter(isOfKnownMarket)), (step) => matches.update(step)),
      sortKeyOf: (row) => row,
      signal,
    })
  }

  async function refreshFeeds(signal: AbortSignal): Promise<void> {
    await readPages({
      initial: { feed: '', partition: 0 } as FeedSortKey,
      read: (after) => queryChangedFeeds(store, pageAfter(after)),
      apply: (rows) => applyInSteps(rows, (step) => feeds.update(step)),
      sortKeyOf: (row) => row,
      signal,
    })
  }

  /**
   * Reads the epoch of the tables. If a replay or a rebuild has changed the epoch, this refresh reads everything
   * again. The watermarks in memory that the tables no longer have may cover missing rows, so they are forgotten at
   * once.
   */
  async function readEpoch(signal: AbortSignal): Promise<void> {
    const newEpoch = await queryStoreEpoch(store)
    if (newEpoch === epoch) return
    sinceMs = 0
    if (isLoaded) await refreshFeeds(signal)
    feeds.forgetBefore(toRowVersion(newEpoch, 0))
    epoch = newEpoch
  }

  return {
    async loadTapes() {
      epoch = await queryStoreEpoch(store)
      feeds.update(await queryTapes(store))
    },
    async refresh(signal) {
      const startedMs = await queryStoreClock(store)
      await readEpoch(signal)
      await refreshMarkets(signal)
      await refreshEventsFeedsAndMatches(signal)
      isLoaded = true
      sinceMs = startedMs - refreshOverlapMs
      await removeEndedMarkets()
    },
    isLoaded: () => isLoaded,
  }
}

/** Whether a market belongs in memory: if it is recent, or if it or its event is in memory already. */
function isWantedMarket(
  { id, ended_at_ms: endedAtMs, event_id: eventId }: MarketRow,
  { markets, events }: Catalogs,
  minListedEndMs: number,
): boolean {
  return (
    (endedAtMs ?? Infinity) >= minListedEndMs ||
    markets.has(id) ||
    (eventId !== null && events.has(eventId))
  )
}

interface Versioned {
  readonly version: number
}

/**
 * Adds a fraction that grows with the epoch to the versions. A rebuild may have replaced a row by another one with the
 * same version, and the catalogs must take the row of the later epoch.
 */
function addEpoch<Row extends Versioned>(rows: readonly Row[], epoch: number): Row[] {
  return rows.map((row) => ({ ...row, version: row.version + epoch / maxEpochs }))
}

const distinctIds = (ids: readonly string[]): readonly string[] => [...new Set(ids)]
