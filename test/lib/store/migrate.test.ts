// Migrations on the real engine: first start, older directory, crash in the middle, files changed or gone.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, readMigrations } from '../../../services/lib/store/migrate.ts'
import { openTemporaryStore, type TemporaryStore } from './temporary-store.ts'

let temporary: TemporaryStore
let directory: string

beforeEach(async () => {
  temporary = await openTemporaryStore()
  directory = await mkdtemp(join(tmpdir(), 'oddslog-migrations-'))
})
afterEach(async () => {
  await temporary.dispose()
  await rm(directory, { recursive: true, force: true })
})

const first = `-- a comment; with a semicolon
CREATE TABLE IF NOT EXISTS t (a UInt32, b String DEFAULT 'x;y') ENGINE = MergeTree ORDER BY a;

/* and ; another */
CREATE TABLE IF NOT EXISTS u (a UInt32) ENGINE = MergeTree ORDER BY a;
`
const second = `ALTER TABLE t ADD COLUMN IF NOT EXISTS c UInt8 DEFAULT 7;
CREATE MATERIALIZED VIEW IF NOT EXISTS t_to_u TO u AS SELECT a FROM t;`

async function write(name: string, sql: string): Promise<void> {
  await writeFile(join(directory, name), sql)
}

async function migrateAll(): Promise<readonly string[]> {
  return migrate(temporary.store, await readMigrations(directory))
}

describe('migrate', () => {
  it('brings an older directory with rows in it up to date, once', async () => {
    const { store } = temporary
    await write('001_tables.sql', first)
    expect(await migrateAll()).toEqual(['001_tables.sql'])
    await store.insert('t', ['a'], [[1], [2]])

    await write('002_more.sql', second)
    expect(await migrateAll()).toEqual(['002_more.sql'])
    await store.insert('t', ['a', 'b', 'c'], [[3, 'z', 9]])
    expect(await store.query('SELECT * FROM t ORDER BY a')).toEqual([
      { a: 1, b: 'x;y', c: 7 },
      { a: 2, b: 'x;y', c: 7 },
      { a: 3, b: 'z', c: 9 },
    ])
    expect(await store.query('SELECT a FROM u')).toEqual([{ a: 3 }])
    expect(await migrateAll()).toEqual([])
  })

  it('goes on where a file failed or a process died in the middle', async () => {
    await write('001_tables.sql', `${first}\nSELECT throwIf(1, 'boom');`)
    await expect(migrateAll()).rejects.toThrow(/001_tables\.sql failed: .*boom/s)
    await write('001_tables.sql', first)
    expect(await migrateAll()).toEqual(['001_tables.sql'])
  })

  it('refuses a file that was changed after it was applied', async () => {
    await write('001_tables.sql', first)
    await migrateAll()
    await write('001_tables.sql', first.replace('UInt32', 'UInt64'))
    await expect(migrateAll()).rejects.toThrow(/001_tables\.sql is not the file that was applied/)
  })

  it('refuses a store that a newer program has used', async () => {
    await write('001_tables.sql', first)
    await write('002_more.sql', second)
    await migrateAll()
    await rm(join(directory, '002_more.sql'))
    await expect(migrateAll()).rejects.toThrow(/newer version of oddslog .*\(with 002_more\.sql\)/)
  })

  it('does not mind several processes at once', async () => {
    await write('001_tables.sql', first)
    await write('002_more.sql', second)
    await Promise.all(Array.from({ length: 4 }, () => migrateAll()))
    const rows = await temporary.store.query(
      'SELECT number, name FROM migrations FINAL ORDER BY number',
    )
    expect(rows).toEqual([
      { number: 1, name: '001_tables.sql' },
      { number: 2, name: '002_more.sql' },
    ])
  })

  it('applies the shipped files, and finds nothing to do afterwards', async () => {
    const shipped = await readMigrations('infra/clickhouse')
    expect(shipped.length).toBeGreaterThan(3)
    expect(await migrate(temporary.store, shipped)).toEqual(shipped.map(({ name }) => name))
    expect(await migrate(temporary.store, shipped)).toEqual([])
  })

  it('could run every shipped statement twice', async () => {
    for (const { statements } of await readMigrations('infra/clickhouse')) {
      for (const statement of statements) {
        await temporary.store.command(statement)
        await temporary.store.command(statement)
      }
    }
  })
})

describe('readMigrations', () => {
  it('refuses names without a number, and a number twice', async () => {
    await write('first.sql', first)
    await expect(readMigrations(directory)).rejects.toThrow(/first\.sql is not named/)
    await rm(join(directory, 'first.sql'))
    await write('001_a.sql', first)
    await write('001_b.sql', first)
    await expect(readMigrations(directory)).rejects.toThrow(
      /001_b\.sql has the same number as 001_a\.sql/,
    )
  })

  it('does not see how lines end', async () => {
    await write('001_a.sql', first)
    const [unix] = await readMigrations(directory)
    await write('001_a.sql', first.replaceAll('\n', '\r\n'))
    const [windows] = await readMigrations(directory)
    expect(windows).toEqual(unix)
  })
})
