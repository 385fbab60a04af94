// This version opens a data directory that an earlier version wrote: everything that version served is
// served, and nothing is appended to the log that the earlier version had already appended.
//
// test/fixtures/data-directory-1.tar.br was made by commit 43bba88, the last one whose tables had the
// platforms as an enum: the embedded form on a small simulated world, until every stage had caught up.
// Beside the data it has answers.json: what that version's /v1 answered, at `nowMs`.
import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import type { CandlePage, Market, PriceRecord, TradePage } from '../../schemas/generated/api.ts'
import { openService, type Service } from '../../services/compose.ts'
import { openLogContents } from '../chaos/log-contents.ts'
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

const fixture = new URL('../fixtures/data-directory-1.tar.br', import.meta.url)
const compared = ['markets', 'events', 'trades', 'books', 'wallet-activity', 'matches'] as const

let dataDir: string
let recorded: Recorded
let service: Service
let recordsBefore: Readonly<Record<string, number>>
const fatal: Error[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-old-'))
  await unpack(dataDir)
  recorded = JSON.parse(await readFile(join(dataDir, 'answers.json'), 'utf8')) as Recorded
  recordsBefore = await countRecords()
  service = await openService({
    // without a poller nothing is requested from this address
    config: testConfig(dataDir, 'http://127.0.0.1:9'),
    roles: new Set(['normalizer', 'matcher', 'projector', 'api']),
    version: '0.0.0-test',
    logger: pino({ level: 'silent' }),
    now: () => recorded.nowMs,
    onFatal: (error) => fatal.push(error),
  })
})

afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true })
})

async function unpack(directory: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', directory], { stdio: ['pipe', 'ignore', 'inherit'] })
  const exited = new Promise<number | null>((resolve, reject) => {
    tar.on('error', reject)
    tar.on('close', resolve)
  })
  await pipeline(createReadStream(fixture), createBrotliDecompress(), tar.stdin)
  expect(await exited).toBe(0)
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

/** Fields that the earlier version did not have. */
const addedFields = ['data_quality', 'outcome_notional', 'seen_at_ms']

/** Wordings may change between versions, and fields may be added; types, places and data may not change. */
function withoutMessages(body: unknown): unknown {
  const text = JSON.stringify(body, (name, value: unknown) => {
    if (addedFields.includes(name)) return undefined
    return name === 'msg' ? '' : withPlatformCategory(value)
  })
  return JSON.parse(text) as unknown
}

/** The earlier version had the category of the platform in `category`. */
function withPlatformCategory(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('platform_category' in value)) return value
  const { platform_category: category, ...others } = value
  return category === null ? others : { ...others, category }
}

/** Fields that the earlier version had in trades and in activity only. */
const pagingFields = ['cursor', 'has_more']

/** The answer as the earlier version would have given it: with the fields of pages that it had. */
function withoutAddedPaging(answer: object, expected: object): object {
  const isKept = (name: string): boolean => !pagingFields.includes(name) || name in expected
  if (Array.isArray(answer)) return answer
  return Object.fromEntries(Object.entries(answer).filter(([name]) => isKept(name)))
}

/** The earlier version answered with the last trade of a resolved market. */
async function withSettlement(body: object): Promise<object> {
  if (!('source' in body && 'market_id' in body && 'at_time' in body)) return body
  const market = (await (await ask(`/v1/markets/${String(body.market_id)}`)).json()) as Market
  const path = `/v1/markets/${market.id}/price`
  const now = (await (await ask(path)).json()) as PriceRecord
  if (market.status !== 'resolved' || Number(body.at_time) * 1000 < now.timestamp_ms) return body
  const { timestamp_ms } = now
  return { ...body, price: market.outcomes[0]?.price, source: 'settlement', timestamp_ms }
}

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)

describe('a data directory of an earlier version', () => {
  it('has markets, events, prices, trades, candles, books, matches and wallets to compare', () => {
    const paths = Object.keys(recorded.answers)
    for (const kind of [
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
    ])
      expect(paths.filter((path) => kind.test(path))).not.toEqual([])
  })

  it('is served as it was', async () => {
    for (const [path, { status, body }] of Object.entries(recorded.answers)) {
      // errors carry the id of their request
      const requestId = body.request_id ?? 'compared'
      const headers = { 'X-API-Key': recorded.key, 'X-Request-Id': requestId }
      const response = await ask(path, { headers })
      const answer = withoutMessages(withoutAddedPaging((await response.json()) as object, body))
      const expected = withoutMessages(await withSettlement(body))
      expect([path, response.status, answer]).toEqual([path, status, expected])
    }
  })

  it('has in its candles what was paid for the outcome that was traded', async () => {
    let [compared, different] = [0, 0]
    for (const path of Object.keys(recorded.answers).filter((one) => one.includes('/trades?'))) {
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
    const contents = await openLogContents(dataDir)
    const deadLetters = []
    for await (const record of contents.records('dead-letters')) deadLetters.push(record)
    await contents.close()
    expect(deadLetters).toEqual([])
  })
})
