// Query for the catalog: the events that were written to the store since a given time of the
// store's clock, in pages ordered by id.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryInChunks } from './chunks.ts'
import { queryPlainRows, queryUnparsedRows, type UnparsedRows } from './plain-rows.ts'
import { createPageSql } from './written-since.ts'

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

const columns = 'id, platform, slug, title, category, tags, words, version'

const changedSql = createPageSql({
  table: 'events',
  columns,
  key: 'id',
  where: 'id > {after:String}',
})

export async function queryChangedEvents(
  store: Store,
  page: { readonly sinceMs: number; readonly after: string; readonly limit: number },
): Promise<UnparsedRows<EventRow>> {
  const { sinceMs, after, limit } = page
  return queryUnparsedRows<EventRow>(store, changedSql(sinceMs), {
    since_ms: sinceMs,
    after,
    limit,
  })
}

const sql = `
SELECT ${columns} FROM events WHERE id IN {ids:Array(String)} ORDER BY id, version DESC LIMIT 1 BY id`

/** Returns the events with these ids, in no particular order. An unknown id has no row. */
export async function queryEvents(
  store: Store,
  eventIds: readonly string[],
): Promise<readonly EventRow[]> {
  return queryInChunks(eventIds, (ids) => queryPlainRows<EventRow>(store, sql, { ids }))
}

const bySlugSql = 'SELECT DISTINCT event_id FROM event_slugs WHERE slug = {slug:String}'

/** Returns the ids of the events that have the slug or had it earlier: usually one id or none. */
export async function queryEventsBySlug(store: Store, slug: string): Promise<readonly string[]> {
  const rows = await store.query<{ readonly event_id: string }>(bySlugSql, { slug })
  return rows.map((row) => row.event_id)
}
