// Query: the epoch of the tables, which a replay of the projector increments when it truncates them, and a rebuild
// when it replaces them.
import { epochOf } from '../../domain/epochs.ts'
import type { Store } from '../../lib/store/port.ts'

/**
 * SQL: the first version of the current epoch. Rows of `feeds` and `wallet_feeds` with smaller versions belong
 * to an earlier epoch.
 */
export const firstVersionOfEpoch =
  '(SELECT bitShiftLeft(bitShiftRight(max(version), 40), 40) FROM store_positions)'

const sql = `SELECT ${firstVersionOfEpoch} AS first_version`

export async function queryStoreEpoch(store: Store): Promise<number> {
  const [row] = await store.query<{ readonly first_version: number | string }>(sql)
  return epochOf(Number(row?.first_version ?? 0))
}
