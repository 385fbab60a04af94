// Brings a store's tables to what this program expects: applies the numbered files of
// infra/clickhouse in order and remembers each with its checksum.
//
// The rule for such a file: every statement can be run again (IF NOT EXISTS, IF EXISTS, ADD COLUMN IF
// NOT EXISTS ...), because a process that dies in the middle of a file leaves the first statements done
// and the file not remembered, and because several processes may start at once. A file that has
// shipped is followed by another, never edited.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError, type Store } from './port.ts'
import { splitStatements } from './sql.ts'

export interface Migration {
  readonly number: number
  /** The file's name. */
  readonly name: string
  readonly checksum: string
  readonly statements: readonly string[]
}

/** The data and the program do not belong together; the message says what to do. */
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
      throw new MigrationError(`${name} has the number of ${migrations.at(-1)?.name}`)
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

/** Returns the names of the files that it applied. */
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
        `the store has been used by a newer oddslog (it has applied ${row.name}): start that one`,
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
  const todo = migrations.filter(({ number }) => !applied.has(number))
  for (const migration of todo) await apply(store, migration)
  return todo.map(({ name }) => name)
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
