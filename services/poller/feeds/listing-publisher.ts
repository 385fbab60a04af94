// Publishes what changed of markets and events: a market always with the event it is listed under.
import type { Source, ListedEvent, ListedMarket, Listing, MarketRef } from '../platforms/source.ts'
import { toCheckpoint, type EventState, type MarketState, type HubMemory } from '../checkpoints.ts'
import type { Publisher, PollerRecord } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import { digestOf } from './digest.ts'
import { lastWordDueMs } from './last-word.ts'

export interface ListingPublisher {
  publish(listings: readonly Listing[], more?: readonly PollerRecord[]): Promise<void>
  /** Fetches the events of markets met outside of them, and publishes them together. */
  publishRefs(refs: readonly MarketRef[], more?: readonly PollerRecord[]): Promise<void>
  /** Looks up and publishes markets that are not known; those that cannot be found stay unknown. */
  discover(nativeIds: readonly string[]): Promise<void>
  /** Remembers that the platform was asked for these markets and did not tell of them. */
  noteAsked(ids: readonly string[], askedMs: number): Promise<void>
}

/** No answer is under way for longer; a greater difference is a clock that was set back. */
const longestUnderWayMs = 120_000

/** An answer that was under way while a newer one was published. */
function isOvertaken(listing: Listing, known: MarketState): boolean {
  const byMs = known.listedMs - listing.receivedAtMs
  return byMs > 0 && byMs < longestUnderWayMs
}

export function createListingPublisher(options: {
  readonly source: Source
  readonly memory: HubMemory
  readonly publisher: Publisher
  readonly tuning: PollerTuning
  readonly signal: AbortSignal
}): ListingPublisher {
  const { source, memory, publisher, tuning, signal } = options
  const { platform } = source
  /** One at a time: what is compared with memory must not be on its way already. */
  let last: Promise<void> = Promise.resolve()

  function eventRecord(event: ListedEvent, listing: Listing): PollerRecord {
    return {
      topic: 'raw.markets',
      key: `event/${event.id}`, // a market may have the same id
      value: {
        platform,
        kind: 'event',
        native_id: event.nativeId,
        url: listing.url,
        received_at_ms: listing.receivedAtMs,
        body: event.body,
        event_body: null,
      },
    }
  }

  function marketRecord(market: ListedMarket, listing: Listing): PollerRecord {
    return {
      topic: 'raw.markets',
      key: market.id,
      value: {
        platform,
        kind: 'market',
        native_id: market.nativeId,
        url: listing.url,
        received_at_ms: listing.receivedAtMs,
        body: market.body,
        event_body: listing.event?.body ?? null,
      },
    }
  }

  async function publishNow(
    listings: readonly Listing[],
    more: readonly PollerRecord[],
  ): Promise<void> {
    const records: PollerRecord[] = []
    const events = new Map<string, EventState>()
    const markets = new Map<string, MarketState>()
    for (const listing of listings) {
      const { event } = listing
      if (event) {
        const digest = digestOf(event.body)
        if ((events.get(event.id) ?? memory.events.get(event.id))?.digest !== digest) {
          records.push(eventRecord(event, listing))
          events.set(event.id, { digest })
        }
      }
      for (const market of listing.markets) {
        const digest = digestOf(market.body, event?.shown ?? '')
        const known = markets.get(market.id) ?? memory.markets.get(market.id)
        if (known?.digest === digest) {
          const askedMs = listing.receivedAtMs
          const isLastWord = askedMs >= lastWordDueMs(known, tuning)
          if (isLastWord) markets.set(market.id, { ...known, askedMs })
          continue
        }
        if (known && isOvertaken(listing, known)) continue
        records.push(marketRecord(market, listing))
        markets.set(market.id, {
          ...market.facts,
          nativeId: market.nativeId,
          eventNativeId: event?.nativeId ?? null,
          digest,
          listedMs: listing.receivedAtMs,
        })
      }
    }
    await publisher.publish(platform, [
      ...records,
      ...[...events].map(([id, state]) => toCheckpoint(platform, 'event', id, state)),
      ...[...markets].map(([id, state]) => toCheckpoint(platform, 'market', id, state)),
      ...more,
    ])
    for (const [id, state] of events) memory.events.set(id, state)
    for (const [id, state] of markets) memory.markets.set(id, state)
  }

  async function noteAskedNow(ids: readonly string[], askedMs: number): Promise<void> {
    const asked = ids.flatMap((id): [string, MarketState][] => {
      const known = memory.markets.get(id)
      return known ? [[id, { ...known, askedMs }]] : []
    })
    await publisher.publish(
      platform,
      asked.map(([id, state]) => toCheckpoint(platform, 'market', id, state)),
    )
    for (const [id, state] of asked) memory.markets.set(id, state)
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }

  const publish: ListingPublisher['publish'] = (listings, more = []) =>
    inTurn(() => publishNow(listings, more))

  async function publishRefs(
    refs: readonly MarketRef[],
    more: readonly PollerRecord[] = [],
  ): Promise<void> {
    const eventIds = new Set(refs.flatMap(({ eventNativeId }) => eventNativeId ?? []))
    const listings = new Map(
      (await source.events([...eventIds], signal)).map((one) => [one.event?.nativeId ?? '', one]),
    )
    const alone = refs.flatMap((ref): Listing[] => {
      const listing = ref.eventNativeId === null ? undefined : listings.get(ref.eventNativeId)
      if (listing?.markets.some(({ id }) => id === ref.market.id)) return []
      const { url, receivedAtMs, market } = ref
      return [{ event: listing?.event ?? null, markets: [market], url, receivedAtMs }]
    })
    await publish([...listings.values(), ...alone], more)
  }

  return {
    publish,
    publishRefs,
    noteAsked: (ids, askedMs) => inTurn(() => noteAskedNow(ids, askedMs)),
    async discover(nativeIds) {
      await publishRefs(await source.lookup(nativeIds, signal))
    },
  }
}
