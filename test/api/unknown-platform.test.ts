// Ids and names of platforms that are not registered, in the endpoints that take one: an unknown id
// is 404, an unknown name where names are listed 422, and never another platform's answer.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Market } from '../../schemas/generated/api.ts'
import { parseId, platformNames } from '../../services/platforms/identity.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { ask, newDeveloper, refusal, type TestDeveloper } from './api-requests.ts'
import { insertEvents, insertMarkets, marketRow } from './rows.ts'
import { runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

let store: Store
let api: RunningApi
let developer: TestDeveloper

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [marketRow('pa_1', {}), marketRow('pb_1', {})])
  // as a newer version has written them that has one platform more
  const slug = 'event-of-pz'
  await insertMarkets(store, [marketRow('pz_2', { event_id: 'pz_3', event_slug: slug })])
  await insertEvents(store, [
    { id: 'pz_3', slug, title: 'Event', category: 'other', tags: [], version: 1 },
  ])
  api = await runApi(store, { log: { ranges: () => Promise.resolve([]) } })
  developer = await newDeveloper(api)
})
afterAll(async () => {
  await api.close()
  await store.close()
})

describe('an id of no registered platform', () => {
  const ids = ['pz_1', 'pz_2', 'PA_1', 'p_1', 'pa1', '1', '_1', 'pa_']
  const endpoints = ['', '/price', '/trades', '/candles', '/orderbook']
  it.each(ids.flatMap((id) => endpoints.map((endpoint) => [id, endpoint] as const)))(
    '%s is not found in /v1/markets/{market_id}%s',
    async (id, endpoint) => {
      expect(parseId(id) === null || id === 'pa_1').toBe(true)
      const { status, body } = await api.get(`/v1/markets/${id}${endpoint}`)
      expect([status, body]).toMatchObject([404, { detail: [{ type: 'market_not_found' }] }])
    },
  )

  it('is in no list, and its event is not found', async () => {
    const { body: markets } = await api.get('/v1/markets')
    expect((markets as Market[]).map(({ id }) => id).toSorted()).toEqual(['pa_1', 'pb_1'])
    const { body: events } = await api.get('/v1/events')
    expect(events).toMatchObject({ events: [], total: 0 })
    expect((await api.get('/v1/events/event-of-pz')).status).toBe(404)
  })

  const queries = [
    ['/v1/trades?market_id=', 'market_id'],
    ['/v1/stream?channels=trades&market_ids=', 'market_ids'],
    ['/v1/stream?channels=trades&market_ids=pa_1,', 'market_ids'],
    ['/v1/exports/trades?market_id=', 'market_id'],
    ['/v1/exports/trades/manifest?market_id=', 'market_id'],
  ] as const
  it.each(ids.flatMap((id) => queries.map((query) => [id, ...query] as const)))(
    '%s is not found in %s',
    async (id, path, parameter) => {
      const expected = [404, [`query.${parameter} market_not_found`]]
      expect(refusal(await api.get(path + id))).toEqual(expected)
    },
  )

  const webhooks = [
    { event: 'price.crossed', level: 0.5 },
    { event: 'market.resolved' },
    { event: 'match.found' },
  ]
  it.each(ids.flatMap((id) => webhooks.map((webhook) => [id, webhook.event, webhook] as const)))(
    '%s is not found by a new webhook for %s',
    async (id, _event, webhook) => {
      const json = { url: 'https://example.com/hook', market_id: id, ...webhook }
      const headers = developer.bearer
      const answer = await ask(api, '/v1/webhooks', { method: 'POST', headers, json })
      expect(refusal(answer)).toEqual([404, ['body.market_id market_not_found']])
    },
  )
})

describe('the name of a platform', () => {
  it.each(['/v1/markets?platform=', '/v1/markets/search?q=will&platform='])(
    'is one of the registered ones in %s',
    async (path) => {
      const refused = await api.get(`${path}platform_z`)
      const listed = platformNames.map((name) => `'${name}'`).join(' or ')
      expect([refused.status, refused.body]).toMatchObject([
        422,
        {
          detail: [{ loc: ['query', 'platform'], msg: `Input should be ${listed}`, type: 'enum' }],
        },
      ])
      for (const name of platformNames) expect((await api.get(path + name)).status).toBe(200)
    },
  )

  it('is free in /v1/events: an unknown one has none', async () => {
    const { status, body } = await api.get('/v1/events?platform=platform_z')
    expect([status, body]).toMatchObject([200, { events: [], total: 0 }])
  })

  it('is listed in /openapi.json', async () => {
    const { body } = await api.get('/openapi.json')
    const { components } = body as { components: { schemas: { Platform: { enum: string[] } } } }
    expect(components.schemas.Platform.enum).toEqual(platformNames)
  })
})
