// Ids and names of platforms that are not registered, in every endpoint that takes one: an unknown id
// is 404, an unknown name where names are listed 422, and never another platform's answer.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseId, platformNames } from '../../services/platforms/identity.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { insertMarkets, marketRow } from './rows.ts'
import { openEmptyStore, runApi, type RunningApi } from './running-api.ts'

let store: Store
let api: RunningApi

beforeAll(async () => {
  store = await openEmptyStore()
  await insertMarkets(store, [marketRow('pa_1', {}), marketRow('pb_1', {})])
  // nothing writes it, and it is not shown if something did
  await insertMarkets(store, [{ ...marketRow('pb_2', {}), id: 'pz_2' }])
  api = await runApi(store)
})
afterAll(async () => {
  await api.close()
  await store.close()
})

describe('an id of no registered platform', () => {
  const ids = ['pz_1', 'pz_3', 'PA_1', 'p_1', 'pa1', '1', '_1', 'pa_']
  const endpoints = ['', '/price', '/trades', '/candles', '/orderbook']
  it.each(ids.flatMap((id) => endpoints.map((endpoint) => [id, endpoint] as const)))(
    '%s is not found in /v1/markets/{market_id}%s',
    async (id, endpoint) => {
      expect(parseId(id) === null || id === 'pa_1').toBe(true)
      const { status, body } = await api.get(`/v1/markets/${id}${endpoint}`)
      expect([status, body]).toMatchObject([404, { detail: [{ type: 'market_not_found' }] }])
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
