// A store of their own for tests: chDB in a child, in a new directory, with all migrations applied.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStore, type OpenedStore } from '../../services/lib/store/clickhouse.ts'
import { migrate, readMigrations } from '../../services/lib/store/migrate.ts'

const tables = new Set([
  'audits',
  'book_sightings',
  'trades',
  'candles_1m',
  'candles_1h',
  'candle_marks',
  'quotes',
  'books',
  'markets',
  'events',
  'feeds',
  'market_latest',
  'event_markets',
  'event_slugs',
  'match_markets',
  'market_matches',
  'store_positions',
  'wallet_activity',
  'wallet_feeds',
])

export interface TestStore {
  readonly store: OpenedStore
  empty(): Promise<void>
  close(): Promise<void>
}

export async function openTestStore(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-projector-'))
  const store = await openStore({ url: `chdb:${directory}` })
  const files = fileURLToPath(new URL('../../infra/clickhouse', import.meta.url))
  await migrate(store, await readMigrations(files))
  return {
    store,
    async empty() {
      const filled = await store.query<{ name: string }>(
        `SELECT name FROM system.tables WHERE database = currentDatabase() AND total_rows > 0`,
      )
      for (const { name } of filled)
        if (tables.has(name)) await store.command(`TRUNCATE TABLE ${name}`)
    },
    async close() {
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
