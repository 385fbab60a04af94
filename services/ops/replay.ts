// The operator command `replay`. It resets the offsets of a stage to the oldest records in the log, so that
// the stage processes all records again after the next start. Operators use it after a mapping has been
// corrected (normalizer) or to rebuild the tables (projector). The service must not run at the same time.
import type { EventLog, Partition, Position } from '../lib/log/port.ts'
import type { Store } from '../lib/store/port.ts'
import { roles } from '../topology.ts'

export type ReplayableStage = 'normalizer' | 'projector'

export interface StoreToTruncate {
  readonly store: Store
  /**
   * Begins a new epoch for these partitions. Progress for these partitions that a projector of an earlier epoch still
   * writes has no effect.
   */
  readonly beginEpoch: (partitions: readonly Partition[]) => Promise<void>
}

export interface ReplayResult {
  /** Maximum number of records that the stage will process again. */
  readonly records: number
  readonly truncatedTables: readonly string[]
}

export async function replay(options: {
  readonly stage: ReplayableStage
  readonly log: EventLog
  /** The store whose tables are truncated, so that the stage rebuilds them. null: no tables are truncated. */
  readonly storeToTruncate: StoreToTruncate | null
  readonly topicPrefix: string
}): Promise<ReplayResult> {
  const { stage, log, storeToTruncate, topicPrefix } = options
  const { group, reads } = roles[stage]
  const positions: Position[] = []
  let records = 0
  for (const topic of reads)
    for (const { topic: name, partition, low, high } of await log.ranges(topicPrefix + topic)) {
      positions.push({ topic: name, partition, offset: low })
      records += high - low
    }
  // The offsets are reset before the tables are truncated. If the command fails in between, the replay writes
  // the same rows again, which changes nothing. In the other order, a failure would lose the rows of the
  // tables.
  await log.reset(topicPrefix + group, positions)
  if (!storeToTruncate) return { records, truncatedTables: [] }
  const { store, beginEpoch } = storeToTruncate
  const partitions = positions.map(({ topic, partition }) => ({
    topic: topic.slice(topicPrefix.length),
    partition,
  }))
  await beginEpoch(partitions)
  return { records, truncatedTables: await truncateTables(store) }
}

/**
 * Tables with rows that are not in the log. `migrations` does not come from the log. Some rows of `quotes` and
 * `market_latest` come from order books that the log no longer has (the log keeps order books for 30 days); replayed
 * records replace the other rows.
 */
export const tablesBeyondLog = ['migrations', 'quotes', 'market_latest']

/**
 * Tables that are not truncated. `store_positions` and `candle_marks` already contain the new epoch of this
 * replay.
 */
const excludedTables = [...tablesBeyondLog, 'store_positions', 'candle_marks']

/** Truncates all tables except `excludedTables` and resolves with their names. */
async function truncateTables(store: Store): Promise<readonly string[]> {
  const tables = await store.query<{ name: string }>(
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name NOT IN {excluded:Array(String)}
     ORDER BY name`,
    { excluded: excludedTables },
  )
  for (const { name } of tables) await store.command('TRUNCATE TABLE {name:Identifier}', { name })
  return tables.map(({ name }) => name)
}
