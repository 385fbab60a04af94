// What the platforms changed in the autumn of 2026: options and faults that are off by default.
import { afterEach, describe, expect, it } from '@jest/globals'
import { serve, type Row, type Served } from './client.ts'

let served: Served
afterEach(() => served.close())

const listedMarkets = (): Promise<readonly Row[]> =>
  served.json<Row[]>('/gamma/markets?closed=false&limit=100')

describe('markets of Protocol V2', () => {
  it('have their tokens in an array, some beside others that do not count', async () => {
    served = await serve({ protocolV2Share: 0.5 })
    const markets = (await listedMarkets()).filter(({ enableOrderBook }) => enableOrderBook)
    const v2 = markets.filter(({ version }) => version === 'v2')
    expect(v2.length).toBeGreaterThan(20)
    expect(v2.length).toBeLessThan(80)
    expect(new Set(v2.map((market) => 'clobTokenIds' in market)).size).toBe(2)
    for (const { conditionId, positionIds, clobTokenIds } of v2) {
      const { tokens } = await served.json(`/clob/markets/${String(conditionId)}`)
      const ids = (tokens as Row[]).map(({ token_id: id }) => id)
      expect(positionIds).toEqual(ids)
      if (typeof clobTokenIds === 'string') expect(JSON.parse(clobTokenIds)).not.toEqual(ids)
    }
  })

  it('are absent by default', async () => {
    served = await serve()
    const markets = await listedMarkets()
    expect(markets.some((market) => 'version' in market || 'positionIds' in market)).toBe(false)
  })
})

describe('a cached list', () => {
  it('is the same for 300 seconds, by URL, with its age', async () => {
    served = await serve({
      faults: [{ kind: 'cached', probability: 1, route: '/data/trades' }],
    })
    const path = '/data/trades?takerOnly=true&limit=5'
    const first = await served.json<Row[]>(path)
    const madeAt = new Date(served.clock.nowMs).toUTCString()
    served.clock.nowMs += 299_000
    const later = await served.get(path)
    expect(await later.json()).toEqual(first)
    expect(later.headers.get('age')).toBe('299')
    expect(later.headers.get('date')).toBe(madeAt)
    expect(await served.json(`${path}&again=1`)).not.toEqual(first)
    served.clock.nowMs += 1_000
    expect(await served.json(path)).not.toEqual(first)
  })
})

describe('the cache header of platform_b', () => {
  it('is an option', async () => {
    served = await serve({ cacheSeconds: 15 })
    const response = await served.get('/trade-api/v2/markets?limit=1')
    expect(response.headers.get('cache-control')).toBe('public, max-age=15')
  })
})
