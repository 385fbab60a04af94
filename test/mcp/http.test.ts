// The MCP server over HTTP, asked by the client of the official SDK, in front of an api over the real engine.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import pino from 'pino'
import type { HttpServer } from '../../services/lib/run/http-server.ts'
import { openMcpHttp } from '../../services/mcp/http.ts'
import { nowMs, nowS, type RunningApi } from '../api/running-api.ts'
import { newWallet } from '../api/wallets/wallet-rows.ts'
import { hourAgoMs, hugeIds, openToolWorld, trickyQuestion, wallet } from './tool-world.ts'

const logLines: string[] = []
const logger = pino({ level: 'trace' }, { write: (line) => logLines.push(line) })
let api: RunningApi
let mcp: HttpServer
let client: Client

const openMcp = (apiUrl: string): Promise<HttpServer> =>
  openMcpHttp({ apiUrl, version: '0.0.0-test', logger, host: '127.0.0.1', port: 0 })

async function connect(url: string, headers: Record<string, string>): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' })
  const options = { requestInit: { headers } }
  await connected.connect(new StreamableHTTPClientTransport(new URL(url), options))
  // from now on the client compares each result with the output schema of its tool
  await connected.listTools()
  return connected
}

beforeAll(async () => {
  api = await openToolWorld()
  mcp = await openMcp(api.url)
  client = await connect(mcp.url, { 'X-API-Key': api.apiKey })
})

afterAll(async () => {
  await client.close()
  await mcp.close()
  await api.close()
})

const textOf = ({ content }: CallToolResult): string =>
  content.map((one) => (one.type === 'text' ? one.text : '')).join('')

async function call(
  name: string,
  args: Record<string, unknown>,
  caller = client,
): Promise<CallToolResult> {
  return (await caller.callTool({ name, arguments: args })) as CallToolResult
}

/** The structured content and the text of a call without an error. */
async function ask(name: string, args: Record<string, unknown>) {
  const result = await call(name, args)
  const text = textOf(result)
  if (result.isError === true) throw new Error(text)
  return { text, data: result.structuredContent as Record<string, unknown> }
}

/** The text of a call with an error. */
async function errorOf(
  name: string,
  args: Record<string, unknown>,
  caller = client,
): Promise<string> {
  const result = await call(name, args, caller)
  expect(result.isError).toBe(true)
  return textOf(result)
}

describe('the list of tools', () => {
  it('has what a model needs to choose: descriptions of each tool and of each argument', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search_markets',
      'get_market',
      'get_price',
      'get_candles',
      'get_trades',
      'find_matches',
      'get_spread',
      'get_wallet_positions',
      'get_wallet_activity',
    ])
    for (const { description, inputSchema, outputSchema, annotations } of tools) {
      expect(description?.length).toBeGreaterThan(100)
      expect(annotations?.readOnlyHint).toBe(true)
      expect(outputSchema?.type).toBe('object')
      expect(inputSchema['additionalProperties']).toBe(false)
      const undescribed = Object.entries(inputSchema.properties ?? {}).filter(
        ([, schema]) => !(schema as { description?: string }).description,
      )
      expect(undescribed).toEqual([])
    }
    expect(client.getInstructions()).toContain('search_markets')
  })

  it('is small enough for the context of a model', async () => {
    expect(JSON.stringify(await client.listTools()).length).toBeLessThan(32_000)
  })
})

describe('a tool', () => {
  it('finds markets by words', async () => {
    const { text, data } = await ask('search_markets', { q: 'rain', platform: 'platform_a' })
    expect(data).toMatchObject({
      total: 1,
      next_cursor: null,
      markets: [
        {
          id: 'pa_1',
          question: trickyQuestion,
          outcomes: [
            { label: 'Yes', price: 0.6 },
            { label: 'No', price: 0.4 },
          ],
          close_time: '2026-11-20T12:00:00Z',
          volume_24h: 12.5,
        },
      ],
    })
    // the line breaks of a title begin no lines
    const lines = text.split('\n')
    expect(lines[0]).toBe('Markets: 1 of 1.')
    expect((JSON.parse(lines[2] ?? '') as unknown[])[1]).toBe(trickyQuestion)
  })

  it('lists markets page by page without words', async () => {
    const first = await ask('search_markets', { limit: 1 })
    expect(first.data).toMatchObject({ markets: [{ id: 'pa_1' }] })
    const cursor = first.data['next_cursor']
    expect(first.text).toContain(JSON.stringify(cursor))
    const { data } = await ask('search_markets', { limit: 25, cursor })
    expect((data['markets'] as unknown[]).length).toBe(25)
  })

  it('describes a market', async () => {
    const { data } = await ask('get_market', { market_id: 'pa_1' })
    expect(data).toMatchObject({ rules: 'It rains if the gauge has 1 mm.', data_quality: null })
  })

  it('returns the price now and at a time, in each form of times', async () => {
    const { data } = await ask('get_price', { market_id: 'pa_1' })
    expect(data).toMatchObject({ price: 0.6, source: 'trade', price_time: '2026-11-19T11:59:00Z' })
    const past = { price: 0.53, price_time: '2026-11-19T11:00:00Z' }
    const times = [
      '2026-11-19T11:30:00Z',
      '2026-11-19T12:30:00+01:00',
      String(nowS - 1_800),
      nowS - 1_800,
    ]
    for (const at_time of times)
      expect((await ask('get_price', { market_id: 'pa_1', at_time })).data).toMatchObject({
        ...past,
        at_time: '2026-11-19T11:30:00Z',
      })
  })

  it('states up to when its data are complete, and what is missing', async () => {
    const { text, data } = await ask('get_trades', { market_id: 'pa_1' })
    expect(data['completeness']).toEqual({
      complete_until: '2026-11-19T11:59:30Z',
      gaps: expect.arrayContaining([
        { from: '2026-11-19T10:20:00Z', until: '2026-11-19T10:30:00Z', reason: 'unreachable' },
      ]),
      has_more_gaps: false,
    })
    expect(text).toContain('Complete until 2026-11-19T11:59:30Z, except:')
    expect(text).toContain('2026-11-19T10:20:00Z to 2026-11-19T10:30:00Z: unreachable')
    expect(data['trades']).toMatchObject([
      { time: '2026-11-19T11:59:00Z', side: 'buy', price: 0.6, size: 3, outcome: 'Yes' },
      { time: '2026-11-19T11:00:00Z', price: 0.53, size: 12.25 },
    ])
  })

  it('returns trades of a time range', async () => {
    const end_ts = new Date(nowMs - 1_800_000).toISOString()
    const { data } = await ask('get_trades', {
      market_id: 'pa_1',
      start_ts: hourAgoMs / 1000,
      end_ts,
    })
    expect(data['trades']).toMatchObject([{ price: 0.53 }])
  })

  it('returns candles of quotes, and says how to get those that the limit left out', async () => {
    const args = { market_id: 'pa_1', interval: '15m', source: 'mid', fill: 'previous' }
    const { text, data } = await ask('get_candles', { ...args, limit: 2 })
    expect(data).toMatchObject({ has_more: true, candles: [{ close: 0.53 }, { close: 0.53 }] })
    const [first] = data['candles'] as { start: string }[]
    expect(text).toContain(`call again with end_ts ${first?.start}`)
    const earlier = await ask('get_candles', { ...args, end_ts: first?.start })
    expect(earlier.data).toMatchObject({ has_more: false })
  })

  it('finds the match of a market, with the difference in terms of one outcome', async () => {
    const { data } = await ask('find_matches', { ids: ['pb_RAIN'] })
    expect(data).toMatchObject({
      total: 1,
      matches: [
        {
          market_id: 'pa_1',
          other_market_id: 'pb_RAIN',
          polarity: 'inverted',
          outcome: 'No',
          price: 0.6,
          other_price: 0.7,
          difference: -0.1,
          reasons: 'window: the same day',
        },
      ],
    })
  })

  it('returns the spread of a match over time', async () => {
    const { data } = await ask('get_spread', { market_id: 'pa_1', other_market_id: 'pb_RAIN' })
    expect(data).toMatchObject({
      polarity: 'inverted',
      source: 'mid',
      points: [
        { value: 0.53, other_value: 0.59, difference: -0.06, observed: '2026-11-19T11:00:00Z' },
      ],
    })
  })

  it('returns what a wallet did and holds', async () => {
    const activity = await ask('get_wallet_activity', { address: wallet })
    expect(activity.data).toMatchObject({
      complete: true,
      activity: [{ type: 'TRADE', market_id: 'pa_1', price: 0.53, size: 12 }],
    })
    const positions = await ask('get_wallet_positions', {
      address: wallet.toUpperCase().replace('X', 'x'),
    })
    expect(positions.data).toMatchObject({
      address: wallet,
      positions: [{ size: 12, cur_price: 0.6 }],
    })
  })

  it('says that the past of a wallet is still being fetched', async () => {
    const { text, data } = await ask('get_wallet_positions', { address: newWallet() })
    expect(data).toMatchObject({ complete: false, positions: [] })
    expect(text).toContain('call again in 10 seconds')
  })

  it('cuts what platforms could make long', async () => {
    const result = await call('search_markets', { q: 'huge', limit: 25 })
    const { markets } = result.structuredContent as {
      markets: { question: string; outcomes: unknown[]; outcome_count: number }[]
    }
    expect(markets.length).toBe(25)
    expect(markets[0]?.question.length).toBeLessThanOrEqual(300)
    expect(markets[0]?.question).not.toMatch(/[\uD800-\uDBFF]…/)
    expect(markets[0]?.outcomes.length).toBe(10)
    expect(markets[0]?.outcome_count).toBe(40)
    expect(JSON.stringify(result).length).toBeLessThan(150_000)
    const [id = ''] = hugeIds
    expect(JSON.stringify(await call('get_market', { market_id: id })).length).toBeLessThan(20_000)
  })
})

describe('a call with nonsense', () => {
  const long = 'x'.repeat(50_000)
  it.each<[string, string, Record<string, unknown>, RegExp]>([
    ['an unknown id', 'get_price', { market_id: 'pa_none' }, /No such market.*search_markets/],
    [
      'an id of no platform',
      'get_market',
      { market_id: "x'; DROP TABLE trades; --" },
      /search_markets/,
    ],
    ['SQL as words', 'search_markets', { q: "' OR 1=1", limit: 0 }, /limit/],
    ['a path as an id', 'get_market', { market_id: '..' }, /market_id must be an id/],
    ['half of a surrogate pair', 'get_market', { market_id: '\uD800' }, /surrogate|No such market/],
    ['50 KB as an id', 'get_candles', { market_id: long }, /market_id/],
    ['50 KB as words', 'search_markets', { q: long }, /300/],
    ['50 KB as a name', 'search_markets', { [long]: 1 }, /Unrecognized key/],
    ['an argument of another tool', 'search_markets', { question: 'rain' }, /question/],
    ['no arguments', 'get_trades', {}, /market_id/],
    ['a number as an id', 'get_market', { market_id: 12 }, /market_id/],
    ['an object as a time', 'get_price', { market_id: 'pa_1', at_time: {} }, /at_time/],
    [
      'words as a time',
      'get_price',
      { market_id: 'pa_1', at_time: 'yesterday' },
      /2026-11-19T12:00:00Z/,
    ],
    ['a day that is none', 'get_price', { market_id: 'pa_1', at_time: '2026-02-31' }, /at_time/],
    ['milliseconds', 'get_price', { market_id: 'pa_1', at_time: nowMs }, /at_time/],
    ['a time to come', 'get_price', { market_id: 'pa_1', at_time: nowS + 900 }, /at_time/],
    [
      'a time before the first price',
      'get_price',
      { market_id: 'pa_1', at_time: '2020-01-01' },
      /later at_time/,
    ],
    ['no words by relevance', 'search_markets', { sort_by: 'relevance' }, /q/],
    ['a cursor of its own', 'search_markets', { cursor: 'abc' }, /cursor/],
    ['an interval', 'get_candles', { market_id: 'pa_1', interval: '2h' }, /1h/],
    [
      'two markets that are no match',
      'get_spread',
      { market_id: 'pa_1', other_market_id: 'pa_quiet' },
      /find_matches/,
    ],
    ['an address', 'get_wallet_positions', { address: '0x12' }, /40 hexadecimal digits/],
    ['an unknown tool', `drop_${long}`, {}, /Tools: search_markets/],
  ])('says what to correct: %s', async (_what, name, args, expected) => {
    const text = await errorOf(name, args)
    expect(text).toMatch(expected)
    expect(text.length).toBeLessThan(1_600)
  })
})

describe('the HTTP endpoint', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  }
  const send = (
    headers: Record<string, string>,
    body: object | string = initialize,
    url = mcp.url,
  ) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('accepts the key as a bearer token, too', async () => {
    const other = await connect(mcp.url, { Authorization: `Bearer ${api.apiKey}` })
    expect((await call('get_price', { market_id: 'pa_1' }, other)).isError).toBeUndefined()
    await other.close()
  })

  it('rejects requests without a key, and lets the api decide about others', async () => {
    const response = await send({})
    expect(response.status).toBe(401)
    expect(await response.text()).toContain('X-API-Key')
    const other = await connect(mcp.url, { 'X-API-Key': 'ol_wrong' })
    const text = await errorOf('get_price', { market_id: 'pa_1' }, other)
    expect(text).toMatch(/header X-API-Key.*tell the user/)
    await other.close()
  })

  it.each<[string, number, () => Promise<Response>]>([
    [
      'a page of a browser',
      403,
      () => send({ 'X-API-Key': api.apiKey, Origin: 'http://127.0.0.1' }),
    ],
    ['another path', 404, () => send({ 'X-API-Key': api.apiKey }, initialize, mcp.url + 's')],
    ['GET', 405, () => fetch(mcp.url, { headers: { 'X-API-Key': api.apiKey } })],
    ['a body that is not JSON', 400, () => send({ 'X-API-Key': api.apiKey }, '{')],
    ['70 KB', 413, () => send({ 'X-API-Key': api.apiKey }, `"${'x'.repeat(70_000)}"`)],
  ])('rejects %s with %i', async (_what, status, request) => {
    expect((await request()).status).toBe(status)
  })

  it.each<[string, object, RegExp]>([
    ['a text', { name: 'get_market', arguments: '{}' }, /`arguments` a JSON object.*arguments/s],
    ['a list', { name: 'get_market', arguments: [] }, /`arguments` a JSON object.*arguments/s],
    ['no name', { arguments: {} }, /`name` must be the name of a tool.*name/s],
  ])('says what to correct in a call: %s', async (_what, params, expected) => {
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params }
    const response = await send({ 'X-API-Key': api.apiKey }, call)
    const { error } = (await response.json()) as { error: { code: number; message: string } }
    expect(error.code).toBe(-32_602)
    expect(error.message).toMatch(expected)
    expect(error.message).not.toContain('"code"')
  })

  it('says that the service cannot be reached', async () => {
    const lost = await openMcp('http://127.0.0.1:9')
    const other = await connect(lost.url, { 'X-API-Key': api.apiKey })
    const text = await errorOf('get_price', { market_id: 'pa_1' }, other)
    expect(text).toContain('could not be reached')
    expect(text).not.toContain('127.0.0.1')
    await other.close()
    await lost.close()
  })

  it('logs no key', () => {
    expect(logLines.length).toBeGreaterThan(0)
    expect(logLines.join('')).not.toContain(api.apiKey)
    expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})
