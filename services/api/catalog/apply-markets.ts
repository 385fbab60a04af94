// Applies changed markets to the catalogs, together with what belongs to markets and events that are new in memory.
import type { Store } from '../../lib/store/port.ts'
import { queryEvents } from '../queries/changed-events.ts'
import { queryHistories } from '../queries/changed-feeds.ts'
import { queryMarketsOfEvents, type MarketRow } from '../queries/changed-markets.ts'
import { queryMatchesOf } from '../queries/changed-matches.ts'
import type { Catalogs } from './catalogs.ts'
import { updateInSteps } from './stepwise-update.ts'

export interface MarketApplierOptions {
  readonly store: Store
  readonly catalogs: Catalogs
  /** Lists contain the markets that did not end before this time. */
  readonly minListedEndMs: () => number
  readonly withEpoch: WithEpoch
}

export interface Versioned {
  readonly version: number
}

/** Adds the epoch of the tables to the versions of rows. */
export type WithEpoch = <Row extends Versioned>(rows: readonly Row[]) => readonly Row[]

/**
 * Returns a function that applies changed markets. For a market that is new in memory, or comes back to it, its history
 * and its matches are read too; for an event that is new in memory, its record and all its markets.
 */
export function createMarketApplier({
  store,
  catalogs,
  minListedEndMs,
  withEpoch,
}: MarketApplierOptions): (changedMarkets: readonly MarketRow[]) => Promise<void> {
  const { markets, events } = catalogs
  return async (changedMarkets) => {
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

const distinctIds = (ids: readonly string[]): readonly string[] => [...new Set(ids)]
