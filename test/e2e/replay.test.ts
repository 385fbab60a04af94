// Everything can be rebuilt from the log: tables rebuilt from the unified topics are identical, and
// processing the raw topics again gives identical unified records.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pino from 'pino'
import { replayStage } from '../../services/compose/commands.ts'
import { openStore } from '../../services/lib/store/clickhouse.ts'
import { sleep } from '../support/waiting.ts'
import { openLogContents } from '../chaos/log-contents.ts'
import { caughtUp } from './caught-up.ts'
import { firstKeyOf, openTestService, testConfig, type TestService } from './service.ts'
import { createV1 } from './v1.ts'
import { openWorld, seedOfRun, type World } from './world.ts'
import type { Topic } from '../../services/topology.ts'

const seed = seedOfRun('replay')
const unified = ['markets', 'events', 'trades', 'books', 'wallet-activity'] as const

let dataDir: string
let world: World
/** Partition by partition: key and value of every record. */
type Contents = ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-replay-'))
  world = await openWorld({ seed, historyDays: 0, size: 0.1, activity: 1 })
  const service = await openTestService(dataDir, world.url)
  while (!service.isBackfilled() || !(await hasBooks(service))) await sleep(200)
  await askAboutWallets(service)
  // From now on the platforms send nothing new.
  world.setFaults([{ kind: 'reset', probability: 1 }])
  await caughtUp(service)
  await service.stop()
})

afterAll(async () => {
  await world.close()
  await rm(dataDir, { recursive: true })
})

/** History can be there before the first book was asked for. */
async function hasBooks({ adminUrl }: TestService): Promise<boolean> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return /^oddslog_poller_records_total\{.*topic="raw\.books"/m.test(text)
}

/** Those who did most, until all they did is there. */
async function askAboutWallets(service: TestService): Promise<void> {
  const v1 = createV1(
    () => service.apiUrl,
    () => firstKeyOf(service),
  )
  for (const { address } of world.truth.wallets().slice(0, 20))
    while (!(await v1.wallet(address)).isComplete) await sleep(200)
}

async function runUntilCaughtUp(): Promise<void> {
  const service = await openTestService(dataDir, world.url)
  await caughtUp(service)
  await service.stop()
}

const replayOptions = () => ({
  config: testConfig(dataDir, world.url),
  logger: pino({ level: 'silent' }),
  now: () => Date.now(),
})

/** Versions without the epoch of the replay. */
function valueOf(table: string, column: string): string {
  const hasEpoch = column === 'version' && (table === 'feeds' || table === 'wallet_feeds')
  return hasEpoch ? 'version % 1099511627776' : column
}

/** Every row of every table but store_positions and candle_marks, which is the projector's own memory; without written_at. */
async function readTables(): Promise<ReadonlyMap<string, readonly string[]>> {
  const store = await openStore({ url: `chdb:${join(dataDir, 'store')}` })
  try {
    const columns = await store.query<{ table: string; names: readonly string[] }>(
      `SELECT c.table AS table, groupArray(c.name) AS names FROM system.columns AS c
       INNER JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
       WHERE c.database = currentDatabase() AND t.engine LIKE '%MergeTree'
         -- matches: of versions before 009_platforms.sql, neither written nor read
         AND c.table NOT IN ('migrations', 'candle_marks', 'store_positions', 'matches')
         AND c.name != 'written_at' AND c.default_kind != 'EPHEMERAL'
       GROUP BY table ORDER BY table`,
    )
    const tables = new Map<string, readonly string[]>()
    for (const { table, names } of columns) {
      const rows = await store.query<{ line: string }>(
        `SELECT toString(tuple(${names.map((name) => valueOf(table, name)).join(', ')})) AS line
         FROM ${table} FINAL ORDER BY line`,
      )
      tables.set(
        table,
        rows.map(({ line }) => line),
      )
    }
    return tables
  } finally {
    await store.close()
  }
}

async function readTopics(names: readonly Topic[]): Promise<Contents> {
  const contents = await openLogContents(dataDir)
  const found = new Map<string, string[]>()
  try {
    for (const topic of names)
      for await (const { partition, key, value } of contents.records(topic)) {
        const place = `${topic}/${partition}`
        const records = found.get(place) ?? []
        records.push(`${key} ${value.toString('base64')}`)
        found.set(place, records)
      }
  } finally {
    await contents.close()
  }
  return found
}

it('tables rebuilt from the unified topics have the same rows', async () => {
  const before = await readTables()
  expect([...before.keys()]).toHaveLength(17)
  // volumes are compared three minutes after they were listed, and books that do not change for a minute are
  // noted, so these tables may be empty
  const filled = [...before].filter(([table]) => !['audits', 'book_sightings'].includes(table))
  for (const [table, rows] of filled) expect([table, rows.length > 0]).toEqual([table, true])
  const { truncatedTables } = await replayStage('projector', replayOptions())
  expect(truncatedTables).toContain('trades')
  expect((await readTables()).get('trades')).toEqual([])
  await runUntilCaughtUp()
  const after = await readTables()
  // the auditor goes on while the tables are rebuilt
  for (const [table, rows] of before)
    if (table !== 'audits') expect([table, after.get(table)]).toEqual([table, rows])
})

it('raw records worked on again give the same unified records, byte by byte', async () => {
  const before = await readTopics(unified)
  await replayStage('normalizer', replayOptions())
  await runUntilCaughtUp()
  const after = await readTopics(unified)
  let compared = 0
  for (const [place, first] of before) {
    const all = after.get(place) ?? []
    if (/^(trades|books|wallet-activity)\//.test(place)) {
      expect(all.slice(0, first.length)).toEqual(first)
      expect([place, all.slice(first.length)]).toEqual([place, first])
    } else {
      // The raw topic may have lost what was replaced: the newest of each key counts.
      expect([place, newestByKey(all)]).toEqual([place, newestByKey(first)])
    }
    compared += first.length
  }
  process.stdout.write(`${compared} unified records compared\n`)
  expect(compared).toBeGreaterThan(100)
})

function newestByKey(records: readonly string[]): readonly string[] {
  const newest = new Map(records.map((record) => [record.split(' ')[0], record]))
  return [...newest.values()].sort()
}
