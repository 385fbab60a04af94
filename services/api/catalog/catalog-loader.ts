// Fills the catalogs from the store, and keeps them up to date with the rows that are written later.
import { toRowVersion } from '../../domain/epochs.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryTapes } from '../queries/changed-feeds.ts'
import {
  queryAllMarkets,
  queryEndedSiblings,
  queryEndedPerMinute,
  queryMarkets,
  queryWrittenVersions,
} from '../queries/changed-markets.ts'
import { parseAllRows } from '../queries/plain-rows.ts'
import { queryStoreClock } from '../queries/store-clock.ts'
import { queryStoreEpoch } from '../queries/store-epoch.ts'
import { createMarketApplier, type Versioned, type WithEpoch } from './apply-markets.ts'
import type { Catalogs } from './catalogs.ts'
import { createEndedMarketsRemover } from './ended-markets.ts'
import type { ListingWindow } from './listing-window.ts'
import { pageSize, readPages } from './read-pages.ts'
import { refreshEvents, refreshFeeds, refreshMatches } from './refresh-related.ts'
import { applyInParts, updateInSteps } from './stepwise-update.ts'

export interface CatalogLoaderOptions {
  readonly store: Store
  readonly catalogs: Catalogs
  /** Markets that lists leave out leave the memory, too, once lists leave out all markets of their event. */
  readonly window: ListingWindow
  /** Unix milliseconds. */
  readonly now: () => number
  /**
   * Called in each refresh when everything that lists are made of has been read. The watermarks of histories follow.
   */
  readonly onListsRead: () => void
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
  const { store, catalogs, window, onListsRead } = options
  const { minListedEndMs } = window
  const removeEndedMarkets = createEndedMarketsRemover(options)
  const { markets, feeds } = catalogs
  /** From when on the next refresh reads rows, for lists and for watermarks; 0: all rows. */
  let [listsSinceMs, feedsSinceMs] = [0, 0]
  let areListsRead = false
  let isLoaded = false
  let epoch = 0

  const withEpoch: WithEpoch = (rows) => addEpoch(rows, epoch)

  const applyMarkets = createMarketApplier({ store, catalogs, minListedEndMs, withEpoch })

  async function readAllMarkets(signal: AbortSignal): Promise<void> {
    window.limitAnew(await queryEndedPerMinute(store, window.minEndMs()))
    // after a replay or rebuild, every market in memory must be read again, whenever it ended
    const endedFromMs = areListsRead ? 0 : minListedEndMs()
    await readPages({
      initial: '',
      read: (after) => queryAllMarkets(store, { after, limit: pageSize, endedFromMs }),
      // in the first refresh, events, histories and matches are not read for each market: refresh() then reads all of
      // them, and summarizes the events
      apply: (rows) =>
        areListsRead
          ? parseAllRows(rows).then(applyMarkets)
          : applyInParts(rows, (part) =>
              catalogs.updateWithoutSummaries({ markets: withEpoch(part) }),
            ),
      sortKeyOf: ({ id }) => id,
      signal,
    })
    if (areListsRead) return
    const siblings = await queryEndedSiblings(store, endedFromMs)
    await updateInSteps(catalogs, { markets: withEpoch(await queryMarkets(store, siblings)) })
  }

  /**
   * Reads the versions of the markets first, because the overlap contains several refreshes, so most of these markets are
   * in memory already.
   */
  async function readChangedMarkets(signal: AbortSignal): Promise<void> {
    await readPages({
      initial: '',
      read: (after) =>
        queryWrittenVersions(store, { sinceMs: listsSinceMs, after, limit: pageSize }),
      async apply(written) {
        const changed = withEpoch(await parseAllRows(written)).filter(
          ({ id, version }) => version > (markets.versionOf(id) ?? -Infinity),
        )
        const ids = changed.map(({ id }) => id)
        await applyMarkets(await queryMarkets(store, ids))
      },
      sortKeyOf: ({ id }) => id,
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
    ;[listsSinceMs, feedsSinceMs] = [0, 0]
    if (isLoaded) await refreshFeeds({ store, catalogs, sinceMs: 0, signal })
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
      await (listsSinceMs === 0 ? readAllMarkets(signal) : readChangedMarkets(signal))
      const refresh = { store, catalogs, withEpoch, signal }
      await refreshEvents({ ...refresh, sinceMs: listsSinceMs })
      await refreshMatches({ ...refresh, sinceMs: listsSinceMs })
      areListsRead = true
      listsSinceMs = startedMs - refreshOverlapMs
      onListsRead()
      await refreshFeeds({ ...refresh, sinceMs: feedsSinceMs })
      isLoaded = true
      feedsSinceMs = startedMs - refreshOverlapMs
      await removeEndedMarkets()
    },
    isLoaded: () => isLoaded,
  }
}

/**
 * Adds a fraction that grows with the epoch to the versions. A rebuild may have replaced a row by another one with the
 * same version, and the catalogs must take the row of the later epoch.
 */
function addEpoch<Row extends Versioned>(rows: readonly Row[], epoch: number): readonly Row[] {
  if (epoch === 0) return rows
  return rows.map((row) => ({ ...row, version: row.version + epoch / maxEpochs }))
}
