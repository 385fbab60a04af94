// The state of a rebuild, in the table `rebuild` of the database with the new tables. The state is written before and
// after each step that a crash could interrupt, so that the next process knows what to do.
import type { Store } from '../../lib/store/port.ts'

/**
 * - `filling`: the new tables are being filled. The live ones are unchanged.
 * - `exchanging`: the tables are being exchanged. This must be finished before a projector is opened.
 * - `exchanged`: the second database has the old tables.
 * - `removing`: the tables of the second database are being removed.
 */
export type RebuildPhase = 'filling' | 'exchanging' | 'exchanged' | 'removing'

export interface RebuildState {
  readonly phase: RebuildPhase
  readonly owner: Owner
  /** Unix milliseconds: when the owner last wrote the state. */
  readonly reported_at_ms: number
  readonly started_at_ms: number
  /** The epoch of the new tables. */
  readonly epoch: number
  /**
   * By partition of the topic `books`, the offset of the oldest order book from which the new tables were filled. The
   * rows of older order books are copied from the live tables.
   */
  readonly oldest_books: Readonly<Record<string, number>>
  /** The UUIDs of the new tables, by name, in the order in which they are exchanged. */
  readonly tables: readonly (readonly [name: string, uuid: string])[]
}

/** The process that works on the rebuild. */
export interface Owner {
  readonly host: string
  readonly pid: number
  /** A random id of the process, because the operating system can use a `pid` again. */
  readonly id: string
}

export const stateTable = 'rebuild'

/** Returns the name of the store's database, and of the second database, which a rebuild adds. */
export async function databasesOf(
  store: Store,
): Promise<{ readonly live: string; readonly rebuilt: string }> {
  const [row] = await store.query<{ name: string }>('SELECT currentDatabase() AS name')
  const live = row?.name ?? ''
  return { live, rebuilt: `${live}_rebuild` }
}

/** Creates the table for the state in the database. */
export async function createStateTable(store: Store, database: string): Promise<void> {
  await store.command(
    `CREATE TABLE IF NOT EXISTS {database:Identifier}.rebuild (key UInt8, state String, version UInt64)
     ENGINE = ReplacingMergeTree(version) ORDER BY key
     SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
    { database },
  )
}

/**
 * Resolves with null if there is no such database, or if it has no state of a rebuild. In both cases nothing in the
 * database is needed.
 */
export async function readState(store: Store, database: string): Promise<RebuildState | null> {
  const [table] = await store.query(
    'SELECT 1 FROM system.tables WHERE database = {database:String} AND name = {table:String}',
    { database, table: stateTable },
  )
  if (table === undefined) return null
  const [row] = await store.query<{ state: string }>(
    'SELECT state FROM {database:Identifier}.rebuild FINAL',
    { database },
  )
  return row === undefined ? null : (JSON.parse(row.state) as RebuildState)
}

/** Writes the state, which is durable when the promise resolves. Calls must not overlap. */
export async function writeState(
  store: Store,
  database: string,
  state: RebuildState,
): Promise<void> {
  await store.command(
    `INSERT INTO {database:Identifier}.rebuild
     SELECT 1, {state:String}, (SELECT max(version) + 1 FROM {database:Identifier}.rebuild)`,
    { database, state: JSON.stringify(state) },
  )
}
