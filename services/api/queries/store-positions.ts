// Query: how far the tables are written, per partition of a topic (infra/clickhouse/010_store_positions.sql).
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

export interface WrittenPositions {
  /** The number of replays that have truncated the tables. */
  readonly epoch: number
  /** The tables have the rows of all records before this position. Partitions of which nothing is known are absent. */
  positionsOf(topic: string): ReadonlyMap<number, number>
}

/** The positions of the newest epoch and of this log. Without an identity of the log there are none. */
export async function queryStorePositions(
  store: Store,
  logId: string | null,
): Promise<WrittenPositions> {
  const rows = await store.query<Row>(sql)
  const epoch = Math.max(0, ...rows.map(({ version }) => epochOf(Number(version))))
  const current = rows.filter(
    (row) => row.log_id === logId && epochOf(Number(row.version)) === epoch,
  )
  return {
    epoch,
    positionsOf: (topic) =>
      new Map(
        current
          .filter((row) => row.topic === topic)
          .map((row) => [Number(row.partition), Number(row.position)]),
      ),
  }
}
