// Every event that has a market to show, in memory, folded from its own record and those of its
// markets. An event whose record is not there yet is made from what its markets say about it.
import type { EventsQuery } from '../../../schemas/generated/api.ts'
import type { MarketStatus } from '../../../schemas/generated/events.ts'
import { compareDecimals, sumDecimals, type Decimal } from '../../domain/money.ts'
import { foldedWords } from '../../domain/text.ts'
import type { EventRow } from '../queries/changed-events.ts'
import { compareVolume, hasWords, type MarketChange, type MarketEntry } from './market-catalog.ts'
import { createRanking } from './ranking.ts'

export interface EventEntry {
  readonly slug: string
  readonly title: string
  readonly category: string
  readonly tags: readonly string[]
  readonly words: readonly string[]
  readonly status: MarketStatus
  readonly platforms: readonly string[]
  /** Sums over all markets. */
  readonly total_volume_24h: Decimal
  readonly total_volume: Decimal
  readonly volume: number
  /** Ids of all markets, most traded first. */
  readonly market_ids: readonly string[]
}

export interface EventCatalog {
  update(rows: readonly EventRow[], changes: readonly MarketChange[]): void
  getBySlug(slug: string): EventEntry | undefined
  /** Of the event with that id, in no order; none if it is unknown. */
  marketsOf(eventId: string): readonly MarketEntry[]
  find(query: EventsQuery): { readonly total: number; readonly events: readonly EventEntry[] }
}

interface Parts {
  record: EventRow | null
  readonly markets: Map<string, MarketEntry>
}

export function createEventCatalog(): EventCatalog {
  const parts: Parts[] = []
  const entries: (EventEntry | null)[] = []
  const slots = new Map<string, number>()
  const slugs = new Map<string, number>()

  const slotOf = (id: string): number => {
    const known = slots.get(id)
    if (known !== undefined) return known
    slots.set(id, parts.length)
    entries.push(null)
    return parts.push({ record: null, markets: new Map() }) - 1
  }
  const partsAt = (slot: number): Parts => parts[slot] as Parts
  const ranking = createRanking((a, b) => compareEvents(entries[a], entries[b]))

  const rebuild = (slot: number): void => {
    const before = entries[slot]
    const after = toEntry(partsAt(slot))
    if (before && before.slug !== after?.slug && slugs.get(before.slug) === slot)
      slugs.delete(before.slug)
    entries[slot] = after
    ranking.touch(slot)
    if (after) slugs.set(after.slug, slot)
  }

  return {
    update(rows, changes) {
      const changed = new Set<number>()
      const touch = (id: string): Parts => {
        const slot = slotOf(id)
        changed.add(slot)
        return partsAt(slot)
      }
      for (const row of rows) {
        const known = slots.get(row.id)
        const record = known === undefined ? null : partsAt(known).record
        if (!record || record.version < row.version) touch(row.id).record = row
      }
      for (const { before, after } of changes) {
        if (before?.event_id && before.event_id !== after.event_id)
          touch(before.event_id).markets.delete(after.id)
        if (after.event_id) touch(after.event_id).markets.set(after.id, after)
      }
      for (const slot of changed) rebuild(slot)
    },
    getBySlug(slug) {
      const slot = slugs.get(slug)
      return slot === undefined ? undefined : (entries[slot] ?? undefined)
    },
    marketsOf(eventId) {
      const slot = slots.get(eventId)
      return slot === undefined ? [] : [...partsAt(slot).markets.values()]
    },
    find(query) {
      const prefixes = query.q === undefined ? [] : foldedWords(query.q)
      if (query.q !== undefined && prefixes.length === 0) return { total: 0, events: [] }
      const fits = createFilter(query, prefixes)
      const hits = ranking.order().flatMap((slot) => {
        const entry = entries[slot]
        return entry && fits(entry) ? [entry] : []
      })
      return { total: hits.length, events: hits.slice(query.offset, query.offset + query.limit) }
    },
  }
}

function createFilter(
  query: EventsQuery,
  prefixes: readonly string[],
): (entry: EventEntry) => boolean {
  const { platform, status, min_volume: least } = query
  return (entry) =>
    (platform === undefined || entry.platforms.includes(platform)) &&
    (status === undefined || entry.status === status) &&
    (least === undefined || entry.volume >= least) &&
    hasWords(entry.words, prefixes)
}

/** Most traded first, ties by slug. */
function compareEvents(a: EventEntry | null | undefined, b: EventEntry | null | undefined): number {
  if (!a || !b) return a ? -1 : b ? 1 : 0
  if (a.volume !== b.volume) return b.volume - a.volume
  if (a.total_volume_24h !== b.total_volume_24h)
    return compareDecimals(b.total_volume_24h, a.total_volume_24h)
  return a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0
}

/** null: it has no market that is shown. All its legs may be placeholders, or its markets not there yet. */
function toEntry({ record, markets }: Parts): EventEntry | null {
  const children = [...markets.values()].sort(compareVolume)
  const [first] = children
  const slug = record?.slug ?? first?.event_slug
  if (!first || slug === undefined || slug === null) return null
  const title = record?.title ?? first.event_title ?? slug
  const total = sumDecimals(children.map((m) => m.volume_24h))
  return {
    slug,
    title,
    category: record?.category ?? first.category ?? 'other',
    tags: record?.tags ?? first.tags,
    words: record?.words ?? foldedWords(title),
    status: statusOf(children),
    platforms: [...new Set(children.map((m) => m.platform))].sort(),
    total_volume_24h: total,
    total_volume: sumDecimals(children.flatMap((m) => m.volume_total ?? [])),
    volume: Number(total),
    market_ids: children.map((m) => m.id),
  }
}

function statusOf(markets: readonly MarketEntry[]): MarketStatus {
  const has = (status: MarketStatus): boolean => markets.some((m) => m.status === status)
  return has('open') ? 'open' : has('closed') ? 'closed' : 'resolved'
}
