// Everything can be rebuilt from the log: tables rebuilt from the unified topics are identical, and
// processing the raw topics again gives identical unified records. Facts that a wrong mapping has made are
// corrected while the service runs.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pino from 'pino'
import type { Market } from '../../schemas/generated/api.ts'
import { replayStage } from '../../services/compose/commands.ts'
import { openReadOnlyLog } from '../../services/compose/read-only-log.ts'
import { openStore } from '../../services/lib/store/clickhouse.ts'
import { eventually, sleep } from '../support/waiting.ts'
import { openLogContents } from '../chaos/log-contents.ts'
import { caughtUp } from './caught-up.ts'
import { runOps } from './ops.ts'
import { firstKeyOf, openTestService, testConfig, type TestService } from './service.ts'
import { createV1 } from './v1.ts'
import { openWorld, seedOfRun, type World } from './world.ts'
import { appendWrongFacts, wrongPrice, wrongQuestion } from './wrong-facts.ts'
import type { Topic } from '../../services/topology.ts'

const seed = seedOfRun('replay')
const unified = ['markets', 'events', 'trades', 'books', 'wallet-activity'] as const

let dataDir: string
let world: World
let apiKey: string
/** Before the first record, and within the retention of all topics. */
const from = new Date(Date.now() - 3_600_000).toISOString()
/** Partition by partition: key and value of every record. */
type Contents = ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-replay-'))
  world = await openWorld({ seed, historyDays: 0, size: 0.1, activity: 1 })
  const service = await openTestService(dataDir, world.url)
  apiKey = firstKeyOf(service)
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
    () => apiKey,
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

interface ReplaySummary {
  readonly topics: readonly {
    readonly topic: string
    readonly equal: number
    readonly different: number
    readonly new: number
  }[]
}

/** Runs `ops replay` for all records. Resolves with its output, and with the ends of the unified topics. */
async function replayAll(service: TestService, ...args: readonly string[]) {
  const command = ['replay', '--from', from, '--json', ...args]
  const { lines, exitCode } = await runOps(service, dataDir, command)
  expect(exitCode).toBe(0)
  const [last = ''] = lines.slice(-1)
  const { log } = await openReadOnlyLog(replayOptions())
  const ends = await Promise.all(unified.map((topic) => log.ranges(`pm.${topic}`)))
  await log.close()
  return { differences: lines.length - 1, summary: JSON.parse(last) as ReplaySummary, ends }
}

it('a replay of a range corrects what a wrong mapping has made, while the service runs', async () => {
  const { marketId, question, prices, bestBid } = await appendWrongFacts(dataDir)
  const service = await openTestService(dataDir, world.url)
  await caughtUp(service)
  const v1 = createV1(
    () => service.apiUrl,
    () => apiKey,
  )
  const expectAnswers = (answers: object) =>
    eventually(
      async () =>
        expect({
          question: (await v1.ok<Market>(v1.pathOf(marketId))).body.question,
          prices: (await v1.trades(marketId)).trades
            .map(({ price }) => price)
            .sort((a, b) => a - b),
          lowest: Math.min(...(await v1.candles(marketId, '1h')).map(({ low }) => low)),
          bestBid: (await v1.orderBook(marketId))?.bids[0]?.price,
        }).toEqual(answers),
      { everyMs: 500 },
    )
  await expectAnswers({
    question: wrongQuestion,
    prices: prices.map(() => wrongPrice),
    lowest: wrongPrice,
    bestBid: wrongPrice,
  })

  const dryRun = await replayAll(service, '--dry-run')
  expect(dryRun.differences).toBeGreaterThan(prices.length)
  expect(dryRun.summary.topics).toContainEqual(
    expect.objectContaining({ topic: 'raw.trades', different: prices.length, new: 0 }),
  )
  const corrected = await replayAll(service)
  expect(corrected.summary).toEqual({ ...dryRun.summary, dry_run: false })
  expect(corrected.ends).not.toEqual(dryRun.ends)
  await expectAnswers({ question, prices, lowest: prices[0], bestBid })

  const again = await replayAll(service)
  const results = again.summary.topics.map((one) => [
    one.topic,
    { isEqual: one.equal > 0, different: one.different, new: one.new },
  ])
  const nothing = { isEqual: true, different: 0, new: 0 }
  expect(Object.fromEntries(results)).toEqual({
    'raw.markets': nothing,
    'raw.trades': nothing,
    'raw.books': nothing,
    'raw.wallets': nothing,
  })
  expect(again.ends).toEqual(corrected.ends)
  await service.stop()
})
