// This version opens data directories that earlier versions wrote: everything that those versions served is
// served, nothing is appended to the log that they had already appended, and the service goes on from there.
//
// test/fixtures/data-directory-1.tar.br was made by commit 43bba88, the last one whose tables had the
// platforms as an enum; data-directory-2.tar.br by commit 7577792, before the topics of webhooks and of
// provisional trades. Both are the embedded form on a small simulated world, after every stage had caught up.
// Beside the data is answers.json: what the /v1 of that version answered, at `nowMs`. record-data-directory.ts
// makes the next one.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import type { CandlePage, Market, PriceRecord, TradePage } from '../../schemas/generated/api.ts'
import type { TopicValues } from '../../schemas/generated/events.ts'
import { openService, type ComposeOptions, type Service } from '../../services/compose.ts'
import { allRoles } from '../../services/config/command.ts'
import { openLocalCodec } from '../../services/lib/codec/local.ts'
import { topics, type Role, type Topic } from '../../services/topology.ts'
import { openLogContents } from '../chaos/log-contents.ts'
import { unpackDataDirectory } from '../support/data-directory.ts'
import { until } from '../support/waiting.ts'
import { testConfig } from './service.ts'

interface Recorded {
  /** Unix milliseconds. */
  readonly nowMs: number
  readonly key: string
  readonly account: { readonly email: string; readonly password: string; readonly api_key: string }
  /** By path. */
  readonly answers: Readonly<
    Record<string, { readonly status: number; readonly body: { readonly request_id?: string } }>
  >
}

const compared = ['markets', 'events', 'trades', 'books', 'wallet-activity', 'matches'] as const
const earlierRoles = new Set<Role>(['normalizer', 'matcher', 'projector', 'api'])

let dataDir: string
let recorded: Recorded
let service: Service
const fatal: Error[] = []

async function setUp(fixture: string): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-old-'))
  await unpackDataDirectory(fixture, dataDir)
  recorded = JSON.parse(await readFile(join(dataDir, 'answers.json'), 'utf8')) as Recorded
}

async function start(options: Partial<ComposeOptions> = {}): Promise<void> {
  service = await openService({
    // nothing answers at this address
    config: { ...testConfig(dataDir, 'http://127.0.0.1:9'), allowPrivateWebhooks: true },
    roles: earlierRoles,
    version: '0.0.0-test',
    logger: pino({ level: 'silent' }),
    now: () => recorded.nowMs,
    onFatal: (error) => fatal.push(error),
    ...options,
  })
}

async function tearDown(): Promise<void> {
  await service.stop()
  await rm(dataDir, { recursive: true })
}

async function countRecords(): Promise<Readonly<Record<string, number>>> {
  const contents = await openLogContents(dataDir)
  try {
    const counts: Record<string, number> = {}
    for (const topic of compared) {
      counts[topic] = 0
      for await (const _record of contents.records(topic)) counts[topic] += 1
    }
    return counts
  } finally {
    await contents.close()
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${service.apiUrl}${path}`, { headers: { 'X-API-Key': recorded.key }, ...init })
}

/**
 * Wordings may change between versions; types, places and data may not. The reasons of matches change as soon as the
 * matcher of this version has compared the markets.
 */
function withoutMessages(body: unknown): unknown {
  const text = JSON.stringify(body, (name, value: unknown) =>
    name === 'msg' || name === 'reasons' ? '' : value,
  )
  return JSON.parse(text) as unknown
}

/** Fields that neither recorded version had. */
const newFields = ['as_of_ms', 'state']
/** Fields that the first recorded version did not have. */
const addedFields = ['data_quality', 'outcome_notional', 'seen_at_ms', ...newFields]

function withoutFields(body: unknown, names: readonly string[]): unknown {
  const text = JSON.stringify(body, (name, value: unknown) =>
    names.includes(name) ? undefined : value,
  )
  return JSON.parse(text) as unknown
}

/** As the first recorded version answered: without the added fields, and with the category of the platform in `category`. */
function asFirstRecorded(body: unknown): unknown {
  const text = JSON.stringify(withoutFields(body, addedFields), (_name, value: unknown) =>
    withPlatformCategory(value),
  )
  return JSON.parse(text) as unknown
}

function withPlatformCategory(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('platform_category' in value)) return value
  const { platform_category: category, ...others } = value
  return category === null ? others : { ...others, category }
}

/** Fields that the first recorded version had in trades and in activity only. */
const pagingFields = ['cursor', 'has_more']

/** The answer with the fields of pages that the recorded one has. */
function withoutAddedPaging(answer: object, expected: object): object {
  const isKept = (name: string): boolean => !pagingFields.includes(name) || name in expected
  if (Array.isArray(answer)) return answer
  return Object.fromEntries(Object.entries(answer).filter(([name]) => isKept(name)))
}

/** The first recorded version answered with the last trade of a resolved market. */
async function withSettlement(body: object): Promise<object> {
  if (!('source' in body && 'market_id' in body && 'at_time' in body)) return body
  const market = (await (await ask(`/v1/markets/${String(body.market_id)}`)).json()) as Market
  const path = `/v1/markets/${market.id}/price`
  const now = (await (await ask(path)).json()) as PriceRecord
  if (market.status !== 'resolved' || Number(body.at_time) * 1000 < now.timestamp_ms) return body
  const { timestamp_ms } = now
  return { ...body, price: market.outcomes[0]?.price, source: 'settlement', timestamp_ms }
}

interface Fixture {
  readonly fixture: string
  /** Kinds of answers that the fixture has. */
  readonly kinds: readonly RegExp[]
  /** What this version answers, as the recorded version would have answered. */
  readonly toRecorded: (answer: object, expected: object) => unknown
  /** What that version answered, where this version corrects it. */
  readonly toCorrected: (expected: object) => Promise<object>
}

const kinds = [
  /^\/v1\/markets\?/,
  /^\/v1\/markets\/p[ab]_[^/]+$/,
  /\/price\?/,
  /\/trades\?/,
  /\/candles\?interval=1m/,
  /\/candles\?interval=1h/,
  /\/orderbook$/,
  /^\/v1\/events\//,
  /^\/v1\/matching-markets$/,
  /\/activity\?/,
  /\/positions$/,
]

const fixtures: readonly Fixture[] = [
  {
    fixture: 'data-directory-1',
    kinds,
    toRecorded: (answer, expected) => asFirstRecorded(withoutAddedPaging(answer, expected)),
    toCorrected: withSettlement,
  },
  {
    fixture: 'data-directory-2',
    kinds: [...kinds, /^\/v1\/trades\?/, /^\/v1\/trades\?.*after=/],
    toRecorded: (answer) => withoutFields(answer, newFields),
    toCorrected: (expected) => Promise.resolve(expected),
  },
]

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)

describe.each(fixtures)(
  '$fixture',
  ({ fixture, kinds: expectedKinds, toRecorded, toCorrected }) => {
    let recordsBefore: Readonly<Record<string, number>>

    beforeAll(async () => {
      await setUp(fixture)
      recordsBefore = await countRecords()
      await start()
    })
    afterAll(tearDown)

    it('has all kinds of answers to compare', () => {
      const paths = Object.keys(recorded.answers)
      for (const kind of expectedKinds)
        expect(paths.filter((path) => kind.test(path))).not.toEqual([])
    })

    it('is served as it was', async () => {
      for (const [path, { status, body }] of Object.entries(recorded.answers)) {
        // errors carry the id of their request
        const requestId = body.request_id ?? 'compared'
        const headers = { 'X-API-Key': recorded.key, 'X-Request-Id': requestId }
        const response = await ask(path, { headers })
        const answer = withoutMessages(toRecorded((await response.json()) as object, body))
        const expected = withoutMessages(await toCorrected(body))
        expect([path, response.status, answer]).toEqual([path, status, expected])
      }
    })

    it('has in its candles what was paid for the outcome that was traded', async () => {
      let [compared, different] = [0, 0]
      const paths = Object.keys(recorded.answers).filter((one) => /markets.*\/trades\?/.test(one))
      for (const path of paths) {
        const market = path.slice(0, path.indexOf('/trades'))
        const page = (await (await ask(`${market}/trades?limit=500`)).json()) as TradePage
        if (page.has_more) continue
        const paid = sumOf(page.trades.map(({ outcome_price: price, size }) => price * size))
        for (const interval of ['1m', '1d']) {
          const response = await ask(`${market}/candles?interval=${interval}&limit=5000`)
          const { candles } = (await response.json()) as CandlePage
          expect(sumOf(candles.map((candle) => candle.outcome_notional))).toBeCloseTo(paid, 6)
          compared += candles.length
          different += candles.filter((one) => one.outcome_notional !== one.notional).length
        }
      }
      expect(compared).toBeGreaterThan(10)
      expect(different).toBeGreaterThan(0)
    })

    it('keeps its accounts and their keys', async () => {
      const { email, password, api_key: apiKey } = recorded.account
      const login = await ask('/v1/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
        body: JSON.stringify({ email, password }),
      })
      expect(login.status).toBe(200)
      const withKey = await ask('/v1/markets?limit=1', { headers: { 'X-API-Key': apiKey } })
      expect(withKey.status).toBe(200)
    })

    it('gets no record that it had already, and no dead letter', async () => {
      expect(fatal).toEqual([])
      await service.stop()
      expect(await countRecords()).toEqual(recordsBefore)
      expect(await recordsOf('dead-letters')).toEqual([])
    })
  },
)

describe('the service goes on with data-directory-2', () => {
  const tradeId = '3f0c6c53-7d6e-4d3c-9a39-0d5d3c1a7b42'
  const marketsDone: Record<string, number> = {}
  let marketId: string

  beforeAll(async () => {
    await setUp('data-directory-2')
    marketId = await appendRawTrade(tradeId)
    const startMs = Date.now()
    await start({
      roles: new Set(allRoles),
      now: () => recorded.nowMs + Date.now() - startMs,
      onBackfill: ({ platform, marketsDone: done }) => (marketsDone[platform] = done),
    })
  })
  afterAll(tearDown)

  it('with the checkpoints of the poller', async () => {
    await until(() => Object.keys(marketsDone).length === 2)
    for (const done of Object.values(marketsDone)) expect(done).toBeGreaterThan(10)
  })

  it('with new trades', async () => {
    const get = async (): Promise<TradePage> =>
      (await (await ask(`/v1/markets/${marketId}/trades?limit=500`)).json()) as TradePage
    await until(async () => (await get()).trades.some(({ id }) => id === tradeId))
  })

  it('with webhooks, which it did not have', async () => {
    const received: string[] = []
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']))
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    const { email, password } = recorded.account
    const { access_token: token } = await post('/v1/auth/login', { email, password })
    const url = `http://127.0.0.1:${port}/`
    const { id } = await post('/v1/webhooks', { url, event: 'match.found' }, token)
    await post(`/v1/webhooks/${id}/test`, {}, token)
    await until(() => received.length === 1)
    receiver.closeAllConnections()
    receiver.close()
  })

  it('and has the topics of this version, no dead letter and no error', async () => {
    expect(fatal).toEqual([])
    await service.stop()
    for (const topic of Object.keys(topics) as Topic[])
      if (topic.startsWith('webhook')) expect(await recordsOf(topic)).not.toEqual([])
    expect(await recordsOf('provisional-trades')).toEqual([])
    expect(await recordsOf('dead-letters')).toEqual([])
  })
})

/** Resolves with the body of the answer, which must be successful. */
async function post(path: string, body: object, token?: string): Promise<Record<string, string>> {
  const response = await ask(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  expect([path, response.ok]).toEqual([path, true])
  return (await response.json()) as Record<string, string>
}

async function recordsOf(topic: Topic): Promise<readonly unknown[]> {
  const contents = await openLogContents(dataDir)
  const records: unknown[] = []
  for await (const record of contents.records(topic)) records.push(record)
  await contents.close()
  return records
}

/** Appends the newest trade of platform_b once more, with another id. Resolves with the id of its market. */
async function appendRawTrade(id: string): Promise<string> {
  const contents = await openLogContents(dataDir)
  let newest: TopicValues['raw.trades'] | undefined
  for await (const { contents: trade } of contents.records('raw.trades'))
    if (trade.platform === 'platform_b' && trade.body !== null) newest = trade
  if (!newest) throw new Error('the fixture has no trade of platform_b')
  const body = JSON.stringify({ ...(JSON.parse(newest.body ?? '') as object), trade_id: id })
  const codec = await openLocalCodec({ path: join(dataDir, 'schemas') })
  const writer = await contents.log.openWriter('test')
  const value = codec.encode('raw.trades', { ...newest, body })
  await writer.append([{ topic: 'pm.raw.trades', key: newest.market_id, value }])
  await writer.close()
  await contents.close()
  return newest.market_id
}
