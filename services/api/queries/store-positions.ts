// Queries: the positions of the store: for each partition of a topic, the offset up to which its records have rows in
// the tables (infra/clickhouse/010_store_positions.sql).
import { epochOf } from '../../domain/epochs.ts'
import type { Store } from '../../lib/store/port.ts'

const sql = 'SELECT topic, partition, log_id, position, version FROM store_positions FINAL'

interface Row {
  readonly topic: string
  readonly partition: number
  readonly log_id: string
  readonly position: number | string
  readonly version: number | string
}

/**
 * The state of the store at one time. A later state with another epoch or a smaller sum shows that the
 * tables were truncated, or replaced by an older copy.
 */
export interface StoreState {
  /** The number of replays that truncated the tables, and of rebuilds that replaced them. */
  readonly epoch: number
  /** The sum of all positions. */
  readonly positionSum: number
}

export interface StorePositions {
  readonly state: StoreState
  /**
   * Returns, by partition, the offset before which all records have their rows in the tables. A partition without a
   * known position is absent.
   */
  positionsOf(topic: string): ReadonlyMap<number, number>
}

/**
 * Returns the positions in the log with the identity `logId`, in the newest epoch. If the log has no identity yet
 * (null), it has no positions.
 */
export async function queryStorePositions(
  store: Store,
  logId: string | null,
): Promise<StorePositions> {
  const rows = await store.query<Row>(sql)
  const epoch = Math.max(0, ...rows.map(({ version }) => epochOf(Number(version))))
  const current = rows.filter(
    (row) => row.log_id === logId && epochOf(Number(row.version)) === epoch,
  )
  return {
    state: { epoch, positionSum: rows.reduce((sum, row) => sum + Number(row.position), 0) },
    positionsOf: (topic) =>
      new Map(
        current
          .filter((row) => row.topic === topic)
          .map((row) => [Number(row.partition), Number(row.position)]),
      ),
  }
}

/** SQL: the largest version and the sum of all positions. */
export const storeStateColumns =
  'toFloat64(max(version)) AS version, toFloat64(sum(position)) AS positions'
const stateSql = `SELECT ${storeStateColumns} FROM store_positions FINAL`

export async function queryStoreState(store: Store): Promise<StoreState> {
  const [row] = await store.query<{ version: number | string; positions: number | string }>(
    stateSql,
  )
  return toStoreState(Number(row?.version ?? 0), Number(row?.positions ?? 0))
}

export function toStoreState(largestVersion: number, positionSum: number): StoreState {
  return { epoch: epochOf(largestVersion), positionSum }
}

/** Whether a store in state `now` has all rows that it had in state `before`. */
export function hasKeptRows(before: StoreState, now: StoreState): boolean {
  return now.epoch === before.epoch && now.positionSum >= before.positionSum
}
