// Builds the events of a response, each with up to a maximum number of its markets.
import type { Event, Market } from '../../schemas/generated/api.ts'
import type { EventEntry } from './catalog/event-catalog.ts'
import type { WithExactDecimals } from './json-writer.ts'
import { chain, type MaybePromise } from '../lib/run/maybe-promise.ts'
import { readMarkets, toStateRequest, type MarketSources } from './market-response.ts'

/** Converts `events` to the events of a response. Reads the markets of all events with one call. */
export function readEvents(
  sources: MarketSources,
  events: readonly EventEntry[],
  maxMarketsPerEvent: number,
  nowMs: number,
): MaybePromise<readonly WithExactDecimals<Event>[]> {
  const shown = events.map((event) => event.market_ids.slice(0, maxMarketsPerEvent))
  return chain(readMarkets(sources, shown.flat().map(toStateRequest), nowMs), (markets) => {
    const jsonOf = new Map(markets.map(({ state, json }) => [state.details?.id, json]))
    return events.map((event, i) =>
      toEvent(
        event,
        (shown[i] ?? []).flatMap((id) => jsonOf.get(id) ?? []),
      ),
    )
  })
}

function toEvent(
  event: EventEntry,
  markets: readonly WithExactDecimals<Market>[],
): WithExactDecimals<Event> {
  return {
    slug: event.slug,
    title: event.title,
    status: event.status,
    markets,
    market_count: event.market_ids.length,
    total_volume_24h: event.total_volume_24h,
    platforms: event.platforms,
    total_volume: event.total_volume,
    category: event.category,
    tags: event.tags,
    platform_category: event.platform_category,
  }
}
