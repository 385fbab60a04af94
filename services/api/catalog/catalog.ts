// The api's memory of all markets, events, feeds and matches, and the loop that keeps it up with the store.
import type { Store } from '../../platform/store/port.ts'
import { queryChangedEvents } from '../queries/changed-events.ts'
import { queryChangedFeeds, type FeedPlace } from '../queries/changed-feeds.ts'
import { queryChangedMarkets, queryMarket } from '../queries/changed-markets.ts'
import { queryChangedMatches } from '../queries/changed-matches.ts'
import { queryStoreClock } from '../queries/store-clock.ts'
import { createEventCatalog, type EventCatalog } from './event-catalog.ts'
import { createFeedCatalog, type FeedCatalog } from './feed-catalog.ts'
import { createMarketCatalog, type MarketCatalog, type MarketEntry } from './market-catalog.ts'
import { createMatchCatalog, type MatchCatalog } from './match-catalog.ts'

export interface Catalog {
  readonly markets: MarketCatalog
  readonly events: EventCatalog
  readonly feeds: FeedCatalog
  readonly matches: MatchCatalog
  /** Also finds a market that was written since the last refresh. */
  findMarket(id: string): Promise<MarketEntry | undefined>
  /** Reads what was written since the last time. */
  refresh(): Promise<void>
}

export interface CatalogOptions {
  readonly store: Store
  readonly partitionOf: (marketId: string) => number
}

/** Rows of one page: what is parsed at one go, while requests wait. */
const pageSize = 10_000

/** A row is stamped when its insert begins and visible when it ends: look back by more than one takes. */
const lookBackMs = 5000

/** Longer than any id of a platform; what a client may make us ask the store for. */
const longestId = 512

export function createCatalog({ store, partitionOf }: CatalogOptions): Catalog {
  const markets = createMarketCatalog()
  const events = createEventCatalog()
  const feeds = createFeedCatalog(partitionOf)
  const matches = createMatchCatalog(markets)
  let sinceMs = 0

  return {
    markets,
    events,
    feeds,
    matches,
    async findMarket(id) {
      const known = markets.get(id)
      if (known || id.length > longestId || !/^p[ab]_[^\p{C}]+$/u.test(id)) return known
      const row = await queryMarket(store, id)
      if (row) events.update([], markets.update([row]))
      return markets.get(id)
    },
    async refresh() {
      const startedMs = await queryStoreClock(store)
      const pageAfter = <Place>(after: Place) => ({ sinceMs, after, limit: pageSize })
      await readPages({
        from: { feed: '', partition: 0 } as FeedPlace,
        read: (after) => queryChangedFeeds(store, pageAfter(after)),
        take: (rows) => feeds.update(rows),
        placeOf: (row) => row,
      })
      await readPages({
        from: '',
        read: (after) => queryChangedEvents(store, pageAfter(after)),
        take: (rows) => events.update(rows, []),
        placeOf: ({ id }) => id,
      })
      await readPages({
        from: '',
        read: (after) => queryChangedMarkets(store, pageAfter(after)),
        take: (rows) => events.update([], markets.update(rows)),
        placeOf: ({ id }) => id,
      })
      await readPages({
        from: '',
        read: (after) => queryChangedMatches(store, pageAfter(after)),
        take: (rows) => matches.update(rows),
        placeOf: ({ platform_b_id: id }) => id,
      })
      sinceMs = startedMs - lookBackMs
    },
  }
}

/** Each page behind the last row of the one before, until one is not full. */
async function readPages<Place, Row>(pages: {
  readonly from: Place
  readonly read: (after: Place) => Promise<readonly Row[]>
  readonly take: (rows: readonly Row[]) => void
  readonly placeOf: (row: Row) => Place
}): Promise<void> {
  for (let after = pages.from; ;) {
    const rows = await pages.read(after)
    pages.take(rows)
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = pages.placeOf(last)
  }
}
