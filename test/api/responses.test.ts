// How responses are written, whatever route they come from: at once or later, plain or compressed, with or
// without a body. Over routes of this test.
import { Agent, createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { ErrorBody } from '../../schemas/generated/api.ts'
import { createApp } from '../../services/api/http/app.ts'
import type { ApiObserver } from '../../services/api/http/observer.ts'
import { createLimits } from '../../services/api/limits.ts'
import { createQueryParser } from '../../services/api/parameters.ts'
import type { Route, RouteResponse } from '../../services/api/route.ts'
import { openMemoryCache } from '../../services/lib/cache/memory.ts'
import type { Cache } from '../../services/lib/cache/port.ts'
import { eventually } from '../support/waiting.ts'
import { openAccounts, type OpenAccounts } from './accounts/open-accounts.ts'
import { askRaw } from './api-requests.ts'

const bodyOf = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2))
const plain: RouteResponse = {
  body: '{"price":0.5}',
  headers: { 'X-Data-Complete-Until': '1' },
  caching: 'complete',
}
const parseQuery = createQueryParser('query-price')
let releaseSlow: () => void = () => undefined

const unicodeBody = JSON.stringify('ü'.repeat(511))

const handlers: Record<string, Route['handle']> = {
  now: () => plain,
  later: async () => plain,
  buffer: () => ({ ...plain, body: Buffer.from('{"price":0.5}') }),
  tagged: () => ({ ...plain, tag: 'a-tag' }),
  below: () => ({ body: bodyOf(1023) }),
  threshold: () => ({ body: bodyOf(1024) }),
  unicode: () => ({ body: unicodeBody }),
  // the parts end within a character
  parts: () => {
    const bytes = Buffer.from(JSON.stringify('ä'.repeat(1_000)))
    return { body: [bytes.subarray(0, 500), bytes.subarray(500, 502), bytes.subarray(502)] }
  },
  'big-buffer': () => ({ body: Buffer.from(bodyOf(5_000)) }),
  parses: ({ search }) => ({ body: JSON.stringify(parseQuery(search)) }),
  throws: () => {
    throw new Error('a secret')
  },
  rejects: () => Promise.reject(new Error('a secret')),
  'bad-header': () => ({ body: '{}', headers: { 'X-Bad': 'line\nbreak' } }),
  slow: () => new Promise((resolve) => (releaseSlow = () => resolve(plain))),
}
const routes: readonly Route[] = Object.entries(handlers).map(([name, handle]) => ({
  path: `/v1/${name}`,
  document: {
    operationId: name,
    tag: 'Markets',
    summary: '',
    description: '',
    query: 'query-price',
    response: 'price',
    notFound: [],
    hasCompletenessHeaders: true,
  },
  handle,
}))

interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

let owned: OpenAccounts
let apiKey = ''
beforeAll(async () => {
  owned = await openAccounts({ now: Date.now })
  apiKey = await newKey()
})
afterAll(() => owned.close())

let accountNumber = 0
async function newKey(): Promise<string> {
  accountNumber += 1
  const made = await owned.accounts.signUp(`${accountNumber}@example.com`, 'a password of tests')
  return made?.apiKey ?? ''
}

const limit = 1_000
let cache: Cache
let server: Server
let agent: Agent
let requests: Parameters<ApiObserver['onRequest']>[0][] = []
let failures: unknown[] = []

async function start(opened: Cache): Promise<void> {
  cache = opened
  requests = []
  failures = []
  const rate = { limit, windowMs: 3_600_000 }
  const app = createApp({
    routes,
    accountRoutes: [],
    assets: [{ path: '/docs', type: 'text/html; charset=utf-8', body: '<p>', headers: {} }],
    consolePage: null,
    accounts: owned.accounts,
    limits: createLimits(cache, { requests: [rate], auth: [], loginFailures: [], creations: [] }),
    trustedProxies: 0,
    maxCompressedBytes: 1_000_000,
    observer: {
      onRequest: (one) => requests.push(one),
      onFailure: ({ error }) => failures.push(error),
    },
    now: Date.now,
  })
  server = createServer((req, res) => void app(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // one connection, which stays open
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
}
beforeEach(() => start(openMemoryCache()))
afterEach(async () => {
  agent.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await cache.close()
})

const portOf = (): number => (server.address() as AddressInfo).port

function send(
  path: string,
  headers: Readonly<Record<string, string | string[]>> = {},
  method = 'GET',
): Promise<Received> {
  const all = { 'X-API-Key': apiKey, ...headers }
  return new Promise((resolve, reject) => {
    request({ agent, port: portOf(), path, method, headers: all }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** Without those that differ from request to request. */
function stableHeaders({ headers }: Received): IncomingHttpHeaders {
  const varying = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !varying.includes(name)))
}

const errorOf = ({ bytes }: Received): string | undefined =>
  (JSON.parse(bytes.toString()) as ErrorBody).detail[0]?.type
const remainingOf = ({ headers }: Received): number => Number(headers['ratelimit-remaining'])

describe('a response', () => {
  it('has every header once', async () => {
    const { status, headers, bytes } = await send('/v1/now')
    expect(status).toBe(200)
    expect(bytes.toString()).toBe(plain.body)
    expect(headers).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('X-Data-Complete-Until'),
      vary: 'Accept, Accept-Encoding',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=60',
      'x-data-complete-until': '1',
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': expect.any(String),
      'ratelimit-reset': '3600',
      etag: expect.stringMatching(/^W\/"[\w-]{27}"$/),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(plain.body.length),
      date: expect.any(String),
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
    })
  })

  it.each(['/v1/later', '/v1/buffer'])('of %s is the same as of /v1/now', async (path) => {
    const [now, other] = [await send('/v1/now'), await send(path)]
    expect(stableHeaders(other)).toEqual(stableHeaders(now))
    expect(other.bytes).toEqual(now.bytes)
  })

  it('is the same with limits that take their time', async () => {
    const now = await send('/v1/now')
    agent.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await cache.close()
    const memory = openMemoryCache()
    await start({
      ...memory,
      window(spec) {
        const window = memory.window(spec)
        return { ...window, take: async (key, count) => window.take(key, count) }
      },
    })
    const other = await send('/v1/now')
    expect(stableHeaders(other)).toEqual(stableHeaders(now))
    expect(remainingOf(other)).toBe(limit - 1)
  })

  it('names the parameters that were ignored, also of an error', async () => {
    for (const [path, status] of [
      ['/v1/now?made_up=1', 200],
      ['/v1/parses?made_up=1&at_time=x', 422],
    ] as const) {
      const received = await send(path)
      expect(received.status).toBe(status)
      expect(received.headers['x-ignored-parameters']).toBe('made_up')
    }
  })
})

describe('HEAD', () => {
  it.each(['now', 'later', 'threshold', 'big-buffer', 'parses?at_time=x'])(
    'has the headers of GET %s and no body',
    async (path) => {
      const get = await send(`/v1/${path}`)
      const head = await send(`/v1/${path}`, { 'Accept-Encoding': 'gzip' }, 'HEAD')
      expect(head.status).toBe(get.status)
      expect(stableHeaders(head)).toEqual(stableHeaders(get))
      expect(head.bytes).toHaveLength(0)
    },
  )
})

describe('If-None-Match', () => {
  it.each(['now', 'later', 'buffer', 'tagged', 'threshold'])(
    'gives 304 for the ETag of %s, in a list and for *',
    async (name) => {
      const first = await send(`/v1/${name}`)
      const etag = first.headers.etag ?? ''
      for (const given of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
        const { status, headers, bytes } = await send(`/v1/${name}`, {
          'If-None-Match': given,
          'Accept-Encoding': 'gzip',
        })
        expect([status, bytes.length]).toEqual([304, 0])
        expect(headers.etag).toBe(etag)
        expect(headers['cache-control']).toBe(first.headers['cache-control'])
        expect(headers['content-type']).toBeUndefined()
      }
      const other = await send(`/v1/${name}`, { 'If-None-Match': 'W/"other"' })
      expect(stableHeaders(other)).toEqual(stableHeaders(first))
      expect(other.bytes).toEqual(first.bytes)
    },
  )

  it('has no effect on an error', async () => {
    expect((await send('/v1/throws', { 'If-None-Match': '*' })).status).toBe(500)
  })

  it('works with the tag of a route', async () => {
    expect((await send('/v1/tagged')).headers.etag).toBe('W/"a-tag"')
  })
})

describe('compression', () => {
  it.each(['threshold', 'unicode', 'big-buffer'])(
    'starts at 1,024 bytes of the body: %s',
    async (name) => {
      const identity = await send(`/v1/${name}`)
      expect(identity.headers['content-encoding']).toBeUndefined()
      expect(Number(identity.headers['content-length'])).toBe(identity.bytes.length)
      const gzip = await send(`/v1/${name}`, { 'Accept-Encoding': 'gzip' })
      expect(gzip.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(gzip.bytes)).toEqual(identity.bytes)
      const { 'content-encoding': _e, 'content-length': length, ...rest } = stableHeaders(gzip)
      expect(Number(length)).toBe(gzip.bytes.length)
      // the second one has the bytes of the first
      expect((await send(`/v1/${name}`, { 'Accept-Encoding': 'gzip' })).bytes).toEqual(gzip.bytes)
      const { 'content-length': _l, ...expected } = stableHeaders(identity)
      expect(rest).toEqual(expected)
      const unwanted = await send(`/v1/${name}`, { 'Accept-Encoding': 'identity' })
      expect(stableHeaders(unwanted)).toEqual(stableHeaders(identity))
    },
  )

  it('sends a body in parts as one', async () => {
    const identity = await send('/v1/parts')
    expect(identity.bytes.toString()).toBe(JSON.stringify('ä'.repeat(1_000)))
    expect(Number(identity.headers['content-length'])).toBe(identity.bytes.length)
    const gzip = await send('/v1/parts', { 'Accept-Encoding': 'gzip' })
    expect(gunzipSync(gzip.bytes)).toEqual(identity.bytes)
    expect((await send('/v1/parts', {}, 'HEAD')).bytes).toHaveLength(0)
  })

  it('gives bodies with different tags different bytes', async () => {
    const headers = { 'Accept-Encoding': 'br' }
    for (const [name, body] of [
      ['threshold', bodyOf(1024)],
      ['unicode', unicodeBody],
      ['threshold', bodyOf(1024)],
    ] as const) {
      const { bytes } = await send(`/v1/${name}`, headers)
      expect(brotliDecompressSync(bytes).toString()).toBe(body)
    }
  })

  it('leaves smaller bodies as they are', async () => {
    const { headers, bytes } = await send('/v1/below', { 'Accept-Encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(bytes).toHaveLength(1023)
  })
})

describe('X-Request-Id', () => {
  it('is that of each request of a connection, and new if it is sent twice', async () => {
    for (const id of ['first', 'second'])
      expect((await send('/v1/now', { 'X-Request-Id': id })).headers['x-request-id']).toBe(id)
    const twice = await send('/v1/now', { 'X-Request-Id': ['same', 'same'] })
    expect(twice.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    const failed = await send('/v1/throws', { 'X-Request-Id': 'third' })
    expect((JSON.parse(failed.bytes.toString()) as ErrorBody).request_id).toBe('third')
  })
})

describe('the key of a connection that stays open', () => {
  const refused = async (headers: Record<string, string | string[]>, path = '/v1/now') => {
    const received = await send(path, headers)
    return [received.status, received.status === 401 ? errorOf(received) : null]
  }

  it('is checked for each request', async () => {
    const [ours, other] = [await newKey(), await newKey()]
    for (const key of [ours, other, ours])
      expect((await send('/v1/now', { 'X-API-Key': key })).status).toBe(200)
    expect(await refused({ 'X-API-Key': `${ours}x` })).toEqual([401, 'invalid_api_key'])
    expect(await refused({ 'X-API-Key': '' })).toEqual([401, 'missing_api_key'])
    expect(await refused({ 'X-API-Key': [ours, ours] })).toEqual([401, 'invalid_api_key'])
    expect(await refused({ 'X-API-Key': [ours, ''] })).toEqual([401, 'invalid_api_key'])
    expect(await refused({ 'X-API-Key': ours }, `/v1/now?q=${ours}`)).toEqual([
      401,
      'invalid_api_key',
    ])
    const encoded = ours.replace('ol_', '%6Fl%5F')
    expect(await refused({ 'X-API-Key': ours }, `/v1/now?q=${encoded}`)).toEqual([
      401,
      'invalid_api_key',
    ])
    expect((await send('/v1/now', { 'X-API-Key': ours })).status).toBe(200)
  })

  it('is refused as soon as it is revoked, by itself or with its account', async () => {
    const { accounts } = owned
    const made = await accounts.signUp('revoked@example.com', 'a password of tests')
    if (!made) throw new Error('the email is taken')
    const second = await accounts.createKey(made.developer, 'second')
    const first = { 'X-API-Key': made.apiKey }
    expect((await send('/v1/now', first)).status).toBe(200)
    await accounts.revokeKey(made.developer, made.key.id)
    expect(await refused(first)).toEqual([401, 'invalid_api_key'])
    const headers = { 'X-API-Key': second?.apiKey ?? '' }
    expect((await send('/v1/now', headers)).status).toBe(200)
    await accounts.revokeDeveloper('revoked@example.com', 'test')
    expect(await refused(headers)).toEqual([401, 'invalid_api_key'])
  })

  it('counts as used each time', async () => {
    const made = await owned.accounts.signUp('used@example.com', 'a password of tests')
    if (!made) throw new Error('the email is taken')
    for (let i = 0; i < 3; i += 1) await send('/v1/now', { 'X-API-Key': made.apiKey })
    const used = owned.accounts.lastUseMsOf(made.key)
    expect(Math.abs((used ?? 0) - Date.now())).toBeLessThan(120_000)
  })
})

describe('rate limits', () => {
  it('count each request once, whatever becomes of it', async () => {
    const key = await newKey()
    const headers = { 'X-API-Key': key }
    const remaining: number[] = []
    for (const [path, more, method] of [
      ['now', {}, 'GET'],
      ['later', {}, 'GET'],
      ['now', {}, 'HEAD'],
      ['now', { 'If-None-Match': '*' }, 'GET'],
      ['threshold', { 'Accept-Encoding': 'gzip' }, 'GET'],
      ['parses?at_time=x', {}, 'GET'],
      ['throws', {}, 'GET'],
      ['rejects', {}, 'GET'],
    ] as const)
      remaining.push(remainingOf(await send(`/v1/${path}`, { ...headers, ...more }, method)))
    expect(remaining).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((used) => limit - used))
  })
})

describe('the observer', () => {
  it.each([
    ['GET', '/v1/now', {}, '/v1/now', 200],
    ['GET', '/v1/later', {}, '/v1/later', 200],
    ['HEAD', '/v1/now', {}, '/v1/now', 200],
    ['GET', '/v1/now', { 'If-None-Match': '*' }, '/v1/now', 304],
    ['GET', '/v1/threshold', { 'Accept-Encoding': 'gzip' }, '/v1/threshold', 200],
    ['GET', '/v1/parses?at_time=x', {}, '/v1/parses', 422],
    ['GET', '/v1/throws', {}, '/v1/throws', 500],
    ['GET', '/v1/rejects', {}, '/v1/rejects', 500],
    ['GET', '/v1/now', { 'X-API-Key': 'x' }, '/v1/now', 401],
    ['GET', '/docs', {}, '/docs', 200],
    ['GET', '/', {}, '/', 302],
    ['GET', '/made/up', {}, 'none', 404],
    ['POST', '/v1/now', {}, 'none', 405],
    ['OPTIONS', '/v1/now', {}, 'none', 204],
    ['OPTIONS', '/any', { 'Access-Control-Request-Method': 'GET' }, 'none', 204],
  ] as const)('receives %s %s once', async (method, path, headers, route, status) => {
    expect((await send(path, headers, method)).status).toBe(status)
    await eventually(async () => expect(requests).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(requests).toEqual([{ route, method, status, durationMs: expect.any(Number) }])
  })

  it('receives a request whose client did not wait, with the status of its response', async () => {
    const socket = connect(portOf(), '127.0.0.1')
    socket.write(`GET /v1/slow HTTP/1.1\r\nHost: a\r\nX-API-Key: ${apiKey}\r\n\r\n`)
    releaseSlow = () => undefined
    const before = releaseSlow
    await eventually(async () => expect(releaseSlow).not.toBe(before))
    socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 50))
    releaseSlow()
    await eventually(async () => expect(requests).toHaveLength(1))
    expect(requests).toMatchObject([{ route: '/v1/slow', status: 200 }])
    expect(failures).toEqual([])
  })
})

describe('500', () => {
  it('answers a URL that the router cannot parse', async () => {
    const lines = ['GET http://%zz@host/ HTTP/1.1', `X-API-Key: ${apiKey}`]
    const answer = await askRaw({ url: `http://127.0.0.1:${portOf()}` }, lines)
    expect(answer).toMatch(/^HTTP\/1\.1 500 /)
    expect(answer).toContain('"type":"internal_error"')
    expect(requests).toMatchObject([{ route: 'none', status: 500 }])
  })

  it.each(['throws', 'rejects', 'bad-header'])('reveals nothing: %s', async (name) => {
    const received = await send(`/v1/${name}`)
    expect([received.status, errorOf(received)]).toEqual([500, 'internal_error'])
    expect(received.bytes.toString()).not.toContain('secret')
    expect(received.headers.etag).toBeUndefined()
    expect(received.headers['cache-control']).toBe('no-store')
    expect(failures).toHaveLength(1)
    expect(requests).toHaveLength(1)
    expect((await send('/v1/now')).status).toBe(200)
  })
})
