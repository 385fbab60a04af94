// Queries for the catalog: all markets, in pages ordered by id; the versions that were written to the store since a
// given time of the store's clock; markets by id; and markets by event. They select only the columns that the catalog
// needs.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { MarketStatus } from '../../domain/market.ts'
import type { Decimal } from '../../domain/money.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryInChunks } from './chunks.ts'
import { queryPlainRows, queryUnparsedRows, type UnparsedRows } from './plain-rows.ts'

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
  /** When the result became final or, if that is not known, when trading ended; null if the market is open. */
  readonly ended_at_ms: number | null
  readonly tags: readonly string[]
  readonly category: string | null
  readonly event_id: string | null
  readonly event_slug: string | null
  readonly event_title: string | null
  readonly words: readonly string[]
  /** When the poller received the newest record of the market. */
  readonly received_at_ms: number
  readonly version: number
}

/**
 * SQL: when a market ended; NULL if it is open. If the platform states no end, or a planned end in the future, the
 * result is the time when the state of the market was received, because the market had ended by then.
 */
export const endedAtMs = `
  if(status = 'open', NULL, least(toInt64(received_at_ms), ifNull(ifNull(resolved_at, close_time) * 1000, toInt64(received_at_ms))))`

const columns = `
  id, platform, slug, status, arrayMap(o -> tupleElement(o, 'label'), outcomes) AS labels,
  toString(volume_24h) AS volume_24h, toString(volume_total) AS volume_total, created_at,${endedAtMs} AS ended_at_ms, tags,
  category, event_id, event_slug, event_title, words, received_at_ms, version`

const isRecent = '(ended_at_ms IS NULL OR ended_at_ms >= {ended_from_ms:Int64})'

/** With several threads, the store reads more rows than it returns: a page takes two and a half times the processor time. */
const allSql = `
SELECT ${columns} FROM markets FINAL
WHERE id > {after:String} AND ${isRecent}
ORDER BY id LIMIT {limit:UInt32} SETTINGS max_threads = 1`

const writtenVersionsSql = `
SELECT id, max(version) AS version FROM markets
WHERE written_at >= fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC') AND id > {after:String}
GROUP BY id ORDER BY id LIMIT {limit:UInt32} SETTINGS max_threads = 1`

/** With ORDER BY, LIMIT and one thread, the same result takes the store less than half the processor time (decision 078). */
const byIdSql = `
SELECT ${columns} FROM markets FINAL WHERE id IN {ids:Array(String)}
ORDER BY id LIMIT {limit:UInt32} SETTINGS max_threads = 1`

/**
 * The outer WHERE checks the event of each market, because a row of event_markets remains when its market moves to
 * another event.
 */
const ofEventsSql = `
SELECT * FROM (
  SELECT ${columns} FROM markets
  WHERE id IN (SELECT market_id FROM event_markets WHERE event_id IN {ids:Array(String)})
  ORDER BY id, version DESC LIMIT 1 BY id)
WHERE event_id IN {ids:Array(String)}`

const endedSiblingsSql = `
SELECT id FROM (SELECT id, event_id, ${endedAtMs} AS ended_at_ms FROM markets FINAL)
WHERE NOT ${isRecent} AND event_id IN (
  SELECT event_id FROM (SELECT event_id, ${endedAtMs} AS ended_at_ms FROM markets FINAL)
  WHERE ${isRecent} AND isNotNull(event_id))`

const endedPerMinuteSql = `
SELECT intDiv(ended_at_ms, 60000) AS minute, count() AS ended FROM (
  SELECT${endedAtMs} AS ended_at_ms FROM markets FINAL)
WHERE ended_at_ms >= {ended_from_ms:Int64}
GROUP BY minute`

/** Returns a page of markets, without the markets that ended before `endedFromMs`. */
export async function queryAllMarkets(
  store: Store,
  page: { readonly after: string; readonly limit: number; readonly endedFromMs: number },
): Promise<UnparsedRows<MarketRow>> {
  const { after, limit, endedFromMs } = page
  return queryUnparsedRows<MarketRow>(store, allSql, { after, limit, ended_from_ms: endedFromMs })
}

/**
 * Returns a page of the markets of which a row was written since `sinceMs` (Unix milliseconds of the store's clock), each
 * with the newest version among these rows.
 */
export async function queryWrittenVersions(
  store: Store,
  page: { readonly sinceMs: number; readonly after: string; readonly limit: number },
): Promise<UnparsedRows<Pick<MarketRow, 'id' | 'version'>>> {
  const { sinceMs, after, limit } = page
  return queryUnparsedRows(store, writtenVersionsSql, { since_ms: sinceMs, after, limit })
}

/** Returns the markets with these ids, in no particular order. An unknown id has no row. */
export async function queryMarkets(
  store: Store,
  marketIds: readonly string[],
): Promise<readonly MarketRow[]> {
  return queryInChunks(marketIds, (ids) =>
    queryPlainRows<MarketRow>(store, byIdSql, { ids, limit: ids.length }),
  )
}

/** Returns all markets of these events, in no particular order. */
export async function queryMarketsOfEvents(
  store: Store,
  eventIds: readonly string[],
): Promise<readonly MarketRow[]> {
  return queryInChunks(eventIds, (ids) => queryPlainRows<MarketRow>(store, ofEventsSql, { ids }))
}

/**
 * Returns how many markets ended in each minute (Unix time) since `endedFromMs`, without minutes in which none ended.
 * Reads the whole table.
 */
export async function queryEndedPerMinute(
  store: Store,
  endedFromMs: number,
): Promise<ReadonlyMap<number, number>> {
  const params = { ended_from_ms: endedFromMs }
  const rows = await queryPlainRows<{ readonly minute: number; readonly ended: number }>(
    store,
    endedPerMinuteSql,
    params,
  )
  return new Map(rows.map(({ minute, ended }) => [minute, ended]))
}

/**
 * Returns the ids of the markets that ended before `endedFromMs` but whose event also has a market that is open or
 * ended later. Reads the whole table.
 */
export async function queryEndedSiblings(
  store: Store,
  endedFromMs: number,
): Promise<readonly string[]> {
  const params = { ended_from_ms: endedFromMs }
  const rows = await queryPlainRows<{ readonly id: string }>(store, endedSiblingsSql, params)
  return rows.map(({ id }) => id)
}
