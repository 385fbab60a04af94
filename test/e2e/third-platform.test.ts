// A third platform without any of the optional capabilities, added by its folder and one line of the
// registry: the simulator serves it, its markets, trades and books reach /v1, also as candles and in a match
// with a market of another platform.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pino from 'pino'
import type { CandlePage, OrderBook, TradePage } from '../../schemas/generated/api.ts'
import type { Service } from '../../services/compose.ts'
import { createExchange } from '../poller/support/fake-platforms.ts'
import { openWeb, type Web } from '../poller/support/test-server.ts'
import { registerSampleExchange } from '../sample-exchange/register.ts'
import {
  changedAt,
  endsAt,
  hourEndS,
  hourStartS,
  nativeId,
  openedAt,
  question,
  trades,
} from '../sample-exchange/contents.ts'
import { until } from '../support/waiting.ts'
import { createV1, type V1 } from './v1.ts'

const id = `sx_${nativeId}`
const otherId = `pa_0x${'a'.repeat(64)}`

let dataDir: string
let service: Service
let v1: V1
let other: Web
const fatal: Error[] = []

beforeAll(async () => {
  await registerSampleExchange()
  const { openService } = await import('../../services/compose.ts')
  const { parseConfig } = await import('../../services/config.ts')
  const { allRoles } = await import('../../services/config/command.ts')
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-third-'))
  const exchange = createExchange(() => Date.now())
  exchange.aEvents.push({
    id: '51',
    slug: nativeId,
    title: question,
    markets: [
      {
        id: '1',
        conditionId: otherId.slice('pa_'.length),
        slug: 'will-the-fed-cut-rates-in-december-2026',
        question,
        outcomes: '["Yes", "No"]',
        outcomePrices: '["0.5", "0.5"]',
        clobTokenIds: '["11", "12"]',
        active: true,
        closed: false,
        endDate: endsAt,
        createdAt: openedAt,
        updatedAt: changedAt,
      },
    ],
  })
  other = await openWeb(exchange.answerA)
  service = await openService({
    config: parseConfig(
      {
        DATA_DIR: dataDir,
        PORT: '0',
        ADMIN_PORT: '0',
        SIMULATOR_PORT: '0',
        PLATFORMS: 'platform_a,sample_exchange',
        PLATFORM_A_GAMMA_URL: other.url,
        PLATFORM_A_CLOB_URL: other.url,
        PLATFORM_A_DATA_URL: other.url,
        RATE_LIMIT: 'off',
      },
      [],
    ),
    roles: new Set(allRoles),
    version: '0.0.0-test',
    logger: pino({ level: 'silent' }),
    now: () => Date.now(),
    onFatal: (error) => fatal.push(error),
  })
  v1 = createV1(
    () => service.apiUrl ?? '',
    () => service.demoKey ?? '',
  )
})

afterAll(async () => {
  await service.stop()
  await other.close()
  await rm(dataDir, { recursive: true })
})

describe('a third platform', () => {
  it('has its market in /v1', async () => {
    const markets = await until(
      () => v1.markets(),
      (found) => found.has(id),
    )
    expect(markets.get(id)).toMatchObject({ question, status: 'open' })
  })

  it('has its trades there, in terms of the first outcome', async () => {
    const { body } = await until(
      () => v1.get<TradePage>(`${v1.pathOf(id)}/trades`),
      ({ body: page }) => page.trades?.length === trades.length,
    )
    expect(body.trades.map((trade) => [trade.id, trade.price, trade.side, trade.outcome])).toEqual([
      ['t2', 0.55, 'sell', 'No'],
      ['t1', 0.4, 'buy', 'Yes'],
    ])
  })

  it('has candles and an order book', async () => {
    const path = `${v1.pathOf(id)}/candles?interval=1h&start_ts=${hourStartS}&end_ts=${hourEndS}`
    const { body } = await until(
      () => v1.get<CandlePage>(path),
      ({ body: page }) => page.candles?.length === 1,
    )
    expect(body.candles[0]).toMatchObject({ open: 0.4, high: 0.55, low: 0.4, close: 0.55 })
    const { body: book } = await until(
      () => v1.get<OrderBook>(`${v1.pathOf(id)}/orderbook`),
      ({ status }) => status === 200,
    )
    expect(JSON.stringify(book)).toContain('0.56')
  })

  it('is matched with a market of another platform', async () => {
    const { matches } = await until(
      () => v1.matches(),
      ({ total }) => total === 1,
    )
    expect(matches[0]).toMatchObject({
      platform_a: { id: otherId },
      platform_b: { id },
      polarity: 'same',
    })
  })

  it('leaves every part running, and ids of other prefixes unknown', async () => {
    expect((await v1.get(`/v1/markets/sy_${nativeId}`)).status).toBe(404)
    expect(fatal).toEqual([])
  })
})
