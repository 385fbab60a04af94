// The filter `ids` of markets and matches, and events without their markets, over the real engine.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Event, EventPage, Market, MatchPage } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { refusal } from './api-requests.ts'
import { insertMarkets, insertMatches, marketRow } from './rows.ts'
import { runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

let store: Store
let api: RunningApi

const markets = Array.from({ length: 20 }, (_, i) =>
  marketRow(`${i % 2 ? 'pb' : 'pa'}_${i}`, {
    question: i % 3 ? 'Will it rain?' : 'Will it snow?',
    volume_24h: String(i % 7),
    event_id: 'pa_e',
    event_slug: 'weather',
    event_title: 'Weather',
  }),
)
const unknown = Array.from({ length: 980 }, (_, i) => `pa_unknown${i}`)
const thousand = [...markets.map(({ id }) => id), ...unknown].join(',')

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [...markets, marketRow('pa_other', { volume_24h: '3' })])
  await insertMatches(
    store,
    Array.from({ length: 10 }, (_, i) => ({
      market_id: `pb_${2 * i + 1}`,
      other_market_id: `pa_${2 * i}`,
      score: 90,
      confidence: 'high' as const,
      outcome_index: 0,
      version: i + 1,
    })),
  )
  api = await runApi(store)
})
afterAll(async () => {
  await api.close()
  await store.close()
})

const marketsOf = async (query: string): Promise<string[]> => {
  const { body } = await api.get(`/v1/markets${query}`)
  return (body as Market[]).map(({ id }) => id)
}
const matchesOf = async (query: string): Promise<string[]> => {
  const { body } = await api.get(`/v1/matching-markets?${query}`)
  return (body as MatchPage).matches.map((match) => match.platform_b.id)
}

describe('ids', () => {
  it.each([
    ['', markets.map(({ id }) => id)],
    ['&sort_by=ids', markets.map(({ id }) => id)],
    ['&sort_by=volume', null],
  ])('select up to 1,000 markets, in order and in pages: %s', async (order, inOrder) => {
    const all = inOrder ?? (await marketsOf('?limit=100')).filter((id) => id !== 'pa_other')
    expect(await marketsOf(`?ids=${thousand}&limit=100${order}`)).toEqual(all)
    const first = await api.get(`/v1/markets?ids=${thousand}&limit=15${order}`)
    const cursor = first.headers.get('X-Next-Cursor')
    expect((first.body as Market[]).map(({ id }) => id)).toEqual(all.slice(0, 15))
    expect(await marketsOf(`?ids=${thousand}&cursor=${cursor}${order}`)).toEqual(all.slice(15))
  })

  it('give the order, a repeated one by its first place, and one page for up to 100', async () => {
    expect(await marketsOf('?ids=pb_7,pa_2,pa_unknown&ids=pa_0,pa_2')).toEqual([
      'pb_7',
      'pa_2',
      'pa_0',
    ])
    const all = [...markets.map(({ id }) => id), 'pa_other'].toReversed()
    expect(all.length).toBeGreaterThan(20)
    const { body, headers } = await api.get(`/v1/markets?ids=${all.join()}&limit=&sort_by=`)
    expect((body as Market[]).map(({ id }) => id)).toEqual(all)
    expect(headers.get('X-Next-Cursor')).toBeNull()
    expect(await marketsOf(`?ids=${all.join()}&status=open&limit=2&offset=1`)).toEqual(
      all.slice(1, 3),
    )
  })

  it('are needed for their order', async () => {
    for (const query of ['sort_by=ids', 'sort_by=ids&ids=,'])
      expect(refusal(await api.get(`/v1/markets?${query}`))).toEqual([
        422,
        ['query.sort_by value_error'],
      ])
    expect(refusal(await api.get('/v1/markets/search?q=rain&ids=pa_1&sort_by=ids'))).toEqual([
      422,
      ['query.sort_by enum'],
    ])
  })

  it('may be repeated, and select nothing where they are unknown', async () => {
    const found = await marketsOf('?ids=pb_1,pa_2&ids=pa_0,pb_1&ids=pa_unknown')
    expect(found.toSorted()).toEqual(['pa_0', 'pa_2', 'pb_1'])
    expect(await marketsOf('?ids=pa_unknown')).toEqual([])
    expect(await marketsOf('?ids=')).toHaveLength(20)
  })

  it('select among the markets that a search and other filters find', async () => {
    expect(await marketsOf('/search?q=snow&ids=pa_0,pb_3,pb_5')).toEqual(['pb_3', 'pa_0'])
    expect(await marketsOf('?platform=platform_b&ids=pa_0,pb_1')).toEqual(['pb_1'])
  })

  it('select the matches that one of the markets is part of', async () => {
    expect(await matchesOf('ids=pa_0,pb_3&ids=pa_2,pa_unknown')).toEqual(['pb_1', 'pb_3'])
    expect(await matchesOf(`ids=${thousand}`)).toHaveLength(10)
    expect(await matchesOf('ids=pa_unknown')).toEqual([])
  })
})

describe('markets=none', () => {
  const eventOf = async (query: string): Promise<Event> =>
    (await api.get(`/v1/events/weather${query}`)).body as Event
  const firstOf = async (query: string): Promise<Event | undefined> =>
    ((await api.get(`/v1/events${query}`)).body as EventPage).events[0]

  it('leaves out the markets and keeps their number', async () => {
    const none = { slug: 'weather', markets: [], market_count: 20 }
    expect(await firstOf('?markets=none')).toMatchObject(none)
    expect(await eventOf('?markets=none')).toMatchObject(none)
  })

  it('is not the default: a list has ten markets of each event, and one event has all', async () => {
    for (const query of ['', '?markets=top', '?markets='])
      expect((await firstOf(query))?.markets).toHaveLength(10)
    for (const query of ['', '?markets=all', '?markets='])
      expect((await eventOf(query)).markets).toHaveLength(20)
  })
})
