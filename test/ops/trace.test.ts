// The command `trace`: from the log to the tables, with the tables behind an admin port.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { RawMarket, RawTrade } from '../../schemas/generated/events.ts'
import type { HttpServer } from '../../services/lib/run/http-server.ts'
import { openAdminServer } from '../../services/lib/telemetry/admin.ts'
import { exitCodes } from '../../services/ops/command-failure.ts'
import { askForRows, createFactRowsCommand, factRowsPath } from '../../services/ops/fact-rows.ts'
import { traceTradeOrMarket, type TraceRequest } from '../../services/ops/trace.ts'
import { toTradeRow, tradeColumns } from '../../services/projector/tables/trades.ts'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import { aMarket, aTrade } from '../projector/records.ts'
import { openTestStore, type TestStore } from '../projector/store.ts'
import { openOpsLog, topicPrefix, type OpsLog } from './ops-log.ts'

const marketId = 'pb_MARKET'
const partition = partitionOf(marketId, 12)
const minute = '2026-11-20 12:00:00'
const tradedAtMs = Date.parse('2026-11-20T12:00:59.999Z')

let ops: OpsLog
let tables: TestStore
let admin: HttpServer

beforeAll(async () => {
  tables = await openTestStore()
  admin = await openAdminServer({
    host: '127.0.0.1',
    port: 0,
    readMetrics: () => Promise.resolve(''),
    readReadiness: () => Promise.resolve({}),
    commands: { [factRowsPath]: createFactRowsCommand(tables.store) },
  })
})
afterAll(async () => {
  await admin.close()
  await tables.close()
})
beforeEach(async () => {
  ops = await openOpsLog()
})
afterEach(async () => {
  await tables.empty()
  await ops.remove()
})

function run(changes: Partial<TraceRequest>, adminUrl = admin.url): Promise<readonly string[]> {
  const request = { id: 'trade-1', withBytes: false, json: false, ...changes }
  return traceTradeOrMarket(request, {
    log: ops.log,
    decoder: ops.codec,
    topicPrefix,
    askForRows: (question) => askForRows(adminUrl, question),
  })
}

const rawTrade: RawTrade = {
  platform: 'platform_b',
  market_id: marketId,
  url: 'https://platform.test/trades?limit=1000',
  received_at_ms: tradedAtMs + 500,
  body: '{"price": "0.50"}',
  repeat: 0,
  tokens: [],
  outcomes: [],
  awaits_market: false,
  progress: null,
}

/** The same trade in both topics, after `before` other raw records. */
async function appendTrade(id = 'trade-1'): Promise<void> {
  await ops.append('raw.trades', partition, [
    { key: marketId, value: { ...rawTrade, body: '{}' } },
    { key: marketId, value: rawTrade },
  ])
  ops.nowMs += 1_000
  const origin = { topic: 'raw.trades', partition, offset: 1 }
  const trade = aTrade({ id, market_id: marketId, timestamp_ms: tradedAtMs, origin })
  await ops.append('trades', partition, [{ key: marketId, value: { trade, progress: null } }])
}

async function insertRows(offset: number): Promise<void> {
  const trade = aTrade({ market_id: marketId, timestamp_ms: tradedAtMs })
  await tables.store.insert('trades', tradeColumns, [toTradeRow(trade, offset)])
  await tables.store.command(
    `INSERT INTO candles_1m (market_id, minute, open, high, low, close, volume, notional, trade_count, version)
     VALUES ('${marketId}', '${minute}', 0.53, 0.54, 0.52, 0.53, 10, 5.3, 1, 1),
            ('${marketId}', '2026-11-20 12:01:00', 0.6, 0.6, 0.6, 0.6, 1, 0.6, 1, 1)`,
  )
}

describe('a trade', () => {
  it('has raw record, unified record, row and candle', async () => {
    await appendTrade()
    await insertRows(0)
    const [json = ''] = await run({ json: true, withBytes: true })
    expect(JSON.parse(json)).toMatchObject({
      id: 'trade-1',
      kind: 'trade',
      raw: {
        topic: 'raw.trades',
        partition,
        offset: 1,
        appended_at: '2026-11-20T12:00:00.000Z',
        fetched_at: '2026-11-20T12:01:00.499Z',
        fetched_from: rawTrade.url,
        body: rawTrade.body,
      },
      unified: { topic: 'trades', partition, offset: 0, value: { id: 'trade-1', price: '0.53' } },
      row: { id: 'trade-1', price: 0.53, side: 'buy', position: 0 },
      candle: { minute, open: 0.53, high: 0.54, trade_count: 1 },
    })
    const lines = await run({})
    expect(lines.map((line) => line.slice(0, 16).trim())).toEqual([
      'trade trade-1',
      'raw record',
      'unified record',
      'value',
      'row of trades',
      'candle of 1m',
    ])
    expect(lines[1]).toContain(
      `raw.trades/${partition}/1, appended 2026-11-20T12:00:00.000Z, fetched 2026-11-20T12:01:00.499Z from https://platform.test/`,
    )
  })

  it('is shown with the bytes of the platform on request only', async () => {
    await appendTrade()
    expect((await run({})).join()).not.toContain('"0.50"')
    expect(await run({ withBytes: true })).toContain('  body          {"price": "0.50"}')
  })

  it('has no row yet', async () => {
    await appendTrade()
    const lines = await run({})
    expect(lines.slice(-2)).toEqual([
      'row of trades   none: the projector has not written it',
      'candle of 1m    none',
    ])
  })

  it('has a row of another record', async () => {
    await appendTrade()
    await insertRows(7)
    expect((await run({})).join('\n')).toContain(`made from trades/${partition}/7, another record`)
  })

  it('is found in the log while no service runs', async () => {
    await appendTrade()
    const [, , , , last = ''] = await run({}, 'http://127.0.0.1:1')
    expect(last).toMatch(/^row, candle {5}unknown: nothing answers at .* ADMIN_PORT/)
  })

  it('is found by its whole id only', async () => {
    await appendTrade('trade-12')
    const running = run({ id: 'trade-1' })
    await expect(running).rejects.toThrow('trade-1 is neither a market')
    await expect(running).rejects.toMatchObject({ exitCode: exitCodes.notFound })
  })
})

describe('a market', () => {
  const rawMarket: RawMarket = {
    platform: 'platform_b',
    kind: 'market',
    native_id: 'MARKET',
    url: 'https://platform.test/events',
    received_at_ms: tradedAtMs,
    body: '{"title":"?"}',
    event_body: '{"event":1}',
  }

  it('has its newest raw record, its row and its newest candle', async () => {
    const origin = { topic: 'raw.markets', partition, offset: 0 }
    await ops.append('raw.markets', partition, [{ key: marketId, value: rawMarket }])
    const value = aMarket({ id: marketId, origin })
    await ops.append('markets', partition, [{ key: marketId, value }])
    await insertRows(0)
    const lines = await run({ id: marketId, withBytes: true })
    expect(lines[1]).toContain('fetched 2026-11-20T12:00:59.999Z from https://platform.test/events')
    expect(lines).toContain('  event body    {"event":1}')
    expect(lines.at(-2)).toBe('row of markets  none: the projector has not written it')
    expect(lines.at(-1)).toContain('"minute":"2026-11-20 12:01:00"')
  })

  it('can have a raw record that a newer one replaced', async () => {
    const origin = { topic: 'raw.markets', partition, offset: 0 }
    const value = aMarket({ id: marketId, origin })
    await ops.append('markets', partition, [{ key: marketId, value }])
    expect((await run({ id: marketId }))[1]).toBe(
      `raw record      raw.markets/${partition}/0 was replaced by a newer record of its key`,
    )
  })
})

it.each([null, 1, {}, { market_id: 1, trade: null }, { market_id: 'a', trade: { id: 'b' } }])(
  'the endpoint refuses %j',
  async (body) => {
    expect(await createFactRowsCommand(tables.store)(body)).toMatchObject({ status: 422 })
  },
)
