// Every market, in memory: what lists, search and filters look at. Details and prices of the few that
// are answered come from the store.
import type { MarketsQuery } from '../../../schemas/generated/api.ts'
import { compareDecimals } from '../../domain/money.ts'
import { foldedWords } from '../../domain/text.ts'
import type { MarketRow } from '../queries/changed-markets.ts'
import { createInterner, type Interner } from './interner.ts'
import { createRanking, type Ranking } from './ranking.ts'
import { createWordIndex } from './word-index.ts'

export interface MarketEntry extends MarketRow {
  readonly volume: number
  /** For filters that ignore case. */
  readonly lowerTags: readonly string[]
  readonly lowerCategory: string | null
}

/** How one market changed; `before` is null if it is new. */
export interface MarketChange {
  readonly before: MarketEntry | null
  readonly after: MarketEntry
}

export interface MarketCatalog {
  /** Takes each row unless a newer one of its market is known. */
  update(rows: readonly MarketRow[]): readonly MarketChange[]
  get(id: string): MarketEntry | undefined
  /** Ids of the page; `q` null: no search. */
  find(query: MarketsQuery, q: string | null): readonly string[]
  size(): number
}

/** Up to so many hits are sorted; beyond, the whole ranking is walked until the page is full. */
const hitsToSort = 5000

export function createMarketCatalog(): MarketCatalog {
  const entries: MarketEntry[] = []
  const slots = new Map<string, number>()
  const words = createWordIndex()
  const intern = createInterner()

  const at = (slot: number): MarketEntry => entries[slot] as MarketEntry
  const orders = {
    volume: (a: number, b: number) => compareVolume(at(a), at(b)),
    created_at: (a: number, b: number) => compareAge(at(a), at(b)),
  }
  const rankings: Record<MarketsQuery['sort_by'], Ranking> = {
    volume: createRanking(orders.volume),
    created_at: createRanking(orders.created_at),
  }

  const put = (row: MarketRow): MarketChange | null => {
    const slot = slots.get(row.id) ?? entries.length
    const before = entries[slot] ?? null
    if (before && before.version >= row.version) return null
    const after = toEntry(row, intern)
    entries[slot] = after
    slots.set(row.id, slot)
    const known = new Set(before?.words)
    words.add(
      slot,
      after.words.filter((word) => !known.has(word)),
    )
    for (const ranking of Object.values(rankings)) ranking.touch(slot)
    return { before, after }
  }

  return {
    update: (rows) => rows.flatMap((row) => put(row) ?? []),
    get: (id) => {
      const slot = slots.get(id)
      return slot === undefined ? undefined : at(slot)
    },
    find(query, q) {
      const prefixes = q === null ? [] : foldedWords(q)
      if (q !== null && prefixes.length === 0) return []
      const fits = createFilter(query, prefixes)
      const hits = q === null ? null : words.candidates(prefixes, hitsToSort)
      const { sort_by: order, offset, limit } = query
      const found: string[] = []
      const inOrder = hits ? [...new Set(hits)].sort(orders[order]) : rankings[order].order()
      let skip = offset
      for (const slot of inOrder) {
        const entry = at(slot)
        if (!fits(entry)) continue
        if (skip > 0) skip--
        else if (found.push(entry.id) === limit) break
      }
      return found
    },
    size: () => entries.length,
  }
}

/** Most traded first. */
export function compareVolume(a: MarketEntry, b: MarketEntry): number {
  if (a.volume !== b.volume) return b.volume - a.volume
  if (a.volume_24h !== b.volume_24h) return compareDecimals(b.volume_24h, a.volume_24h)
  return a.id < b.id ? -1 : 1
}

/** Newest first, unknown last. */
function compareAge(a: MarketEntry, b: MarketEntry): number {
  if (a.created_at !== b.created_at) {
    if (a.created_at === null) return 1
    return b.created_at === null ? -1 : b.created_at - a.created_at
  }
  return a.id < b.id ? -1 : 1
}

/** Only what the query asks for is looked at: a rare filter walks over every market. */
function createFilter(
  query: MarketsQuery,
  prefixes: readonly string[],
): (entry: MarketEntry) => boolean {
  const { platform, status, min_volume: least, start_ts: start, end_ts: end } = query
  const category = query.category?.trim().toLowerCase()
  const tags = (query.tag ?? '').split(',').flatMap((tag) => tag.trim().toLowerCase() || [])
  const rules: ((entry: MarketEntry) => boolean)[] = []
  if (platform !== undefined) rules.push((m) => m.platform === platform)
  if (status !== undefined) rules.push((m) => m.status === status)
  if (least !== undefined) rules.push((m) => m.volume >= least)
  if (start !== undefined) rules.push((m) => m.created_at !== null && m.created_at >= start)
  if (end !== undefined) rules.push((m) => m.created_at !== null && m.created_at < end)
  if (category !== undefined) rules.push((m) => m.lowerCategory === category)
  if (tags.length > 0) rules.push((m) => m.lowerTags.some((tag) => tags.includes(tag)))
  if (prefixes.length > 0) rules.push((m) => hasWords(m.words, prefixes))
  return (entry) => rules.every((rule) => rule(entry))
}

/** Whether every prefix begins one of the words. */
export function hasWords(words: readonly string[], prefixes: readonly string[]): boolean {
  return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))
}

function toEntry(row: MarketRow, intern: Interner): MarketEntry {
  // field by field and not by a spread: all entries then have one shape, and a walk over them is fast
  return {
    id: row.id,
    platform: row.platform,
    slug: row.slug,
    status: row.status,
    volume_24h: row.volume_24h,
    volume_total: row.volume_total,
    created_at: row.created_at,
    version: row.version,
    labels: intern.list(row.labels),
    tags: intern.list(row.tags),
    words: row.words.map(intern.text),
    category: row.category === null ? null : intern.text(row.category),
    event_id: row.event_id === null ? null : intern.text(row.event_id),
    event_slug: row.event_slug === null ? null : intern.text(row.event_slug),
    event_title: row.event_title === null ? null : intern.text(row.event_title),
    volume: Number(row.volume_24h),
    lowerTags: intern.list(row.tags.map((tag) => tag.toLowerCase())),
    lowerCategory: row.category === null ? null : intern.text(row.category.toLowerCase()),
  }
}
