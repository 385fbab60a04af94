// The events of the markets in memory, built from the event records and the market catalog. An event whose
// record is not stored yet is derived from its markets. The totals of an event are right only if all its
// markets are in the market catalog.
import type { EventsQuery } from '../../../schemas/generated/api.ts'
import type { MarketStatus } from '../../domain/market.ts'
import { compareDecimals, isDecimal, sumDecimals, type Decimal } from '../../domain/money.ts'
import { searchWords } from '../../domain/text.ts'
import { toCategory } from '../../platforms/categories.ts'
import type { EventRow } from '../queries/changed-events.ts'
import { createInterner, type Interner } from './interner.ts'
import { createSharedValues } from './shared-values.ts'
import type { MarketCatalog, MarketChange } from './market-catalog.ts'
import type { MarketEntry } from './market-table.ts'
import { createRanking } from './ranking.ts'
import { parseSearch } from '../search/search-terms.ts'
import { createWordIndex } from '../search/word-index.ts'

export interface EventEntry {
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
  /** Ids of all markets, highest volume first. */
  readonly market_ids: readonly string[]
}

export interface EventCatalog {
  update(rows: readonly EventRow[], changes: readonly MarketChange[]): void
  /** Whether a market of the event is in the market catalog. */
  readonly has: (eventId: string) => boolean
  /** Removes those of the events that have no market any more, with their records. */
  removeEmpty(eventIds: Iterable<string>): void
  /** Whether all markets of the event ended before the given time. */
  hasEndedBefore(eventId: string, timeMs: number): boolean
  getBySlug(slug: string): EventEntry | undefined
  /** The markets of the event, in no particular order; empty if the event is unknown. */
  marketsOf(eventId: string): readonly MarketEntry[]
  /** The events after the sort key `after`, or after the first `offset` ones. */
  find(query: EventsQuery, after: EventSortKey | null): FoundEvents
  /** See WordIndex. */
  compactWords(): Generator<void>
}

export interface FoundEvents {
  /** Number of events that pass the filters, on all pages. */
  readonly total: number
  readonly events: readonly EventEntry[]
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

/** What is kept of an event: its markets are in its parts, and its words in the word index. */
type Summary = Omit<EventEntry, 'market_ids'>

interface EventParts {
  record: (Omit<EventRow, 'words' | 'tags'> & { readonly tagsId: number }) | null
  /** Numbers of the markets, highest volume first unless they have just changed. */
  markets: readonly number[]
}

/** Lists have the events that did not end before `listedFromMs`. */
export function createEventCatalog(
  markets: MarketCatalog,
  listedFromMs: () => number = () => -Infinity,
): EventCatalog {
  const parts: EventParts[] = []
  const summaries: (Summary | null)[] = []
  const slots = new Map<string, number>()
  const slugs = new Map<string, number>()
  const words = createWordIndex()
  /** The lists of platforms are few, those of tags are not. */
  const internPlatforms = createInterner<readonly string[]>()
  const tags = createSharedValues<readonly string[]>()
  const freeSlots: number[] = []

  const slotOf = (id: string): number => {
    const known = slots.get(id)
    if (known !== undefined) return known
    const slot = freeSlots.pop() ?? parts.length
    slots.set(id, slot)
    summaries[slot] = null
    parts[slot] = { record: null, markets: [] }
    return slot
  }
  const partsAt = (slot: number): EventParts => parts[slot] as EventParts
  const ranking = createRanking((a, b) => compareEvents(summaries[a], summaries[b]))

  const rebuild = (slot: number): void => {
    const event = partsAt(slot)
    event.markets = event.markets.toSorted(markets.compareVolume)
    const before = summaries[slot]
    const record = event.record && { ...event.record, tags: tags.get(event.record.tagsId) ?? [] }
    const after = summarize(record, event.markets.map(markets.at), internPlatforms)
    if (before && before.slug !== after?.slug && slugs.get(before.slug) === slot)
      slugs.delete(before.slug)
    summaries[slot] = after
    ranking.markChanged(slot)
    if (after) slugs.set(after.slug, slot)
    if (after && !event.record) words.set(slot, searchWords(after.title))
  }

  const remove = (id: string, slot: number): void => {
    const { record } = partsAt(slot)
    if (record) tags.release(record.tagsId)
    parts[slot] = { record: null, markets: [] }
    words.delete(slot)
    ranking.remove(slot)
    slots.delete(id)
    freeSlots.push(slot)
  }

  const marketsOf = (id: string): readonly MarketEntry[] => {
    const slot = slots.get(id)
    return slot === undefined ? [] : partsAt(slot).markets.map(markets.at)
  }

  const entryAt = (slot: number, summary: Summary): EventEntry => ({
    ...summary,
    market_ids: partsAt(slot).markets.map((market) => markets.at(market).id),
  })

  return {
    update(rows, changes) {
      const changed = new Set<number>()
      const touch = (id: string): EventParts => {
        const slot = slotOf(id)
        changed.add(slot)
        return partsAt(slot)
      }
      for (const { words: title, tags: tagsOfRow, ...row } of rows) {
        const event = partsAt(slotOf(row.id))
        if (event.record && event.record.version >= row.version) continue
        const tagsId = tags.acquire(tagsOfRow)
        if (event.record) tags.release(event.record.tagsId)
        touch(row.id).record = { ...row, tagsId }
        words.set(slotOf(row.id), title)
      }
      for (const { market, eventBefore, event: id } of changes) {
        if (id === eventBefore) {
          if (id !== null) touch(id)
          continue
        }
        if (eventBefore !== null) {
          const event = touch(eventBefore)
          event.markets = event.markets.filter((other) => other !== market)
        }
        if (id !== null) {
          const event = touch(id)
          event.markets = [...event.markets, market]
        }
      }
      for (const slot of changed) rebuild(slot)
    },
    has: (eventId) => (parts[slots.get(eventId) ?? -1]?.markets.length ?? 0) > 0,
    removeEmpty(eventIds) {
      for (const id of eventIds) {
        const slot = slots.get(id)
        if (slot !== undefined && partsAt(slot).markets.length === 0) remove(id, slot)
      }
    },
    hasEndedBefore: (eventId, timeMs) =>
      marketsOf(eventId).every(({ ended_at_ms: endedAtMs }) => (endedAtMs ?? Infinity) < timeMs),
    getBySlug(slug) {
      const slot = slugs.get(slug) ?? -1
      const summary = summaries[slot]
      return summary ? entryAt(slot, summary) : undefined
    },
    marketsOf,
    find(query, after) {
      const isIncluded = createFilter(query, listedFromMs())
      const hits = query.q === undefined ? null : words.search(parseSearch(query.q))
      const events: EventEntry[] = []
      let [total, before] = [0, 0]
      for (const slot of ranking.order()) {
        const summary = summaries[slot]
        if (!summary || !isIncluded(summary) || hits?.has(slot) === false) continue
        total += 1
        const isBefore = after
          ? compareEvents(orderFieldsOf(after), summary) >= 0
          : total <= query.offset
        if (isBefore) before += 1
        else if (events.length < query.limit) events.push(entryAt(slot, summary))
      }
      const last = before + events.length < total ? events.at(-1) : undefined
      return { total, events, last: last ? [last.total_volume_24h, last.slug] : null }
    },
    compactWords: () => words.compact(),
  }
}

function createFilter(query: EventsQuery, listedFromMs: number): (event: Summary) => boolean {
  const { platform, status, min_volume: minVolume } = query
  return (event) =>
    event.endedAtMs >= listedFromMs &&
    (platform === undefined || event.platforms.includes(platform)) &&
    (status === undefined || event.status === status) &&
    (minVolume === undefined || event.volume >= minVolume)
}

/** What the order of events depends on. */
type OrderFields = Pick<Summary, 'volume' | 'total_volume_24h' | 'slug'>

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

/**
 * null if the event has no visible market: all of its markets may be placeholders, or not stored
 * yet.
 */
function summarize(
  record: Omit<EventRow, 'words'> | null,
  children: readonly MarketEntry[],
  internPlatforms: Interner<readonly string[]>,
): Summary | null {
  const [first] = children
  const slug = record?.slug ?? first?.event_slug
  if (!first || slug === undefined || slug === null) return null
  const title = record?.title ?? first.event_title ?? slug
  const total = sumDecimals(children.map((m) => m.volume_24h))
  const category = record?.category ?? first.category ?? 'other'
  return {
    slug,
    title,
    category: toCategory(category),
    // the record of an event whose platform states no category has `other`
    platform_category: category === 'other' ? null : category,
    tags: record?.tags ?? first.tags,
    status: statusOf(children),
    platforms: internPlatforms([...new Set(children.map((m) => m.platform))].sort()),
    total_volume_24h: total,
    total_volume: sumDecimals(children.flatMap((m) => m.volume_total ?? [])),
    volume: Number(total),
    endedAtMs: Math.max(...children.map((m) => m.ended_at_ms ?? Infinity)),
  }
}

function statusOf(markets: readonly MarketEntry[]): MarketStatus {
  const has = (status: MarketStatus): boolean => markets.some((m) => m.status === status)
  return has('open') ? 'open' : has('closed') ? 'closed' : 'resolved'
}
