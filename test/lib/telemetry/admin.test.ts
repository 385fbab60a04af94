// The admin port: probes, metrics, and commands, which web pages in a browser on this machine cannot run.
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { HttpServer } from '../../../services/lib/run/http-server.ts'
import { openAdminServer } from '../../../services/lib/telemetry/admin.ts'
import { createMetrics } from '../../../services/lib/telemetry/metrics.ts'

let admin: HttpServer
let storeProblem: string | null = null
let given: unknown[] = []

async function open(host = '127.0.0.1'): Promise<void> {
  const metrics = createMetrics()
  given = []
  admin = await openAdminServer({
    host,
    port: 0,
    readMetrics: async () => {
      metrics.stageLag.set({ stage: 'normalizer', topic: 'raw.trades' }, 7)
      return metrics.registry.metrics()
    },
    readReadiness: async () => ({ log: null, store: storeProblem }),
    commands: {
      '/do': async (body) => {
        given.push(body)
        return { status: 200, body: { done: true } }
      },
      '/fail': () => Promise.reject(new Error('the disk is full')),
    },
  })
}

async function get(path: string): Promise<{ status: number; body: string }> {
  await open()
  const response = await fetch(admin.url + path)
  return { status: response.status, body: await response.text() }
}

afterEach(() => admin.close())

describe('the admin port', () => {
  it('is live', async () => {
    expect(await get('/health/live')).toMatchObject({ status: 200 })
  })

  it('is ready when every part is, and says which is not', async () => {
    expect(await get('/health/ready')).toMatchObject({ status: 200 })
    await admin.close()
    storeProblem = 'starting'
    const { status, body } = await get('/health/ready')
    expect(status).toBe(503)
    expect(JSON.parse(body)).toEqual({
      status: 'not ready',
      parts: { log: 'ok', store: 'starting' },
    })
  })

  it('shows gauges as they are now', async () => {
    const { body } = await get('/metrics')
    expect(body).toContain('oddslog_stage_lag_records{stage="normalizer",topic="raw.trades"} 7')
  })

  it('names its pages to whoever is lost', async () => {
    const { status, body } = await get('/')
    expect(status).toBe(404)
    expect(body).toContain('/metrics')
  })
})

const foreignHosts = [
  'attacker.example',
  'attacker.example:8081',
  '127.0.0.1.attacker.example',
  'localhost.attacker.example',
  'localhost:8081.attacker.example',
  '192.168.0.7:8081',
  'attacker@localhost',
]

describe('reading', () => {
  it.each(foreignHosts)('is refused by the name %j, which may belong to a page', async (host) => {
    await open()
    for (const path of ['/metrics', '/health/ready', '/'])
      expect(await send({ method: 'GET', path, headers: { Host: host } })).toEqual({
        status: 403,
        body: { detail: expect.stringContaining('Host') },
      })
  })
})

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Unlike fetch it lets a test choose the Host and any path. */
function send({
  method = 'POST',
  path = '/do',
  headers = {},
  body = method === 'POST' ? '{"a":1}' : '',
}: Sent) {
  const { hostname, port } = new URL(admin.url)
  const all = { 'Content-Type': 'application/json', ...headers }
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    request({ hostname, port, path, method, headers: all }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) }),
      )
    })
      .on('error', reject)
      .end(body)
  })
}

describe('a command', () => {
  it.each(['127.0.0.1:8081', 'localhost', 'localhost:8081', '[::1]:8081'])(
    'is done for whoever asks by %s',
    async (host) => {
      await open()
      expect(await send({ headers: { Host: host } })).toEqual({ status: 200, body: { done: true } })
      expect(await send({ path: '/do?x=1' })).toMatchObject({ status: 200 })
      expect(given).toEqual([{ a: 1 }, { a: 1 }])
    },
  )

  it.each(foreignHosts)(
    'is refused by the name %j: a page of that name would be asking',
    async (host) => {
      await open()
      expect(await send({ headers: { Host: host } })).toMatchObject({ status: 403 })
      expect(given).toEqual([])
    },
  )

  // the three that a page may send elsewhere without asking first, and others
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/jsonp',
    '',
  ])('is refused with the content type %j', async (type) => {
    await open()
    expect(await send({ headers: { 'Content-Type': type } })).toMatchObject({ status: 415 })
    expect(given).toEqual([])
  })

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('is not done by %s', async (method) => {
    await open()
    expect(await send({ method })).toMatchObject({ status: 405 })
    expect(given).toEqual([])
  })

  it.each(['', '{', 'text', `"${'x'.repeat(200_000)}"`])(
    'is refused with the body %.10j',
    async (body) => {
      await open()
      expect(await send({ body })).toMatchObject({ status: 422 })
      expect(given).toEqual([])
    },
  )

  it('reports why it failed', async () => {
    await open()
    const answer = await send({ path: '/fail' })
    expect(answer).toEqual({
      status: 500,
      body: { detail: expect.stringContaining('disk is full') },
    })
  })
})

describe('odd targets', () => {
  it.each(['//', '///x', 'http://[', '*', '/..', '/%', '/do/', '//do', '/constructor', '/\\'])(
    'lead nowhere, and end nothing: %s',
    async (path) => {
      await open()
      expect(await send({ path })).toMatchObject({ status: 404 })
      expect(await send({})).toMatchObject({ status: 200 })
    },
  )
})

describe('on other addresses', () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  const itOutside = outside === undefined ? it.skip : it

  itOutside(
    'shows itself to other machines where it is told to, and takes no commands',
    async () => {
      await open('0.0.0.0')
      const { port } = new URL(admin.url)
      const ask = async (path: string, headers: Record<string, string>): Promise<number> => {
        const options = { host: outside, port, path, method: 'POST', headers }
        return new Promise((resolve, reject) => {
          request(options, (response) => resolve(response.resume().statusCode ?? 0))
            .on('error', reject)
            .end('{}')
        })
      }
      const local = { host: 'localhost', 'content-type': 'application/json' }
      const byName = { ...local, host: 'machine-7.example' }
      expect(await ask('/health/live', local)).toBe(200)
      expect(await ask('/health/live', byName)).toBe(200)
      expect(await ask('/do', local)).toBe(403)
      expect(await ask('/do', byName)).toBe(403)
      expect(given).toEqual([])
    },
  )
})
