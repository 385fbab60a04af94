// Markets, their lists, order books and events over the real engine, as rows change under the api.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { AuditedMarket, Event, EventPage, Market } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { expectSchema } from './expect-schema.ts'
import {
  insertBooks,
  insertEvents,
  insertMarkets,
  insertObjects,
  insertQuotes,
  insertTrades,
  marketRow,
} from './rows.ts'
import { nowMs, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'
import { until } from '../support/waiting.ts'

// hundreds of real queries, on a machine that may be busy

let store: Store
let api: RunningApi

const listed = (...prices: (string | null)[]) =>
  prices.map((listed_price, i) => ({ label: i ? 'No' : 'Yes', token_id: '', listed_price }))
const trade = (market_id: string, ms: number, price: string) => ({
  market_id,
  ms,
  id: `x-${ms}`,
  price,
  size: '1',
  side: 'buy' as const,
  outcome: 0,
  received_at_ms: 1,
  position: 1,
})

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [
    marketRow('pa_full', {
      slug: 'will-it-rain',
      question: 'Will it rain in São Paulo?',
      outcomes: listed('0.4', '0.6'),
      description: 'Rules "quoted"\n',
      best_bid: '0.39',
      best_ask: '0.41',
      volume_24h: '1234.567890123456',
      volume_total: '98765432109876543210.123456',
      open_interest: '0.5',
      created_at: 1_700_000_000,
      close_time: 1_900_000_000,
      tags: ['Weather', 'Brazil'],
      category: 'Weather',
      event_id: 'pa_ev1',
      event_slug: 'rain',
      event_title: 'Rain in November',
    }),
    marketRow('pa_traded', {
      outcomes: listed('0.4', '0.6'),
      volume_24h: '50',
      event_id: 'pa_ev1',
      event_slug: 'rain',
      event_title: 'Rain in November',
      status: 'closed',
      volume_total: '0.1',
    }),
    marketRow('pa_resolved', { outcomes: listed('0', '1'), status: 'resolved', volume_24h: '7' }),
    marketRow('pa_second', { outcomes: listed(null, '0.25') }),
    marketRow('pa_silent', { best_bid: '0.1', best_ask: null }),
    marketRow('pa_void', {}),
    marketRow('pb_KXA/B-26.(1)', {
      slug: 'KXA/B-26.(1)',
      event_id: 'pb_KXA',
      event_slug: 'KXA/B',
      event_title: 'Tickers',
      status: 'resolved',
      volume_24h: '0.1',
      volume_total: '0.2',
      category: 'Sports',
      tags: ['Z'],
    }),
    ...['pb_Z-1', 'pb_Z-2', 'pb_Z-3'].map((id, i) =>
      marketRow(id, { received_at_ms: 1_700_000_000_000 + 1_000 * i }),
    ),
    ...Array.from({ length: 12 }, (_, i) =>
      marketRow(`pb_KXC-${i}`, {
        event_id: 'pb_KXC',
        event_slug: 'KXC',
        event_title: 'Twelve',
        volume_24h: String(i / 10),
        volume_total: '0.1',
        status: i ? 'resolved' : 'closed',
      }),
    ),
  ])
  await insertEvents(store, [
    {
      id: 'pa_ev1',
      slug: 'rain',
      title: 'Rain in November',
      category: 'Weather',
      tags: ['Weather'],
      version: 1,
    },
    {
      id: 'pb_EMPTY',
      slug: 'EMPTY',
      title: 'Nothing yet',
      category: 'other',
      tags: [],
      version: 2,
    },
  ])
  await insertTrades(store, [
    trade('pa_traded', nowMs - 1000, '0.7'),
    trade('pa_resolved', nowMs - 1000, '0.6'),
  ])
  await insertQuotes(store, [
    {
      market_id: 'pa_traded',
      ms: nowMs - 1000,
      bid: '0.1',
      ask: '0.2',
      received_at_ms: 1,
      version: 1,
    },
    {
      market_id: 'pa_second',
      ms: nowMs - 1000,
      bid: '0.1',
      ask: '0.21',
      received_at_ms: 1,
      version: 1,
    },
  ])
  await insertBooks(store, [
    {
      market_id: 'pa_full',
      ms: nowMs - 5,
      bids: [
        { price: '0.38', size: '10.5' },
        { price: '0.3', size: '1' },
      ],
      asks: [{ price: '0.42', size: '0.000001' }],
      received_at_ms: 1_001,
      version: 1,
    },
    {
      market_id: 'pa_traded',
      ms: nowMs - 5,
      bids: [],
      asks: [{ price: '0.9', size: '1' }],
      received_at_ms: 999,
      version: 1,
    },
    {
      market_id: 'pa_second',
      ms: nowMs - 5,
      bids: [],
      asks: [],
      received_at_ms: 2_000,
      version: 1,
    },
  ])
  await insertObjects(store, 'book_sightings', [
    { market_id: 'pa_full', book_received_at_ms: 1_001, seen_at_ms: 5_000, version: 2 },
    { market_id: 'pa_second', book_received_at_ms: 1_999, seen_at_ms: 6_000, version: 2 },
  ])
  api = await runApi(store, {
    refreshEveryMs: 20,
    bookStates: {
      of: (id) =>
        id === 'pa_traded'
          ? {
              market_id: id,
              platform: 'platform_a',
              state: 'current',
              book_received_at_ms: 999,
              stated_at_ms: nowMs - 1,
            }
          : null,
    },
  })
})
afterAll(async () => {
  await api.close()
  await store.close()
})

const getMarket = async (id: string): Promise<Market> => {
  const { status, body } = await api.get(`/v1/markets/${encodeURIComponent(id)}`)
  expect(status).toBe(200)
  expectSchema('market', body)
  return body as Market
}
const idsOf = async (path: string): Promise<string[]> => {
  const { status, body } = await api.get(path)
  expect(status).toBe(200)
  expectSchema('market-list', body)
  return (body as Market[]).map((m) => m.id)
}

describe('GET /v1/markets/{market_id} 200', () => {
  it('shows all there is, digit by digit', async () => {
    const { text } = await api.get('/v1/markets/pa_full')
    expect(text).toBe(
      '{"id":"pa_full","slug":"will-it-rain","question":"Will it rain in São Paulo?","status":"open",' +
        '"outcomes":[{"label":"Yes","price":0.4,"price_cents":40},{"label":"No","price":0.6,"price_cents":60}],' +
        '"platforms":[{"platform":"platform_a","native_id":"full","url":"https://example.com/full","best_bid":0.38,"best_ask":0.42,"volume_24h":1234.567890123456}],' +
        '"description":"Rules \\"quoted\\"\\n","volume_24h":1234.567890123456,"volume_total":98765432109876543210.123456,"open_interest":0.5,' +
        '"created_at":1700000000,"close_time":1900000000,"tags":["Weather","Brazil"],"category":"climate","event_slug":"rain","platform_category":"Weather","data_quality":null}',
    )
  })

  it('shows whether the trades add up to the stated volume', async () => {
    const audit = {
      market_id: 'pa_full',
      platform: 'platform_a',
      unit: 'dollars',
      stated: '9.5',
      held: '2',
      trades: 1,
      audited_until_ms: 1_700_000_000_999,
      ended: false,
      since_ms: null,
      attempts: 0,
      retry_at_ms: null,
      history_received_at_ms: 1,
      audited_at_ms: 1,
    }
    await insertObjects(store, 'audits', [
      { ...audit, status: 'missing', difference: '7.25', version: 2 },
      { ...audit, status: 'agrees', difference: '0', version: 1 },
    ])
    const { body } = await api.get('/v1/markets/pa_full')
    expectSchema('audited-market', body)
    expect((body as AuditedMarket).data_quality).toEqual({
      status: 'missing',
      difference: 7.25,
      unit: 'dollars',
      audited_until: 1_700_000_000,
    })
    const list = (await api.get('/v1/markets?limit=1')).body as object[]
    expect(list[0]).not.toHaveProperty('data_quality')
  })

  it.each([
    ['pa_full', [0.4, 0.6], 'listed, never observed'],
    ['pa_traded', [0.7, 0.3], 'a trade and a quote of one instant: the trade'],
    ['pa_resolved', [0, 1], 'resolved: the result'],
    [
      'pa_second',
      [0.75, 0.25],
      'a quote wider than 0.10 is none; only the second outcome is listed',
    ],
    ['pa_silent', [0.55, 0.45], 'nothing but a bid'],
    ['pa_void', [0.5, 0.5], 'nothing at all'],
  ])('prices the outcomes of %s at %j (%s)', async (id, prices) => {
    expect((await getMarket(id)).outcomes.map((o) => o.price)).toEqual(prices)
  })

  it.each([
    ['pa_full', 0.38, 0.42, 'our book is newer'],
    ['pa_traded', 0, 1, 'the market record is newer, and has none'],
    ['pa_second', 0, 1, 'our book is newer, and empty'],
    ['pa_silent', 0.1, 1, 'no book'],
  ])('%s is bid %d, asked %d (%s)', async (id, bid, ask) => {
    expect((await getMarket(id)).platforms[0]).toMatchObject({ best_bid: bid, best_ask: ask })
  })

  it('takes ids with slashes, dots and brackets', async () => {
    expect((await getMarket('pb_KXA/B-26.(1)')).platforms[0]?.native_id).toBe('KXA/B-26.(1)')
    expect((await api.get('/v1/markets/pb_KXA%2fB-26.(1)')).status).toBe(200)
  })
})

describe('GET /v1/markets 200', () => {
  it('is by volume, ties by id, with the price of each', async () => {
    const ids = await idsOf('/v1/markets?limit=6')
    expect(ids).toEqual([
      'pa_full',
      'pa_traded',
      'pa_resolved',
      'pb_KXC-11',
      'pb_KXC-10',
      'pb_KXC-9',
    ])
    expect(await idsOf('/v1/markets?limit=4&offset=17')).toEqual([
      'pa_void',
      'pb_KXC-0',
      'pb_Z-1',
      'pb_Z-2',
    ])
    const { body } = await api.get('/v1/markets?limit=2')
    expect((body as Market[]).map((m) => m.outcomes[0]?.price)).toEqual([0.4, 0.7])
  })

  it('takes every filter of search', async () => {
    expect(await idsOf('/v1/markets?platform=platform_b&status=closed')).toEqual(['pb_KXC-0'])
    expect(await idsOf('/v1/markets?tag=nothing,%20BRAZIL')).toEqual(['pa_full'])
    expect(await idsOf('/v1/markets?category=sPORTS')).toEqual(['pb_KXA/B-26.(1)'])
    const weather = await idsOf('/v1/markets?category=%20weather')
    expect(weather).toContain('pa_full')
    expect(await idsOf('/v1/markets?category=Climate')).toEqual(weather)
    expect(await idsOf('/v1/markets?min_volume=7')).toEqual(['pa_full', 'pa_traded', 'pa_resolved'])
    expect(await idsOf('/v1/markets?start_ts=1700000000')).toEqual(['pa_full'])
    expect(await idsOf('/v1/markets?end_ts=1700000000')).toEqual([])
    expect((await idsOf('/v1/markets?sort_by=created_at'))[0]).toBe('pa_full')
  })

  it('has the markets that were updated at or after a time', async () => {
    const idsSince = (since: number) => idsOf(`/v1/markets?updated_since=${since}`)
    expect(await idsSince(1_700_000_000)).toEqual(['pb_Z-1', 'pb_Z-2', 'pb_Z-3'])
    expect(await idsSince(1_700_000_001)).toEqual(['pb_Z-2', 'pb_Z-3'])
    expect(await idsSince(1_700_000_003)).toEqual([])
    expect(await idsOf('/v1/markets?updated_since=1700000001&ids=pb_Z-1,pb_Z-3,pa_full')).toEqual([
      'pb_Z-3',
    ])
    const update = { received_at_ms: 1_800_000_000_000, version: 2 }
    await insertMarkets(store, [marketRow('pb_Z-1', update)])
    await until(
      () => idsSince(1_800_000_000),
      (ids) => ids.length > 0,
    )
    expect(await idsSince(1_700_000_001)).toEqual(['pb_Z-1', 'pb_Z-2', 'pb_Z-3'])
  })

  it('is twenty by default', async () => {
    expect(await idsOf('/v1/markets')).toHaveLength(20)
  })
})

describe('GET /v1/markets/search 200', () => {
  it.each([
    ['sao', ['pa_full']],
    ['S%C3%83O+pau', ['pa_full']],
    ['nov', ['pa_full', 'pa_traded']],
    ['braz', ['pa_full']],
    ['november+WILL', ['pa_full']],
    ['ain', []],
    ['rain+snow', []],
  ])('finds by %s', async (q, ids) => {
    expect(await idsOf(`/v1/markets/search?q=${q}`)).toEqual(ids)
  })

  it.each(['volume', 'created_at', 'relevance'])('counts all hits, sorted by %s', async (by) => {
    const path = `/v1/markets/search?q=nov&sort_by=${by}`
    for (const page of ['', '&limit=1', '&offset=1', '&offset=2', '&offset=1000000000']) {
      const { status, headers } = await api.get(path + page)
      expect([status, headers.get('X-Total-Count')]).toEqual([200, '2'])
    }
    expect(await idsOf(`${path}&offset=2`)).toEqual([])
  })

  it('counts none for a query without words', async () => {
    const { body, headers } = await api.get('/v1/markets/search?q=%3F%3F')
    expect([body, headers.get('X-Total-Count')]).toEqual([[], '0'])
  })
})

describe('GET /v1/markets/{market_id}/orderbook', () => {
  it('200: is best first, with spread and middle', async () => {
    const { status, body, text } = await api.get('/v1/markets/pa_full/orderbook')
    expect(status).toBe(200)
    expectSchema('order-book', body)
    const level = (price: number, size: number) => ({ price, size, platform: 'platform_a' })
    expect(body).toEqual({
      market_id: 'pa_full',
      bids: [level(0.38, 10.5), level(0.3, 1)],
      asks: [level(0.42, 0.000001)],
      spread: 0.04,
      mid_price: 0.4,
      timestamp_ms: nowMs - 5,
      seen_at_ms: 5_000,
      as_of_ms: 5_000,
      state: 'polled',
    })
    expect(text).toContain('"size":0.000001')
  })

  it.each([
    ['was not seen again', 'pa_traded', 999],
    ['replaced the one that was seen again', 'pa_second', 2_000],
  ])('200: a book that %s was seen when it was received', async (_, id, seenAtMs) => {
    const { body } = await api.get(`/v1/markets/${id}/orderbook`)
    expect(body).toMatchObject({ seen_at_ms: seenAtMs })
  })

  it('200: says how far it can be trusted', async () => {
    const { body } = await api.get('/v1/markets/pa_traded/orderbook')
    expect(body).toMatchObject({ seen_at_ms: 999, as_of_ms: nowMs - 1, state: 'current' })
  })

  it('200: an empty side counts as 0 or 1', async () => {
    const empty = await api.get('/v1/markets/pa_second/orderbook')
    expect(empty.body).toMatchObject({ bids: [], asks: [], spread: 1, mid_price: 0.5 })
    const asked = await api.get('/v1/markets/pa_traded/orderbook')
    expect(asked.body).toMatchObject({ bids: [], spread: 0.9, mid_price: 0.45 })
  })

  it('404: no book was ever seen', async () => {
    const { status, body } = await api.get('/v1/markets/pa_void/orderbook')
    expect([status, body]).toMatchObject([404, { detail: [{ type: 'orderbook_not_found' }] }])
  })
})

describe('GET /v1/events 200', () => {
  it('sums, sorts and counts', async () => {
    const { body, text } = await api.get('/v1/events')
    expectSchema('event-page', body)
    const { events, ...page } = body as EventPage
    expect(page).toEqual({ total: 3, limit: 50, offset: 0, cursor: null, has_more: false })
    expect(events.map((e) => [e.slug, e.status, e.market_count, e.markets.length])).toEqual([
      ['rain', 'open', 2, 2],
      ['KXC', 'closed', 12, 10],
      ['KXA/B', 'resolved', 1, 1],
    ])
    expect(text).toContain('"total_volume_24h":1284.567890123456')
    expect(text).toContain('"total_volume":98765432109876543210.223456')
    expect(events[1]).toMatchObject({ total_volume_24h: 6.6, total_volume: 1.2, category: 'other' })
    expect(events[1]?.markets.map((m) => m.id)).toEqual(
      Array.from({ length: 10 }, (_, i) => `pb_KXC-${11 - i}`),
    )
  })

  it.each([
    ['platform=platform_b', ['KXC', 'KXA/B'], 2],
    ['platform=elsewhere', [], 0],
    ['status=closed', ['KXC'], 1],
    ['status=resolved', ['KXA/B'], 1],
    ['status=gone', [], 0],
    ['q=nov', ['rain'], 1],
    ['q=noth', [], 0],
    ['min_volume=6.6', ['rain', 'KXC'], 2],
    ['limit=1&offset=1', ['KXC'], 3],
    ['offset=99', [], 3],
  ])('%s', async (query, slugs, total) => {
    const page = (await api.get(`/v1/events?${query}`)).body as EventPage
    expect([page.events.map((e) => e.slug), page.total]).toEqual([slugs, total])
  })

  it('has all markets of one event', async () => {
    const { status, body } = await api.get('/v1/events/KXC')
    expect(status).toBe(200)
    expectSchema('event', body)
    expect((body as Event).markets).toHaveLength(12)
    expect((await api.get('/v1/events/KXA%2FB')).body).toMatchObject({ slug: 'KXA/B', tags: ['Z'] })
  })
})

describe('GET /v1/events/{slug} 404', () => {
  it('an event without a market to show', async () => {
    const { status, body } = await api.get('/v1/events/EMPTY')
    expect([status, body]).toMatchObject([404, { detail: [{ type: 'event_not_found' }] }])
  })
})

describe('a change', () => {
  it('of a market and of its event is seen', async () => {
    await insertMarkets(store, [
      marketRow('pa_new', {
        question: 'Snow?',
        volume_24h: '5000',
        event_id: 'pa_ev2',
        event_slug: 'snow',
        event_title: 'Snow',
      }),
    ])
    expect((await api.get('/v1/markets/pa_new')).status).toBe(200)
    await until(
      () => idsOf('/v1/markets?limit=1'),
      ([id]) => id === 'pa_new',
    )
    expect((await api.get('/v1/events/snow')).body).toMatchObject({
      market_count: 1,
      status: 'open',
    })

    await insertMarkets(store, [
      marketRow('pa_new', {
        question: 'Hail?',
        volume_24h: '1',
        event_id: 'pa_ev1',
        event_slug: 'rain',
        event_title: 'Rain in November',
        version: 2,
      }),
    ])
    await until(
      () => idsOf('/v1/markets/search?q=hail'),
      (ids) => ids.length === 1,
    )
    expect(await idsOf('/v1/markets/search?q=snow')).toEqual([])
    expect((await api.get('/v1/events/snow')).status).toBe(404)
    expect((await api.get('/v1/events/rain')).body).toMatchObject({
      market_count: 3,
      status: 'open',
    })
    expect((await idsOf('/v1/markets?limit=1'))[0]).toBe('pa_full')
  })

  it('of an event alone is seen, and its old slug is gone', async () => {
    await insertMarkets(store, [
      marketRow('pb_EMPTY-1', { event_id: 'pb_EMPTY', event_slug: 'EMPTY', event_title: 'Other' }),
    ])
    const found = ({ status }: { readonly status: number }): boolean => status === 200
    const first = await until(() => api.get('/v1/events/EMPTY'), found)
    expect(first.body).toMatchObject({ title: 'Nothing yet', market_count: 1, status: 'open' })

    await insertEvents(store, [
      {
        id: 'pb_EMPTY',
        slug: 'RENAMED',
        title: 'Nothing still',
        category: 'other',
        tags: ['T'],
        version: 3,
      },
    ])
    const renamed = await until(() => api.get('/v1/events/RENAMED'), found)
    expect(renamed.body).toMatchObject({ title: 'Nothing still', tags: ['T'] })
    // The first responses may come from the store, before the api has the event in memory.
    const gone = ({ status }: { readonly status: number }): boolean => status === 404
    expect((await until(() => api.get('/v1/events/EMPTY'), gone)).status).toBe(404)
  })
})
