// Lists and search from memory against a plain loop over all markets, while markets change.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { MarketsQuery } from '../../../schemas/generated/api.ts'
import { createMarketCatalog } from '../../../services/api/catalog/market-catalog.ts'
import type { MarketRow } from '../../../services/api/queries/changed-markets.ts'
import { foldedWords } from '../../../services/domain/text.ts'

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
    tags: r.tags,
    category: r.category,
    event_id: null,
    event_slug: null,
    event_title: null,
    words: foldedWords(...r.words),
    version: r.version,
  }))

const query: fc.Arbitrary<MarketsQuery> = fc.record(
  {
    platform: fc.constantFrom('platform_a' as const, 'platform_b' as const),
    status: fc.constantFrom('open' as const, 'closed' as const, 'resolved' as const),
    category: fc.constantFrom('news', 'SPORT', 'none'),
    tag: fc.constantFrom('news', 'SPORT, weather', ',', 'none', ' news ,'),
    min_volume: fc.constantFrom(0, 1.5, 10),
    start_ts: fc.constantFrom(10, 15),
    end_ts: fc.constantFrom(20, 31),
    sort_by: fc.constantFrom('volume' as const, 'created_at' as const),
    limit: fc.integer({ min: 1, max: 10 }),
    offset: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: ['sort_by', 'limit', 'offset'] },
)
const words = fc.option(
  fc.array(fc.constantFrom('ra', 'RAIN', 'rainb', 'E', 'éla', 'sund', '20', 'äö', 'zz'), {
    minLength: 1,
    maxLength: 3,
  }),
)

/** No volume here has more than one digit behind the point. */
const tenths = (r: MarketRow): bigint =>
  BigInt(r.volume_24h.includes('.') ? r.volume_24h.replace('.', '') : `${r.volume_24h}0`)

function bruteForce(rows: readonly MarketRow[], q: readonly string[] | null, ask: MarketsQuery) {
  const tags = (ask.tag ?? '').split(',').flatMap((t) => t.trim().toLowerCase() || [])
  const created = (r: MarketRow) => r.created_at ?? -1
  return rows
    .filter(
      (r) =>
        (!ask.platform || r.platform === ask.platform) &&
        (!ask.status || r.status === ask.status) &&
        (!ask.category || r.category?.toLowerCase() === ask.category.toLowerCase()) &&
        (tags.length === 0 || r.tags.some((t) => tags.includes(t.toLowerCase()))) &&
        (ask.min_volume === undefined || Number(r.volume_24h) >= ask.min_volume) &&
        (ask.start_ts === undefined || created(r) >= ask.start_ts) &&
        (ask.end_ts === undefined || (r.created_at !== null && created(r) < ask.end_ts)) &&
        (q ?? []).every((p) => foldedWords(p).every((f) => r.words.some((w) => w.startsWith(f)))),
    )
    .sort((a, b) => {
      const [x, y] = ask.sort_by === 'volume' ? [tenths(a), tenths(b)] : [created(a), created(b)]
      if (x !== y) return x > y ? -1 : 1
      return a.id < b.id ? -1 : 1
    })
    .slice(ask.offset, ask.offset + ask.limit)
    .map((r) => r.id)
}

describe('the catalog of markets', () => {
  it('finds what a loop over all markets finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(row, { maxLength: 15 }), { maxLength: 5 }),
        fc.array(fc.tuple(query, words), { minLength: 1, maxLength: 5 }),
        (batches, questions) => {
          const catalog = createMarketCatalog()
          const newest = new Map<string, MarketRow>()
          for (const batch of batches) {
            catalog.update(batch)
            for (const r of batch)
              if ((newest.get(r.id)?.version ?? 0) < r.version) newest.set(r.id, r)
            for (const [ask, q] of questions)
              expect(catalog.find(ask, q?.join(' ') ?? null)).toEqual(
                bruteForce([...newest.values()], q, ask),
              )
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('gives the same answer whether it sorts hits or walks the ranking', () => {
    const catalog = createMarketCatalog()
    const [sample] = fc.sample(row, { numRuns: 1, seed: 7 })
    if (!sample) throw new Error('no sample')
    const rows = Array.from({ length: 6000 }, (_, i) => ({
      ...sample,
      id: `pa_${i}`,
      volume_24h: String((i * 7919) % 1000),
      words: i % 2 ? ['common', 'odd'] : ['common', 'even'],
    }))
    catalog.update(rows)
    const ask: MarketsQuery = { sort_by: 'volume', limit: 100, offset: 50 }
    for (const q of ['common', 'odd', 'com od']) {
      const found = catalog.find(ask, q)
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
})
