// Rules for every route: paths, methods, headers, errors. Over an empty store.
import { connect } from 'node:net'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ErrorBody } from '../../schemas/generated/api.ts'
import { StoreError, StoreUnavailable, type Store } from '../../services/lib/store/port.ts'
import { askRaw, dataPaths } from './api-requests.ts'
import { emptyStore, runApi, type RunningApi } from './running-api.ts'

let api: RunningApi
beforeAll(async () => {
  api = await runApi(emptyStore)
})
afterAll(() => api.close())

const everyPath = [...dataPaths, '/openapi.json', '/docs', '/docs/start.js', '/']

const typesOf = (body: unknown): string[] => (body as ErrorBody).detail.map((d) => d.type)

/** What takes something else than GET. */
const otherPaths = [
  ['/v1/auth/signup', 'POST, OPTIONS'],
  ['/v1/auth/login', 'POST, OPTIONS'],
  ['/v1/keys', 'HEAD, GET, POST, OPTIONS'],
  ['/v1/keys/key_1', 'DELETE, OPTIONS'],
  ['/v1/prices', 'POST, OPTIONS'],
]

/** fetch decompresses by itself; this does not. */
function raw(path: string, encoding: string): Promise<{ encoding: string; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    request(`${api.url}${path}`, { headers: { 'Accept-Encoding': encoding } }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () =>
        resolve({
          encoding: res.headers['content-encoding'] ?? '',
          bytes: Buffer.concat(chunks),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

describe('404', () => {
  it.each(['/v2/markets', '/v1', '/v1/market', '/v1/markets/pa_1/price/now', '/v1/markets/a/b/c'])(
    'says that there is no path %s',
    async (path) => {
      const { status, body, headers } = await api.get(path)
      expect(status).toBe(404)
      expect(body).toEqual({
        detail: [{ loc: ['path'], msg: 'No such path', type: 'route_not_found' }],
        request_id: headers.get('X-Request-Id'),
      })
    },
  )

  it.each([
    ['a well-formed id', 'pa_unknown'],
    ['an id without a platform', 'nonsense'],
    ['a malformed percent', 'pa_%zz'],
    ['a percent that is not UTF-8', 'pa_%ff'],
    ['a NUL byte', 'pa_%00'],
    ['line breaks', 'pa_%0d%0aSet-Cookie:%20a=b'],
    ['slash, dot, brackets', 'pb_A%2FB.(C)'],
    ['an emoji', 'pa_%F0%9F%8C%A7'],
    ['10,000 characters', `pa_${'x'.repeat(10_000)}`],
    ['SQL', "pa_'%20OR%20'1'='1"],
    ['a name of JavaScript', '__proto__'],
  ])('says that there is no such market: %s', async (_name, id) => {
    for (const rest of ['', '/price', '/trades', '/orderbook', '/candles']) {
      const { status, body } = await api.get(`/v1/markets/${id}${rest}`)
      expect([status, typesOf(body)]).toEqual([404, ['market_not_found']])
      expect((body as ErrorBody).detail[0]?.loc).toEqual(['path', 'market_id'])
    }
    const { status, body } = await api.get(`/v1/events/${id}`)
    expect([status, typesOf(body)]).toEqual([404, ['event_not_found']])
  })
})

describe('405', () => {
  it.each(everyPath)('names the methods that %s takes', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await fetch(api.url + path, { method, redirect: 'manual' })
      expect(response.status).toBe(405)
      expect(response.headers.get('Allow')).toBe('HEAD, GET, OPTIONS')
      expect(typesOf(await response.json())).toEqual(['method_not_allowed'])
    }
  })

  it.each(otherPaths)('names the methods that %s takes', async (path = '', allowed = '') => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      if (allowed.includes(method)) continue
      const response = await fetch(api.url + path, { method })
      expect([method, response.status]).toEqual([method, 405])
      expect(response.headers.get('Allow')).toBe(allowed)
      expect(typesOf(await response.json())).toEqual(['method_not_allowed'])
    }
  })

  it('comes after 404 and before 422', async () => {
    const unknown = await fetch(`${api.url}/v1/nothing`, { method: 'POST' })
    expect(unknown.status).toBe(404)
    const bad = await fetch(`${api.url}/v1/markets?limit=x`, { method: 'POST' })
    expect(bad.status).toBe(405)
  })
})

describe('OPTIONS', () => {
  it('lists the allowed methods', async () => {
    const response = await fetch(`${api.url}/v1/markets`, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('Allow')).toBe('HEAD, GET, OPTIONS')
  })

  it('answers a preflight', async () => {
    const response = await fetch(`${api.url}/v1/markets`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD')
  })

  it.each([
    ['/v1/prices', 'POST'],
    ['/v1/candles', 'GET, HEAD'],
    ['/v1/keys', 'GET, HEAD'],
    ['/v1/auth/signup', 'GET, HEAD'],
  ])('lets web pages send data requests only: %s', async (path, methods) => {
    const response = await fetch(api.url + path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' },
    })
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe(methods)
  })
})

describe('HEAD', () => {
  it.each(everyPath)('has the status and the headers of GET for %s, and no body', async (path) => {
    const get = await api.get(path)
    const headers = { 'X-API-Key': api.apiKey }
    const head = await fetch(api.url + path, { method: 'HEAD', headers, redirect: 'manual' })
    expect(head.status).toBe(get.status)
    expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'))
    expect(head.headers.get('ETag')).toBe(get.headers.get('ETag'))
    expect(await head.text()).toBe('')
  })
})

describe('headers', () => {
  it('keeps a sane X-Request-Id and replaces any other', async () => {
    const id = async (given: string) =>
      (await api.get('/v1/events', { 'X-Request-Id': given })).headers.get('X-Request-Id')
    expect(await id('abc-123')).toBe('abc-123')
    expect(await id('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/)
    expect(await id('a b')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await id('<script>')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('answers 304 to the ETag it gave, and 200 to another', async () => {
    const first = await api.get('/v1/events')
    const etag = first.headers.get('ETag') ?? ''
    expect(etag).toMatch(/^W\/"/)
    const again = await api.get('/v1/events', { 'If-None-Match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers.get('ETag')).toBe(etag)
    expect((await api.get('/v1/events', { 'If-None-Match': 'W/"other"' })).status).toBe(200)
  })

  it('gives errors no ETag and forbids caching them', async () => {
    const { headers } = await api.get('/v1/nothing')
    expect(headers.get('ETag')).toBeNull()
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it('compresses as the client likes', async () => {
    const plain = await api.get('/openapi.json')
    const gzip = await raw('/openapi.json', 'gzip')
    expect(gzip.encoding).toBe('gzip')
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text)
    const br = await raw('/openapi.json', 'gzip, br')
    expect(br.encoding).toBe('br')
    expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text)
    expect((await raw('/openapi.json', 'identity')).encoding).toBe('')
  })

  it('lets any page read', async () => {
    const { headers } = await api.get('/v1/events', { Origin: 'https://example.com' })
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    const exposed = headers.get('Access-Control-Expose-Headers')?.split(', ')
    const { body } = await api.get('/openapi.json')
    const documented = Object.keys(
      (body as { components: { headers: Readonly<Record<string, unknown>> } }).components.headers,
    )
    expect(documented).toContain('Content-Disposition')
    expect(exposed).toEqual(documented)
  })
})

describe('the documentation', () => {
  it('is where / leads', async () => {
    const { status, headers } = await api.get('/')
    expect([status, headers.get('Location')]).toEqual([302, '/docs'])
  })

  it('loads nothing from elsewhere', async () => {
    const page = await api.get('/docs')
    expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self';")
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
    expect(sources.length).toBe(5)
    for (const source of sources) {
      expect(source).toMatch(/^\/(docs\/|favicon\.ico$)/)
      expect((await api.get(source)).status).toBe(200)
    }
    expect(page.text).not.toMatch(/<script>|style=|onload=/)
  })
})

describe('503 and 500', () => {
  /** Whether a statement looks for markets by id. */
  const findsMarkets = (sql: string): boolean => sql.includes('FROM markets FINAL WHERE id IN')
  const failing = (error: Error): Store => ({
    ...emptyStore,
    bytes: (sql) => (findsMarkets(sql) ? Promise.reject(error) : Promise.resolve(Buffer.alloc(0))),
  })
  const ask = async (error: Error) => {
    const broken = await runApi(failing(error))
    try {
      return { ...(await broken.get('/v1/markets/pa_1/price')), failures: broken.observed.failures }
    } finally {
      await broken.close()
    }
  }

  it('asks to come again while the store is away', async () => {
    const answer = await ask(new StoreUnavailable('connect ECONNREFUSED 127.0.0.1:39999'))
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(typesOf(answer.body)).toEqual(['store_unavailable'])
    expect(answer.text).not.toContain('127.0.0.1')
    expect(answer.failures).toHaveLength(1)
  })

  it('asks to come again when the store hangs: every read has a timeout of some seconds', async () => {
    const hanging: Store = {
      ...emptyStore,
      bytes: (sql, _params, _format, { timeoutMs = Infinity } = {}) => {
        if (!findsMarkets(sql)) return Promise.resolve(Buffer.alloc(0))
        if (timeoutMs > 10_000) return new Promise(() => undefined)
        return Promise.reject(new StoreUnavailable(`did not answer within ${timeoutMs} ms`))
      },
    }
    const running = await runApi(hanging)
    const answer = await running.get('/v1/markets/pa_1/price')
    await running.close()
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(typesOf(answer.body)).toEqual(['store_unavailable'])
  })

  it('reveals no internals', async () => {
    const answer = await ask(new StoreError('Syntax error near SELECT secret FROM markets', '62'))
    expect(answer.status).toBe(500)
    expect(typesOf(answer.body)).toEqual(['internal_error'])
    expect(answer.text).not.toMatch(/SELECT|secret|Syntax|at .*\.ts/)
    expect(String(answer.failures[0])).toContain('SELECT secret')
  })

  it('continues to respond when a refresh fails', async () => {
    let failures = 0
    const store: Store = {
      ...emptyStore,
      query: (sql) => {
        if (!sql.includes('now64') || failures === -1) return Promise.resolve([])
        return failures++ === 0 ? Promise.resolve([]) : Promise.reject(new StoreUnavailable('away'))
      },
    }
    const running = await runApi(store, { refreshEveryMs: 1 })
    while (running.observed.failures.length < 3) await new Promise((r) => setTimeout(r, 5))
    expect((await running.get('/v1/events')).status).toBe(200)
    await running.close()
  })

  it('does not start without its store', async () => {
    const store: Store = {
      ...emptyStore,
      query: () => Promise.reject(new StoreUnavailable('away')),
    }
    await expect(runApi(store)).rejects.toThrow('away')
  })
})

describe('connections', () => {
  /** A request of the line given, with the key. */
  const send = (line: string): Promise<string> => askRaw(api, [line, `X-API-Key: ${api.apiKey}`])

  it('answers a client that has closed its half', async () => {
    const answer = await send('GET /v1/events HTTP/1.1')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('"total":0')
  })

  it('survives clients that hang up', async () => {
    for (let i = 0; i < 20; i++) {
      const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' })
      socket.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n')
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.destroy()
    }
    expect((await api.get('/v1/events')).status).toBe(200)
    expect(api.observed.failures).toEqual([])
  })

  it('is not confused by odd targets', async () => {
    for (const target of ['*', 'http://other/v1/events', '/v1/events?%', '/v1/events?a&&=&', '/%'])
      expect(await send(`GET ${target} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 (200|400|404) /)
  })
})

describe('the observer', () => {
  it('receives the route pattern, never the path', async () => {
    const seen = api.observed.requests
    seen.length = 0
    await api.get('/v1/markets/pa_secret/price')
    await api.get('/made/up')
    await api.get('/v1/events?limit=0')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(seen.map(({ route, method, status }) => [route, method, status])).toEqual([
      ['/v1/markets/{market_id}/price', 'GET', 404],
      ['none', 'GET', 404],
      ['/v1/events', 'GET', 422],
    ])
  })
})
