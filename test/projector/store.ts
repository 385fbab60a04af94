// A chDB store that tests share: they empty its tables.
import type { OpenedStore } from '../../services/lib/store/clickhouse.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

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
  const store = await openMigratedStore()
  return {
    store,
    async empty() {
      const filled = await store.query<{ name: string }>(
        `SELECT name FROM system.tables WHERE database = currentDatabase() AND total_rows > 0`,
      )
      for (const { name } of filled)
        if (tables.has(name)) await store.command(`TRUNCATE TABLE ${name}`)
    },
    close: () => store.close(),
  }
}
