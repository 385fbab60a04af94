// Queries of the auditor: the volume of the trades in the store, and the contents of the table audits.
import { parseDecimal, type Decimal } from '../../domain/money.ts'
import { outcomePriceSql } from '../../domain/price.ts'
import type { Store } from '../../lib/store/port.ts'
import type { PlatformName } from '../../platforms/identity.ts'
import { statedVolumeOf } from '../../platforms/identity.ts'
import type { VolumeSnapshot } from './due-markets.ts'
import type { PreviousAudit, AuditInput } from './judge.ts'

/** One thread per query, so that the comparison does not slow down the requests of the api. */
export const auditSettings = 'SETTINGS max_threads = 1'
export const auditReadOptions = { timeoutMs: 60_000 }

/** A platform may return a trade this much later than a volume that contains the trade. */
const tradeLagMs = 60_000
/**
 * By how much the volume of a snapshot may be outdated when the poller receives it, for open and for ended
 * markets.
 */
const snapshotLagMs = { open: 86_400_000, ended: 3_600_000 }

export type StoredVolume = Pick<AuditInput, 'held' | 'heldBefore' | 'trades'>

interface StoredVolumeRow {
  readonly market_id: string
  readonly contracts: string
  readonly contracts_before: string
  readonly dollars: string
  readonly dollars_before: string
  readonly trades: number | string
}

/**
 * The column `price` refers to the first outcome, but a platform's volume in dollars uses the price of the
 * traded outcome.
 */
const heldSql = `
SELECT market_id, toUInt64(count()) AS trades,
  toString(sumIf(size, at_ms < until_ms)) AS contracts,
  toString(sumIf(size, at_ms < before_ms)) AS contracts_before,
  toString(sumIf(size * outcome_price, at_ms < until_ms)) AS dollars,
  toString(sumIf(size * outcome_price, at_ms < before_ms)) AS dollars_before
FROM (
  SELECT market_id, size, ${outcomePriceSql('outcome')} AS outcome_price,
    toUnixTimestamp64Milli(ts) AS at_ms,
    transform(market_id, {ids:Array(String)}, {until:Array(Int64)}, toInt64(0)) AS until_ms,
    transform(market_id, {ids:Array(String)}, {before:Array(Int64)}, toInt64(0)) AS before_ms
  FROM trades FINAL WHERE market_id IN {ids:Array(String)}
) GROUP BY market_id ${auditSettings}`

/** Returns the volume of the stored trades of each market, by market id. A market without trades is not in the map. */
export async function queryStoredVolumes(
  store: Store,
  snapshots: readonly VolumeSnapshot[],
): Promise<ReadonlyMap<string, StoredVolume>> {
  if (snapshots.length === 0) return new Map()
  const snapshotLagOf = ({ hasEnded }: VolumeSnapshot): number =>
    hasEnded ? snapshotLagMs.ended : snapshotLagMs.open
  const rows = await store.query<StoredVolumeRow>(
    heldSql,
    {
      ids: snapshots.map((snapshot) => snapshot.market_id),
      until: snapshots.map(({ snapshotMs }) => snapshotMs + tradeLagMs),
      before: snapshots.map((snapshot) => snapshot.snapshotMs - snapshotLagOf(snapshot)),
    },
    auditReadOptions,
  )
  const units = new Map(
    snapshots.map(({ market_id: id, platform }) => [id, statedVolumeOf(platform)?.unit]),
  )
  return new Map(
    rows.map((row) => {
      const isDollars = units.get(row.market_id) === 'dollars'
      const toVolume = (contracts: string, dollars: string): Decimal =>
        parseDecimal(isDollars ? dollars : contracts) ?? '0'
      return [
        row.market_id,
        {
          held: toVolume(row.contracts, row.dollars),
          heldBefore: toVolume(row.contracts_before, row.dollars_before),
          trades: Number(row.trades),
        },
      ]
    }),
  )
}

export interface AuditStatusSummary {
  readonly platform: PlatformName
  readonly status: PreviousAudit['status']
  readonly unit: string
  readonly markets: number
  /** Sum of the absolute differences, in the unit of the volumes. */
  readonly difference: number
}

const countSql = `
SELECT platform, status, unit, toUInt32(count()) AS markets,
  toFloat64(sum(abs(difference))) AS difference
FROM audits FINAL GROUP BY platform, status, unit ${auditSettings}`

export function queryAuditCounts(store: Store): Promise<readonly AuditStatusSummary[]> {
  return store.query<AuditStatusSummary>(countSql, {}, auditReadOptions)
}

const projectedSql = `
SELECT toUInt32(count()) AS markets FROM audits FINAL
WHERE market_id IN {ids:Array(String)} AND audited_at_ms >= {at_ms:Int64} ${auditSettings}`

/** Returns whether the audits of these markets, made at `atMs` or later, are in the table. */
export async function areAuditsInTable(
  store: Store,
  ids: readonly string[],
  atMs: number,
): Promise<boolean> {
  const params = { ids, at_ms: atMs }
  const rows = await store.query<{ markets: number }>(projectedSql, params, auditReadOptions)
  return (rows[0]?.markets ?? 0) >= ids.length
}
