// Markets that ended longer ago than endedMarketsMs: they are in no list and not in memory, and every request by
// id has the same answer as before.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Event, EventPage, Market, MatchPage } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import {
  insertBooks,
  insertEvents,
  insertFeeds,
  insertMarkets,
  insertMatches,
  insertObjects,
  insertTrades,
  marketRow,
  type MarketRow,
} from './rows.ts'
import { nowMs, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'
import { until } from '../support/waiting.ts'

const dayMs = 86_400_000
const endedMarketsMs = 30 * dayMs

const event = (id: string) => ({
  event_id: id,
  event_slug: `slug-${id}`,
  event_title: `Harvest ${id}`,
})

/** A market that ended this many days before `nowMs`. */
function ended(id: string, days: number, fields: Partial<MarketRow> = {}): MarketRow {
  const endedS = Math.floor((nowMs - days * dayMs) / 1000)
  return marketRow(id, {
    question: `Harvest of ${id.slice(3)}?`,
    status: 'resolved',
    outcomes: ['1', '0'].map((listed_price, i) => ({
      label: i ? 'No' : 'Yes',
      token_id: '',
      listed_price,
    })),
    volume_24h: '0',
    volume_total: '12.5',
    created_at: endedS - 86_400,
    close_time: endedS - 10,
    resolved_at: endedS,
    received_at_ms: endedS * 1000 + 60_000,
    tags: [`tag ${id}`],
    ...fields,
  })
}

const markets = [
  marketRow('pa_open', {
    question: 'Harvest of open?',
    volume_24h: '7',
    volume_total: '9',
    ...event('pa_mixed'),
  }),
  ended('pa_mixed-old', 45, event('pa_mixed')),
  ended('pa_whole-1', 29.5, { volume_24h: '0.5', ...event('pa_whole') }),
  ended('pa_whole-2', 29.8, { status: 'closed', resolved_at: null, ...event('pa_whole') }),
  ended('pb_WHOLE', 29.7, event('pb_PAIR')),
  ended('pa_lone', 29.9),
  ended('pa_long-ago', 400),
  // platforms may state no end, or a planned one
  ended('pa_undated', 400, { close_time: null, resolved_at: null }),
  ended('pa_planned', 400, { close_time: nowMs / 1000 + 86_400, resolved_at: null }),
]
const everyId = markets.map(({ id }) => id)
const endedIds = everyId.filter((id) => id !== 'pa_open')

/** The requests about one market. Those for the present would have the time in their answer. */
const pathsOf = (id: string): readonly string[] => {
  const endS = Number(markets.find((row) => row.id === id)?.close_time ?? nowMs / 1000 - 86_400)
  const root = `/v1/markets/${encodeURIComponent(id)}`
  return [
    root,
    `${root}/price?at_time=${Math.min(endS + 86_400, nowMs / 1000)}`,
    `${root}/price?at_time=${Math.min(endS - 3_600, nowMs / 1000)}`,
    `${root}/trades?limit=2`,
    `${root}/orderbook`,
    `${root}/candles?start_ts=0`,
    `/v1/matching-markets?ids=${encodeURIComponent(id)}`,
    `/v1/markets?ids=${encodeURIComponent(id)}`,
    `/v1/markets/search?q=harvest&ids=${encodeURIComponent(id)}`,
  ]
}
const eventPaths = ['/v1/events/slug-pa_mixed', '/v1/events/slug-pa_whole', '/v1/events/pair']
const allPaths = [
  ...['pa_whole-1', 'pb_WHOLE', 'pa_long-ago'].flatMap(pathsOf),
  ...['pa_mixed-old', 'pa_undated', 'pa_planned'].map((id) => `/v1/markets/${id}`),
  ...eventPaths,
  `/v1/markets?ids=${endedIds.join(',')}&sort_by=created_at&limit=5`,
  `/v1/markets/search?q=harvest&ids=${endedIds.join(',')}&limit=5`,
]

let store: Store
/** The parameters of each query since it was last emptied. */
const asked: string[] = []

beforeAll(async () => {
  const opened = await openMigratedStore()
  store = {
    ...opened,
    query: (sql, params, ...more) => {
      asked.push(`${sql} ${JSON.stringify(params)}`)
      return opened.query(sql, params, ...more)
    },
    bytes: (sql, params, ...more) => {
      asked.push(`${sql} ${JSON.stringify(params)}`)
      return opened.bytes(sql, params, ...more)
    },
  }
  await insertMarkets(store, markets)
  await insertEvents(store, [
    {
      id: 'pa_mixed',
      slug: 'slug-pa_mixed',
      title: 'Mixed',
      category: 'Weather',
      tags: ['T'],
      version: 1,
    },
    { id: 'pb_PAIR', slug: 'pair', title: 'Pair', category: 'Sports', tags: ['U'], version: 1 },
  ])
  await insertTrades(
    store,
    endedIds.flatMap((market_id) =>
      [1, 2, 3].map((i) => ({
        market_id,
        ms: (markets.find((row) => row.id === market_id)?.created_at ?? 0) * 1000 + i * 60_000,
        id: `t-${i}`,
        price: `0.${i}`,
        size: '1',
        side: 'buy' as const,
        outcome: 0,
        received_at_ms: nowMs - dayMs,
        position: i,
      })),
    ),
  )
  await insertBooks(
    store,
    endedIds.map((market_id) => ({
      market_id,
      ms: nowMs - 29 * dayMs,
      bids: [{ price: '0.38', size: '10.5' }],
      asks: [{ price: '0.42', size: '2' }],
      received_at_ms: nowMs - 29 * dayMs,
      version: 1,
    })),
  )
  const feed = { complete_from_ms: 0, gaps: [], version: 1 }
  await insertFeeds(store, [
    {
      ...feed,
      platform: 'platform_a',
      market_id: '',
      complete_from_ms: nowMs - 20 * dayMs,
      complete_until_ms: nowMs,
    },
    {
      ...feed,
      platform: 'platform_b',
      market_id: '',
      complete_from_ms: nowMs - 90 * dayMs,
      complete_until_ms: nowMs,
    },
    ...endedIds.map((id, i) => ({
      ...feed,
      platform: id.startsWith('pa_') ? ('platform_a' as const) : ('platform_b' as const),
      market_id: id,
      complete_until_ms: nowMs - 25 * dayMs - i,
      gaps: [{ from_ms: 5, until_ms: 9 + i, reason: 'volume' }],
    })),
  ])
  await insertMatches(store, [
    {
      market_id: 'pb_WHOLE',
      other_market_id: 'pa_whole-1',
      score: 95,
      confidence: 'high',
      outcome_index: 1,
      version: 1,
    },
  ])
  await insertObjects(
    store,
    'audits',
    endedIds.map((market_id) => ({
      market_id,
      platform: 'platform_a',
      status: 'missing',
      unit: 'dollars',
      stated: '10',
      held: '9.5',
      difference: '0.5',
      trades: 3,
      audited_until_ms: 1_700_000_000_999,
      ended: true,
      since_ms: 1,
      attempts: 1,
      retry_at_ms: null,
      history_received_at_ms: 1,
      audited_at_ms: 1,
      version: 1,
    })),
  )
})

afterAll(() => store.close())

async function answersOf(api: RunningApi, paths: readonly string[]): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const path of paths) {
    const { status, headers, text } = await api.get(path)
    const named = ['x-data-complete-until', 'x-data-gaps', 'x-total-count', 'x-next-cursor', 'etag']
    answers.push([
      path,
      status,
      text.replace(/"request_id":"[^"]*"/, ''),
      named.map((name) => headers.get(name)),
    ])
  }
  return answers
}

const idsOf = (body: unknown) => (body as readonly Market[]).map(({ id }) => id as string)

/** Whether the api reads the market from the store: its history is read with it. */
async function isInMemory(api: RunningApi, id: string): Promise<boolean> {
  asked.length = 0
  await api.get(`/v1/markets/${id}`)
  return !asked.some(
    (query) => query.includes(`"feeds":["platform_`) && query.includes(`trades/${id}"`),
  )
}

async function run(clock: { ms: number }): Promise<RunningApi> {
  return runApi(store, { now: () => clock.ms, endedMarketsMs, refreshEveryMs: 20 })
}

describe('a market that ended', () => {
  it('leaves lists and memory when its time comes, and every request by id has the same answer', async () => {
    const clock = { ms: nowMs }
    const everything = await runApi(store, { now: () => nowMs })
    const expected = await answersOf(everything, allPaths)
    await everything.close()

    const api = await run(clock)
    try {
      const recent = ['pa_lone', 'pa_open', 'pa_whole-1', 'pa_whole-2', 'pb_WHOLE']
      expect(idsOf((await api.get('/v1/markets')).body).toSorted()).toEqual(recent)
      expect((await api.get('/v1/markets/search?q=harvest')).headers.get('x-total-count')).toBe('5')
      expect((await api.get('/v1/events')).body).toMatchObject({ total: 3 })
      expect((await api.get('/v1/matching-markets')).body).toMatchObject({ total: 1 })
      expect(await isInMemory(api, 'pa_long-ago')).toBe(false)
      expect(await isInMemory(api, 'pa_planned')).toBe(false)
      expect(await isInMemory(api, 'pa_whole-1')).toBe(true)
      // with an open market of the same event
      expect(await isInMemory(api, 'pa_mixed-old')).toBe(true)

      clock.ms += 0.25 * dayMs
      expect(idsOf((await api.get('/v1/markets')).body).toSorted()).toEqual(
        recent.filter((id) => id !== 'pa_lone' && id !== 'pa_whole-2'),
      )
      await until(
        () => isInMemory(api, 'pa_lone'),
        (answer) => !answer,
      )
      expect(await isInMemory(api, 'pa_whole-2')).toBe(true)

      clock.ms += 0.5 * dayMs
      expect(idsOf((await api.get('/v1/markets')).body)).toEqual(['pa_open'])
      expect(idsOf((await api.get('/v1/markets?status=resolved')).body)).toEqual([])
      expect((await api.get('/v1/markets/search?q=harvest')).headers.get('x-total-count')).toBe('1')
      const { body: page } = await api.get('/v1/events')
      expect(page).toMatchObject({ total: 1, events: [{ slug: 'slug-pa_mixed', market_count: 2 }] })
      expect((page as EventPage).events[0]).toMatchObject({ total_volume: 21.5, status: 'open' })
      expect((await api.get('/v1/events?q=pair')).body).toMatchObject({ total: 0 })
      expect((await api.get('/v1/matching-markets')).body).toMatchObject({ total: 0 })
      await until(
        () => isInMemory(api, 'pa_whole-1'),
        (answer) => !answer,
      )
      expect(await answersOf(api, allPaths)).toEqual(expected)
      const { body } = await api.get('/v1/markets/pa_whole-1')
      expect(body).toMatchObject({ data_quality: { status: 'missing' } })
      expect((body as Market).platforms.map(({ platform }) => platform)).toEqual([
        'platform_a',
        'platform_b',
      ])
      expect((await api.get('/v1/events/slug-pa_whole')).body).toMatchObject({
        market_count: 2,
        total_volume_24h: 0.5,
        total_volume: 25,
        status: 'closed',
      })
    } finally {
      await api.close()
    }
  })

  it('is not loaded at the start', async () => {
    const api = await run({ ms: nowMs + dayMs })
    try {
      for (const id of ['pa_lone', 'pa_whole-1', 'pb_WHOLE', 'pa_undated'])
        expect([id, await isInMemory(api, id)]).toEqual([id, false])
      expect(await isInMemory(api, 'pa_mixed-old')).toBe(true)
      const { body } = await api.get('/v1/matching-markets?ids=pa_whole-1')
      expect((body as MatchPage).matches[0]).toMatchObject({ polarity: 'inverted' })
      expect((await api.get('/v1/events/nothing')).status).toBe(404)
      expect((await api.get('/v1/markets/pa_nothing')).status).toBe(404)
    } finally {
      await api.close()
    }
  })

  it('takes one query by id if it is unknown', async () => {
    const api = await runApi(store, { now: () => nowMs, endedMarketsMs, refreshEveryMs: 1e9 })
    try {
      for (const [path, table] of [
        ['/v1/markets/pa_nothing/trades', 'FROM markets FINAL WHERE id IN '],
        ['/v1/events/nothing', 'FROM event_slugs WHERE slug ='],
      ] as const) {
        asked.length = 0
        expect((await api.get(path)).status).toBe(404)
        expect(asked).toEqual([expect.stringContaining(table)])
      }
      for (const path of [
        '/v1/markets/nothing',
        `/v1/events/${'a'.repeat(600)}`,
        '/v1/events/a%00',
      ]) {
        asked.length = 0
        expect([(await api.get(path)).status, asked]).toEqual([404, []])
      }
    } finally {
      await api.close()
    }
  })

  it('is read together with the other markets of its event for an export', async () => {
    const options = { now: () => nowMs + dayMs, endedMarketsMs, refreshEveryMs: 1e9 }
    const api = await runApi(store, options)
    try {
      asked.length = 0
      const path = '/v1/exports/markets?event_slug=slug-pa_whole&format=csv'
      expect(await api.get(path)).toMatchObject({
        status: 200,
        text: expect.stringMatching(/pa_whole-1[^]*pa_whole-2/),
      })
      // one statement for the markets, and one for their histories
      expect(asked.filter((query) => query.includes('pa_whole-'))).toHaveLength(2)
    } finally {
      await api.close()
    }
  })

  it('comes back with its event, history and match when it changes to a recent one', async () => {
    const clock = { ms: nowMs + dayMs }
    const api = await run(clock)
    try {
      expect(await isInMemory(api, 'pa_whole-1')).toBe(false)
      const [before] = await answersOf(api, ['/v1/markets/pa_whole-1/trades'])
      const row = markets.find(({ id }) => id === 'pa_whole-2')
      if (!row) throw new Error('no such market')
      // its result became final today
      const resolvedAt = clock.ms / 1000 - 60
      const changed = {
        status: 'resolved',
        resolved_at: resolvedAt,
        received_at_ms: clock.ms,
        version: 2,
      } as const
      await insertMarkets(store, [{ ...row, ...changed }])
      await until(
        () => api.get('/v1/markets?status=resolved'),
        ({ body }) => idsOf(body).includes('pa_whole-2'),
      )
      expect(idsOf((await api.get('/v1/markets')).body)).toEqual(['pa_open', 'pa_whole-2'])
      // the rest of its event comes with it, but is in no list
      expect(await isInMemory(api, 'pa_whole-1')).toBe(true)
      const { body: event } = await api.get('/v1/events/slug-pa_whole')
      expect(event).toMatchObject({ market_count: 2, total_volume: 25, status: 'resolved' })
      expect((event as Event).markets).toHaveLength(2)
      expect((await api.get('/v1/events')).body).toMatchObject({ total: 2 })
      expect(await answersOf(api, ['/v1/markets/pa_whole-1/trades'])).toEqual([before])
      expect(((await api.get('/v1/markets/pa_whole-1')).body as Market).platforms).toHaveLength(2)
      expect((await api.get('/v1/matching-markets?ids=pa_whole-1')).body).toMatchObject({
        total: 1,
      })
      clock.ms += 31 * dayMs
      await until(
        () => isInMemory(api, 'pa_whole-2'),
        (answer) => !answer,
      )
      expect((await api.get('/v1/events')).body).toMatchObject({ total: 1 })
    } finally {
      await api.close()
    }
  })

  it('is in lists and in memory only if it is one of those that ended last', async () => {
    const clock = { ms: nowMs + dayMs }
    const options = { now: () => clock.ms, refreshEveryMs: 20, maxEndedMarkets: 3 }
    const api = await runApi(store, options)
    const recent = ['pa_open', 'pa_whole-1', 'pa_whole-2']
    const listedIds = async () => idsOf((await api.get('/v1/markets')).body).toSorted()
    try {
      expect(await listedIds()).toEqual([...recent, 'pb_WHOLE'])
      expect(await isInMemory(api, 'pa_lone')).toBe(false)
      // with an open market of the same event
      expect(await isInMemory(api, 'pa_mixed-old')).toBe(true)

      // another market ends; the number of ended markets is checked once a minute
      await insertMarkets(store, [ended('pa_last', 0)])
      await until(listedIds, (ids) => ids.includes('pa_last'))
      clock.ms += 60_000
      await until(listedIds, (ids) => ids.join() === ['pa_last', ...recent].join())
      await until(
        () => isInMemory(api, 'pb_WHOLE'),
        (answer) => !answer,
      )
      expect((await api.get('/v1/markets/search?q=harvest')).headers.get('x-total-count')).toBe('4')
      expect((await api.get('/v1/markets/pb_WHOLE')).status).toBe(200)
    } finally {
      await api.close()
    }
  })
})
