// The four catalogs of one set of markets, which refer to markets by the same numbers.
import { parseId } from '../../platforms/identity.ts'
import { createEventCatalog, type EventCatalog } from './event-catalog.ts'
import { createFeedCatalog, type FeedCatalog } from './feed-catalog.ts'
import { createMarketCatalog, type MarketCatalog } from './market-catalog.ts'
import { createMarketNumbers } from '../../lib/run/market-numbers.ts'
import { createMatchCatalog, type MatchCatalog } from './match-catalog.ts'
import type { EventRow } from '../queries/changed-events.ts'
import type { FeedRow } from '../queries/changed-feeds.ts'
import type { MarketRow } from '../queries/changed-markets.ts'
import type { MatchRow } from '../queries/changed-matches.ts'

export interface Catalogs {
  readonly markets: MarketCatalog
  readonly events: EventCatalog
  readonly feeds: FeedCatalog
  readonly matches: MatchCatalog
  /**
   * Adds and changes markets, together with the events, histories and matches of new markets. Ignores markets and
   * events of platforms that are not registered.
   */
  update(rows: CatalogRows): void
  /** Like update(), but the events stay as they were until `events.summarizeChanged()` has run. */
  updateWithoutSummaries(rows: CatalogRows): void
  /**
   * Removes markets with their histories, matches and events. All markets of an event must be removed together.
   */
  remove(marketIds: readonly string[]): void
}

export interface CatalogRows {
  readonly markets: readonly MarketRow[]
  readonly events?: readonly EventRow[]
  readonly histories?: readonly FeedRow[]
  readonly matches?: readonly MatchRow[]
}

/** Lists contain the markets and events that did not end before `minListedEndMs`; all of them if it is absent. */
export function createCatalogs(
  partitionOf: (marketId: string) => number = () => 0,
  minListedEndMs?: () => number,
): Catalogs {
  const numbers = createMarketNumbers()
  const markets = createMarketCatalog(numbers, undefined, minListedEndMs)
  const events = createEventCatalog(markets, minListedEndMs)
  const feeds = createFeedCatalog(partitionOf, numbers)
  const matches = createMatchCatalog(markets)

  function apply(rows: CatalogRows, updateEvents: EventCatalog['update']): void {
    const marketRows = rows.markets.filter(hasRegisteredPlatform)
    const added = marketRows.map(({ id }) => id).filter((id) => !markets.has(id))
    const changes = markets.update(marketRows)
    updateEvents((rows.events ?? []).filter(hasRegisteredPlatform), changes)
    events.removeEmptyEvents(changes.flatMap(({ eventBefore }) => eventBefore ?? []))
    feeds.update(rows.histories ?? [])
    matches.update(rows.matches ?? [])
    matches.linkMarketsForSearch(added)
  }

  return {
    markets,
    events,
    feeds,
    matches,
    update: (rows) => apply(rows, events.update),
    updateWithoutSummaries: (rows) => apply(rows, events.updateWithoutSummaries),
    remove(marketIds) {
      feeds.removeHistoriesOf(marketIds)
      const changes = markets.remove(marketIds)
      events.update([], changes)
      events.removeEmptyEvents(changes.flatMap(({ eventBefore }) => eventBefore ?? []))
      matches.removeMatchesOf(marketIds)
    },
  }
}

/** The tables have rows of other platforms if a newer version of the service has written them. */
function hasRegisteredPlatform({ id }: { readonly id: string }): boolean {
  return parseId(id) !== null
}
