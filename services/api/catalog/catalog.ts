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

  const refreshFeeds = async (): Promise<void> => {
    let after: FeedPlace | undefined = { feed: '', partition: 0 }
    while (after) {
      const rows = await queryChangedFeeds(store, { sinceMs, after, limit: pageSize })
      feeds.update(rows)
      after = rows.length === pageSize ? rows.at(-1) : undefined
    }
  }
  const refreshEvents = async (): Promise<void> => {
    let after: string | undefined = ''
    while (after !== undefined) {
      const rows = await queryChangedEvents(store, { sinceMs, after, limit: pageSize })
      events.update(rows, [])
      after = rows.length === pageSize ? rows.at(-1)?.id : undefined
    }
  }
  const refreshMarkets = async (): Promise<void> => {
    let after: string | undefined = ''
    while (after !== undefined) {
      const rows = await queryChangedMarkets(store, { sinceMs, after, limit: pageSize })
      events.update([], markets.update(rows))
      after = rows.length === pageSize ? rows.at(-1)?.id : undefined
    }
  }
  const refreshMatches = async (): Promise<void> => {
    let after: string | undefined = ''
    while (after !== undefined) {
      const rows = await queryChangedMatches(store, { sinceMs, after, limit: pageSize })
      matches.update(rows)
      after = rows.length === pageSize ? rows.at(-1)?.platform_b_id : undefined
    }
  }

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
      await refreshFeeds()
      await refreshEvents()
      await refreshMarkets()
      await refreshMatches()
      sinceMs = startedMs - lookBackMs
    },
  }
}
