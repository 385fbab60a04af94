// An api that has just started: it answers about single markets before it has read all of them, with what it
// answers later, and lists wait.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createCatalog } from '../../services/api/catalog/catalog.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { nowMs, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'
import { until } from '../support/waiting.ts'
import {
  insertBooks,
  insertEvents,
  insertFeeds,
  insertMarkets,
  insertMatches,
  insertTrades,
  marketRow,
} from './rows.ts'

const ofEvent = { event_id: 'pa_cup', event_slug: 'cup', event_title: 'Cup' }
const bodies = [
  '/v1/markets/pa_one',
  '/v1/markets/pa_one/price',
  '/v1/markets/pa_one/trades',
  '/v1/markets/pa_one/orderbook',
  '/v1/markets/pa_one/candles?start_ts=0',
  '/v1/events/cup',
  '/v1/markets?ids=pa_one,pb_ONE',
  '/v1/matching-markets?ids=pa_one',
]
const lists = ['/v1/markets', '/v1/markets/search?q=winner', '/v1/events', '/v1/matching-markets']

let real: Store
/** Lets the first read of all markets go on. */
let release = (): void => undefined
let store: Store

beforeAll(async () => {
  real = await openMigratedStore()
  await insertMarkets(real, [
    marketRow('pa_one', { question: 'Winner?', ...ofEvent }),
    marketRow('pa_two', { question: 'Second?', ...ofEvent }),
    marketRow('pb_ONE', { question: 'Winner?' }),
  ])
  await insertEvents(real, [
    { id: 'pa_cup', slug: 'cup', title: 'Cup', category: 'Sports', tags: ['T'], version: 1 },
  ])
  await insertTrades(real, [
    {
      market_id: 'pa_one',
      ms: nowMs - 600_000,
      id: 't-1',
      price: '0.4',
      size: '1',
      side: 'buy',
      outcome: 0,
      received_at_ms: nowMs - 500_000,
      position: 1,
    },
  ])
  const tape = { platform: 'platform_a' as const, market_id: '', gaps: [], version: 3 }
  await insertFeeds(real, [
    { ...tape, complete_from_ms: nowMs - 3_600_000, complete_until_ms: nowMs - 5_000 },
    { ...tape, market_id: 'pa_one', complete_from_ms: 0, complete_until_ms: nowMs - 3_000_000 },
  ])
  const level = [{ price: '0.3', size: '2' }]
  await insertBooks(real, [
    { market_id: 'pa_one', ms: nowMs, bids: level, asks: [], received_at_ms: nowMs, version: 1 },
  ])
  await insertMatches(real, [
    {
      market_id: 'pb_ONE',
      other_market_id: 'pa_one',
      score: 97,
      confidence: 'high',
      outcome_index: 0,
      version: 1,
    },
  ])
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  store = {
    ...real,
    async bytes(sql, ...more) {
      if (/FROM markets FINAL\s+WHERE id > /.test(sql)) await held
      return real.bytes(sql, ...more)
    },
  }
})

afterAll(() => real.close())

describe('while the catalog is being loaded', () => {
  let api: RunningApi
  const stateOf = async (path: string) => {
    const { status, body, headers } = await api.get(path)
    return { status, body, completeUntil: headers.get('X-Data-Complete-Until') }
  }

  beforeAll(async () => {
    api = await runApi(store, { whileLoading: true })
  })
  afterAll(async () => {
    release()
    await api.close()
  })

  it('answers about single markets as it does afterwards; lists wait', async () => {
    const before = await Promise.all(bodies.map(stateOf))
    expect(before.map(({ status }) => status)).toEqual(bodies.map(() => 200))
    expect(before[0]?.completeUntil).toBe(String(nowMs - 5_000))
    expect((await api.get('/v1/markets/pa_unknown')).status).toBe(404)

    const waiting = lists.map(stateOf)
    // this answer comes after the lists have been asked for
    expect((await api.get('/v1/markets/pa_one')).status).toBe(200)
    expect(await Promise.race([...waiting, Promise.resolve('no list')])).toBe('no list')
    release()
    const answered = await Promise.all(waiting)
    expect(answered.map(({ status }) => status)).toEqual(lists.map(() => 200))
    expect(answered[0]?.body).toHaveLength(3)

    expect(await Promise.all(bodies.map(stateOf))).toEqual(before)
  })
})

describe('a catalog', () => {
  const options = {
    partitionOf: () => 0,
    endedMarketsMs: 86_400_000,
    maxEndedMarkets: 1e9,
    loadTimeoutMs: 1,
    now: () => nowMs,
  }

  it('lets no list wait longer than its limit', async () => {
    const catalog = createCatalog({ ...options, store: real, storeOfRequests: real })
    await catalog.open()
    await expect(catalog.getCatalogsForList(undefined)).rejects.toMatchObject({
      name: 'RequestError',
      status: 503,
    })
    expect(catalog.isLoaded()).toBe(false)
    await catalog.refresh()
    expect((await catalog.getCatalogsForList(undefined)).markets.has('pb_ONE')).toBe(true)
    expect(catalog.isLoaded()).toBe(true)
  })

  it('has lists before it has read the watermarks of histories', async () => {
    let releaseFeeds = (): void => undefined
    const heldFeeds = new Promise<void>((resolve) => {
      releaseFeeds = resolve
    })
    const slow: Store = {
      ...real,
      async bytes(sql, ...more) {
        if (/FROM feeds FINAL/.test(sql)) await heldFeeds
        return real.bytes(sql, ...more)
      },
    }
    const catalog = createCatalog({
      ...options,
      loadTimeoutMs: 60_000,
      store: slow,
      storeOfRequests: real,
    })
    await catalog.open()
    const refreshing = catalog.refresh()
    const { markets, events, matches } = await catalog.getCatalogsForList(undefined)
    expect(markets.has('pb_ONE')).toBe(true)
    expect(events.getBySlug('cup')?.market_ids).toHaveLength(2)
    expect(matches.counterpartsOf('pa_one')).toHaveLength(1)
    // until then, single markets and their watermarks come from the store
    expect(catalog.isLoaded()).toBe(false)
    const before = await catalog.findMarket('pa_one')
    expect(before?.completeness.completeUntilMs).toBe(nowMs - 5_000)
    releaseFeeds()
    await refreshing
    expect(catalog.isLoaded()).toBe(true)
    expect((await catalog.findMarket('pa_one'))?.completeness).toEqual(before?.completeness)
  })

  it('has whole events in its lists when the watermarks could not be read and it begins again', async () => {
    let failures = 1
    let releaseEvents = (): void => undefined
    let heldEvents = Promise.resolve()
    const failing: Store = {
      ...real,
      async bytes(sql, ...more) {
        if (/FROM feeds FINAL/.test(sql) && failures-- > 0)
          throw new Error('the store is restarted')
        if (/FROM events FINAL/.test(sql)) await heldEvents
        return real.bytes(sql, ...more)
      },
    }
    const catalog = createCatalog({ ...options, store: failing, storeOfRequests: real })
    await catalog.open()
    await expect(catalog.refresh()).rejects.toThrow('the store is restarted')
    const { events } = await catalog.getCatalogsForList(undefined)
    const volumeOf = (slug: string) => Number(events.getBySlug(slug)?.total_volume_24h)
    const before = volumeOf('cup')
    await insertMarkets(real, [
      marketRow('pa_three', { volume_24h: '7', ...ofEvent }),
      marketRow('pa_new', { volume_24h: '8', event_id: 'pa_final', event_slug: 'final' }),
    ])
    heldEvents = new Promise((resolve) => {
      releaseEvents = resolve
    })
    const refreshing = catalog.refresh()
    await until(() => events.getBySlug('final') !== undefined)
    expect(volumeOf('final')).toBe(8)
    expect(events.getBySlug('cup')?.market_ids).toHaveLength(3)
    expect(volumeOf('cup')).toBe(before + 7)
    releaseEvents()
    await refreshing
    expect(catalog.isLoaded()).toBe(true)
  })
})
