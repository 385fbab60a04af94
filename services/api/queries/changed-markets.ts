// Query for the catalog: the markets that were written to the store since a given time of the
// store's clock, in pages ordered by id. Selects only the columns that the catalog needs.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { MarketStatus } from '../../domain/market.ts'
import type { Decimal } from '../../domain/money.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryPlainRows } from './plain-rows.ts'

export interface MarketRow {
  readonly id: string
  readonly platform: Platform
  readonly slug: string
  readonly status: MarketStatus
  /** Labels of the outcomes, in order. */
  readonly labels: readonly string[]
  readonly volume_24h: Decimal
  readonly volume_total: Decimal | null
  readonly created_at: number | null
  readonly tags: readonly string[]
  readonly category: string | null
  readonly event_id: string | null
  readonly event_slug: string | null
  readonly event_title: string | null
  readonly words: readonly string[]
  readonly version: number
}

const columns = `
  id, platform, slug, status, arrayMap(o -> tupleElement(o, 'label'), outcomes) AS labels,
  toString(volume_24h) AS volume_24h, toString(volume_total) AS volume_total, created_at, tags,
  category, event_id, event_slug, event_title, words, version`

const changedSql = `
SELECT ${columns} FROM markets FINAL
WHERE written_at >= fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC') AND id > {after:String}
ORDER BY id LIMIT {limit:UInt32}`

const oneSql = `
SELECT ${columns} FROM markets WHERE id = {id:String} ORDER BY version DESC LIMIT 1`

export async function queryChangedMarkets(
  store: Store,
  page: { readonly sinceMs: number; readonly after: string; readonly limit: number },
): Promise<readonly MarketRow[]> {
  const { sinceMs, after, limit } = page
  return queryPlainRows<MarketRow>(store, changedSql, { since_ms: sinceMs, after, limit })
}

/** Reads the same columns of one market; null if the market is unknown. */
export async function queryMarket(store: Store, id: string): Promise<MarketRow | null> {
  const [row] = await store.query<MarketRow>(oneSql, { id })
  return row ?? null
}
