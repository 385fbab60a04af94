// Which events changed since an instant of the store's clock? By pages in the order of their ids.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Store } from '../../platform/store/port.ts'
import { queryPlainRows } from './plain-rows.ts'

export interface EventRow {
  readonly id: string
  readonly platform: Platform
  readonly slug: string
  readonly title: string
  readonly category: string
  readonly tags: readonly string[]
  /** Folded words of the title. */
  readonly words: readonly string[]
  readonly version: number
}

const sql = `
SELECT id, platform, slug, title, category, tags, words, version FROM events FINAL
WHERE written_at >= fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC') AND id > {after:String}
ORDER BY id LIMIT {limit:UInt32}`

export async function queryChangedEvents(
  store: Store,
  page: { readonly sinceMs: number; readonly after: string; readonly limit: number },
): Promise<readonly EventRow[]> {
  const { sinceMs, after, limit } = page
  return queryPlainRows<EventRow>(store, sql, { since_ms: sinceMs, after, limit })
}
