// An export of more rows than one row group of Parquet has: in order, and the same bytes whatever parts the table has.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Store } from '../../../services/lib/store/port.ts'
import { runApi, type RunningApi } from '../running-api.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'
import { date, dayMs, readParquet } from './exported-data.ts'

let store: Store
let api: RunningApi

beforeAll(async () => {
  store = await openMigratedStore()
  await store.command('SYSTEM STOP MERGES trades')
  for (let part = 0; part < 4; part += 1)
    // half of the rows are of another day, and every third one is in two parts
    await store.command(`
      INSERT INTO trades (market_id, ts, id, price, size, side, outcome, received_at_ms, position)
      SELECT concat('pa_0x', lower(hex(sipHash64(number % 3000)))),
        fromUnixTimestamp64Milli(toInt64(${dayMs} - 43200000 + sipHash64(number) % 172800000), 'UTC'),
        lower(hex(sipHash128(number))), toDecimal128(number % 1000, 18) / 1000, number % 777 / 100,
        if(number % 2, 'buy', 'sell'), number % 2, ${dayMs} + number, number
      FROM numbers(${part * 150_000}, 200000)`)
  api = await runApi(store)
})
afterAll(async () => {
  await api.close()
  await store.close()
})

async function download(format: string): Promise<Buffer> {
  const response = await fetch(`${api.url}/v1/exports/trades?date=${date}&format=${format}`, {
    headers: { 'X-API-Key': api.apiKey },
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

it('has every row once and in order, and the same bytes after a merge', async () => {
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  const parquet = await download('parquet')
  const csv = await download('csv')
  const keys = csv
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', market = '', , , , , ms = ''] = line.split(',')
      return `${market} ${ms} ${id}`
    })
  expect(keys.length).toBeGreaterThan(300_000)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.every((key, i) => i === 0 || key > (keys[i - 1] ?? ''))).toBe(true)
  const { rows } = await readParquet(store, parquet)
  expect(rows.length).toBe(keys.length)
  const inOrder = rows.every(
    (row, i) =>
      keys[i] ===
      `"${row['market_id'] as string}" ${row['timestamp_ms'] as number} "${row['id'] as string}"`,
  )
  expect(inOrder).toBe(true)
  const parts = `SELECT count() AS n FROM system.parts WHERE table = 'trades' AND active`
  expect(await store.query(parts)).toEqual([{ n: 4 }])
  await store.command('SYSTEM START MERGES trades')
  await store.command('OPTIMIZE TABLE trades FINAL')
  expect(await store.query(parts)).toEqual([{ n: 1 }])
  expect(digest(await download('parquet'))).toBe(digest(parquet))
  expect(digest(await download('csv'))).toBe(digest(csv))
})
