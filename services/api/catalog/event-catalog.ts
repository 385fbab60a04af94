// The events of the markets in memory, built from the event records and the market catalog. An event whose
// record is not stored yet is derived from its markets. The totals of an event are right only if all its
// markets are in the market catalog.
import type { EventsQuery } from '../../../schemas/generated/api.ts'
import type { MarketStatus } from '../../domain/market.ts'
import { sumDecimals } from '../../domain/money.ts'
import { searchWords } from '../../domain/text.ts'
import { toCategory } from '../../platforms/categories.ts'
import type { EventRow } from '../queries/changed-events.ts'
import {
  createEventIndexes,
  type FoundEvents,
  type EventSortKey,
  type EventSummary,
  type IndexedEvent,
} from './event-indexes.ts'
import { createEventInputs } from './event-inputs.ts'
import { createSharedValues } from './shared-values.ts'
import type { MarketCatalog, MarketChange } from './market-catalog.ts'
import type { MarketEntry } from './market-table.ts'

export interface EventEntry extends EventSummary {
  /** Ids of all markets, highest volume first. */
  readonly market_ids: readonly string[]
}

export interface EventCatalog {
  readonly update: (rows: readonly EventRow[], changes: readonly MarketChange[]) => void
  /**
   * Like update(), but the changed events stay as they were until summarizeChanged() has run. While all markets are read,
   * an event would otherwise be computed from all its markets again with each of them, because they are read in the
   * order of their ids.
   */
  readonly updateWithoutSummaries: EventCatalog['update']
  /** Completes updateWithoutSummaries(). The generator yields after each one or two milliseconds of work. */
  summarizeChanged(): Generator<void>
  /** Whether a market of the event is in the market catalog. */
  readonly has: (eventId: string) => boolean
  /** Removes those of the given events that no longer have a market, together with their records. */
  removeEmptyEvents(eventIds: Iterable<string>): void
  /** Whether all markets of the event ended before the given time. */
  hasEndedBefore(eventId: string, timeMs: number): boolean
  getBySlug(slug: string): EventEntry | undefined
  /** The markets of the event, in no particular order; empty if the event is unknown. */
  marketsOf(eventId: string): readonly MarketEntry[]
  /** Finds the page of events after the sort key `after` or, without one, after the first `offset` events. */
  find(query: EventsQuery, after: EventSortKey | null): FoundEvents<EventEntry>
  /** See WordIndex. */
  compactWordIndex(): Generator<void>
}

/** Summarizing this many events with all their markets takes one or two milliseconds. */
const summariesPerStep = 50

/** Lists contain the events that did not end before `minListedEndMs`. */
export function createEventCatalog(
  markets: MarketCatalog,
  minListedEndMs: () => number = () => -Infinity,
): EventCatalog {
  const inputs = createEventInputs()
  const indexes = createEventIndexes(minListedEndMs)
  /** Lists of platforms are never released, because there are few different ones. */
  const platforms = createSharedValues((list: readonly string[]) => list)
  /** The numbers of the events that updateWithoutSummaries() has changed. */
  const unsummarized = new Set<number>()

  const updateInputs = (
    rows: readonly EventRow[],
    changes: readonly MarketChange[],
  ): ReadonlySet<number> => inputs.update(rows, changes, indexes.setWords)

  const rebuildEvent = (eventNumber: number): void => {
    const event = inputs.at(eventNumber)
    event.markets = event.markets.toSorted(markets.compareVolume)
    const record = inputs.recordAt(eventNumber)
    const summary = summarizeEvent(
      record,
      event.markets.map(markets.at),
      (list) => platforms.get(platforms.acquire(list)) ?? list,
    )
    indexes.set(eventNumber, summary)
    if (summary && !record) indexes.setWords(eventNumber, searchWords(summary.title))
  }

  const remove = (id: string, eventNumber: number): void => {
    inputs.remove(id, eventNumber)
    indexes.remove(eventNumber)
    unsummarized.delete(eventNumber)
  }

  const marketsOf = (id: string): readonly MarketEntry[] => {
    const number = inputs.numberOf(id)
    return number === undefined ? [] : inputs.at(number).markets.map(markets.at)
  }

  const toEventEntry = ({ eventNumber, summary }: IndexedEvent): EventEntry => ({
    ...summary,
    market_ids: inputs.at(eventNumber).markets.map(markets.idAt),
  })

  return {
    update(rows, changes) {
      for (const number of updateInputs(rows, changes)) rebuildEvent(number)
    },
    updateWithoutSummaries(rows, changes) {
      for (const number of updateInputs(rows, changes)) unsummarized.add(number)
    },
    *summarizeChanged() {
      let count = 0
      for (const number of unsummarized) {
        unsummarized.delete(number)
        rebuildEvent(number)
        if (++count % summariesPerStep === 0) yield
      }
    },
    has(eventId) {
      const number = inputs.numberOf(eventId)
      return number !== undefined && inputs.at(number).markets.length > 0
    },
    removeEmptyEvents(eventIds) {
      for (const id of eventIds) {
        const number = inputs.numberOf(id)
        if (number !== undefined && inputs.at(number).markets.length === 0) remove(id, number)
      }
    },
    hasEndedBefore: (eventId, timeMs) =>
      marketsOf(eventId).every(({ ended_at_ms: endedAtMs }) => (endedAtMs ?? Infinity) < timeMs),
    getBySlug(slug) {
      const found = indexes.getBySlug(slug)
      return found && toEventEntry(found)
    },
    marketsOf,
    find(query, after) {
      const { total, events, last } = indexes.find(query, after)
      return { total, events: events.map(toEventEntry), last }
    },
    compactWordIndex: () => indexes.compactWordIndex(),
  }
}

/**
 * Returns null if the event has no market to show: all of its markets may be placeholders (which the
 * platform lists without a name), or not stored yet. `shareList`: returns an equal list that other events have, if
 * there is one.
 */
function summarizeEvent(
  record: Omit<EventRow, 'words'> | null,
  marketsOfEvent: readonly MarketEntry[],
  shareList: (list: readonly string[]) => readonly string[],
): EventSummary | null {
  const [first] = marketsOfEvent
  const slug = record?.slug ?? first?.event_slug
  if (!first || slug === undefined || slug === null) return null
  const title = record?.title ?? first.event_title ?? slug
  const total = sumDecimals(marketsOfEvent.map((m) => m.volume_24h))
  const category = record?.category ?? first.category ?? 'other'
  return {
    slug,
    title,
    category: toCategory(category),
    // the category `other` means that the platform states no category
    platform_category: category === 'other' ? null : category,
    tags: record?.tags ?? first.tags,
    status: statusOf(marketsOfEvent),
    platforms: shareList([...new Set(marketsOfEvent.map((m) => m.platform))].sort()),
    total_volume_24h: total,
    total_volume: sumDecimals(marketsOfEvent.flatMap((m) => m.volume_total ?? [])),
    volume: Number(total),
    endedAtMs: Math.max(...marketsOfEvent.map((m) => m.ended_at_ms ?? Infinity)),
  }
}

function statusOf(markets: readonly MarketEntry[]): MarketStatus {
  const has = (status: MarketStatus): boolean => markets.some((m) => m.status === status)
  return has('open') ? 'open' : has('closed') ? 'closed' : 'resolved'
}
