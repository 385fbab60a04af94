// The facts that each market states about its event. Markets that state the same facts share one object.
import type { MarketRow } from '../queries/changed-markets.ts'

export type EventFacts = Pick<MarketRow, 'event_id' | 'event_slug' | 'event_title'>

const noEvent: EventFacts = { event_id: null, event_slug: null, event_title: null }

export interface EventFactsOfMarkets {
  /** Returns an object of nulls if the market has no event or is unknown. */
  readonly get: (market: number) => EventFacts
  set(market: number, row: EventFacts): void
  remove(market: number): void
}

export function createEventFacts(): EventFactsOfMarkets {
  const ofMarkets: EventFacts[] = []
  /** By event id: what a market of the event stated last, and how many markets the event has. */
  const lastEvents = new Map<string, { facts: EventFacts; markets: number }>()

  const get = (market: number): EventFacts => ofMarkets[market] ?? noEvent

  function acquire({ event_id: id, event_slug, event_title }: EventFacts): EventFacts {
    const event = { event_id: id, event_slug, event_title }
    if (id === null) return event_slug === null && event_title === null ? noEvent : event
    const last = lastEvents.get(id)
    if (!last) {
      lastEvents.set(id, { facts: event, markets: 1 })
      return event
    }
    last.markets += 1
    const isSame = last.facts.event_slug === event_slug && last.facts.event_title === event_title
    if (!isSame) last.facts = event
    return last.facts
  }

  function release({ event_id: id }: EventFacts): void {
    const last = id === null ? undefined : lastEvents.get(id)
    if (id === null || !last) return
    last.markets -= 1
    if (last.markets === 0) lastEvents.delete(id)
  }

  return {
    get,
    set(market, row) {
      // filled without holes, because V8 stores an array with holes as a hash table
      while (ofMarkets.length <= market) ofMarkets.push(noEvent)
      const facts = acquire(row)
      release(get(market))
      ofMarkets[market] = facts
    },
    remove(market) {
      if (market >= ofMarkets.length) return
      release(get(market))
      ofMarkets[market] = noEvent
    },
  }
}
