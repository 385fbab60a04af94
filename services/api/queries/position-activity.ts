// Query: all activity of a wallet that affects its positions, in pages, in the order that the positions reducer
// (services/domain/positions.ts) needs. A second query returns a version that changes whenever one of these rows
// changes.
import type { PositionActivity } from '../../domain/positions-order.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryPlainRows } from './plain-rows.ts'
import { transactionHashSql } from './transaction-hash.ts'

export interface PositionActivityRow extends PositionActivity {
  readonly market_id: string
  /**
   * `label` (of the outcome), `market_slug` and `title` (the question) are texts of the platform. Each may be
   * empty.
   */
  readonly label: string
  readonly market_slug: string
  readonly title: string
  /** Order among activity of the same time: acquisitions before disposals. */
  readonly rank: number
}

const activitySql = `
SELECT id, type, market_id, outcome AS outcome_index, label, side,
  market_slug, nullIf(wallet_activity.event_slug, '') AS event_slug, title,
  toString(price) AS price, toString(size) AS size,
  toString(ifNull(wallet_activity.usdc_size,
    toDecimal128(round(assumeNotNull(wallet_activity.price) * wallet_activity.size, 6), 6))) AS usdc_size,
  ${transactionHashSql('id')} AS tx_hash, toUnixTimestamp64Milli(ts) AS timestamp_ms,
  multiIf(type = 'SPLIT', 0, type = 'TRADE' AND side = 'buy', 1, type = 'CONVERSION', 2,
    type = 'TRADE', 3, type = 'MERGE', 4, 5) AS rank
FROM wallet_activity FINAL
WHERE wallet = {wallet:String} AND type != 'REWARD'
  AND ts >= fromUnixTimestamp64Milli({t:Int64}, 'UTC')
  AND (timestamp_ms, rank, tx_hash, id) > ({t:Int64}, {rank:Int16}, {tx:String}, {id:String})
ORDER BY timestamp_ms, rank, tx_hash, id LIMIT {n:UInt32}`

const rowsPerPage = 10_000

export async function* readPositionActivity(
  store: Store,
  wallet: string,
): AsyncGenerator<readonly PositionActivityRow[]> {
  let after = { t: 0, rank: -1, tx: '', id: '' }
  for (;;) {
    const rows = await queryPlainRows<PositionActivityRow>(store, activitySql, {
      wallet,
      ...after,
      n: rowsPerPage,
    })
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerPage) return
    after = { t: last.timestamp_ms, rank: last.rank, tx: last.tx_hash, id: last.id }
  }
}

/**
 * SQL: a version of all activity of a wallet. It can also change without new activity, because merges of ClickHouse
 * remove replaced rows.
 */
const versionSql = `
SELECT concat(toString(count()), '/', toString(sum(cityHash64(id, version)))) AS state
FROM wallet_activity WHERE wallet = {wallet:String} HAVING count() > 0`

/** Returns null if the wallet has no activity. */
export async function queryActivityVersion(store: Store, wallet: string): Promise<string | null> {
  const [row] = await store.query<{ readonly state: string }>(versionSql, { wallet })
  return row?.state ?? null
}
