// Every market, in memory: what lists, search and filters look at. Details and prices of the few that
// are answered come from the store.
import type { MarketsQuery } from '../../../schemas/generated/api.ts'
import { compareDecimals } from '../../domain/money.ts'
import { foldedWords } from '../../domain/text.ts'
import type { MarketRow } from '../queries/changed-markets.ts'
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

  const put = (row: MarketRow, changed: Set<number>): MarketChange | null => {
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
    changed.add(slot)
    return { before, after }
  }

  return {
    update(rows) {
      const changed = new Set<number>()
      const changes = rows.flatMap((row) => put(row, changed) ?? [])
      if (changed.size > 0) for (const ranking of Object.values(rankings)) ranking.update(changed)
      return changes
    },
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

function createFilter(
  query: MarketsQuery,
  prefixes: readonly string[],
): (entry: MarketEntry) => boolean {
  const { platform, status, min_volume: least, start_ts: start, end_ts: end } = query
  const category = query.category?.trim().toLowerCase()
  const tags = new Set(
    (query.tag ?? '').split(',').flatMap((tag) => tag.trim().toLowerCase() || []),
  )
  return (entry) =>
    (platform === undefined || entry.platform === platform) &&
    (status === undefined || entry.status === status) &&
    (category === undefined || entry.lowerCategory === category) &&
    (tags.size === 0 || entry.lowerTags.some((tag) => tags.has(tag))) &&
    (least === undefined || entry.volume >= least) &&
    (start === undefined || (entry.created_at !== null && entry.created_at >= start)) &&
    (end === undefined || (entry.created_at !== null && entry.created_at < end)) &&
    hasWords(entry.words, prefixes)
}

/** Whether every prefix begins one of the words. */
export function hasWords(words: readonly string[], prefixes: readonly string[]): boolean {
  return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))
}

function toEntry(row: MarketRow, intern: (text: string) => string): MarketEntry {
  return {
    ...row,
    labels: row.labels.map(intern),
    tags: row.tags.map(intern),
    words: row.words.map(intern),
    category: row.category === null ? null : intern(row.category),
    event_id: row.event_id === null ? null : intern(row.event_id),
    event_slug: row.event_slug === null ? null : intern(row.event_slug),
    event_title: row.event_title === null ? null : intern(row.event_title),
    volume: Number(row.volume_24h),
    lowerTags: row.tags.map((tag) => intern(tag.toLowerCase())),
    lowerCategory: row.category === null ? null : intern(row.category.toLowerCase()),
  }
}

/** Equal strings become one string: a word or a tag is shared by thousands of markets. */
function createInterner(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const same = known.get(text)
    if (same !== undefined) return same
    known.set(text, text)
    return text
  }
}
