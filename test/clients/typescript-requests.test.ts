// The TypeScript client: how it writes requests, reads answers, reports errors, and retries.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  ApiError,
  ConnectionError,
  createClient,
  OddslogError,
  type Client,
  type ClientOptions,
} from '../../clients/typescript/src/client.ts'
import { parseRetryAfter } from '../../clients/typescript/src/errors.ts'
import { withRetries } from '../../clients/typescript/src/retry.ts'
import { startScriptedService, toErrorBody, type ScriptedService } from './scripted-service.ts'

let service: ScriptedService
beforeAll(async () => {
  service = await startScriptedService()
})
afterAll(() => service.close())

const clientWith = (options: Partial<ClientOptions> = {}): Client =>
  createClient({ url: service.url, apiKey: 'ol_key', ...options })

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('a request', () => {
  it('has its parameters in the path and the query, and the key', async () => {
    service.play(() => ({ body: {} }))
    await clientWith({ url: `${service.url}/` }).getMarketPrice({
      market_id: 'pb_A/B C',
      at_time: 5,
    })
    const [request] = service.requests
    expect(request?.path).toBe('/v1/markets/pb_A%2FB%20C/price?at_time=5')
    expect(request?.headers['x-api-key']).toBe('ol_key')
  })

  it('keeps the path of the address of the service', async () => {
    service.play(() => ({ body: [] }))
    await clientWith({ url: `${service.url}/odds/` }).listMarkets({ limit: 1, cursor: undefined })
    expect(service.requests[0]?.path).toBe('/odds/v1/markets?limit=1')
  })

  it('separates the values of a list by commas, and encodes each', async () => {
    service.play(() => ({ body: [] }))
    await clientWith().listMarkets({ ids: ['pa_0x1', 'pb_A&B'] })
    expect(service.requests[0]?.path).toBe('/v1/markets?ids=pa_0x1,pb_A%26B')
  })

  it('has a JSON body and the access token where the operation needs them', async () => {
    service.play(() => ({ status: 201, body: {} }))
    await clientWith().createKey({ label: 'backtests' }, { token: 'jwt' })
    const [request] = service.requests
    expect(request?.body).toEqual({ label: 'backtests' })
    expect(request?.headers['authorization']).toBe('Bearer jwt')
    expect(request?.headers['x-api-key']).toBeUndefined()
  })

  it.each(['', '.', '..'])('is not sent for the id %j, which would change the path', async (id) => {
    service.play(() => ({ body: {} }))
    const error = await errorOf(clientWith().getMarket({ market_id: id }))
    expect(error).toBeInstanceOf(OddslogError)
    expect(service.requests).toEqual([])
  })

  it('rejects an address that is none when the client is created', () => {
    expect(() => createClient({ url: 'localhost' })).toThrow('Invalid URL')
  })
})

describe('an answer', () => {
  it('states its completeness', async () => {
    const gaps = '-5-1000;not_fetched, 2000-3000;unreachable, more'
    const headers = { 'X-Data-Complete-Until': '9000', 'X-Data-Gaps': gaps }
    service.play(() => ({ headers, body: { trades: [] } }))
    const { completeness, requestId } = await clientWith().listMarketTrades({ market_id: 'pb_A' })
    expect(completeness).toEqual({
      complete_until_ms: 9000,
      gaps: [
        { from_ms: -5, until_ms: 1000, reason: 'not_fetched' },
        { from_ms: 2000, until_ms: 3000, reason: 'unreachable' },
      ],
      has_more_gaps: true,
      history_not_requested: null,
    })
    expect(requestId).toBe('r1')
  })

  it('has no completeness without these headers, and no data without a body', async () => {
    service.play(() => ({ status: 204, body: '' }))
    const answer = await clientWith().revokeKey({ key_id: 'key_1' }, { token: 'jwt' })
    expect([answer.data, answer.completeness]).toEqual([null, null])
  })

  it('of an export is a stream', async () => {
    service.play(() => ({ body: 'id,price\n' }))
    const { data } = await clientWith().exportRows({ kind: 'trades', date: '2026-11-18' })
    expect(await new Response(data).text()).toBe('id,price\n')
  })
})

describe('an error of the service', () => {
  it('has its status, details and request id', async () => {
    service.play(() => ({ status: 404, body: toErrorBody('market_not_found') }))
    const error = (await errorOf(clientWith().getMarket({ market_id: 'pb_X' }))) as ApiError
    expect(error).toBeInstanceOf(ApiError)
    expect([error.status, error.requestId, error.detail[0]?.loc]).toEqual([
      404,
      'from-body',
      ['path', 'market_id'],
    ])
    expect(error.hasType('market_not_found')).toBe(true)
    expect(error.hasType('price_not_found')).toBe(false)
    expect(error.message).toContain('about market_not_found')
    expect(service.requests).toHaveLength(1)
  })

  it('is reported without details if a proxy made it', async () => {
    service.play(() => ({ status: 403, body: '<h1>Forbidden</h1>' }))
    const error = (await errorOf(clientWith().getMarket({ market_id: 'pb_X' }))) as ApiError
    expect([error.detail, error.requestId]).toEqual([[], 'r1'])
    expect(error.message).toContain('Forbidden')
  })
})

describe('a retry', () => {
  const noWait = { 'Retry-After': '0' }
  const unavailable = { status: 503, headers: noWait, body: toErrorBody('unavailable') }

  it.each([
    ['429', { status: 429, headers: noWait }],
    ['503', unavailable],
    ['502', { status: 502, headers: noWait }],
    ['a closed connection', 'reset'],
    ['a broken answer', 'cut'],
    ['an answer that is not JSON', { body: '<html>' }],
  ] as const)('follows %s', async (_, first) => {
    service.play((_request, index) => (index === 0 ? first : { body: { id: 'pb_A' } }))
    const { data } = await clientWith().getMarket({ market_id: 'pb_A' })
    expect([data.id, service.requests.length]).toEqual(['pb_A', 2])
  })

  it('follows an answer that does not come in time', async () => {
    service.play((_request, index) => (index === 0 ? 'hang' : { body: { id: 'pb_A' } }))
    const { data } = await clientWith({ timeoutMs: 200 }).getMarket({ market_id: 'pb_A' })
    expect(data.id).toBe('pb_A')
  })

  it('repeats a batch, which changes nothing', async () => {
    service.play((_request, index) => (index === 0 ? unavailable : { body: { results: [] } }))
    await clientWith().getPrices({ requests: [] })
    expect(service.requests).toHaveLength(2)
  })

  it('repeats a new key only if the service has not created it', async () => {
    service.play((_request, index) =>
      index === 0 ? { status: 429, headers: noWait } : unavailable,
    )
    const error = await errorOf(clientWith().createKey({ label: 'a' }, { token: 'jwt' }))
    expect([(error as ApiError).status, service.requests.length]).toEqual([503, 2])
  })

  it('ends after the allowed number', async () => {
    service.play(() => unavailable)
    const error = await errorOf(clientWith({ retry: { retries: 2 } }).listMarkets())
    expect([(error as ApiError).status, service.requests.length]).toEqual([503, 3])
  })

  it('does not follow a wait that is longer than allowed', async () => {
    service.play(() => ({ status: 429, headers: { 'Retry-After': '3600' } }))
    const error = (await errorOf(clientWith().listMarkets())) as ApiError
    expect([error.status, error.retryAfterMs, service.requests.length]).toEqual([429, 3_600_000, 1])
  })

  it('reports a service that cannot be reached', async () => {
    const client = clientWith({ url: 'http://127.0.0.1:1', retry: { retries: 0 } })
    expect(await errorOf(client.listMarkets())).toBeInstanceOf(ConnectionError)
  })

  it('ends when the caller ends the request, also while it waits', async () => {
    service.play(() => ({ status: 429, headers: { 'Retry-After': '60' } }))
    const controller = new AbortController()
    const request = clientWith().listMarkets({}, { signal: controller.signal })
    controller.abort(new Error('no longer needed'))
    expect(await errorOf(request)).toEqual(new Error('no longer needed'))
  })

  it('waits as long as the service says, else twice as long each time', async () => {
    const waits: number[] = []
    const failures = [
      new ApiError(429, new Headers({ 'Retry-After': '7' }), ''),
      new ConnectionError('a'),
      new ConnectionError('b'),
    ]
    const attempt = (): Promise<string> => {
      const failure = failures.shift()
      return failure ? Promise.reject(failure) : Promise.resolve('done')
    }
    const pause = (ms: number): Promise<void> => {
      waits.push(ms)
      return Promise.resolve()
    }
    const policy = { retries: 5, maxWaitMs: 60_000 }
    expect(await withRetries(attempt, policy, true, pause)).toBe('done')
    const [first = 0, second = 0, third = 0] = waits
    expect(first).toBe(7000)
    expect(second >= 500 && second <= 1000).toBe(true)
    expect(third >= 1000 && third <= 2000).toBe(true)
  })

  it('reads Retry-After as seconds or as a date', () => {
    const nowMs = Date.UTC(2026, 10, 25, 12)
    expect(parseRetryAfter('30', nowMs)).toBe(30_000)
    expect(parseRetryAfter('Wed, 25 Nov 2026 12:00:05 GMT', nowMs)).toBe(5000)
    expect(parseRetryAfter('Wed, 25 Nov 2026 11:00:00 GMT', nowMs)).toBe(0)
    expect(parseRetryAfter('soon', nowMs)).toBeNull()
    expect(parseRetryAfter(null, nowMs)).toBeNull()
  })
})
