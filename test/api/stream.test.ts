// GET /v1/stream over HTTP and over a WebSocket, with real connections, over a restart. api/live has the tests of what
// readers receive.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { RouteContext } from '../../services/api/route.ts'
import { streamRoute } from '../../services/api/routes/stream.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { until } from '../support/waiting.ts'
import { expectSchema } from './expect-schema.ts'
import { addExportedData } from './exports/exported-data.ts'
import { parseEvents, type ReceivedMessage } from './live/fake-connection.ts'
import {
  openLiveWorld,
  partitionOfMarket,
  type LiveWorld,
  type ProcessOptions,
} from './live/live-world.ts'
import { runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

let store: Store
let world: LiveWorld
let api: RunningApi

beforeAll(async () => {
  store = await openMigratedStore()
  await addExportedData(store)
})
afterAll(() => store.close())
beforeEach(async () => {
  world = await openLiveWorld()
  api = await start()
})
afterEach(async () => {
  await api.close()
  await world.close()
})

async function start(options: ProcessOptions = {}): Promise<RunningApi> {
  const { live, streams } = await world.openProcess(options)
  return runApi(store, { liveLog: live, streams, partitionOf: partitionOfMarket })
}

interface Client {
  messages(): readonly ReceivedMessage[]
  facts(): readonly ReceivedMessage[]
  close(): Promise<void>
}

const factsAmong = (messages: readonly ReceivedMessage[]): readonly ReceivedMessage[] =>
  messages.filter(({ type }) => type !== 'heartbeat')

async function openEvents(query: string, headers: Record<string, string> = {}): Promise<Client> {
  const abort = new AbortController()
  const response = await fetch(`${api.url}/v1/stream?${query}`, {
    headers: { 'X-API-Key': api.apiKey, ...headers },
    signal: abort.signal,
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      text += decoder.decode(chunk, { stream: true })
  })().catch(() => undefined)
  const found: ReceivedMessage[] = []
  const messages = (): readonly ReceivedMessage[] => {
    const end = text.lastIndexOf('\n\n') + 2
    if (end > 1) found.push(...parseEvents(text.slice(0, end)))
    text = end > 1 ? text.slice(end) : text
    return found
  }
  return {
    messages,
    facts: () => factsAmong(messages()),
    async close() {
      abort.abort()
      await reading
    },
  }
}

const webSocketUrl = (query: string): string =>
  `${api.url.replace('http', 'ws')}/v1/stream?${query}`

async function openWebSocket(query: string): Promise<Client & { readonly socket: WebSocket }> {
  const socket = new WebSocket(webSocketUrl(query), { headers: { 'X-API-Key': api.apiKey } })
  const found: ReceivedMessage[] = []
  socket.on('message', (text: Buffer) => found.push(JSON.parse(text.toString()) as ReceivedMessage))
  await once(socket, 'open')
  return {
    socket,
    messages: () => found,
    facts: () => factsAmong(found),
    async close() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

const idsOf = (client: Client): readonly unknown[] => client.facts().map(({ data }) => data['id'])
const append = (...ids: readonly string[]): Promise<void> =>
  world.appendTrades(ids.map((id) => ({ id, market_id: 'pa_0x2', platform: 'platform_a' })))

describe('server-sent events', () => {
  it('resume with Last-Event-ID over a restart, with neither gap nor repeat', async () => {
    const first = await openEvents('channels=trades')
    await append('a', 'b')
    await until(() => first.facts().length === 2)
    const last = first.facts()[0]?.id ?? ''
    await api.close()
    await append('c')
    api = await start({ fromEnd: true })
    const second = await openEvents('channels=trades&after=old', { 'Last-Event-ID': last })
    await append('d')
    await until(() => second.facts().length === 3)
    expect(idsOf(second)).toEqual(['b', 'c', 'd'])
    // /v1/trades goes on with the same cursor
    const page = await api.get(`/v1/trades?after=${second.facts()[1]?.id}`)
    expect(page.body).toMatchObject({ trades: [{ id: 'd' }], has_more: false })
    await first.close()
    await second.close()
  })

  it('have the data that /openapi.json describes', async () => {
    const client = await openEvents('channels=trades,quotes,books')
    await append('a')
    await world.appendBooks([{ market_id: 'pb_ANY' }])
    await until(() => client.facts().length === 3)
    const schemas = {
      heartbeat: 'stream-heartbeat',
      trades: 'trade',
      quotes: 'stream-quote',
      books: 'order-book',
    }
    for (const { type, data } of client.messages())
      expectSchema(schemas[type as keyof typeof schemas], data)
    await client.close()
  })

  it('select the markets of an event', async () => {
    const found = (await api.get('/v1/markets/pa_0x2')).body as { event_slug: string }
    const client = await openEvents(`channels=trades&event_slug=${found.event_slug}`)
    await world.appendTrades([{ id: 'other' }])
    await append('own')
    await until(() => client.facts().length === 1)
    expect(idsOf(client)).toEqual(['own'])
    await client.close()
  })

  it('free their place when the client disconnects', async () => {
    await api.close()
    api = await start({ limits: { perAccount: 1, total: 1 } })
    const first = await openEvents('channels=trades')
    expect((await api.get('/v1/stream?channels=trades')).status).toBe(429)
    await first.close()
    await until(async () => {
      const response = await fetch(`${api.url}/v1/stream?channels=trades`, {
        headers: { 'X-API-Key': api.apiKey },
      })
      await response.body?.cancel()
      return response.status === 200
    })
  })
})

describe('a WebSocket', () => {
  it('has the same messages and cursors', async () => {
    const client = await openWebSocket('channels=trades')
    const events = await openEvents('channels=trades')
    await append('a', 'b')
    await world.appendTrades([{ id: 'long', outcome: 'x'.repeat(70_000) }])
    await until(() => client.facts().length === 3 && events.facts().length === 3)
    expect(client.facts()).toEqual(events.facts())
    const resumed = await openWebSocket(`channels=trades&after=${client.facts()[0]?.id}`)
    await until(() => resumed.facts().length === 2)
    expect(resumed.facts()).toEqual(client.facts().slice(1))
    await client.close()
    await resumed.close()
    await events.close()
  })

  it('answers a ping', async () => {
    const client = await openWebSocket('channels=trades')
    const pong = once(client.socket, 'pong')
    client.socket.ping('x')
    expect(String((await pong)[0])).toBe('x')
    await client.close()
  })

  it.each([
    ['without a key', 'channels=trades', {}, 401],
    ['with an unknown channel', 'channels=news', null, 422],
    ['with an unknown market', 'channels=trades&market_ids=pa_unknown', null, 404],
  ])('is refused with an ordinary response %s', async (_name, query, headers, status) => {
    const socket = new WebSocket(webSocketUrl(query), {
      headers: headers ?? { 'X-API-Key': api.apiKey },
    })
    socket.on('error', () => undefined)
    const [, response] = (await once(socket, 'unexpected-response')) as [
      unknown,
      { statusCode: number; headers: Record<string, string> },
    ]
    expect(response.statusCode).toBe(status)
    expect(response.headers['x-request-id']).toBeTruthy()
    socket.terminate()
  })

  it('ends for a client that sends too much', async () => {
    const client = await openWebSocket('channels=trades')
    const closed = once(client.socket, 'close')
    client.socket.send('x'.repeat(5_000))
    expect((await closed)[0]).toBe(1009)
  })
})

const manyIds = Array.from({ length: 101 }, (_, n) => `pa_0x${n}`)

describe('404 and 422', () => {
  it.each([
    ['channels=news', 422, 'channels', 'enum'],
    ['', 422, 'channels', 'missing'],
    ['channels=trades&platform=platform_x', 422, 'platform', 'enum'],
    [`channels=trades&market_ids=${'pa_1,'.repeat(1_001)}`, 422, 'market_ids', 'too_long'],
    [`channels=trades&market_ids=pa_${'1'.repeat(300)}`, 422, 'market_ids', 'string_too_long'],
    ['channels=trades&after=garbage', 422, 'after', 'value_error'],
    ['channels=trades&market_ids=pa_0x2&event_slug=a', 422, 'event_slug', 'value_error'],
    ['channels=candles', 422, 'channels', 'value_error'],
    ['channels=candles&platform=platform_a', 422, 'channels', 'value_error'],
    ['channels=candles&market_ids=pa_0x2&interval=2m', 422, 'interval', 'enum'],
    ['channels=trades&market_ids=pa_0x2&interval=1m', 422, 'interval', 'value_error'],
    [`channels=candles&market_ids=${manyIds.join()}`, 422, 'market_ids', 'value_error'],
    ['channels=trades&market_ids=pa_0x2,pa_unknown', 404, 'market_ids', 'market_not_found'],
    ['channels=trades&event_slug=unknown', 404, 'event_slug', 'event_not_found'],
  ])('%s', async (query, status, name, type) => {
    const answer = await api.get(`/v1/stream?${query}`)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ detail: [{ loc: ['query', name], type }] })
  })

  it('an event that has too many markets for candles', async () => {
    const catalog = { findEvent: () => ({ market_ids: manyIds }) }
    const route = streamRoute({ catalog } as unknown as RouteContext)
    const search = new URLSearchParams('channels=candles&event_slug=large')
    const request = { params: {}, search, accountId: 'a' }
    await expect(route.handle(request)).rejects.toMatchObject({
      status: 422,
      details: [{ loc: ['query', 'event_slug'], msg: expect.stringContaining('at most 100') }],
    })
  })

  it('names the header with an invalid cursor', async () => {
    const answer = await api.get('/v1/stream?channels=trades', { 'Last-Event-ID': 'garbage' })
    expect(answer.body).toMatchObject({ detail: [{ loc: ['header', 'Last-Event-ID'] }] })
  })
})
