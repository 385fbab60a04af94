// A damaged embedded store: damage is found while the store is used and when it is opened, and the next opening
// repairs the store. Parts are damaged by hand.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenedStore } from '../../../services/lib/store/clickhouse.ts'
import { openRepairedStore, type Repair } from '../../../services/lib/store/repair.ts'
import { emptyMarks, overwriteRows, partsOf } from '../../support/damage-part.ts'
import { eventually, sleep } from '../../support/waiting.ts'

let parent: string
let dataDir: string
let nowMs: number
let repairs: Repair[]
let damages: string[]
let store: OpenedStore

async function open(): Promise<void> {
  store = await openRepairedStore({
    dataDir,
    keptTables: ['kept'],
    now: () => nowMs,
    onRepaired: (repair) => repairs.push(repair),
    onDamaged: (found) => damages.push(found),
  })
}

async function createTables(): Promise<void> {
  for (const table of ['derived', 'kept']) {
    // parts of different partitions are never merged
    await store.command(`CREATE TABLE IF NOT EXISTS ${table} (a UInt32, b String)
      ENGINE = ReplacingMergeTree ORDER BY a PARTITION BY intDiv(a, 100)`)
    const rows = [1, 2, 101, 102].map((a) => [a, `row ${a} of ${table}`])
    await store.insert(table, ['a', 'b'], rows)
  }
}

async function rowsOf(table: string): Promise<readonly number[]> {
  const rows = await store.query<{ a: number; b: string }>(`SELECT a, b FROM ${table} ORDER BY a`)
  return rows.map(({ a }) => a)
}

async function damage(table: string, how: (part: string) => Promise<void>): Promise<void> {
  const [part] = await partsOf(store, table)
  if (part === undefined) throw new Error(`${table} has no parts`)
  await how(part)
}

async function reopen(): Promise<void> {
  await store.close()
  await open()
}

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'oddslog-repair-'))
  dataDir = join(parent, 'store')
  nowMs = Date.UTC(2026, 10, 25)
  repairs = []
  damages = []
  await open()
  await createTables()
})
afterEach(async () => {
  await store.close()
  await rm(parent, { recursive: true })
})

describe('a store that is damaged while it is used', () => {
  it.each([
    ['without marks', emptyMarks, /^error 246: Empty marks file/],
    ['with overwritten rows', overwriteRows, /^error (40|432): /],
    ['without its rows', (part: string) => truncate(join(part, 'data.bin')), /^error 33: /],
    ['without a file', (part: string) => rm(join(part, 'data.bin')), /^error 107: .*data\.bin/],
  ])('reports a part %s once, and is repaired when it is opened again', async (_, how, message) => {
    await damage('derived', how)
    for (let read = 0; read < 2; read += 1)
      await expect(rowsOf('derived')).rejects.toMatchObject({
        retriable: true,
        message: expect.stringContaining('The store is damaged and will be repaired'),
      })
    await eventually(async () => expect(damages).toEqual([expect.stringMatching(message)]))
    expect(await rowsOf('kept')).toEqual([1, 2, 101, 102])

    await reopen()
    expect(repairs).toEqual([{ found: damages[0], movedTo: null }])
    expect(await rowsOf('derived')).toEqual([])
    expect(await rowsOf('kept')).toEqual([1, 2, 101, 102])
    await createTables()
    await reopen()
    expect(repairs).toHaveLength(1)
    expect(await rowsOf('derived')).toEqual([1, 2, 101, 102])
  })

  it('reports no damage for statements that fail for other reasons', async () => {
    const failing = [
      'SELECT a, b FROM derived GROUP BY ALL SETTINGS max_memory_usage = 1',
      'SELECT sleepEachRow(1), b FROM derived SETTINGS max_execution_time = 0.1, max_block_size = 1',
      'SELECT c FROM derived',
      'SELECT a FROM missing',
      "SELECT throwIf(a > 1, 'CORRUPTED_DATA') FROM derived",
    ]
    for (const sql of failing) await expect(store.query(sql)).rejects.toThrow()
    await reopen()
    expect([damages, repairs]).toEqual([[], []])
  })
})

describe('a store that was damaged while it was closed', () => {
  it('is repaired when a part cannot be read', async () => {
    const [part] = await partsOf(store, 'derived')
    await store.close()
    await emptyMarks(part ?? '')
    await open()
    const found = expect.stringMatching(
      /^unreadable parts at the start: derived: broken-on-start_0_/,
    )
    expect(repairs).toEqual([{ found, movedTo: null }])
    expect(await rowsOf('derived')).toEqual([])
    await reopen()
    expect(repairs).toHaveLength(1)
  })

  it('loses only the damaged parts of a table that is not in the log', async () => {
    await damage('kept', overwriteRows)
    await expect(rowsOf('kept')).rejects.toThrow('damaged')
    await reopen()
    expect(await rowsOf('kept')).toEqual([101, 102])
  })

  it('is not repaired if the parts from which a broken part was merged are there', async () => {
    await store.insert('derived', ['a', 'b'], [[3, 'later']])
    await store.command('OPTIMIZE TABLE derived FINAL')
    await sleep(3_000) // times of parts are in seconds
    const [merged] = await partsOf(store, 'derived')
    await store.close()
    await emptyMarks(merged ?? '')
    await open()
    expect(await rowsOf('derived')).toEqual([1, 2, 3, 101, 102])
    expect(repairs).toEqual([])
    expect(await store.query('SELECT name FROM system.detached_parts')).toEqual([])
  })

  it('is put aside when its tables cannot be loaded', async () => {
    const [table] = await store.query<{ path: string }>(
      "SELECT metadata_path AS path FROM system.tables WHERE name = 'derived'",
    )
    await store.close()
    await truncate(join(dataDir, table?.path.replace(`${dataDir}/`, '') ?? ''))
    await open()
    const movedTo = join(parent, 'store-damaged')
    expect(repairs).toEqual([{ found: expect.stringContaining('metadata file'), movedTo }])
    expect(await store.query('SHOW TABLES')).toEqual([])
    expect((await stat(join(movedTo, 'store'))).isDirectory()).toBe(true)
  })
})

describe('repairs', () => {
  async function damageAndReopen(): Promise<void> {
    await createTables()
    await damage('derived', emptyMarks)
    await expect(rowsOf('derived')).rejects.toThrow('damaged')
    await eventually(async () => expect(damages.length).toBeGreaterThan(repairs.length))
    await reopen()
  }

  it('end after three within an hour, with a reason that says what to do', async () => {
    for (let n = 0; n < 3; n += 1) await damageAndReopen()
    await expect(damageAndReopen()).rejects.toThrow(
      /damaged again after 3 repairs within an hour .*Empty marks.* delete that folder, and start again/,
    )
    await expect(open()).rejects.toThrow('damaged again')
    nowMs += 3_600_000
    await open()
    expect(repairs).toHaveLength(4)
  })
})
