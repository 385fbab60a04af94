// Wallets end to end: requested while their history is fetched and afterwards, on a platform that fails in
// every known way; all are compared with the simulator's data, and again after restarts, after everything
// was processed twice, and after the tables were rebuilt.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pLimit from 'p-limit'
import pino from 'pino'
import type { Market } from '../../schemas/generated/api.ts'
import { replayStage } from '../../services/compose/commands.ts'
import { createRandom, hashOf } from '../../simulator/random.ts'
import type { Truth } from '../../simulator/truth.ts'
import { sleep } from '../support/waiting.ts'
import { firstKeyOf, openTestService, testConfig, type TestService } from './service.ts'
import { createV1 } from './v1.ts'
import { faultsOfActivity, faultsOfPositions } from './wallet-checks.ts'
import { manyFaults, openWorld, seedOfRun, type World } from './world.ts'

const longestMs = 900_000
/** Of as many wallets at least is a watermark checked while the history is fetched. */
const minWatermarks = 5
/** The first question about a wallet waits for its past. */
const atOnce = pLimit(30)

const seed = seedOfRun('wallets')
const random = createRandom(hashOf(seed))

let dataDir: string
let world: World
let service: TestService
let apiKey: string
let stoppedMs = Infinity
/** What every wallet did and holds since the world stands still. */
const truths = new Map<
  string,
  {
    readonly activity: ReturnType<Truth['activity']>
    readonly positions: ReturnType<Truth['positions']>
  }
>()
/** Wallets whose positions were. */
const compared = new Set<string>()
const v1 = createV1(
  () => service.apiUrl,
  () => apiKey,
)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-wallets-'))
  world = await openWorld({
    seed,
    size: 0.1,
    activity: 0.1,
    historyDays: 1,
    wallets: 150,
    faults: manyFaults,
  })
  service = await openTestService(dataDir, world.url)
  apiKey = firstKeyOf(service)
}, longestMs)

afterAll(async () => {
  await service.stop()
  await world.close()
  await rm(dataDir, { recursive: true })
})

/** Every wallet, until nothing is wrong with any; what is wrong with the first ones otherwise. */
async function allWalletsAreTrue(): Promise<void> {
  compared.clear()
  const giveUpMs = Date.now() + longestMs * 0.8
  let left = [...truths.keys()]
  for (;;) {
    const markets = await v1.markets()
    const faults: string[] = []
    const wrong: string[] = []
    const check = async (address: string): Promise<void> => {
      const found = await faultsOf(address, markets)
      if (found.length > 0) wrong.push(address)
      faults.push(...found.map((fault) => `${address}: ${fault}`))
    }
    await Promise.all(left.map((address) => atOnce(() => check(address))))
    expect(service.fatal).toEqual([])
    if (wrong.length === 0) break
    if (Date.now() > giveUpMs) expect(faults.slice(0, 5)).toEqual([])
    left = wrong
    await sleep(500)
  }
  process.stdout.write(`positions of ${compared.size} of ${truths.size} wallets compared\n`)
  expect(compared.size).toBeGreaterThan(0.8 * truths.size)
}

async function faultsOf(
  address: string,
  markets: ReadonlyMap<string, Market>,
): Promise<readonly string[]> {
  const { completeUntilMs, gaps } = await v1.ok(`/v1/wallets/${address}/activity?limit=1`)
  if (gaps !== null) return [`gaps ${gaps}`]
  if (completeUntilMs < stoppedMs - 8_000) return [`${stoppedMs - completeUntilMs} ms behind`]
  const list = await v1.wallet(address)
  const truth = truths.get(address)
  if (!truth) throw new Error('no such wallet')
  const complete = truth.activity.filter(({ timestampMs }) => timestampMs < list.completeUntilMs)
  const faults = faultsOfActivity(complete, truth.activity, list.activity)
  // The last seconds before the clock was stopped are never covered by a watermark.
  if (complete.length < truth.activity.length) return faults
  compared.add(address)
  const positions = await v1.positions(address)
  return [...faults, ...faultsOfPositions(truth.positions, positions, markets)]
}

describe('while the history is fetched and trading continues', () => {
  it(
    'everything before the watermark of a wallet is there, and nothing false',
    async () => {
      const endMs = Date.now() + 10_000
      // on a busy machine the first wallets take long
      const giveUpMs = Date.now() + longestMs / 2
      const wallets = world.truth.wallets()
      let watermarks = 0
      const isOver = (): boolean =>
        Date.now() > endMs &&
        service.isBackfilled() &&
        (watermarks > minWatermarks || Date.now() > giveUpMs)
      for (; !isOver(); await sleep(50)) {
        expect(service.fatal).toEqual([])
        const { address = '' } = wallets[random.below(wallets.length)] ?? {}
        const { completeUntilMs, gaps, activity } = await v1.wallet(address, 20 + random.below(480))
        const truth = world.truth.activity(address)
        const before = (one: { readonly timestampMs: number }) => one.timestampMs < completeUntilMs
        const complete = gaps === null ? truth.filter(before) : []
        const ids = new Set(activity.map(({ id }) => id))
        expect(ids.size).toBe(activity.length)
        expect(complete.filter(({ id }) => !ids.has(id))).toEqual([])
        const known = new Set(truth.map(({ id }) => id))
        expect([...ids].filter((id) => !known.has(id))).toEqual([])
        if (complete.length > 0) watermarks += 1
      }
      process.stdout.write(`${watermarks} wallets with watermarks checked while it ran\n`)
      expect(watermarks).toBeGreaterThan(minWatermarks)
    },
    longestMs,
  )
})

describe('once the world stands still', () => {
  beforeAll(() => {
    stoppedMs = world.stopClock()
    process.stdout.write(`faults met: ${JSON.stringify(world.faultsMet())}\n`)
    world.setFaults([])
    for (const { address } of world.truth.wallets()) {
      const activity = world.truth.activity(address)
      truths.set(address, { activity, positions: world.truth.positions(address) })
    }
  }, longestMs)

  it(
    'every wallet did and holds what it really did and holds',
    async () => {
      await allWalletsAreTrue()
      const types = new Map<string, number>()
      let positions = 0
      for (const truth of truths.values()) {
        for (const { type } of truth.activity) types.set(type, (types.get(type) ?? 0) + 1)
        positions += truth.positions.length
      }
      process.stdout.write(
        `activity: ${JSON.stringify(Object.fromEntries(types))}, ${positions} positions\n`,
      )
      expect(new Set(types.keys())).toEqual(
        new Set(['TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'REWARD', 'CONVERSION']),
      )
      expect(positions).toBeGreaterThan(100)
    },
    longestMs,
  )

  it.each([
    ['every raw record was worked on twice', 'normalizer'],
    ['the tables were made anew', 'projector'],
  ] as const)(
    'and still after %s',
    async (_what, stage) => {
      await service.stop()
      const logger = pino({ level: 'silent' })
      const config = testConfig(dataDir, world.url)
      await replayStage(stage, { config, logger, now: () => Date.now() })
      service = await openTestService(dataDir, world.url)
      await allWalletsAreTrue()
    },
    longestMs,
  )
})
