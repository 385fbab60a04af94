import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FaultKind } from '../../simulator/server/faults.ts'
import { serve, type Row, type Served } from './client.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const path = '/gamma/markets/keyset?closed=false&limit=10'
const only = (kind: FaultKind): void => served.simulator.setFaults([{ kind, probability: 1 }])
interface Page {
  readonly markets: readonly Row[]
  readonly next_cursor: string
}

describe('a fault', () => {
  it.each([
    ['rate-limit', 429, null],
    ['rate-limit-seconds', 429, /^1$/],
    ['rate-limit-date', 429, /GMT$/],
    ['server-error', 500, null],
    ['unavailable', 503, /^1$/],
  ] as const)('%s answers %d', async (kind, status, retryAfter) => {
    only(kind)
    const response = await served.get(path)
    expect(response.status).toBe(status)
    const given = response.headers.get('retry-after')
    if (retryAfter === null) expect(given).toBeNull()
    else expect(given).toMatch(retryAfter)
    expect(response.headers.get('date')).toBe(new Date(served.clock.nowMs).toUTCString())
  })

  it.each([
    ['html-ok', 200],
    ['html-forbidden', 403],
  ] as const)('%s is a page of HTML with %d', async (kind, status) => {
    only(kind)
    const response = await served.get(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    await expect(response.json()).rejects.toThrow(/JSON/)
  })

  it('hang gives no answer', async () => {
    only('hang')
    await expect(fetch(served.url + path, { signal: AbortSignal.timeout(100) })).rejects.toThrow(
      /timeout/,
    )
  })

  it.each(['reset', 'cut'] as const)('%s breaks the connection', async (kind) => {
    only(kind)
    await expect(served.json(path)).rejects.toThrow()
  })

  it('truncated is half of the JSON', async () => {
    only('truncated')
    const response = await served.get(path)
    expect(response.status).toBe(200)
    await expect(response.json()).rejects.toThrow(/JSON/)
  })

  it('slow arrives in the end', async () => {
    served.simulator.setFaults([])
    const whole = await served.json(path)
    only('slow')
    expect(await served.json(path)).toEqual(whole)
  })

  it('repeated-page gives the first page for every cursor', async () => {
    served.simulator.setFaults([])
    const first = await served.json<Page>(path)
    only('repeated-page')
    expect(await served.json<Page>(`${path}&after_cursor=${first.next_cursor}`)).toEqual(first)
  })

  it('stuck-cursor leads to the page one came from', async () => {
    served.simulator.setFaults([])
    const first = await served.json<Page>(path)
    only('stuck-cursor')
    expect((await served.json<Page>(`${path}&after_cursor=${first.next_cursor}`)).next_cursor).toBe(
      first.next_cursor,
    )
  })

  it('shuffled keeps the rows and loses their order', async () => {
    served.simulator.setFaults([])
    const { markets } = await served.json<Page>(path)
    only('shuffled')
    const mixed = (await served.json<Page>(path)).markets
    expect(mixed).not.toEqual(markets)
    expect(mixed.toSorted(byId)).toEqual(markets.toSorted(byId))
  })

  it('null-rows has null where rows were', async () => {
    only('null-rows')
    expect((await served.json(path))['markets']).toBeNull()
    expect(await served.json('/data/trades')).toBeNull()
  })

  it('short-page goes on behind its last row', async () => {
    only('short-page')
    const first = await served.json<Page>(path)
    expect(first.markets.length).toBe(3)
    const next = await served.json<Page>(`${path}&after_cursor=${first.next_cursor}`)
    served.simulator.setFaults([])
    expect([...first.markets, ...next.markets]).toEqual(
      (await served.json<Page>(path)).markets.slice(0, 6),
    )
  })
})

const byId = (one: Row, other: Row): number => Number(one['id']) - Number(other['id'])

describe('faults', () => {
  it('hit the share, the routes and the time that they are given', async () => {
    const mine = await serve()
    try {
      mine.simulator.setFaults([
        { kind: 'server-error', probability: 0.4, route: '/data' },
        {
          kind: 'unavailable',
          probability: 1,
          route: '/clob',
          fromMs: mine.clock.nowMs + 1000,
          untilMs: mine.clock.nowMs + 2000,
        },
      ])
      const statuses: number[] = []
      for (let n = 0; n < 100; n++) statuses.push((await mine.get('/data/trades?limit=1')).status)
      const hit = statuses.filter((status) => status === 500).length
      expect(hit).toBeGreaterThan(20)
      expect(hit).toBeLessThan(60)
      expect((await mine.get(path)).status).toBe(200)
      const during: number[] = []
      for (const ms of [0, 1000, 1000]) {
        mine.clock.nowMs += ms
        during.push((await mine.get('/clob/time')).status)
      }
      expect(during).toEqual([200, 503, 200])
    } finally {
      await mine.close()
    }
  })

  it('are the same again for the same seed', async () => {
    const runs = []
    for (const seed of ['x', 'x', 'y']) {
      const mine = await serve({ seed, faults: [{ kind: 'server-error', probability: 0.5 }] })
      const statuses: number[] = []
      for (let n = 0; n < 30; n++) statuses.push((await mine.get('/clob/time')).status)
      runs.push(statuses)
      await mine.close()
    }
    expect(runs[1]).toEqual(runs[0])
    expect(runs[2]).not.toEqual(runs[0])
  })

  it('are noted in the request log', async () => {
    const mine = await serve({
      faults: [{ kind: 'server-error', probability: 1, route: '/clob/time' }],
    })
    try {
      await mine.get('/clob/time')
      await mine.get('/gamma/tags?limit=2')
      expect(
        mine.simulator.requests
          .recent()
          .map(({ route, status, fault, url }) => [route, status, fault, url]),
      ).toEqual([
        ['/clob/time', 500, 'server-error', '/clob/time'],
        ['/gamma/tags', 200, null, '/gamma/tags?limit=2'],
      ])
      expect(mine.simulator.requests.counts()).toEqual({ '/clob/time': 1, '/gamma/tags': 1 })
    } finally {
      await mine.close()
    }
  })
})
