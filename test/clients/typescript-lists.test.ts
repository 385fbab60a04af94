// The TypeScript client: pages and batches.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from '../../clients/typescript/src/client.ts'
import {
  startScriptedService,
  toErrorBody,
  type Script,
  type ScriptedService,
} from './scripted-service.ts'

let service: ScriptedService
let client: Client
beforeAll(async () => {
  service = await startScriptedService()
  client = createClient({ url: service.url, apiKey: 'ol_key' })
})
afterAll(() => service.close())

const pathsAsked = (): string[] => service.requests.map(({ path }) => path)

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

describe('pages', () => {
  it('follow the cursor of the body, in pages of the largest size', async () => {
    service.play((_, index) => ({
      body: {
        trades: [{ id: `${index}` }],
        cursor: index < 2 ? `c${index}` : null,
        has_more: index < 2,
      },
    }))
    const trades = await collect(client.all.listMarketTrades({ market_id: 'pb_A' }))
    expect(trades.map(({ id }) => id)).toEqual(['0', '1', '2'])
    expect(pathsAsked()).toEqual([
      '/v1/markets/pb_A/trades?limit=500',
      '/v1/markets/pb_A/trades?limit=500&cursor=c0',
      '/v1/markets/pb_A/trades?limit=500&cursor=c1',
    ])
  })

  it('follow the cursor of the header where the body is an array', async () => {
    service.play((_, index) => ({
      headers: index === 0 ? { 'X-Next-Cursor': 'c+0' } : {},
      body: [{ id: `pb_${index}` }],
    }))
    const markets = await collect(client.all.searchMarkets({ q: 'rain', limit: 1, offset: 3 }))
    expect(markets.map(({ id }) => id)).toEqual(['pb_0', 'pb_1'])
    expect(pathsAsked()).toEqual([
      '/v1/markets/search?limit=1&q=rain&offset=3',
      '/v1/markets/search?limit=1&q=rain&cursor=c%2B0',
    ])
  })

  it('have their completeness', async () => {
    const headers = { 'X-Data-Complete-Until': '5' }
    service.play(() => ({ headers, body: { activity: [], cursor: null, has_more: false } }))
    const pages = await collect(client.pages.listWalletActivity({ address: '0x1' }))
    expect(pages.map(({ completeness }) => completeness?.complete_until_ms)).toEqual([5])
  })

  it('are not asked for beyond what the caller reads', async () => {
    service.play((_, index) => ({ body: { events: [{}], cursor: `c${index}`, has_more: true } }))
    for await (const event of client.all.listEvents()) if (event) break
    expect(service.requests).toHaveLength(1)
  })

  it('of candles continue after the last bucket', async () => {
    service.play((_, index) => ({
      body: { interval: '1h', candles: [{ start_ts: 3600 * index }], has_more: index < 2 },
    }))
    const candles = await collect(client.candles({ market_id: 'pb_A', start_ts: 0 }))
    expect(candles.map(({ start_ts: startTs }) => startTs)).toEqual([0, 3600, 7200])
    expect(pathsAsked().at(-1)).toBe('/v1/markets/pb_A/candles?start_ts=7200')
  })
})

describe('a batch', () => {
  const priceOf = (id: string) => ({ price: { market_id: id }, error: null, completeness: null })
  const idsOf = (body: unknown): string[] =>
    (body as { requests: { market_id: string }[] }).requests.map((one) => one.market_id)

  it('of prices is divided into requests of 1,000 items', async () => {
    service.play(({ body }) => ({ body: { results: idsOf(body).map(priceOf) } }))
    const ids = Array.from({ length: 2_001 }, (_, i) => `pb_${i}`)
    const results = await client.prices(ids.map((id) => ({ market_id: id })))
    expect(results.map(({ price }) => price?.market_id)).toEqual(ids)
    expect(service.requests.map(({ body }) => idsOf(body).length)).toEqual([1_000, 1_000, 1])
  })

  it('has the place of an error among all items', async () => {
    service.play(({ body }) => ({
      body: {
        results: idsOf(body).map((id, i) => {
          if (id !== 'unknown') return priceOf(id)
          const { detail } = toErrorBody('market_not_found', [
            'body',
            'requests',
            `${i}`,
            'market_id',
          ]) as {
            detail: unknown
          }
          return { price: null, error: { status: 404, detail }, completeness: null }
        }),
      },
    }))
    const requests = Array.from({ length: 1_005 }, () => ({ market_id: 'pb_A' }))
    const results = await client.prices([...requests, { market_id: 'unknown' }])
    expect(results[1_005]?.error?.detail[0]?.loc).toEqual(['body', 'requests', '1005', 'market_id'])
  })

  it('asks again for the items that the service did not answer', async () => {
    const unanswered = { price: null, error: { status: 503, detail: [] }, completeness: null }
    service.play(({ body }, index) => ({
      body: {
        results: idsOf(body).map((id) => (index === 0 && id !== 'pb_1' ? unanswered : priceOf(id))),
      },
    }))
    const ids = ['pb_0', 'pb_1', 'pb_2']
    const results = await client.prices(ids.map((id) => ({ market_id: id })))
    expect(results.map(({ price }) => price?.market_id)).toEqual(ids)
    expect(service.requests.map(({ body }) => idsOf(body))).toEqual([ids, ['pb_0', 'pb_2']])
  })

  it('of candles has at most 100 markets and 100,000 candles in a request', async () => {
    const countOf = (path: string): number =>
      (new URL(path, service.url).searchParams.get('market_ids') ?? '').split(',').length
    const answer: Script = ({ path }) => ({
      body: { results: Array.from({ length: countOf(path) }, () => ({ page: {}, error: null })) },
    })
    service.play(answer)
    const ids = Array.from({ length: 130 }, (_, i) => `pb_${i}`)
    expect(await client.candlesOfMarkets({ market_ids: ids })).toHaveLength(130)
    expect(pathsAsked().map(countOf)).toEqual([100, 30])
    service.play(answer)
    await client.candlesOfMarkets({ market_ids: ids.slice(0, 30), limit: 5_000 })
    expect(pathsAsked().map(countOf)).toEqual([20, 10])
  })

  it('of markets asks for each id once', async () => {
    service.play(({ path }) => ({
      body: (new URL(path, service.url).searchParams.get('ids') ?? '')
        .split(',')
        .map((id) => ({ id })),
    }))
    const ids = Array.from({ length: 150 }, (_, i) => `pb_${i}`)
    const markets = await client.marketsById([...ids, 'pb_3'])
    expect(markets.map(({ id }) => id)).toEqual(ids)
    expect(service.requests).toHaveLength(2)
  })

  it('without items sends no request', async () => {
    service.play(() => ({ status: 500 }))
    expect(await client.prices([])).toEqual([])
    expect(await client.marketsById([])).toEqual([])
    expect(service.requests).toEqual([])
  })
})
