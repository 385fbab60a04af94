// Which events are listed while their markets appear, move and disappear: those with a visible market.
import { describe, expect, it } from '@jest/globals'
import { createEventCatalog } from '../../../services/api/catalog/event-catalog.ts'
import type { EventSortKey } from '../../../services/api/catalog/event-indexes.ts'
import { createMarketCatalog } from '../../../services/api/catalog/market-catalog.ts'
import { createMarketNumbers } from '../../../services/lib/run/market-numbers.ts'
import type { EventRow } from '../../../services/api/queries/changed-events.ts'
import type { MarketRow } from '../../../services/api/queries/changed-markets.ts'

const everything = { limit: 200, offset: 0, markets: 'top' as const }

const eventRow = (id: string, slug: string): EventRow => ({
  id,
  platform: 'platform_a',
  slug,
  title: `About ${slug}`,
  category: 'other',
  tags: ['T'],
  words: ['about', slug],
  version: 1,
})

const marketRow = (id: string, event: string | null, version = 1): MarketRow => ({
  id,
  platform: 'platform_a',
  slug: id,
  status: 'open',
  labels: ['Yes', 'No'],
  volume_24h: '5',
  volume_total: null,
  created_at: null,
  ended_at_ms: null,
  tags: ['M'],
  category: null,
  event_id: event,
  event_slug: event && `slug-of-${event}`,
  event_title: event && `Title of ${event}`,
  words: [],
  received_at_ms: 1,
  version,
})

function createCatalogs() {
  const markets = createMarketCatalog(createMarketNumbers())
  const events = createEventCatalog(markets)
  return {
    events,
    put: (rows: readonly MarketRow[]) => events.update([], markets.update(rows)),
    putWithoutSummaries: (rows: readonly MarketRow[]) =>
      events.updateWithoutSummaries([], markets.update(rows)),
    slugs: () => events.find(everything, null).events.map(({ slug }) => slug),
  }
}

describe('events', () => {
  it('without a market are not there, in no list and by no slug', () => {
    const { events, put, slugs } = createCatalogs()
    events.update([eventRow('pa_1', 'hidden'), eventRow('pa_2', 'shown')], [])
    expect(slugs()).toEqual([])
    put([marketRow('pa_m', 'pa_2')])
    expect(slugs()).toEqual(['shown'])
    expect(events.find({ ...everything, status: 'resolved' }, null).total).toBe(0)
    expect(events.find({ ...everything, platform: 'platform_a' }, null).total).toBe(1)
    expect(events.find({ ...everything, q: 'hidden' }, null).total).toBe(0)
    expect(events.getBySlug('hidden')).toBeUndefined()
    expect(events.getBySlug('shown')).toMatchObject({ title: 'About shown', market_ids: ['pa_m'] })
  })

  it('come with their first market, whichever of the two is known first', () => {
    const { events, put, slugs } = createCatalogs()
    put([marketRow('pa_m', 'pa_1')])
    expect(slugs()).toEqual(['slug-of-pa_1'])
    events.update([eventRow('pa_1', 'own')], [])
    expect(slugs()).toEqual(['own'])
    expect(events.getBySlug('slug-of-pa_1')).toBeUndefined()
    expect(events.getBySlug('own')).toMatchObject({ tags: ['T'], platforms: ['platform_a'] })
  })

  it('go with their last market, and come back with the next', () => {
    const { events, put, slugs } = createCatalogs()
    events.update([eventRow('pa_1', 'one')], [])
    put([marketRow('pa_m', 'pa_1'), marketRow('pa_n', 'pa_1')])
    put([marketRow('pa_m', null, 2)])
    expect(events.getBySlug('one')).toMatchObject({ market_ids: ['pa_n'], total_volume_24h: '5' })
    put([marketRow('pa_n', 'pa_2', 2)])
    expect(slugs()).toEqual(['slug-of-pa_2'])
    expect(events.getBySlug('one')).toBeUndefined()
    put([marketRow('pa_m', 'pa_1', 3)])
    expect(slugs().toSorted()).toEqual(['one', 'slug-of-pa_2'])
  })

  it('with the slug of another event leave it to that event when they are renamed or go', () => {
    const { events, put } = createCatalogs()
    events.update([eventRow('pa_1', 'shared'), eventRow('pa_2', 'shared')], [])
    put([marketRow('pa_m', 'pa_1'), marketRow('pa_n', 'pa_2')])
    const idsWithSlug = () => events.getBySlug('shared')?.market_ids
    expect(idsWithSlug()).toEqual(['pa_n'])
    events.update([{ ...eventRow('pa_2', 'own'), version: 2 }], [])
    expect(idsWithSlug()).toEqual(['pa_m'])
    expect(events.getBySlug('own')?.market_ids).toEqual(['pa_n'])
    events.update([{ ...eventRow('pa_2', 'shared'), version: 3 }], [])
    expect(idsWithSlug()).toEqual(['pa_n'])
    put([marketRow('pa_m', 'pa_1', 2)])
    expect(idsWithSlug()).toEqual(['pa_m'])
    put([marketRow('pa_m', null, 3)])
    expect(idsWithSlug()).toEqual(['pa_n'])
    put([marketRow('pa_n', null, 2)])
    expect(idsWithSlug()).toBeUndefined()
  })

  it('are read by cursor as by offset, and those that keep their place once each', () => {
    const { events, put } = createCatalogs()
    const volumes = ['3', '3', '2.5', '2', '2', '1', '0', '0']
    const rows = volumes.map((volume_24h, i) => ({
      ...marketRow(`pa_${i}`, `pa_e${i}`),
      volume_24h,
    }))
    put(rows)
    const { events: all } = events.find(everything, null)
    const slugs = all.map(({ slug }) => slug)
    for (const limit of [1, 2, 3, 8, 9]) {
      const seen: string[] = []
      for (let after: EventSortKey | null = null; ;) {
        const found = events.find({ ...everything, limit }, after)
        expect(found.total).toBe(8)
        const byOffset = events.find({ ...everything, limit, offset: seen.length }, null)
        expect(found).toEqual(byOffset)
        seen.push(...found.events.map(({ slug }) => slug))
        after = found.last
        if (after === null) break
      }
      expect(seen).toEqual(slugs)
    }
    const { last } = events.find({ ...everything, limit: 4 }, null)
    put([
      { ...marketRow('pa_0', 'pa_e0', 2), volume_24h: '0.5' },
      { ...marketRow('pa_7', 'pa_e7', 2), volume_24h: '9' },
      { ...marketRow('pa_8', 'pa_e8'), volume_24h: '2' },
    ])
    expect(events.find(everything, last).events.map(({ slug }) => slug)).toEqual([
      'slug-of-pa_e4',
      'slug-of-pa_e8',
      'slug-of-pa_e5',
      'slug-of-pa_e0',
      'slug-of-pa_e6',
    ])
  })

  it('are the same if they are summarized once, after all their markets', () => {
    // more than are summarized in one step, in an order in which no event has all its markets at once
    const numbers = Array.from({ length: 480 }, (_, n) => n)
    const markets = numbers.map((n) => ({
      ...marketRow(`pa_${n}`, `pa_e${n % 120}`),
      volume_24h: String(n % 7),
      status: n % 11 === 0 ? ('resolved' as const) : ('open' as const),
    }))
    const records = numbers.slice(0, 60).map((n) => eventRow(`pa_e${n}`, `own-${n}`))
    const [at, later] = [createCatalogs(), createCatalogs()]
    for (const row of markets) {
      at.put([row])
      later.putWithoutSummaries([row])
    }
    at.events.update(records, [])
    later.events.updateWithoutSummaries(records, [])
    expect(later.events.find(everything, null).total).toBe(0)
    const steps = [...later.events.summarizeChanged()]
    expect(steps.length).toBeGreaterThan(1)
    expect(at.events.find(everything, null).total).toBe(120)
    expect(later.events.find(everything, null)).toEqual(at.events.find(everything, null))
    const search = { ...everything, q: 'about own' }
    expect(later.events.find(search, null).total).toBe(60)
    expect(later.events.find(search, null)).toEqual(at.events.find(search, null))
    expect(later.events.getBySlug('own-7')).toEqual(at.events.getBySlug('own-7'))
  })

  it('that go before they are summarized leave their place to others', () => {
    const { events, put, putWithoutSummaries, slugs } = createCatalogs()
    putWithoutSummaries([marketRow('pa_m', 'pa_1')])
    putWithoutSummaries([marketRow('pa_m', 'pa_2', 2)])
    events.removeEmptyEvents(['pa_1'])
    put([marketRow('pa_n', 'pa_3')])
    expect(slugs()).toEqual(['slug-of-pa_3'])
    expect([...events.summarizeChanged()]).toEqual([])
    expect(slugs().toSorted()).toEqual(['slug-of-pa_2', 'slug-of-pa_3'])
  })
})
