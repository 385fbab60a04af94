// What the tables contain, for `ops status`: sizes, newest facts, audits and feeds. With the embedded store only the
// running service can read the tables. This file contains both the endpoint of the admin port and its client.
import type { Store } from '../../lib/store/port.ts'
import { createTrend, type Trend } from '../../lib/run/trend.ts'
import { askAdmin, readTimeoutMs, type AdminCommand } from '../ask-admin.ts'

export const tableSizesPath = '/tables/sizes'

export interface TableSize {
  readonly table: string
  /** Number of rows, including duplicates that ClickHouse has not merged yet. */
  readonly rows: number
  /** Size on the disk of the store, compressed. */
  readonly bytes: number
  /** How much `bytes` grows a day, over the last day or since the start; null in the first hour. */
  readonly bytes_per_day: number | null
  readonly measured_over_ms: number
  /** The time of the newest fact, or of its receipt where facts have no time; null: there is none. */
  readonly newest_ms: number | null
}

/** The markets of a platform whose stated volume was compared with their trades. */
export interface AuditCounts {
  readonly platform: string
  readonly status: string
  readonly unit: string
  readonly markets: number
  /** Sum of the absolute differences between stated volumes and trades, in `unit`. */
  readonly difference: number
  /** Number of markets that have had their difference for more than half an hour. */
  readonly persisting: number
}

/** The watermarks of trades of one platform, in table `feeds`. */
export interface FeedCounts {
  readonly platform: string
  readonly histories: number
  /** Number of histories, and of partitions of the tape, that have a gap. */
  readonly with_gaps: number
}

export interface TableSizes {
  readonly measured_at_ms: number
  readonly tables: readonly TableSize[]
  readonly audits: readonly AuditCounts[]
  readonly feeds: readonly FeedCounts[]
}

/**
 * Minimum time between two measurements. `status --watch` asks every two seconds, but finding the newest facts takes a
 * scan of a column.
 */
const measureEveryMs = 30_000
const timeoutMs = 20_000
const sampleEveryMs = 300_000
/**
 * A difference counts as persisting after this time, as in the alert TradesMissing. Until then the poller repairs it by
 * itself.
 */
const persistingMs = 1_800_000

const settings = 'SETTINGS max_threads = 1'

const sizesSql = `
  SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS bytes
  FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY table`

/** SQL for the time of the newest fact in Unix milliseconds, by table. */
const newestSql: Readonly<Record<string, string>> = {
  // market_latest has the newest trade of each market, so it has a hundredth of the rows of the table trades
  trades: "SELECT max(toUnixTimestamp64Milli(tupleElement(trade, 'ts'))) AS ms FROM market_latest",
  quotes: 'SELECT toUnixTimestamp64Milli(max(ts)) AS ms FROM quotes',
  wallet_activity: 'SELECT toUnixTimestamp64Milli(max(ts)) AS ms FROM wallet_activity',
  candles_1m: 'SELECT toUnixTimestamp(max(minute)) * 1000 AS ms FROM candles_1m',
  candles_1h: 'SELECT toUnixTimestamp(max(hour)) * 1000 AS ms FROM candles_1h',
  markets: 'SELECT max(received_at_ms) AS ms FROM markets',
  events: 'SELECT max(received_at_ms) AS ms FROM events',
  books: 'SELECT max(received_at_ms) AS ms FROM books',
  feeds: 'SELECT max(received_at_ms) AS ms FROM feeds',
  wallet_feeds: 'SELECT max(received_at_ms) AS ms FROM wallet_feeds',
  book_sightings: 'SELECT max(seen_at_ms) AS ms FROM book_sightings',
  market_matches: 'SELECT max(matched_at_ms) AS ms FROM market_matches',
  audits: 'SELECT max(audited_at_ms) AS ms FROM audits',
}

const auditsSql = `
  SELECT platform, status, unit, count() AS markets, toFloat64(sum(abs(difference))) AS difference,
    countIf(since_ms < {persisting_since_ms:Int64}) AS persisting
  FROM audits FINAL GROUP BY platform, status, unit ORDER BY platform, status, unit`

const feedsSql = `
  SELECT platform, countIf(market_id != '') AS histories, countIf(gaps != '[]') AS with_gaps
  FROM feeds FINAL GROUP BY platform ORDER BY platform`

/**
 * The sizes of the tables and how fast they grow, measured every five minutes. If a measurement fails, there is no
 * sample for its time.
 */
export interface TableTrends {
  /** By table. */
  readonly trends: ReadonlyMap<string, Trend>
  stop(): void
}

export function startTableTrends(
  store: Store,
  now: () => number,
  onMeasured: (sizes: readonly Pick<TableSize, 'table' | 'rows' | 'bytes'>[]) => void,
): TableTrends {
  const trends = new Map<string, Trend>()
  const sample = async (): Promise<void> => {
    const sizes = await readSizes(store).catch(() => null)
    if (sizes === null) return
    for (const { table, bytes } of sizes) {
      const trend = trends.get(table) ?? createTrend()
      trends.set(table, trend)
      trend.add(bytes, now())
    }
    onMeasured(sizes)
  }
  void sample()
  const timer = setInterval(() => void sample(), sampleEveryMs).unref()
  return { trends, stop: () => clearInterval(timer) }
}

async function readSizes(store: Store): Promise<Pick<TableSize, 'table' | 'rows' | 'bytes'>[]> {
  const sizes = await store.query<Record<'table' | 'rows' | 'bytes', string>>(
    `${sizesSql} ${settings}`,
    {},
    { timeoutMs },
  )
  return sizes.map(({ table, rows, bytes }) => ({
    table,
    rows: Number(rows),
    bytes: Number(bytes),
  }))
}

/** Creates the endpoint of the admin port. The request body is ignored. */
export function createTableSizesCommand(
  store: Store,
  { trends }: Pick<TableTrends, 'trends'>,
  now: () => number,
): AdminCommand {
  let measured: { readonly atMs: number; readonly sizes: Promise<TableSizes> } | null = null
  return async () => {
    if (measured === null || now() - measured.atMs > measureEveryMs) {
      const sizes = measureTableSizes(store, trends, now())
      measured = { atMs: now(), sizes }
      sizes.catch(() => {
        measured = null
      })
    }
    return { status: 200, body: await measured.sizes }
  }
}

async function measureTableSizes(
  store: Store,
  trends: TableTrends['trends'],
  nowMs: number,
): Promise<TableSizes> {
  const ask = <Row>(sql: string, params = {}) =>
    store.query<Row>(`${sql} ${settings}`, params, { timeoutMs })
  const tables: TableSize[] = []
  for (const { table, rows, bytes } of await readSizes(store)) {
    const newest = newestSql[table]
    const [found] = newest === undefined ? [] : await ask<{ ms: number | string }>(newest)
    const newestMs = Number(found?.ms ?? 0)
    const trend = trends.get(table)
    const perSecond = trend?.bytesPerSecond() ?? null
    tables.push({
      table,
      rows,
      bytes,
      bytes_per_day: perSecond === null ? null : perSecond * 86_400,
      measured_over_ms: trend?.measuredOverMs() ?? 0,
      newest_ms: newestMs > 0 ? newestMs : null,
    })
  }
  const audits = await ask<AuditCounts>(auditsSql, { persisting_since_ms: nowMs - persistingMs })
  const feeds = await ask<FeedCounts>(feedsSql)
  return { measured_at_ms: nowMs, tables, audits, feeds }
}

/** Rejects with a message for the operator if no service with the tables runs. */
export function askForTableSizes(adminUrl: string): Promise<TableSizes> {
  return askAdmin<TableSizes>(adminUrl, tableSizesPath, {}, 'tables', readTimeoutMs)
}
