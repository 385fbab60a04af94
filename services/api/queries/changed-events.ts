// Query for the catalog: the events that were written to the store since a given time of the
// store's clock, in pages ordered by id.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryPlainRows } from './plain-rows.ts'

export interface EventRow {
  readonly id: string
  readonly platform: Platform
  readonly slug: string
  readonly title: string
  readonly category: string
  readonly tags: readonly string[]
  /** Normalized words of the title. */
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
