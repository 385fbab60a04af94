// Migrates the tables of a store to the schema of this program version: applies the numbered files of
// infra/clickhouse in order and records each with its checksum in the table `migrations`.
//
// Rules for migration files:
// 1. Every statement is idempotent (IF NOT EXISTS, IF EXISTS, ADD COLUMN IF NOT EXISTS ...). A process
//    that dies in the middle of a file leaves some statements executed and the file unrecorded, and
//    several processes may migrate at the same time.
// 2. A released file is never edited; changes go into a new file.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError, type Store } from './port.ts'
import { splitStatements } from './sql.ts'

export interface Migration {
  readonly number: number
  /** Name of the file. */
  readonly name: string
  readonly checksum: string
  readonly statements: readonly string[]
}

/**
 * The store and the migration files of this program do not fit together. The message tells operators what
 * to do.
 */
export class MigrationError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'MigrationError'
  }
}

const fileName = /^(\d{3})_[a-z0-9_]+\.sql$/

export async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  for (const name of names) {
    const digits = fileName.exec(name)?.[1]
    if (digits === undefined) throw new MigrationError(`${name} is not named NNN_name.sql`)
    const number = Number(digits)
    if (migrations.at(-1)?.number === number) {
      throw new MigrationError(`${name} has the same number as ${migrations.at(-1)?.name}`)
    }
    const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
    migrations.push({
      number,
      name,
      checksum: createHash('sha256').update(sql).digest('hex'),
      statements: splitStatements(sql),
    })
  }
  return migrations
}

const createTable = `
CREATE TABLE IF NOT EXISTS migrations (
  number UInt16, name String, checksum String, applied_at DateTime('UTC') DEFAULT now('UTC')
) ENGINE = ReplacingMergeTree(applied_at) ORDER BY number
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

/** Applies the missing migration files, and returns their names. */
export async function migrate(
  store: Store,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  await store.command(createTable)
  const rows = await store.query<{ number: number; name: string; checksum: string }>(
    'SELECT number, name, checksum FROM migrations FINAL ORDER BY number',
  )
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const row of rows) {
    const migration = known.get(row.number)
    if (migration === undefined) {
      throw new MigrationError(
        `a newer version of oddslog has migrated the store (with ${row.name}): start that version`,
      )
    }
    if (migration.checksum !== row.checksum) {
      throw new MigrationError(
        `${migration.name} is not the file that was applied to this store (${row.name}): ` +
          'restore it, and put the change into a new file',
      )
    }
  }
  const applied = new Set(rows.map((row) => row.number))
  const pending = migrations.filter(({ number }) => !applied.has(number))
  for (const migration of pending) await apply(store, migration)
  return pending.map(({ name }) => name)
}

async function apply(
  store: Store,
  { number, name, checksum, statements }: Migration,
): Promise<void> {
  for (const statement of statements) {
    try {
      await store.command(statement)
    } catch (cause) {
      if (!(cause instanceof StoreError)) throw cause
      throw new MigrationError(`${name} failed: ${cause.message}`, { cause })
    }
  }
  await store.insert('migrations', ['number', 'name', 'checksum'], [[number, name, checksum]])
}
