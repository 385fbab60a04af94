// Merges of the tables (infra/clickhouse/015_merges.sql): an insert must not make the store rewrite a whole table.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OpenedStore } from '../../../services/lib/store/clickhouse.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'

let store: OpenedStore
beforeAll(async () => {
  store = await openMigratedStore()
})
afterAll(() => store.close())

describe('merges', () => {
  it('are not cut down to two parts in any table', async () => {
    const tables = await store.query<{ name: string }>(
      `SELECT name FROM system.tables
       WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name NOT IN ('migrations', 'matches')
         AND engine_full NOT LIKE '%merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0%'`,
    )
    expect(tables).toEqual([])
  })

  it('leave the largest part of a small table alone while few rows are inserted', async () => {
    const insert = (from: number, count: number): Promise<void> =>
      store.command(
        `INSERT INTO event_markets SELECT concat('pb_E', toString(intDiv(number, 14))), concat('pb_M', toString(number))
         FROM numbers({from:UInt32}, {count:UInt32})`,
        { from, count },
      )
    await insert(0, 100_000)
    for (let n = 0; n < 30; n += 1) {
      await insert(100_000 + 100 * n, 100)
      await sleep(100)
    }
    const [largest] = await store.query<{ level: number; rows: number | string }>(
      `SELECT level, rows FROM system.parts
       WHERE database = currentDatabase() AND table = 'event_markets' AND active
       ORDER BY rows DESC LIMIT 1`,
    )
    expect(Number(largest?.rows)).toBeGreaterThanOrEqual(100_000)
    // a part has one level more than the highest of the parts from which it was merged
    expect(largest?.level).toBeLessThan(5)
  })
})
