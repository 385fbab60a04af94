// HISTORY_DAYS=1 on a world of several days: what is older is reported as missing, is fetched when a client asks
// for it, and is then exact, also if the program is killed between the request and the fetch.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { CandlePage, Trade, TradePage } from '../../schemas/generated/api.ts'
import type { TrueMarket } from '../../simulator/truth.ts'
import { createPrograms, type Program } from '../chaos/program.ts'
import { sleep } from '../support/waiting.ts'
import { signUp } from '../support/accounts.ts'
import { faultsOfPrice, faultsOfTrades } from './checks.ts'
import { sortMarkets } from './excluded-markets.ts'
import { expectedTrades, idOf } from './expected.ts'
import { noLimits } from './service.ts'
import { openTamperingProxy, type TamperingProxy } from './tampering-proxy.ts'
import { createV1, type TradeList } from './v1.ts'
import { openWorld, seedOfRun, type World } from './world.ts'

const longestMs = 450_000
const day = 86_400_000
const hour = 3_600_000
const marketsPerPlatform = 3

const programs = createPrograms()
let dataDir: string
let world: World
let proxy: TamperingProxy
let program: Program
let apiUrl: string
let apiKey: string
let startMs: number
/** Markets that were traded before and after the beginning of the back-fill. The last one is not asked for. */
let chosen: readonly TrueMarket[]
/** Until this is false, requests for trades from before the back-fill fail. */
let isHolding = true
let held = 0
const v1 = createV1(
  () => apiUrl,
  () => apiKey,
)

/** The back-fill begins at a full hour. */
const earliestBoundMs = (): number => startMs - day - hour

function isEarlier(path: string): boolean {
  const { pathname, searchParams: query } = new URL(path, 'http://host')
  const fromS = Number(query.get('start') ?? query.get('min_ts') ?? 0)
  // Markets that are new since the last full hour are read from the beginning.
  const asked = (query.get('market') ?? query.get('ticker') ?? '').split(',')
  const isOfChosen = chosen.some(({ nativeId }) => asked.includes(nativeId))
  return pathname.endsWith('/trades') && isOfChosen && fromS * 1000 < earliestBoundMs() - 60_000
}

async function start(): Promise<void> {
  program = programs.start({
    DATA_DIR: dataDir,
    SIMULATOR_URL: proxy.url,
    HISTORY_DAYS: '1',
    ...noLimits,
  })
  apiUrl = await program.apiUrl
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpMs = Date.now() + longestMs
  while (!(await isTrue())) {
    if (Date.now() > giveUpMs) throw new Error(`${what} takes too long: ${program.stderr()}`)
    await sleep(250)
  }
}

/** All trades, and the gaps of the last page, which reaches to the beginning of the market. */
async function tradesOf(market: TrueMarket): Promise<TradeList> {
  const path = `${v1.pathOf(idOf(market))}/trades?limit=500`
  const trades: Trade[] = []
  let page = await v1.ok<TradePage>(path)
  const { completeUntilMs } = page
  for (;;) {
    trades.push(...page.body.trades)
    const { cursor } = page.body
    if (cursor === null) return { completeUntilMs, gaps: page.gaps, trades }
    page = await v1.ok<TradePage>(`${path}&cursor=${encodeURIComponent(cursor)}`)
  }
}

/** Times of trades from before the back-fill, in seconds. */
function earlierSeconds(market: TrueMarket): readonly number[] {
  const earlier = expectedTrades(world.truth, market).filter(
    ({ timestamp_ms: ms }) => ms < earliestBoundMs(),
  )
  return [0, 0.5, 1].map((part) => {
    const ms = earlier[Math.floor(part * (earlier.length - 1))]?.timestamp_ms ?? 0
    return Math.ceil(ms / 1000)
  })
}

async function choose(): Promise<readonly TrueMarket[]> {
  const { served } = await sortMarkets(world)
  const counted = served
    .filter(({ status }) => status === 'open')
    .map((market) => {
      const times = expectedTrades(world.truth, market).map(({ timestamp_ms: ms }) => ms)
      const earlier = times.filter((ms) => ms < earliestBoundMs()).length
      return { market, fewer: Math.min(earlier, times.length - earlier) }
    })
    .filter(({ fewer }) => fewer >= 3)
    .toSorted((a, b) => b.fewer - a.fewer)
    .map(({ market }) => market)
  return (['platform_a', 'platform_b'] as const).flatMap((platform) =>
    counted.filter((market) => market.platform === platform).slice(0, marketsPerPlatform),
  )
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-bounded-'))
  world = await openWorld({
    seed: seedOfRun('bounded-past'),
    historyDays: 3,
    size: 0.15,
    activity: 2,
  })
  startMs = Date.now()
  chosen = await choose()
  proxy = await openTamperingProxy(world.url, {
    pathFor: (path) => path,
    answerFor(path, answer) {
      if (!isHolding || !isEarlier(path)) return answer
      held += 1
      return { ...answer, status: 503, body: '' }
    },
  })
  await start()
  apiKey = (await signUp(apiUrl)).apiKey
  for (const market of chosen)
    await until('the back-fill', async () => {
      const { status, completeUntilMs } = await v1.get(v1.pathOf(idOf(market)))
      return status === 200 && completeUntilMs > startMs
    })
}, 2 * longestMs)

afterAll(async () => {
  await programs.killAll()
  await proxy.close()
  await world.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

function notFetchedUntil(gaps: string | null): number {
  return Number(/^0-(\d+);not_fetched$/.exec(gaps ?? '')?.[1] ?? NaN)
}

it(
  'fetched the last day only, and reports what is older as missing',
  async () => {
    expect(chosen.length).toBeGreaterThanOrEqual(4)
    // Nothing was asked for yet.
    expect(held).toBe(0)
    for (const market of chosen.slice(0, -1)) {
      const id = idOf(market)
      const list = await tradesOf(market)
      const boundMs = notFetchedUntil(list.gaps)
      expect(boundMs % hour).toBe(0)
      expect(boundMs).toBeGreaterThanOrEqual(earliestBoundMs())
      expect(boundMs).toBeLessThanOrEqual(startMs - day + hour)
      expect(list.trades.every(({ timestamp_ms: ms }) => ms >= boundMs)).toBe(true)
      expect(faultsOfTrades(expectedTrades(world.truth, market), list)).toEqual([])

      for (const atS of earlierSeconds(market)) {
        const price = await v1.get(`${v1.pathOf(id)}/price?at_time=${atS}`)
        expect([price.status, price.gaps]).toEqual([404, `0-${boundMs};not_fetched`])
      }
      const path = `${v1.pathOf(id)}/candles?interval=1d&start_ts=0&limit=5000`
      const { body, gaps } = await v1.ok<CandlePage>(path)
      expect(gaps).toBe(`0-${boundMs};not_fetched`)
      for (const { start_ts: startS, is_final: isFinal } of body.candles)
        if (startS * 1000 < boundMs) expect([id, startS, isFinal]).toEqual([id, startS, false])
    }
  },
  longestMs,
)

it(
  'fetches it after the program was killed between the request and the fetch',
  async () => {
    await until('a request to the platform', () => Promise.resolve(held > 0))
    program.signal('SIGKILL')
    await program.exit
    isHolding = false
    await start()
    for (const market of chosen.slice(0, -1)) {
      await until('fetching', async () => {
        const { gaps } = await v1.get(`${v1.pathOf(idOf(market))}/price?at_time=1`)
        return gaps === null
      })
      const list = await tradesOf(market)
      expect(list.gaps).toBeNull()
      expect(faultsOfTrades(expectedTrades(world.truth, market), list)).toEqual([])
      expect(list.trades.some(({ timestamp_ms: ms }) => ms < earliestBoundMs())).toBe(true)
      for (const atS of earlierSeconds(market)) {
        const { source, faults } = await faultsOfPrice(v1, world, market, atS)
        expect([source, faults]).toEqual(['trade', []])
      }
    }
  },
  2 * longestMs,
)

it('fetched nothing of a market that nobody asked for', async () => {
  const [other] = chosen.slice(-1)
  if (!other) throw new Error('no market is left')
  const list = await tradesOf(other)
  expect(notFetchedUntil(list.gaps)).toBeGreaterThanOrEqual(earliestBoundMs())
  expect(list.trades.every(({ timestamp_ms: ms }) => ms >= notFetchedUntil(list.gaps))).toBe(true)
})
