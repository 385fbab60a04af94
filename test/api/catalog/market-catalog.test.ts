// Lists and search from memory against a plain loop over all markets, while markets change.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { MarketsQuery, SearchQuery } from '../../../schemas/generated/api.ts'
import {
  createMarketCatalog,
  type MarketCatalog,
} from '../../../services/api/catalog/market-catalog.ts'
import type { MarketPage } from '../../../services/api/catalog/market-indexes.ts'
import {
  createSearchSortKeyParser,
  createMarketSortKeyParser,
  type SearchSortKey,
  type MarketSortKey,
} from '../../../services/api/catalog/market-order.ts'
import { createMarketNumbers } from '../../../services/lib/run/market-numbers.ts'
import type { MarketRow } from '../../../services/api/queries/changed-markets.ts'
import { searchWords } from '../../../services/domain/text.ts'

const vocabulary = [
  'rain',
  'Rainbow',
  'ra',
  'élan',
  'elan',
  'Elantra',
  'sun',
  'sunday',
  '2026',
  'ÄÖ',
]
const question = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 })

const row = fc
  .record({
    n: fc.integer({ min: 0, max: 30 }),
    platform: fc.constantFrom('platform_a' as const, 'platform_b' as const),
    status: fc.constantFrom('open' as const, 'closed' as const, 'resolved' as const),
    volume: fc.constantFrom('0', '1', '1.5', '10', '9007199254740993', '9007199254740992'),
    createdAt: fc.constantFrom(null, 10, 20, 30),
    tags: fc.uniqueArray(fc.constantFrom('News', 'news', 'Sport', 'Weather')),
    category: fc.constantFrom(null, 'News', 'Sport'),
    words: question,
    receivedAtMs: fc.constantFrom(9_999, 10_000, 10_001, 20_000),
    version: fc.integer({ min: 1, max: 6 }),
  })
  .map((r): MarketRow => ({
    id: `pa_${r.n}`,
    platform: r.platform,
    slug: `s${r.n}`,
    status: r.status,
    labels: ['Yes', 'No'],
    volume_24h: r.volume,
    volume_total: null,
    created_at: r.createdAt,
    ended_at_ms: null,
    tags: r.tags,
    category: r.category,
    event_id: null,
    event_slug: null,
    event_title: null,
    words: searchWords(...r.words),
    received_at_ms: r.receivedAtMs,
    version: r.version,
  }))

/** What lists and searches have in common. */
type SortedQuery = MarketsQuery & Pick<SearchQuery, 'sort_by'>

const query: fc.Arbitrary<SortedQuery> = fc.record(
  {
    platform: fc.constantFrom('platform_a' as const, 'platform_b' as const),
    status: fc.constantFrom('open' as const, 'closed' as const, 'resolved' as const),
    category: fc.constantFrom('news', 'SPORT', 'none'),
    tag: fc.constantFrom('news', 'SPORT, weather', ',', 'none', ' news ,'),
    min_volume: fc.constantFrom(0, 1.5, 10),
    start_ts: fc.constantFrom(10, 15),
    end_ts: fc.constantFrom(20, 31),
    updated_since: fc.constantFrom(-1, 10, 20, 21),
    sort_by: fc.constantFrom('volume' as const, 'created_at' as const),
    limit: fc.integer({ min: 1, max: 10 }),
    offset: fc.integer({ min: 0, max: 5 }),
    ids: fc.array(fc.integer({ min: 0, max: 40 }).map((n) => `pa_${n}`)),
  },
  { requiredKeys: ['sort_by', 'limit', 'offset'] },
)
const words = fc.option(
  // none is similar to another word of the vocabulary, so nothing is corrected
  fc.array(fc.constantFrom('ra', 'RAIN', 'rainbow', 'E', 'éla', 'sunda', '20', 'äö', 'zz'), {
    minLength: 1,
    maxLength: 3,
  }),
)

/** No volume here has more than one digit behind the point. */
const tenths = (r: MarketRow): bigint =>
  BigInt(r.volume_24h.includes('.') ? r.volume_24h.replace('.', '') : `${r.volume_24h}0`)

/** Whether each prefix begins a word of its own. */
function haveOwnWords(prefixes: readonly string[], words: readonly string[]): boolean {
  const [prefix, ...others] = prefixes
  if (prefix === undefined) return true
  return words.some(
    (word) =>
      word.startsWith(prefix) &&
      haveOwnWords(
        others,
        words.filter((other) => other !== word),
      ),
  )
}

function bruteForce(rows: readonly MarketRow[], q: readonly string[] | null, ask: MarketsQuery) {
  const tags = (ask.tag ?? '').split(',').flatMap((t) => t.trim().toLowerCase() || [])
  const created = (r: MarketRow) => r.created_at ?? -1
  return rows
    .filter(
      (r) =>
        (!ask.ids || ask.ids.includes(r.id)) &&
        (!ask.platform || r.platform === ask.platform) &&
        (!ask.status || r.status === ask.status) &&
        (!ask.category || r.category?.toLowerCase() === ask.category.toLowerCase()) &&
        (tags.length === 0 || r.tags.some((t) => tags.includes(t.toLowerCase()))) &&
        (ask.min_volume === undefined || Number(r.volume_24h) >= ask.min_volume) &&
        (ask.start_ts === undefined || created(r) >= ask.start_ts) &&
        (ask.end_ts === undefined || (r.created_at !== null && created(r) < ask.end_ts)) &&
        (ask.updated_since === undefined || r.received_at_ms >= ask.updated_since * 1000) &&
        haveOwnWords(searchWords(...(q ?? [])), r.words),
    )
    .sort((a, b) => {
      const [x, y] = ask.sort_by === 'volume' ? [tenths(a), tenths(b)] : [created(a), created(b)]
      if (x !== y) return x > y ? -1 : 1
      return a.id < b.id ? -1 : 1
    })
    .map((r) => r.id)
}

type Page = MarketPage<MarketSortKey | SearchSortKey> & { readonly total?: number }

/** A page of the list, or of the search if `q` is not null. */
function find(
  catalog: MarketCatalog,
  ask: MarketsQuery | SearchQuery,
  q: string | null,
  cursor?: Page['last'],
): Page {
  const key = cursor === undefined ? null : (JSON.parse(JSON.stringify(cursor)) as unknown[])
  const { sort_by: by } = ask
  if (q !== null && by !== 'ids')
    return catalog.search({ ...ask, sort_by: by, q }, key && createSearchSortKeyParser(by)(key))
  if (by === 'relevance') throw new Error('only searches have this order')
  return catalog.list({ ...ask, sort_by: by }, key && createMarketSortKeyParser(by)(key))
}

/** The ids on all pages, from the first to the last. */
function readByCursor(
  catalog: MarketCatalog,
  ask: MarketsQuery | SearchQuery,
  q: string | null,
): string[] {
  const seen: string[] = []
  for (let after: Page['last'] | undefined; ;) {
    const { ids, last } = find(catalog, { ...ask, offset: 0 }, q, after)
    seen.push(...ids)
    if (last === null) return seen
    expect(ids.length).toBe(ask.limit)
    after = last
  }
}

describe('the catalog of markets', () => {
  it('finds what a loop over all markets finds', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.array(row, { maxLength: 15 }), fc.array(fc.integer({ min: 0, max: 30 }))),
          { maxLength: 5 },
        ),
        fc.array(fc.tuple(query, words), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(0, 3, 5_000),
        (batches, questions, maxHitsToSort) => {
          const catalog = createMarketCatalog(createMarketNumbers(), maxHitsToSort)
          const newest = new Map<string, MarketRow>()
          for (const [batch, removed] of batches) {
            catalog.update(batch)
            for (const r of batch)
              if ((newest.get(r.id)?.version ?? 0) < r.version) newest.set(r.id, r)
            catalog.remove(removed.map((n) => `pa_${n}`))
            for (const n of removed) newest.delete(`pa_${n}`)
            for (const [ask, q] of questions) {
              const all = bruteForce([...newest.values()], q, ask)
              const text = q?.join(' ') ?? null
              const { ids, last, total } = find(catalog, ask, text)
              const end = ask.offset + ask.limit
              expect([ids, last !== null]).toEqual([all.slice(ask.offset, end), end < all.length])
              expect(total ?? all.length).toBe(all.length)
              expect(readByCursor(catalog, ask, text)).toEqual(all)
              if (text === null) {
                const inOrder = [...new Set(ask.ids)].filter((id) => all.includes(id))
                if (ask.ids)
                  expect(readByCursor(catalog, { ...ask, sort_by: 'ids' }, null)).toEqual(inOrder)
                continue
              }
              const byRelevance = { ...ask, q: text, sort_by: 'relevance', offset: 0 } as const
              const whole = catalog.search({ ...byRelevance, limit: 100 }, null)
              expect(whole.ids.toSorted()).toEqual(all.toSorted())
              expect(readByCursor(catalog, byRelevance, text)).toEqual(whole.ids)
            }
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('gives the same answer whether it sorts hits or walks the ranking', () => {
    const catalog = createMarketCatalog(createMarketNumbers())
    const [sample] = fc.sample(row, { numRuns: 1, seed: 7 })
    if (!sample) throw new Error('no sample')
    const rows = Array.from({ length: 6000 }, (_, i) => ({
      ...sample,
      id: `pa_${i}`,
      volume_24h: String((i * 7919) % 1000),
      words: i % 2 ? ['common', 'odd'] : ['common', 'even'],
    }))
    catalog.update(rows)
    const ask: SortedQuery = { sort_by: 'volume', limit: 100, offset: 50 }
    for (const q of ['common', 'odd', 'com od']) {
      const found = catalog.search({ ...ask, q }, null).ids
      expect(found).toHaveLength(100)
      expect(found).toEqual(
        rows
          .filter((r) => q === 'common' || r.words.includes('odd'))
          .sort((a, b) => Number(b.volume_24h) - Number(a.volume_24h) || (a.id < b.id ? -1 : 1))
          .slice(50, 150)
          .map((r) => r.id),
      )
    }
  })

  it.each(['volume', 'created_at'] as const)(
    'by %s: a walk by cursor meets each market once that keeps its place',
    (sort_by) => {
      fc.assert(
        fc.property(
          fc.array(row, { maxLength: 40 }),
          fc.array(fc.array(row, { maxLength: 8 }), { maxLength: 10 }),
          fc.integer({ min: 1, max: 5 }),
          // a market that resolves between two requests leaves the list of open ones
          fc.constantFrom({}, { status: 'open' } as const),
          (first, changes, limit, filter) => {
            const catalog = createMarketCatalog(createMarketNumbers())
            catalog.update(first)
            const ask: MarketsQuery = { ...filter, sort_by, limit, offset: 0 }
            const before = catalog.list({ ...ask, limit: 100 }, null).ids
            const moved = new Set<string>()
            const seen: string[] = []
            let after: MarketSortKey | null = null
            for (const change of [...changes, ...Array.from({ length: 40 }, () => [])]) {
              const { ids, last }: MarketPage<MarketSortKey> = catalog.list(ask, after)
              seen.push(...ids)
              after = last
              if (last === null) break
              catalog.update(change)
              for (const { id } of change) moved.add(id)
            }
            expect(after).toBeNull()
            const kept = (ids: readonly string[]): string[] => ids.filter((id) => !moved.has(id))
            expect(kept(seen)).toEqual(kept(before))
          },
        ),
        { numRuns: 300 },
      )
    },
  )
})
