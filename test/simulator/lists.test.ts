import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { common, gammaPages, serve, tradeApiPages, type Row, type Served } from './client.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const strings = (rows: readonly Row[], name: string): readonly string[] =>
  rows.map((row) => String(row[name])).sort()
const truthIds = (platform: string): readonly string[] =>
  served.simulator.truth
    .markets()
    .filter((market) => market.platform === platform && !market.isParlay)
    .map(({ nativeId }) => nativeId)
    .sort()

describe('paging', () => {
  it('gives every market of platform_a once, over open and closed', async () => {
    const rows = [
      ...(await gammaPages(served, 'markets', 'closed=false&limit=7')),
      ...(await gammaPages(served, 'markets', 'closed=true&limit=100')),
    ]
    expect(strings(rows, 'conditionId')).toEqual(truthIds('platform_a'))
    expect(new Set(strings(rows, 'id')).size).toBe(rows.length)
  })

  it('gives them inside their events too', async () => {
    const events = [
      ...(await gammaPages(served, 'events', 'closed=false&limit=3')),
      ...(await gammaPages(served, 'events', 'closed=true&limit=500')),
    ]
    const rows = events.flatMap((event) => event['markets'] as Row[])
    expect(strings(rows, 'conditionId')).toEqual(truthIds('platform_a'))
  })

  it('keeps an order asked for', async () => {
    const rows = await gammaPages(
      served,
      'markets',
      'closed=false&order=updatedAt&ascending=false&limit=20',
    )
    const times = rows.map((row) => Math.floor(Date.parse(String(row['updatedAt'])) / 1000))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    const volumes = (
      await gammaPages(served, 'events', 'closed=false&order=volume24hr&ascending=false')
    ).map((row) => Number(row['volume24hr']))
    expect(volumes).toEqual(volumes.toSorted((one, other) => other - one))
  })

  it('gives every market of platform_b once, over both tiers', async () => {
    const rows = [
      ...(await tradeApiPages(served, '/markets?mve_filter=exclude&limit=13', 'markets')),
      ...(await tradeApiPages(
        served,
        '/historical/markets?mve_filter=exclude&limit=1000',
        'markets',
      )),
    ]
    expect(strings(rows, 'ticker')).toEqual(truthIds('platform_b'))
  })

  it('gives every event of platform_b once, parlays apart', async () => {
    const events = strings(await tradeApiPages(served, '/events?limit=9', 'events'), 'event_ticker')
    const parlays = strings(
      await tradeApiPages(served, '/events/multivariate?limit=9', 'events'),
      'event_ticker',
    )
    expect([...new Set(events)]).toEqual(events)
    expect(common(parlays, events)).toEqual([])
    const all = new Set(
      served.simulator.truth
        .markets()
        .filter(({ platform }) => platform === 'platform_b')
        .map(({ eventId }) => eventId),
    )
    expect(new Set([...events, ...parlays])).toEqual(all)
  })

  it('walks the markets of the CLOB to the end marker', async () => {
    const page = await served.json('/clob/markets')
    expect(page['next_cursor']).toBe('LTE=')
    expect((page['data'] as Row[]).length).toBe(page['count'])
    expect(strings(page['data'] as Row[], 'condition_id')).toEqual(truthIds('platform_a'))
  })
})

describe('the traps of the lists', () => {
  it.each([
    ['/gamma/events/keyset?offset=0', 422],
    ['/gamma/markets?offset=10001&closed=true', 422],
    ['/gamma/markets/keyset?after_cursor=nonsense', 422],
    ['/gamma/events/keyset?order=nothing', 422],
    ['/gamma/markets/1', 404],
    ['/data/trades?offset=10001', 400],
    ['/data/trades?market=0x1&eventId=2', 400],
    ['/data/v2/trades?offset=0', 400],
    ['/clob/book?token_id=abc', 400],
    ['/clob/book?token_id=12', 404],
    ['/trade-api/v2/markets?status=finalized', 400],
    ['/trade-api/v2/markets?min_close_ts=1&min_settled_ts=1', 400],
    ['/trade-api/v2/markets?status=open&min_updated_ts=1', 400],
    ['/trade-api/v2/events?limit=201', 400],
    ['/trade-api/v2/markets/NOPE', 404],
    ['/nowhere', 404],
  ])('%s is %d', async (path, status) => {
    const response = await served.get(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(Object.keys((await response.json()) as Row).length).toBeGreaterThan(0)
  })

  it('ignores a cursor under the wrong name', async () => {
    const first = await served.json<{ next_cursor: string; markets: Row[] }>(
      '/gamma/markets/keyset?closed=false&limit=5',
    )
    const again = await served.json<{ markets: Row[] }>(
      `/gamma/markets/keyset?closed=false&limit=5&cursor=${first.next_cursor}`,
    )
    expect(again.markets).toEqual(first.markets)
  })

  it('gives closed markets only when nothing is said, and at most 100', async () => {
    const rows = await served.json<Row[]>('/gamma/markets?limit=500')
    expect(rows.length).toBe(100)
    expect(rows.every((row) => row['closed'] === true)).toBe(true)
    expect(
      (await served.json<{ markets: Row[] }>('/gamma/markets/keyset?limit=900&closed=true')).markets
        .length,
    ).toBe(100)
  })

  it('tells absence from closure only to those who ask for closed ones', async () => {
    const closed = served.simulator.truth
      .markets()
      .find(
        ({ platform, status, nativeId }) =>
          platform === 'platform_a' && status === 'resolved' && nativeId !== '',
      )
    const look = (query: string): Promise<{ markets: Row[] }> =>
      served.json(`/gamma/markets/keyset?condition_ids=${closed?.nativeId}${query}`)
    expect((await look('')).markets).toEqual([])
    expect((await look('&closed=false')).markets).toEqual([])
    expect(strings((await look('&closed=true')).markets, 'conditionId')).toEqual([closed?.nativeId])
  })

  it('keeps settled markets of platform_b on one tier', async () => {
    const { market_settled_ts: cutoff } = await served.json<{ market_settled_ts: string }>(
      '/trade-api/v2/historical/cutoff',
    )
    const old = (await tradeApiPages(served, '/historical/markets', 'markets'))[0]
    expect(Date.parse(String(old?.['settlement_ts']))).toBeLessThan(Date.parse(cutoff))
    const ticker = encodeURIComponent(String(old?.['ticker']))
    expect((await served.get(`/trade-api/v2/markets/${ticker}`)).status).toBe(404)
    expect((await served.get(`/trade-api/v2/historical/markets/${ticker}`)).status).toBe(200)
  })

  it('finds tickers with parentheses and points', async () => {
    const tickers = served.simulator.truth.markets().map(({ nativeId }) => nativeId)
    for (const part of [')-', '.99', '.5']) {
      const ticker = tickers.find((id) => id.includes(part) && id.startsWith('KX')) ?? ''
      const known = await Promise.all(
        ['', '/historical'].map((tier) =>
          served.get(`/trade-api/v2${tier}/markets/${encodeURIComponent(ticker)}`),
        ),
      )
      expect(new Set(known.map(({ status }) => status))).toEqual(new Set([200, 404]))
    }
  })

  it('has events of one series under old and new tickers', async () => {
    const events = [...(await tradeApiPages(served, '/events', 'events'))].filter(
      (event) => event['category'] === 'Climate and Weather',
    )
    const foreign = events.filter(
      (event) => !String(event['event_ticker']).startsWith(String(event['series_ticker'])),
    )
    expect(
      foreign.every(
        (event) => event['series_ticker'] === `KX${String(event['event_ticker']).split('-')[0]}`,
      ),
    ).toBe(true)
    expect(foreign.length).toBeGreaterThan(0)
  })
})
