// The indexes of events, from which lists and searches are answered: the events by slug, in order of volume, and by
// word. The number of an event is its array index in the event catalog.
import type { EventsQuery } from '../../../schemas/generated/api.ts'
import type { MarketStatus } from '../../domain/market.ts'
import { compareDecimals, isDecimal, type Decimal } from '../../domain/money.ts'
import { parseSearch } from '../search/search-terms.ts'
import { createWordIndex } from '../search/word-index.ts'
import { createRanking } from './ranking.ts'

/** The data about an event that lists return, except its markets. */
export interface EventSummary {
  readonly slug: string
  readonly title: string
  readonly category: string
  /** null if the platform states none. */
  readonly platform_category: string | null
  readonly tags: readonly string[]
  readonly status: MarketStatus
  readonly platforms: readonly string[]
  /** Sum over all markets of the event. */
  readonly total_volume_24h: Decimal
  readonly total_volume: Decimal
  readonly volume: number
  /** When the last of its markets ended, in milliseconds; Infinity if one is open. */
  readonly endedAtMs: number
}

export interface IndexedEvent {
  readonly eventNumber: number
  readonly summary: EventSummary
}

export interface FoundEvents<Event> {
  /** Number of events that pass the filters, on all pages. */
  readonly total: number
  readonly events: readonly Event[]
  /** Sort key of the last event of the page; null if no event follows it. */
  readonly last: EventSortKey | null
}

export type EventSortKey = readonly [totalVolume24h: Decimal, slug: string]

export function parseEventSortKey([
  volume,
  slug,
  ...others
]: readonly unknown[]): EventSortKey | null {
  const isValid = isDecimal(volume) && typeof slug === 'string' && others.length === 0
  return isValid ? [volume, slug] : null
}

/** Lists contain the events that did not end before `minListedEndMs`. */
export function createEventIndexes(minListedEndMs: () => number) {
  /** By number of the event; null if lists must not contain the event. */
  const summaries: (EventSummary | null)[] = []
  /**
   * By slug: the event that has it. If several events have the slug, the list of them, of which the last one changed
   * last. Usually there is no list, because a list for each event would take much memory.
   */
  const eventsBySlug = new Map<string, number | readonly number[]>()
  const words = createWordIndex()
  const ranking = createRanking((a, b) => compareEvents(summaries[a], summaries[b]))

  const eventsWithSlug = (slug: string): readonly number[] => [eventsBySlug.get(slug) ?? []].flat()

  /** Returns the events that have the slug, without the given event. */
  const othersWithSlug = (slug: string, eventNumber: number): readonly number[] =>
    eventsWithSlug(slug).filter((other) => other !== eventNumber)

  function setEventsWithSlug(slug: string, eventNumbers: readonly number[]): void {
    const [first] = eventNumbers
    if (first === undefined) eventsBySlug.delete(slug)
    else eventsBySlug.set(slug, eventNumbers.length === 1 ? first : eventNumbers)
  }

  function set(eventNumber: number, summary: EventSummary | null): void {
    const before = summaries[eventNumber]
    if (before && before.slug !== summary?.slug)
      setEventsWithSlug(before.slug, othersWithSlug(before.slug, eventNumber))
    summaries[eventNumber] = summary
    ranking.markChanged(eventNumber)
    if (!summary) return
    setEventsWithSlug(summary.slug, [...othersWithSlug(summary.slug, eventNumber), eventNumber])
  }

  return {
    /** Sets the summary of an event; null if lists must not contain the event. */
    set,
    /** Replaces the words by which searches find the event. */
    setWords: (eventNumber: number, wordsOfEvent: readonly string[]): void =>
      words.set(eventNumber, wordsOfEvent),
    /** Removes an event. Its number can be given to another event. */
    remove(eventNumber: number): void {
      set(eventNumber, null)
      words.delete(eventNumber)
      ranking.remove(eventNumber)
    },
    getBySlug(slug: string): IndexedEvent | undefined {
      const eventNumber = eventsWithSlug(slug).at(-1) ?? -1
      const summary = summaries[eventNumber]
      return summary ? { eventNumber, summary } : undefined
    },
    /** Finds the page of events after the sort key `after` or, without one, after the first `offset` events. */
    find(query: EventsQuery, after: EventSortKey | null): FoundEvents<IndexedEvent> {
      const isIncluded = createFilter(query, minListedEndMs())
      const hits = query.q === undefined ? null : words.search(parseSearch(query.q))
      const events: IndexedEvent[] = []
      let [total, before] = [0, 0]
      for (const eventNumber of ranking.order()) {
        const summary = summaries[eventNumber]
        if (!summary || !isIncluded(summary) || hits?.has(eventNumber) === false) continue
        total += 1
        const isBefore = after
          ? compareEvents(orderFieldsOf(after), summary) >= 0
          : total <= query.offset
        if (isBefore) before += 1
        else if (events.length < query.limit) events.push({ eventNumber, summary })
      }
      const last = before + events.length < total ? events.at(-1)?.summary : undefined
      return { total, events, last: last ? [last.total_volume_24h, last.slug] : null }
    },
    /** See WordIndex. */
    compactWordIndex: () => words.compactIndex(),
  }
}

function createFilter(
  query: EventsQuery,
  minListedEndMs: number,
): (event: EventSummary) => boolean {
  const { platform, status, min_volume: minVolume } = query
  return (event) =>
    event.endedAtMs >= minListedEndMs &&
    (platform === undefined || event.platforms.includes(platform)) &&
    (status === undefined || event.status === status) &&
    (minVolume === undefined || event.volume >= minVolume)
}

/** The fields that determine the order of events. */
type OrderFields = Pick<EventSummary, 'volume' | 'total_volume_24h' | 'slug'>

function orderFieldsOf([volume, slug]: EventSortKey): OrderFields {
  return { volume: Number(volume), total_volume_24h: volume, slug }
}

/** Highest volume first, ties by slug. */
function compareEvents(
  a: OrderFields | null | undefined,
  b: OrderFields | null | undefined,
): number {
  if (!a || !b) return a ? -1 : b ? 1 : 0
  if (a.volume !== b.volume) return b.volume - a.volume
  if (a.total_volume_24h !== b.total_volume_24h)
    return compareDecimals(b.total_volume_24h, a.total_volume_24h)
  return a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0
}
