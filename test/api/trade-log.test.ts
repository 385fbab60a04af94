// GET /v1/trades over a real log: its parameters, its errors, and the form of its responses. api/live has the tests of
// what a client that follows receives.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { TradeLogPage } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { expectSchema } from './expect-schema.ts'
import { addExportedData } from './exports/exported-data.ts'
import { openLiveWorld, partitionOfMarket, type LiveWorld } from './live/live-world.ts'
import { runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

let store: Store
let world: LiveWorld
let api: RunningApi

beforeAll(async () => {
  store = await openMigratedStore()
  await addExportedData(store)
  world = await openLiveWorld()
  await world.appendTrades([
    { id: 'a', market_id: 'pa_0x2', platform: 'platform_a', price: '0.250', size: '0.1234567' },
    { id: 'b', market_id: 'pb_OTHER', outcome_index: 1, outcome: 'No "/"', outcome_price: '0.47' },
  ])
  const { live } = await world.openProcess()
  api = await runApi(store, { liveLog: live, partitionOf: partitionOfMarket })
})
afterAll(async () => {
  await api.close()
  await world.close()
  await store.close()
})

const page = async (query: string): Promise<TradeLogPage> => {
  const { status, body } = await api.get(`/v1/trades${query}`)
  expect(status).toBe(200)
  expectSchema('trade-log-page', body)
  return body as TradeLogPage
}
const idsOf = ({ trades }: TradeLogPage): readonly string[] => trades.map(({ id }) => id)

describe('200', () => {
  it('has the trades with the values that the tables have', async () => {
    const { trades } = await page('')
    expect(trades.find(({ id }) => id === 'a')).toMatchObject({ price: 0.25, size: 0.123456 })
    expect(trades.find(({ id }) => id === 'b')).toEqual({
      id: 'b',
      market_id: 'pb_OTHER',
      platform: 'platform_b',
      price: 0.53,
      size: 10,
      side: 'buy',
      timestamp_ms: 1_792_540_800_110,
      native_trade_id: 'trade-1',
      outcome: 'No "/"',
      outcome_price: 0.47,
    })
  })
  it('has the trades of a market, of an event, of a platform, and since a time', async () => {
    expect(idsOf(await page('?market_id=pa_0x2'))).toEqual(['a'])
    expect(idsOf(await page('?platform=platform_b'))).toEqual(['b'])
    expect(idsOf(await page('?since=1792540801'))).toEqual([])
    const found = (await api.get('/v1/markets/pa_0x2')).body as { event_slug: string }
    expect(idsOf(await page(`?event_slug=${found.event_slug}`))).toEqual(['a'])
  })
  it('goes on with the cursor', async () => {
    const first = await page('?limit=1')
    expect(first.has_more).toBe(true)
    const second = await page(`?limit=1&after=${first.cursor}`)
    expect(second.has_more).toBe(false)
    expect(new Set([...idsOf(first), ...idsOf(second)])).toEqual(new Set(['a', 'b']))
    expect(idsOf(await page(`?after=${second.cursor}`))).toEqual([])
  })
})

describe('404', () => {
  it.each([
    ['market_id=pa_unknown', 'market_not_found'],
    ['event_slug=unknown', 'event_not_found'],
  ])('is the answer to %s', async (query, type) => {
    const { status, body } = await api.get(`/v1/trades?${query}`)
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { detail: [{ loc: ['query', query.split('=')[0]], type }] },
    })
  })
})

describe('422', () => {
  it.each([
    ['limit=1001', 'limit', 'less_than_equal'],
    ['limit=0', 'limit', 'greater_than_equal'],
    ['since=1792540801000', 'since', 'value_error'],
    ['platform=platform_x', 'platform', 'enum'],
    ['market_id=pa_0x2&event_slug=any', 'event_slug', 'value_error'],
    ['after=garbage', 'after', 'value_error'],
    ['cursor=abc', 'cursor', 'extra_forbidden'],
  ])('is the answer to %s', async (query, name, type) => {
    const { status, body } = await api.get(`/v1/trades?${query}`)
    expect(status).toBe(422)
    expect(body).toMatchObject({ detail: [{ loc: ['query', name], type }] })
  })
})
