// Which events are there, as their markets come, move and go: those with a market to show.
import { describe, expect, it } from '@jest/globals'
import { createEventCatalog } from '../../../services/api/catalog/event-catalog.ts'
import { createMarketCatalog } from '../../../services/api/catalog/market-catalog.ts'
import type { EventRow } from '../../../services/api/queries/changed-events.ts'
import type { MarketRow } from '../../../services/api/queries/changed-markets.ts'

const everything = { limit: 200, offset: 0 }

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
  tags: ['M'],
  category: null,
  event_id: event,
  event_slug: event && `slug-of-${event}`,
  event_title: event && `Title of ${event}`,
  words: [],
  version,
})

function createCatalogs() {
  const markets = createMarketCatalog()
  const events = createEventCatalog()
  return {
    events,
    put: (rows: readonly MarketRow[]) => events.update([], markets.update(rows)),
    slugs: () => events.find(everything).events.map(({ slug }) => slug),
  }
}

describe('events', () => {
  it('without a market are not there, in no list and by no slug', () => {
    const { events, put, slugs } = createCatalogs()
    events.update([eventRow('pa_1', 'hidden'), eventRow('pa_2', 'shown')], [])
    expect(slugs()).toEqual([])
    put([marketRow('pa_m', 'pa_2')])
    expect(slugs()).toEqual(['shown'])
    expect(events.find({ ...everything, status: 'resolved' }).total).toBe(0)
    expect(events.find({ ...everything, platform: 'platform_a' }).total).toBe(1)
    expect(events.find({ ...everything, q: 'hidden' }).total).toBe(0)
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
})
