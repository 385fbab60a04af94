// A store that was lost, that is an older copy, or that is damaged while the service runs, is rebuilt from the log
// by itself. Meanwhile the service is not ready, and no watermark covers a trade that is not served yet. A store of
// another log is refused.
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import pino from 'pino'
import { replayStage } from '../../services/compose/commands.ts'
import { emptyFiles } from '../support/damage-part.ts'
import { openLogContents } from '../chaos/log-contents.ts'
import { isFound, sleep, until } from '../support/waiting.ts'
import { caughtUp } from './caught-up.ts'
import { firstKeyOf, openTestService, testConfig, type TestService } from './service.ts'
import { createV1, type V1 } from './v1.ts'
import { openWorld, seedOfRun, type World } from './world.ts'

const seed = seedOfRun('lost-store')
/** Markets that are compared between two pauses. */
const marketsAtATime = 10
const silence = [{ kind: 'reset', probability: 1 }] as const

let directory: string
let dataDir: string
let world: World
let apiKey = ''
/** Market id -> trade id -> Unix milliseconds: all trades in the log. */
let expected: ReadonlyMap<string, ReadonlyMap<string, number>>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-lost-store-'))
  dataDir = join(directory, 'data')
  world = await openWorld({ seed, historyDays: 0, size: 0.1, activity: 2 })
  const first = await openTestService(dataDir, world.url)
  apiKey = firstKeyOf(first)
  while (first.marketsBackfilled() === 0) await sleep(10)
  await first.stop()
  await cp(join(dataDir, 'store'), join(directory, 'older-store'), { recursive: true })
  const tradesBefore = countOf(await tradesInLog())
  const second = await openTestService(dataDir, world.url)
  while (!second.isBackfilled()) await sleep(200)
  // from now on nothing new is recorded
  world.setFaults(silence)
  await caughtUp(second)
  await second.stop()
  expected = await tradesInLog()
  expect(countOf(expected)).toBeGreaterThan(tradesBefore)
})

afterAll(async () => {
  await world.close()
  await rm(directory, { recursive: true })
})

const countOf = (trades: typeof expected): number =>
  [...trades.values()].reduce((sum, { size }) => sum + size, 0)

async function tradesInLog(): Promise<typeof expected> {
  const found = new Map<string, Map<string, number>>()
  const contents = await openLogContents(dataDir)
  try {
    for await (const { contents: record } of contents.records('trades')) {
      const { trade } = record
      if (trade === null) continue
      const trades = found.get(trade.market_id) ?? new Map<string, number>()
      found.set(trade.market_id, trades.set(trade.id, trade.timestamp_ms))
    }
  } finally {
    await contents.close()
  }
  return found
}

/** Compares markets with the log; returns the number of trades served, and the markets without a watermark. */
async function checkTrades(
  v1: V1,
  markets: Iterable<string>,
): Promise<{ readonly served: number; readonly uncovered: readonly string[] }> {
  let served = 0
  const uncovered: string[] = []
  for (const id of markets) {
    // a market that is not rebuilt yet
    if ((await v1.get(v1.pathOf(id))).status === 404) continue
    const answer = await v1.trades(id)
    const ids = new Set(answer.trades.map((trade) => trade.id))
    const missing = [...(expected.get(id) ?? [])].filter(
      ([trade, timeMs]) => timeMs < answer.completeUntilMs && !ids.has(trade),
    )
    expect([id, answer.completeUntilMs, missing]).toEqual([id, answer.completeUntilMs, []])
    served += ids.size
    if (!(answer.completeUntilMs > 0)) uncovered.push(id)
  }
  return { served, uncovered }
}

/** Compares a few markets at a time, all in turn, while the service is not ready. */
async function checkTradesUntilReady(v1: V1, service: TestService): Promise<void> {
  const ids = [...expected.keys()]
  let next = 0
  do {
    const some = Array.from(
      { length: marketsAtATime },
      (_, n) => ids[(next + n) % ids.length] ?? '',
    )
    next += marketsAtATime
    await checkTrades(v1, some)
    await sleep(200)
  } while (!(await isReady(service)))
}

async function isReady({ adminUrl }: TestService): Promise<boolean> {
  return (await fetch(`${adminUrl}/health/ready`)).status === 200
}

/**
 * Starts the service on whatever store there is, until it serves all trades again. `meanwhile` is called first,
 * while the service runs.
 */
async function expectRebuilt(
  meanwhile: (service: TestService) => Promise<void> = async () => undefined,
): Promise<void> {
  const service = await openTestService(dataDir, world.url)
  try {
    await meanwhile(service)
    const v1 = createV1(
      () => service.apiUrl,
      () => apiKey,
    )
    await checkTradesUntilReady(v1, service)
    await caughtUp(service)
    // the catalog of the api is refreshed every second
    await sleep(2_000)
    const { served, uncovered } = await checkTrades(v1, expected.keys())
    expect(served).toBe(countOf(expected))
    expect(uncovered).toEqual([])
    expect(service.fatal).toEqual([])
  } finally {
    await service.stop()
  }
}

it('rebuilds a store that was lost', async () => {
  await rm(join(dataDir, 'store'), { recursive: true })
  await expectRebuilt()
})

it('rebuilds what an older copy of the store lacks', async () => {
  await rm(join(dataDir, 'store'), { recursive: true })
  await rename(join(directory, 'older-store'), join(dataDir, 'store'))
  await expectRebuilt()
})

it('rebuilds a store that is damaged while the service runs', async () => {
  await expectRebuilt(async (service) => {
    await emptyFiles(join(dataDir, 'store'))
    const v1 = createV1(
      () => service.apiUrl,
      () => apiKey,
    )
    // the first read or merge that meets the damage makes the service start again
    while (service.starts === 1) {
      for (const id of expected.keys()) await v1.trades(id).catch(() => undefined)
      await sleep(100)
    }
    expect(service.errors.join()).toContain('the store is damaged')
    await until(() => isReady(service).then(isFound, () => false))
    const metrics = await (await fetch(`${service.adminUrl}/metrics`)).text()
    expect(metrics).toMatch(/^oddslog_store_repairs_total [1-9]/m)
  })
})

it('refuses a store of another log, until a replay truncates the store', async () => {
  await rm(join(dataDir, 'log'), { recursive: true })
  await expect(openTestService(dataDir, world.url)).rejects.toThrow(
    /the store belongs to another log .* npm start replay projector/,
  )
  const { truncatedTables } = await replayStage('projector', {
    config: testConfig(dataDir, world.url),
    logger: pino({ level: 'silent' }),
    now: () => Date.now(),
  })
  expect(truncatedTables).toContain('trades')
  const service = await openTestService(dataDir, world.url)
  await sleep(1_000)
  expect(service.fatal).toEqual([])
  await service.stop()
})
