// Reads the events, matches and watermarks that were written since the last refresh, and applies those that belong to
// markets in memory.
import { runWithYields } from '../../lib/run/turns.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryChangedEvents } from '../queries/changed-events.ts'
import { queryChangedFeeds, type FeedSortKey } from '../queries/changed-feeds.ts'
import {
  queryChangedMatches,
  type MatchRow,
  type MatchSortKey,
} from '../queries/changed-matches.ts'
import type { WithEpoch } from './apply-markets.ts'
import type { Catalogs } from './catalogs.ts'
import { pageSize, readPages } from './read-pages.ts'
import { applyInParts } from './stepwise-update.ts'

export interface Refresh {
  readonly store: Store
  readonly catalogs: Catalogs
  /** Rows that were written since then are read; Unix milliseconds of the store's clock. 0: all rows. */
  readonly sinceMs: number
  readonly withEpoch: WithEpoch
  readonly signal: AbortSignal
}

/** Also completes `updateWithoutSummaries` of the catalogs. */
export async function refreshEvents(refresh: Refresh): Promise<void> {
  const { store, catalogs, sinceMs, withEpoch, signal } = refresh
  const { events } = catalogs
  await readPages({
    initial: '',
    read: (after) => queryChangedEvents(store, { sinceMs, after, limit: pageSize }),
    apply: (rows) =>
      applyInParts(rows, (part) => {
        const known = part.filter(({ id }) => events.has(id))
        events.updateWithoutSummaries(withEpoch(known), [])
      }),
    sortKeyOf: ({ id }) => id,
    signal,
  })
  await runWithYields(events.summarizeChanged())
}

export async function refreshMatches(refresh: Refresh): Promise<void> {
  const { store, catalogs, sinceMs, withEpoch, signal } = refresh
  const { markets, matches } = catalogs
  const isOfKnownMarket = (row: MatchRow): boolean =>
    markets.has(row.market_id) || markets.has(row.other_market_id)
  await readPages({
    initial: { market_id: '', other_platform: '' } as MatchSortKey,
    read: (after) => queryChangedMatches(store, { sinceMs, after, limit: pageSize }),
    apply: (rows) =>
      applyInParts(rows, (part) => matches.update(withEpoch(part.filter(isOfKnownMarket)))),
    sortKeyOf: (row) => row,
    signal,
  })
}

/** The watermarks of tapes and histories. */
export async function refreshFeeds(refresh: Omit<Refresh, 'withEpoch'>): Promise<void> {
  const { store, catalogs, sinceMs, signal } = refresh
  await readPages({
    initial: { feed: '', partition: 0 } as FeedSortKey,
    read: (after) => queryChangedFeeds(store, { sinceMs, after, limit: pageSize }),
    apply: (rows) => applyInParts(rows, (part) => catalogs.feeds.update(part)),
    sortKeyOf: (row) => row,
    signal,
  })
}
