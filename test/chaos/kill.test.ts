// The program and its store child are killed repeatedly, at start, while history is fetched and later: the
// result is that of an undisturbed run. Then the program is restarted without its tables. A client that follows all
// trades by cursor meanwhile ends with the trades that the simulator has made, each once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { AuditedMarket, Candle, OrderBook, Trade } from '../../schemas/generated/api.ts'
import { createRandom, hashOf } from '../../simulator/random.ts'
import type { TrueMarket } from '../../simulator/truth.ts'
import { sleep, until } from '../support/waiting.ts'
import { expectedTrades, idOf } from '../e2e/expected.ts'
import { faultsOfPrice, faultsOfTrades } from '../e2e/checks.ts'
import { sortMarkets, type SortedMarkets } from '../e2e/excluded-markets.ts'
import { firstKeyOf, noLimits, openTestService, type TestService } from '../e2e/service.ts'
import { createV1, type V1 } from '../e2e/v1.ts'
import { openWorld, seedOfRun, type World } from '../e2e/world.ts'
import {
  createKey,
  listKeys,
  logIn,
  revokeKey,
  signUp,
  statusWith,
  type SignedUp,
} from '../support/accounts.ts'
import { followByCursor, type CursorFollower } from './cursor-follower.ts'
import { openLogContents } from './log-contents.ts'
import { killsOfRun, startProgram, type Program } from './program.ts'

const kills = killsOfRun(9)
const longestMs = 800_000 + kills * 10_000
/** Every third one hits the store child alone. */
const isOfStore = (kill: number): boolean => kill % 3 === 2
/** Every other time it is killed at most so long after it was started, else after it was ready. */
const maxLifetimeMs = 2_500

const seed = seedOfRun('kill')
const random = createRandom(hashOf(seed))

let dataDir: string
let idleDir: string
let world: World
let program: Program
let undisturbed: TestService | null = null
let sorted: SortedMarkets
const disturbedV1 = createV1(
  () => disturbedUrl,
  () => customer.apiKey,
)
const undisturbedV1 = createV1(
  () => undisturbed?.apiUrl ?? '',
  () => undisturbedKey,
)
let disturbedUrl = ''
/** Signed up before the first kill; the second key was revoked before it, too. */
let customer: SignedUp
let follower: CursorFollower
let revokedKey: string
let undisturbedKey: string

function start(): Program {
  const ports = { PORT: '0', ADMIN_PORT: '0', SIMULATOR_PORT: '0', LOG_LEVEL: 'error' }
  const variables = { DATA_DIR: dataDir, ...ports, ...noLimits, SIMULATOR_URL: world.url }
  return startProgram(variables)
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-killed-'))
  idleDir = await mkdtemp(join(tmpdir(), 'oddslog-undisturbed-'))
  world = await openWorld({
    seed,
    historyDays: 0,
    size: 0.1,
    activity: 1.5,
    liveDays: 1,
    faults: [
      { kind: 'rate-limit', probability: 0.02 },
      { kind: 'server-error', probability: 0.02 },
      { kind: 'reset', probability: 0.02 },
      { kind: 'cut', probability: 0.02 },
      { kind: 'shuffled', probability: 0.05 },
    ],
    late: { fraction: 0.2, maxMs: 4_000 },
  })
})

afterAll(async () => {
  await follower.stop().catch(() => undefined)
  program.signal('SIGKILL')
  await Promise.all([program.exit, undisturbed?.stop(), world.close()])
  for (const dir of [dataDir, idleDir])
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
})

async function openAccount(url: string): Promise<void> {
  customer = await signUp(url)
  const token = await logIn(url, customer)
  const second = await createKey(url, token, 'revoked before the first kill')
  await revokeKey(url, token, second.id)
  revokedKey = second.apiKey
}

async function killAll(): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  const count = (what: string): void => {
    done[what] = (done[what] ?? 0) + 1
  }
  program = start()
  await openAccount(await program.apiUrl)
  follower = followByCursor(() => program.apiUrl, customer.apiKey)
  for (let kill = 0; kill < kills; kill += 1) {
    if (kill % 2 === 0) await program.apiUrl
    await sleep(random.below(maxLifetimeMs))
    const when = program.stdout().includes('The api is at') ? 'running' : 'starting'
    const storePid = isOfStore(kill) ? program.storePid() : null
    if (storePid !== null) {
      process.kill(storePid, 'SIGKILL')
      count(`store while ${when}`)
      continue
    }
    program.signal('SIGKILL')
    const { signal, code } = await program.exit
    if (signal !== 'SIGKILL') throw new Error(`ended by itself, ${code}: ${program.stderr()}`)
    count(`program while ${when}`)
    program = start()
  }
  return done
}

interface MarketState {
  readonly trades: readonly Trade[]
  readonly market: object
  readonly bids: OrderBook['bids'] | undefined
  readonly asks: OrderBook['asks'] | undefined
  readonly minutes: readonly object[]
  readonly hours: readonly object[]
}

/**
 * Everything that /v1 says of a market, except the watermarks, and the price now: where the
 * book is too wide to be one, that is an older quote, which only one of the two may have seen. Nor
 * the best bid and ask: they are the book's or the list's, whichever was heard later, and lists tell
 * figures of a moment ago; the book of an open market is compared by itself. That of a market that has
 * ended may have been requested before or after its end, by either of the two. The
 * last day's volume of a market that has ended shrinks as the day passes, and is asked for again only
 * when that day is over, which no run here sees: until then it is as of when each of the two asked. The
 * audit is as of when each compared the market; no audit finds a difference.
 */
async function stateOf(v1: V1, id: string): Promise<MarketState> {
  const [{ body: market }, { trades }, minutes, hours, book] = await Promise.all([
    v1.ok<AuditedMarket>(v1.pathOf(id)),
    v1.trades(id),
    v1.candles(id, '1m'),
    v1.candles(id, '1h'),
    v1.orderBook(id),
  ])
  expect(market.data_quality?.status ?? 'agrees').toBe('agrees')
  const withoutFinality = (candles: readonly Candle[]) =>
    candles.map((candle) => ({ ...candle, is_final: null }))
  return {
    trades,
    market: {
      ...market,
      data_quality: null,
      outcomes: market.outcomes.map(({ label }) => label),
      ...(market.status === 'open' ? {} : { volume_24h: null }),
      platforms: market.platforms.map(({ native_id: nativeId, volume_24h: volume }, i) =>
        i === 0 && market.status === 'open' ? { nativeId, volume } : { nativeId },
      ),
    },
    bids: market.status === 'open' ? book?.bids : undefined,
    asks: market.status === 'open' ? book?.asks : undefined,
    minutes: withoutFinality(minutes),
    hours: withoutFinality(hours),
  }
}

describe('killed and started again', () => {
  beforeAll(async () => {
    const done = await killAll()
    process.stdout.write(`kills: ${JSON.stringify(done)}\n`)
    undisturbed = await openTestService(idleDir, world.url)
    undisturbedKey = firstKeyOf(undisturbed)
    while (!undisturbed.isBackfilled()) await sleep(200)
    world.stopClock()
    world.setFaults([])
    sorted = await sortMarkets(world)
    // Both poll everything that is listed once more, and the program rebuilds its tables from the log.
    program.signal('SIGTERM')
    await program.exit
    await rm(join(dataDir, 'store'), { recursive: true })
    program = start()
    await undisturbed.stop()
    undisturbed = await openTestService(idleDir, world.url)
    disturbedUrl = await program.apiUrl
  }, longestMs)

  it(
    'ends with what an undisturbed run ends with: markets, trades, candles, books',
    async () => {
      const giveUpMs = Date.now() + longestMs - 50_000
      const waiting = new Map(sorted.served.map((market) => [idOf(market), market]))
      let difference = ''
      while (waiting.size > 0 && Date.now() < giveUpMs) {
        for (const [id, market] of waiting) {
          try {
            const one = await stateOf(disturbedV1, id)
            expect(one).toEqual(await stateOf(undisturbedV1, id))
            const list = { completeUntilMs: world.now() - 8_000, gaps: null, trades: one.trades }
            expect(faultsOfTrades(expectedTrades(world.truth, market), list)).toEqual([])
            const nowS = Math.floor(world.now() / 1000)
            const { faults } = await faultsOfPrice(disturbedV1, world, market, nowS)
            expect(faults).toEqual([])
            waiting.delete(id)
          } catch (error) {
            difference = `${id}: ${error instanceof Error ? error.message : String(error)}`
          }
        }
        if (waiting.size > 0) await sleep(1_000)
      }
      expect([waiting.size, waiting.size > 0 ? difference : '']).toEqual([0, ''])
      const all = await Promise.all([disturbedV1.markets(), undisturbedV1.markets()])
      expect([...all[0].keys()].sort()).toEqual([...all[1].keys()].sort())
    },
    longestMs,
  )

  it(
    'every watermark gets as far as it can be',
    async () => {
      const giveUpMs = Date.now() + longestMs - 50_000
      let behind = sorted.served.map(idOf)
      while (behind.length > 0 && Date.now() < giveUpMs) {
        const left: string[] = []
        for (const id of behind) {
          const path = `${disturbedV1.pathOf(id)}/trades?limit=1`
          const { completeUntilMs, gaps } = await disturbedV1.ok(path)
          if (completeUntilMs < world.now() - 8_000 || gaps !== null) left.push(id)
        }
        behind = left
        if (behind.length > 0) await sleep(1_000)
      }
      expect(behind).toEqual([])
    },
    longestMs,
  )

  it(
    'a client that followed by cursor ends with every trade, each once',
    async () => {
      const faultsOf = (market: TrueMarket): readonly string[] => {
        const trades = follower
          .tradesOf(idOf(market))
          .toSorted((a, b) => b.timestamp_ms - a.timestamp_ms || (a.id < b.id ? 1 : -1))
        const list = { completeUntilMs: world.now(), gaps: null, trades }
        return faultsOfTrades(expectedTrades(world.truth, market), list)
      }
      const isWhole = (market: TrueMarket): boolean =>
        !faultsOf(market).some((fault) => fault.startsWith('missing'))
      await until(() => sorted.served.every(isWhole), Boolean, { everyMs: 1_000 })
      await follower.stop()
      const { answered, failed } = follower.counts()
      process.stdout.write(`follower: ${answered} answers, ${failed} failed requests\n`)
      expect(sorted.served.flatMap(faultsOf)).toEqual([])
      expect(failed).toBeGreaterThan(0)
    },
    longestMs,
  )

  it('the accounts are as they were before the first kill', async () => {
    expect(await statusWith(disturbedUrl, customer.apiKey)).toBe(200)
    expect(await statusWith(disturbedUrl, revokedKey)).toBe(401)
    const keys = await listKeys(disturbedUrl, await logIn(disturbedUrl, customer))
    expect(keys.map(({ revoked_at: at }) => at !== null)).toEqual([true, false])
  })

  it('stops on SIGTERM, with exit code 0', async () => {
    program.signal('SIGTERM')
    expect(await program.exit).toEqual({ code: 0, signal: null })
    expect(program.stderr()).toBe('')
  })

  it('no topic holds a fact twice, and no record was thrown away', async () => {
    const contents = await openLogContents(dataDir)
    const twice: string[] = []
    const seen = new Set<string>()
    const look = (fact: string): void => {
      if (seen.has(fact)) twice.push(fact)
      seen.add(fact)
    }
    let trades = 0
    let deadLetters = 0
    try {
      for await (const { contents: output } of contents.records('raw.trades'))
        if (output.body !== null && !output.awaits_market)
          look(`raw ${output.market_id} ${output.repeat} ${output.body}`)
      for await (const { contents: output } of contents.records('trades')) {
        if (output.trade === null) continue
        trades += 1
        look(`trade ${output.trade.market_id} ${output.trade.id}`)
      }
      for await (const { contents: output } of contents.records('raw.books'))
        look(`book ${output.market_id} ${output.received_at_ms} ${output.body}`)
      for await (const record of contents.records('dead-letters'))
        deadLetters += record.offset >= 0 ? 1 : 0
    } finally {
      await contents.close()
    }
    process.stdout.write(`trades in the log: ${trades}\n`)
    expect(twice.slice(0, 3)).toEqual([])
    expect(trades).toBeGreaterThan(500)
    expect(deadLetters).toBe(0)
  })
})
