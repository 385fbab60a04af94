// The operator's `replay`: sets a stage back to the oldest record that the log keeps, so that it does
// all its work again the next time the service starts. For a mapping that was mended (normalizer), or
// tables to be made anew (projector). Not while the service runs.
import type { EventLog, Position } from '../platform/log/port.ts'
import type { Store } from '../platform/store/port.ts'
import { roles } from '../topology.ts'

export type ReplayableStage = 'normalizer' | 'projector'

export interface Replayed {
  /** Records that the stage will be given again, at most. */
  readonly records: number
  readonly emptiedTables: readonly string[]
}

export async function replay(options: {
  readonly stage: ReplayableStage
  readonly log: EventLog
  /** Whose tables are to be made anew; null: none. */
  readonly emptied: Store | null
  readonly topicPrefix: string
}): Promise<Replayed> {
  const { stage, log, emptied, topicPrefix } = options
  const { group, reads } = roles[stage]
  const positions: Position[] = []
  let records = 0
  for (const topic of reads)
    for (const { topic: name, partition, low, high } of await log.ranges(topicPrefix + topic)) {
      positions.push({ topic: name, partition, offset: low })
      records += high - low
    }
  // In this order: records that come again over full tables change nothing, empty tables without them do.
  await log.reset(topicPrefix + group, positions)
  return { records, emptiedTables: emptied ? await emptyTables(emptied) : [] }
}

/**
 * Not emptied: what may hold more than the log, whose books are kept for a month. Rows that come again
 * replace themselves there.
 */
const keptTables = ['migrations', 'quotes', 'market_latest']

async function emptyTables(store: Store): Promise<readonly string[]> {
  const tables = await store.query<{ name: string }>(
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name NOT IN {kept:Array(String)}
     ORDER BY name`,
    { kept: keptTables },
  )
  for (const { name } of tables) await store.command('TRUNCATE TABLE {name:Identifier}', { name })
  return tables.map(({ name }) => name)
}
