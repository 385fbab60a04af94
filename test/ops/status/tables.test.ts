// The endpoint of `status` that measures the tables, on a store of its own.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTrend } from '../../../services/lib/run/trend.ts'
import { createMetrics } from '../../../services/lib/telemetry/metrics.ts'
import { createTableObserver } from '../../../services/lib/telemetry/observers.ts'
import {
  createTableSizesCommand,
  startTableTrends,
  type TableSizes,
} from '../../../services/ops/status/tables.ts'
import {
  aBook,
  aMarket,
  aMatch,
  anAudit,
  anEvent,
  aTrade,
  aWatermark,
} from '../../projector/records.ts'
import { aRecord, projectInto } from '../../projector/run-projector.ts'
import { eventually } from '../../support/waiting.ts'
import { openTestStore, type TestStore } from '../../projector/store.ts'

const tradedAtMs = Date.parse('2026-11-20T12:00:59.999Z')

let tables: TestStore
beforeAll(async () => {
  tables = await openTestStore()
})
afterAll(() => tables.close())

it('has sizes, newest facts, audits and feeds, and measures again after half a minute only', async () => {
  let nowMs = Date.parse('2026-11-20T13:00:00Z')
  const trends = new Map([['trades', createTrend()]])
  const measure = createTableSizesCommand(tables.store, { trends }, () => nowMs)
  const ask = async (): Promise<TableSizes> => (await measure({})).body as TableSizes
  const empty = await ask()
  expect(empty.tables.map(({ table }) => table)).not.toContain('trades')
  expect([empty.audits, empty.feeds]).toEqual([[], []])

  const gaps = [{ from_ms: 1, until_ms: 2, reason: 'unreachable' as const }]
  const since_ms = nowMs - 1_800_001
  await projectInto(tables.store, [
    aRecord('trades', 1, { trade: aTrade({ timestamp_ms: tradedAtMs }), progress: null }),
    aRecord('trades', 2, { trade: null, progress: aWatermark({ gaps }) }),
    aRecord('books', 3, aBook({ timestamp_ms: tradedAtMs })),
    aRecord('markets', 4, aMarket()),
    aRecord('events', 5, anEvent()),
    aRecord('matches', 6, aMatch()),
    aRecord('audits', 7, anAudit({ since_ms })),
    aRecord('audits', 8, anAudit({ market_id: 'pb_NEW', difference: '-1', since_ms: nowMs })),
  ])
  nowMs += 30_000
  expect(await ask()).toEqual(empty)
  nowMs += 1
  trends.get('trades')?.add(1_000, nowMs - 7_200_000)
  trends.get('trades')?.add(3_000, nowMs)
  const filled = await ask()
  expect(filled.measured_at_ms).toBe(nowMs)
  const newest = Object.fromEntries(filled.tables.map((one) => [one.table, one.newest_ms]))
  expect(newest).toMatchObject({
    trades: tradedAtMs,
    quotes: tradedAtMs,
    candles_1m: Date.parse('2026-11-20T12:00:00Z'),
    candles_1h: Date.parse('2026-11-20T12:00:00Z'),
    markets: aMarket().received_at_ms,
    market_latest: null,
  })
  const growth = filled.tables.map((one) => [one.table, one.bytes_per_day, one.measured_over_ms])
  expect(growth).toContainEqual(['trades', expect.closeTo(24_000), 7_200_000])
  expect(growth).toContainEqual(['quotes', null, 0])
  for (const { rows, bytes } of filled.tables) expect(Math.min(rows, bytes)).toBeGreaterThan(0)
  expect(filled.audits).toEqual([
    {
      platform: 'platform_b',
      status: 'missing',
      unit: 'contracts',
      markets: 2,
      difference: 21.5,
      persisting: 1,
    },
  ])
  expect(filled.feeds).toEqual([{ platform: 'platform_b', histories: 0, with_gaps: 1 }])
})

it('measures the size and the growth of each table from the start on', async () => {
  const metrics = createMetrics()
  const growing = startTableTrends(tables.store, () => 0, createTableObserver(metrics))
  await eventually(async () => expect([...growing.trends.keys()]).toContain('migrations'))
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/^oddslog_table_rows\{table="migrations"\} [1-9]\d*$/m)
  expect(text).toMatch(/^oddslog_table_bytes\{table="migrations"\} [1-9]\d*$/m)
  expect(growing.trends.get('migrations')?.bytesPerSecond()).toBeNull()
  growing.stop()
})
