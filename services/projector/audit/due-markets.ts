// Queries of the auditor: which markets are due for a comparison, and for which of them all trades are in the
// store.
import { maxTradedBeforeCreationMs } from '../../domain/market.ts'
import { parseDecimal, type Decimal } from '../../domain/money.ts'
import type { Store } from '../../lib/store/port.ts'
import type { PlatformName } from '../../platforms/identity.ts'
import { platformNames, statedVolumeOf } from '../../platforms/identity.ts'
import { toRowVersion } from '../../domain/epochs.ts'
import { auditReadOptions, auditSettings } from './held-volumes.ts'
import type { PreviousAudit } from './judge.ts'

/**
 * The tape must be complete until this long after the snapshot. By then the poller has also read the trades
 * that appear late, and can read again what is missing (services/poller/feeds/repair.ts).
 */
const tapeLagMs = 180_000
/**
 * A snapshot whose time is further ahead of the auditor's clock was received while the poller's clock was
 * wrong. Its volume is older than its time says, so the market is compared with its next snapshot instead.
 */
export const maxSnapshotAheadMs = 60_000
/** Minimum time between two comparisons of a market. */
const reauditMs = 600_000
/** After this time a market is compared again even if the poller has not read its trades again. */
const repairTimeoutMs = 3_600_000

/** A market snapshot, reduced to the stated volume and its time. */
export interface VolumeSnapshot {
  readonly market_id: string
  readonly platform: PlatformName
  /** The total volume. */
  readonly stated: Decimal
  readonly hasEnded: boolean
  /** When the poller received the snapshot. */
  readonly snapshotMs: number
  /** The market has no trades before this time. */
  readonly begunMs: number
}

/** A snapshot that can be compared now, because the trades before it are complete. */
export interface ComparableSnapshot extends VolumeSnapshot {
  /** `received_at_ms` of the newest watermark of the market's history. */
  readonly historyReceivedMs: number
  /** The previous audit. */
  readonly previousAudit: PreviousAudit | null
}

/** The markets with an id greater than `after`, up to and including `until`. */
export interface IdRange {
  readonly after: string
  readonly until: string
}

/** Number of rows of the table `markets` in a range. Joining them takes some MB of the store's memory. */
const rowsPerRange = 50_000
/** Greater than all ids, because it begins with the greatest code point. */
const lastId = '\u{10FFFF}'

const rangeSql = `
SELECT id FROM markets WHERE id > {after:String}
ORDER BY id LIMIT 1 OFFSET ${rowsPerRange} ${auditSettings}`

/** Returns the range of markets after `after`; `isLast`: whether it has no greater ids after it. */
export async function queryNextRange(
  store: Store,
  after: string,
): Promise<IdRange & { readonly isLast: boolean }> {
  const [end] = await store.query<{ readonly id: string }>(rangeSql, { after }, auditReadOptions)
  return { after, until: end?.id ?? lastId, isLast: end === undefined }
}

/**
 * SQL: those histories of `feeds`, a condition, that are complete from the first trade of their market on. The stated
 * volume of a market contains all of its trades, so a market with a bounded history cannot be compared
 * (docs/decisions/031-bounded-past.md).
 */
const completeHistories = (feeds: string): string => `(
  SELECT market_id, partition, complete_until_ms, received_at_ms FROM feeds FINAL
  WHERE (${feeds}) AND version >= {first_version:UInt64} AND complete_from_ms <= 0 AND gaps = '[]'
)`
/** SQL: the histories of the markets of an IdRange. The feed of a market's history ends with the id of the market. */
const historiesOfRange = completeHistories(
  platformNames
    .map((platform) => `'${platform}/trades/'`)
    .map(
      (prefix) =>
        `feed > concat(${prefix}, {after:String}) AND feed <= concat(${prefix}, {until:String})`,
    )
    .join(' OR '),
)
/** SQL: the histories of the markets in the parameters `ids` and `platforms`. */
const historiesOfIds = completeHistories(`feed IN (
  SELECT concat(platform, '/trades/', id)
  FROM (SELECT {ids:Array(String)} AS id, {platforms:Array(String)} AS platform)
  ARRAY JOIN id, platform)`)
const tapes = `(
  SELECT platform, partition, complete_from_ms, complete_until_ms,
    JSONExtract(gaps, 'Array(Tuple(from_ms Int64, until_ms Int64))') AS gaps
  FROM feeds FINAL
  WHERE feed IN (${platformNames.map((platform) => `'${platform}/trades'`).join(', ')})
    AND version >= {first_version:UInt64}
)`

/**
 * SQL condition: the history reaches until the beginning of the tape, and the tape has no gap between the beginning of
 * the market and the snapshot.
 */
const isWithoutGaps = `h.complete_until_ms >= t.complete_from_ms
  AND NOT arrayExists(g -> g.1 < m.snapshot_ms + ${tapeLagMs} AND g.2 > m.begun_ms, t.gaps)`
const isTapeCompletePastSnapshot = `t.complete_until_ms >= m.snapshot_ms + ${tapeLagMs}`

const dueSql = `
SELECT m.id AS id, m.platform AS platform, toString(m.volume_total) AS stated,
  toUInt8(m.status != 'open') AS has_ended, m.snapshot_ms AS snapshot_ms, m.begun_ms AS begun_ms
FROM (
  SELECT id, platform, volume_total, status, toInt64(received_at_ms) AS snapshot_ms,
    ifNull(created_at, 0) * 1000 - ${maxTradedBeforeCreationMs} AS begun_ms
  FROM markets FINAL
  WHERE id > {after:String} AND id <= {until:String}
    AND platform IN {platforms:Array(String)} AND volume_total IS NOT NULL
) AS m
INNER JOIN ${historiesOfRange} AS h ON h.market_id = m.id
INNER JOIN ${tapes} AS t ON t.platform = m.platform AND t.partition = h.partition
LEFT JOIN (
  SELECT * FROM audits FINAL WHERE market_id > {after:String} AND market_id <= {until:String}
) AS a ON a.market_id = m.id
WHERE m.snapshot_ms <= {now_ms:Int64} + ${maxSnapshotAheadMs} AND ${isWithoutGaps} AND (NOT {only_complete:Bool} OR ${isTapeCompletePastSnapshot})
  AND m.id NOT IN {excluded:Array(String)}
  AND (a.market_id = ''
    OR (a.status = 'missing' AND (a.history_received_at_ms != h.received_at_ms
      OR a.audited_at_ms < {now_ms:Int64} - ${repairTimeoutMs}))
    OR (a.status = 'unexplained' AND ifNull(a.retry_at_ms <= {now_ms:Int64}, false))
    OR (a.status != 'missing' AND a.audited_at_ms < {now_ms:Int64} - ${reauditMs}
      AND (a.stated != m.volume_total OR (m.status != 'open' AND NOT a.ended))))
ORDER BY a.audited_at_ms, m.volume_total DESC LIMIT {limit:UInt32} ${auditSettings}`

interface DueMarketRow {
  readonly id: string
  readonly platform: PlatformName
  readonly stated: string
  readonly has_ended: number
  readonly snapshot_ms: number | string
  readonly begun_ms: number | string
}

/**
 * Returns the newest snapshots of the markets of a range that are due for a comparison. Markets that were never compared
 * come first. The memory that the store takes does not depend on how many markets there are outside the range.
 */
export async function queryDueSnapshots(
  store: Store,
  options: {
    /** Epoch of the tables (domain/epochs.ts). */
    readonly epoch: number
    readonly nowMs: number
    readonly range: IdRange
    readonly limit: number
    readonly excluded: readonly string[]
    /** Whether to return only snapshots whose trades are complete already. */
    readonly onlyComplete: boolean
  },
): Promise<readonly VolumeSnapshot[]> {
  const rows = await store.query<DueMarketRow>(
    dueSql,
    {
      platforms: platformNames.filter((platform) => statedVolumeOf(platform) !== null),
      first_version: toRowVersion(options.epoch, 0),
      now_ms: options.nowMs,
      after: options.range.after,
      until: options.range.until,
      limit: options.limit,
      excluded: options.excluded,
      only_complete: options.onlyComplete,
    },
    auditReadOptions,
  )
  return rows.map((row) => ({
    market_id: row.id,
    platform: row.platform,
    stated: parseDecimal(row.stated) ?? '0',
    hasEnded: row.has_ended === 1,
    snapshotMs: Number(row.snapshot_ms),
    begunMs: Number(row.begun_ms),
  }))
}

const comparableSql = `
SELECT m.id AS id, h.received_at_ms AS history_received_ms, a.status AS status,
  a.attempts AS attempts, a.since_ms AS since_ms, a.retry_at_ms AS retry_at_ms,
  a.history_received_at_ms AS previous_history_received_ms
FROM (
  SELECT id, platform, snapshot_ms, begun_ms
  FROM (SELECT {ids:Array(String)} AS id, {platforms:Array(String)} AS platform,
    {listed:Array(Int64)} AS snapshot_ms, {begun:Array(Int64)} AS begun_ms)
  ARRAY JOIN id, platform, snapshot_ms, begun_ms
) AS m
INNER JOIN ${historiesOfIds} AS h ON h.market_id = m.id
INNER JOIN ${tapes} AS t ON t.platform = m.platform AND t.partition = h.partition
LEFT JOIN (SELECT * FROM audits FINAL WHERE market_id IN {ids:Array(String)}) AS a
  ON a.market_id = m.id
WHERE ${isWithoutGaps} AND ${isTapeCompletePastSnapshot} ${auditSettings}`

interface HistoryAndAuditRow {
  readonly id: string
  readonly history_received_ms: number | string
  /** Empty without a previous audit. */
  readonly status: PreviousAudit['status'] | ''
  readonly attempts: number
  readonly since_ms: number | string | null
  readonly retry_at_ms: number | string | null
  readonly previous_history_received_ms: number | string
}

/** Returns those of the given snapshots whose trades are all in the store, according to watermarks without gaps. */
export async function queryComparableSnapshots(
  store: Store,
  epoch: number,
  snapshots: readonly VolumeSnapshot[],
): Promise<readonly ComparableSnapshot[]> {
  if (snapshots.length === 0) return []
  const rows = await store.query<HistoryAndAuditRow>(
    comparableSql,
    {
      ids: snapshots.map((snapshot) => snapshot.market_id),
      platforms: snapshots.map(({ platform }) => platform),
      listed: snapshots.map(({ snapshotMs }) => snapshotMs),
      begun: snapshots.map(({ begunMs }) => begunMs),
      first_version: toRowVersion(epoch, 0),
    },
    auditReadOptions,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return snapshots.flatMap((snapshot) => {
    const row = found.get(snapshot.market_id)
    if (!row) return []
    return [
      {
        ...snapshot,
        historyReceivedMs: Number(row.history_received_ms),
        previousAudit: toPreviousAudit(row),
      },
    ]
  })
}

function toPreviousAudit(row: HistoryAndAuditRow): PreviousAudit | null {
  if (row.status === '') return null
  const toMs = (value: number | string | null): number | null =>
    value === null ? null : Number(value)
  return {
    status: row.status,
    attempts: row.attempts,
    since_ms: toMs(row.since_ms),
    retry_at_ms: toMs(row.retry_at_ms),
    history_received_at_ms: Number(row.previous_history_received_ms),
  }
}
