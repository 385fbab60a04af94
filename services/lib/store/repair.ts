// Opens the embedded store, and repairs it first if it is damaged. A repair truncates the tables whose rows are in
// the log. Afterwards the projector rebuilds the store from the log, like a store that was lost
// (docs/decisions/037-damaged-store.md).
import { rename, rm } from 'node:fs/promises'
import { dropBrokenParts, findMissingRows } from './broken-parts.ts'
import { openStore, type OpenedStore, type StoreOptions } from './clickhouse.ts'
import { StoreError, type Store } from './port.ts'
import {
  readDamage,
  readRepairs,
  recordDamage,
  recordRepair,
  requireRepairAllowed,
} from './repairs.ts'

export interface Repair {
  /** What was damaged. */
  readonly found: string
  /**
   * Directory to which the store was moved because it could not be opened; null if only tables were
   * truncated.
   */
  readonly movedTo: string | null
}

export interface RepairOptions extends Pick<StoreOptions, 'onDeath' | 'onWait'> {
  readonly dataDir: string
  /** Tables with rows that are not in the log. Only their damaged parts are deleted. */
  readonly keptTables: readonly string[]
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onRepaired: (repair: Repair) => void
  /** Called once when damage is found after the opening. The store is repaired when it is opened again. */
  readonly onDamaged: (found: string) => void
}

/** Matches the engine's errors when it cannot load a database or a table. */
const unreadable = /metadata file|from file metadata\/|broken parts to remove/

/** Rejects with StoreDamaged if the store was repaired too often. */
export async function openRepairedStore(options: RepairOptions): Promise<OpenedStore> {
  const { dataDir, now, onRepaired } = options
  const recorded = await readDamage(dataDir)
  let store: OpenedStore
  try {
    store = await openAndWatchStore(options)
  } catch (error) {
    if (!(error instanceof Error) || !unreadable.test(error.message)) throw error
    await requireRepairAllowed(dataDir, error.message, now())
    return replaceStore(options, error.message)
  }
  const found = await closeOnError(store, async () => recorded ?? (await findMissingRows(store)))
  if (found === null) return store
  try {
    await requireRepairAllowed(dataDir, found, now())
    await repairTables(store, options.keptTables)
  } catch (error) {
    await store.close()
    if (error instanceof StoreError) return replaceStore(options, `${found}; ${error.message}`)
    throw error
  }
  // The next step starts a new chDB child: the old child still reports the errors of the tables that were
  // truncated.
  await store.close()
  await recordRepair(dataDir, found, now())
  onRepaired({ found, movedTo: null })
  return openAndWatchStore(options)
}

async function openAndWatchStore({
  dataDir,
  onDamaged,
  ...options
}: RepairOptions): Promise<OpenedStore> {
  let isReported = false
  return openStore({
    ...options,
    url: `chdb:${dataDir}`,
    onDamaged(found) {
      if (isReported) return
      isReported = true
      // if a full disk prevents the record, the damage is still reported, and a later start finds it again
      void recordDamage(dataDir, found)
        .catch(() => undefined)
        .then(() => onDamaged(found))
    },
  })
}

async function closeOnError<T>(store: OpenedStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Moves the directory of the store away, and opens an empty store in its place. */
async function replaceStore(options: RepairOptions, found: string): Promise<OpenedStore> {
  const { dataDir, now, onRepaired } = options
  const movedTo = `${dataDir}-damaged`
  const earlier = await readRepairs(dataDir)
  await rm(movedTo, { recursive: true, force: true })
  await rename(dataDir, movedTo)
  await recordRepair(dataDir, found, now(), earlier)
  onRepaired({ found, movedTo })
  return openAndWatchStore(options)
}

async function repairTables(store: Store, keptTables: readonly string[]): Promise<void> {
  const tables = await store.query<{ name: string }>(
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
  )
  for (const { name } of tables)
    if (keptTables.includes(name)) await dropDamagedParts(store, name)
    else
      await store.command('TRUNCATE TABLE {name:Identifier} SETTINGS max_table_size_to_drop = 0', {
        name,
      })
  await dropBrokenParts(store)
}

/** Drops the parts whose files do not match their checksums. */
async function dropDamagedParts(store: Store, table: string): Promise<void> {
  const parts = await store.query<{ part_path: string; is_passed: number }>(
    'CHECK TABLE {table:Identifier} SETTINGS check_query_single_value_result = 0',
    { table },
  )
  for (const { part_path, is_passed } of parts)
    if (is_passed === 0)
      await store.command('ALTER TABLE {table:Identifier} DROP PART {part:String}', {
        table,
        part: part_path,
      })
}
