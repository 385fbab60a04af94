// The API's in-memory catalog of markets, events, feeds and matches, refreshed from the store.
import type { Store } from '../../lib/store/port.ts'
import { parseId } from '../../platforms/identity.ts'
import { queryChangedEvents } from '../queries/changed-events.ts'
import { queryChangedFeeds, type FeedSortKey } from '../queries/changed-feeds.ts'
import { queryChangedMarkets, queryMarket } from '../queries/changed-markets.ts'
import { queryChangedMatches, type MatchSortKey } from '../queries/changed-matches.ts'
import { queryStoreClock } from '../queries/store-clock.ts'
import { queryStoreEpoch } from '../queries/store-epoch.ts'
import { createEventCatalog, type EventCatalog } from './event-catalog.ts'
import { createFeedCatalog, type FeedCatalog } from './feed-catalog.ts'
import { createMarketCatalog, type MarketCatalog } from './market-catalog.ts'
import type { MarketEntry } from './market-table.ts'
import { createMarketNumbers } from './market-numbers.ts'
import { createMatchCatalog, type MatchCatalog } from './match-catalog.ts'

export interface Catalog {
  readonly markets: MarketCatalog
  readonly events: EventCatalog
  readonly feeds: FeedCatalog
  readonly matches: MatchCatalog
  /** Returns a market, even if it was written after the last refresh. */
  findMarket(id: string): Promise<MarketEntry | undefined>
  /** Reads the rows written since the last refresh. */
  refresh(): Promise<void>
}

export interface CatalogOptions {
  readonly store: Store
  /** The same store, with the short deadlines of requests. For reads that a request waits for. */
  readonly storeOfRequests: Store
  readonly partitionOf: (marketId: string) => number
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

/** Maximum length of an id that is looked up in the store. The ids of all platforms are shorter. */
const maxIdLength = 512

export function createCatalog({ store, storeOfRequests, partitionOf }: CatalogOptions): Catalog {
  const numbers = createMarketNumbers()
  const markets = createMarketCatalog(numbers)
  const events = createEventCatalog(markets)
  const feeds = createFeedCatalog(partitionOf, numbers)
  const matches = createMatchCatalog(markets)
  let sinceMs = 0
  let epoch = ''

  return {
    markets,
    events,
    feeds,
    matches,
    async findMarket(id) {
      const known = markets.get(id)
      const isPossible = id.length <= maxIdLength && parseId(id) !== null && !/\p{C}/u.test(id)
      if (known || !isPossible) return known
      const row = await queryMarket(storeOfRequests, id)
      if (row) events.update([], markets.update([row]))
      return markets.get(id)
    },
    async refresh() {
      const startedMs = await queryStoreClock(store)
      const newEpoch = await queryStoreEpoch(store)
      // a replay has truncated the tables: the watermarks in memory cover rows that are not there yet
      if (newEpoch !== epoch) feeds.clear()
      epoch = newEpoch
      const pageAfter = <SortKey>(after: SortKey) => ({ sinceMs, after, limit: pageSize })
      await readPages({
        initial: { feed: '', partition: 0 } as FeedSortKey,
        read: (after) => queryChangedFeeds(store, pageAfter(after)),
        apply: (rows) => feeds.update(rows),
        sortKeyOf: (row) => row,
      })
      await readPages({
        initial: '',
        read: (after) => queryChangedEvents(store, pageAfter(after)),
        apply: (rows) => events.update(rows, []),
        sortKeyOf: ({ id }) => id,
      })
      await readPages({
        initial: '',
        read: (after) => queryChangedMarkets(store, pageAfter(after)),
        apply: (rows) => events.update([], markets.update(rows)),
        sortKeyOf: ({ id }) => id,
      })
      await readPages({
        initial: { market_id: '', other_platform: '' } as MatchSortKey,
        read: (after) => queryChangedMatches(store, pageAfter(after)),
        apply: (rows) => matches.update(rows),
        sortKeyOf: (row) => row,
      })
      sinceMs = startedMs - refreshOverlapMs
    },
  }
}

/** Reads pages until one is not full. Each page begins after the last row of the page before it. */
async function readPages<SortKey, Row>(pages: {
  readonly initial: SortKey
  readonly read: (after: SortKey) => Promise<readonly Row[]>
  readonly apply: (rows: readonly Row[]) => void
  readonly sortKeyOf: (row: Row) => SortKey
}): Promise<void> {
  for (let after = pages.initial; ;) {
    const rows = await pages.read(after)
    pages.apply(rows)
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = pages.sortKeyOf(last)
  }
}
