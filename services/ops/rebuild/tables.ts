// The SQL statements of a rebuild that concern whole tables: listing tables, copying rows that the log no longer has,
// exchanging tables, and removing them.
import type { PartitionRange } from '../../lib/log/port.ts'
import type { Store } from '../../lib/store/port.ts'
import { databasesOf, readState, stateTable, writeState, type RebuildState } from './state.ts'

/** Tables that the log does not fill. `matches` has the rows of an earlier version of the table `market_matches`. */
const tablesNotRebuilt = ['migrations', 'matches', stateTable]
/**
 * The tables that are exchanged last. They state which records the other tables contain, so they must not become live
 * before all the other tables are live.
 */
const tablesExchangedLast = ['candle_marks', 'store_positions']

/** Lists the tables that a rebuild fills and exchanges, with their UUIDs, in the order of the exchange. */
export async function listTables(
  store: Store,
  database: string,
): Promise<readonly (readonly [name: string, uuid: string])[]> {
  const tables = await store.query<{ name: string; uuid: string }>(
    `SELECT name, toString(uuid) AS uuid FROM system.tables
     WHERE database = {database:String} AND engine LIKE '%MergeTree' AND name NOT IN {other:Array(String)}
     ORDER BY indexOf({last:Array(String)}, name), name`,
    { database, other: tablesNotRebuilt, last: tablesExchangedLast },
  )
  return tables.map(({ name, uuid }) => [name, uuid])
}

export interface TableSpace {
  readonly tableBytes: number
  /** Free space of the disk that has the least. */
  readonly freeBytes: number
}

export async function readSpace(store: Store, database: string): Promise<TableSpace> {
  const [size] = await store.query<{ bytes: number | string }>(
    'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = {database:String}',
    { database },
  )
  const [disk] = await store.query<{ bytes: number | string }>(
    'SELECT min(free_space) AS bytes FROM system.disks',
  )
  return { tableBytes: Number(size?.bytes ?? 0), freeBytes: Number(disk?.bytes ?? 0) }
}

/**
 * The tables that are filled from the topic `books`. Their column `version` is an offset in that topic, and the key of
 * their records is a market.
 */
const bookTables = ['books', 'quotes']

/**
 * Returns, by partition of `books`, the offset of the oldest order book from which the new tables were filled, or
 * would be filled.
 */
export function findOldestBooks(
  ranges: readonly PartitionRange[],
  state: RebuildState | null,
): ReadonlyMap<number, number> {
  return new Map(
    ranges
      .filter(({ topic }) => topic === 'books')
      .map(({ partition, low }) => [partition, state?.oldest_books[partition] ?? low]),
  )
}

/**
 * SQL condition: the market belongs to the partition (computed as in lib/log/partitioner.ts), and the row comes from a
 * record before the offset.
 */
const isOlderBook = `bitAnd(kafkaMurmurHash(market_id), 2147483647) % {partitions:UInt16} = {partition:UInt16}
  AND version < {offset:UInt64}`

/** Counts the rows that come from order books before the offsets in `oldestOffsets`, which is by partition. */
export async function countOlderBooks(
  liveStore: Store,
  oldestOffsets: ReadonlyMap<number, number>,
  partitions: number,
): Promise<number> {
  let rows = 0
  for (const table of bookTables)
    for (const [partition, offset] of oldestOffsets) {
      if (offset === 0) continue
      const [row] = await liveStore.query<{ rows: number | string }>(
        `SELECT count() AS rows FROM {table:Identifier} WHERE ${isOlderBook}`,
        { table, partition, offset, partitions },
      )
      rows += Number(row?.rows ?? 0)
    }
  return rows
}

/** Copies the rows that countOlderBooks() counts. Copying them again changes nothing. */
export async function copyOlderBooks(
  liveStore: Store,
  rebuiltDatabase: string,
  oldestOffsets: ReadonlyMap<number, number>,
  partitions: number,
): Promise<void> {
  for (const table of bookTables)
    for (const [partition, offset] of oldestOffsets) {
      if (offset === 0) continue
      await liveStore.command(
        `INSERT INTO {rebuilt:Identifier}.{table:Identifier} SELECT * FROM {table:Identifier} WHERE ${isOlderBook}`,
        { rebuilt: rebuiltDatabase, table, partition, offset, partitions },
      )
    }
}

/**
 * Exchanges the tables of the two databases, one after the other. Each exchange is atomic; a view inserts into
 * whichever tables are in its own database at that moment. Skips tables that are exchanged already, so the call may be
 * repeated.
 */
async function exchangeTables(
  store: Store,
  rebuiltDatabase: string,
  tables: readonly (readonly [name: string, uuid: string])[],
): Promise<void> {
  const { live } = await databasesOf(store)
  for (;;) {
    const current = new Map(await listTables(store, live))
    const left = tables.filter(([name, uuid]) => current.get(name) !== uuid)
    if (left.length === 0) return
    for (const [name] of left)
      await store.command(
        'EXCHANGE TABLES {live:Identifier}.{name:Identifier} AND {rebuilt:Identifier}.{name:Identifier}',
        { live, rebuilt: rebuiltDatabase, name },
      )
  }
}

/** Finishes an exchange that was interrupted. Must be called before a projector is opened. */
export async function finishExchange(store: Store): Promise<void> {
  const { rebuilt } = await databasesOf(store)
  const state = await readState(store, rebuilt)
  if (state?.phase !== 'exchanging') return
  await exchangeTables(store, rebuilt, state.tables)
  await writeState(store, rebuilt, { ...state, phase: 'exchanged' })
}

/**
 * Lists the tables and views of the database in the order in which they are removed; the table with the state is the
 * last.
 */
export async function listRemovable(store: Store, database: string): Promise<readonly string[]> {
  const tables = await store.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = {database:String}
     ORDER BY name = {state:String}, engine NOT LIKE '%View', name`,
    { database, state: stateTable },
  )
  return tables.map(({ name }) => name)
}

/**
 * Removes all tables of the database. The empty database stays: sessions of chDB that have used a database fail once
 * after it was dropped.
 */
export async function removeTables(store: Store, database: string): Promise<void> {
  for (const name of await listRemovable(store, database))
    await store.command(
      'DROP TABLE IF EXISTS {database:Identifier}.{name:Identifier} SYNC SETTINGS max_table_size_to_drop = 0',
      { database, name },
    )
}
