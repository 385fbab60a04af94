// The platforms change the format of their trades while the service runs. A trade that cannot be mapped becomes a
// dead letter with the reason and the field, nothing wrong is served, and no trade is lost: when the format is as
// before, the comparison with the stated volumes finds what is missing, and when the mapping is corrected, the dead
// letters are retried. While whole lists have another shape, nothing is recorded, and the watermark stands still.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { platforms } from '../../services/platforms/modules.ts'
import type { Mapper } from '../../services/platforms/mapper.ts'
import type { TrueMarket } from '../../simulator/truth.ts'
import { createRoundClocks, type RoundClocks } from '../chaos/embedded/clocks.ts'
import { pollPending } from '../support/poll-pending.ts'
import { eventually, isFound, sleep, until } from '../support/waiting.ts'
import { faultsOfTrades } from './checks.ts'
import { sortMarkets } from './excluded-markets.ts'
import { expectedTrades, idOf } from './expected.ts'
import { runOps, sumOfMetric, type OpsOutput } from './ops.ts'
import { firstKeyOf, openTestService, type TestService } from './service.ts'
import { openTamperingProxy, type TamperingProxy } from './tampering-proxy.ts'
import { createV1 } from './v1.ts'
import { openWorld, seedOfRun, type World } from './world.ts'

type Row = Readonly<Record<string, unknown>>
type Platform = TrueMarket['platform']

/** What each platform's lists of trades are changed into. */
interface Format {
  readonly platform: Platform
  readonly change: (list: unknown) => unknown
}

/** The price is an object. */
const changedType: Format = {
  platform: 'platform_b',
  change: changeRows(({ yes_price_dollars: yes, no_price_dollars: no, ...row }) => ({
    ...row,
    yes_price: { dollars: yes },
    no_price: { dollars: no },
  })),
}
const renamed: Format = {
  platform: 'platform_a',
  change: changeRows(({ side, ...row }) => ({ ...row, taker: side })),
}
const inEnvelope: readonly Format[] = [
  { platform: 'platform_a', change: (list) => ({ data: list }) },
  { platform: 'platform_b', change: (list) => ({ data: list }) },
]

function changeRows(change: (row: Row) => Row): (list: unknown) => unknown {
  return (list) => {
    if (Array.isArray(list)) return (list as readonly Row[]).map(change)
    const { trades, ...page } = list as { readonly trades?: readonly Row[] }
    return trades ? { ...page, trades: trades.map(change) } : list
  }
}

function platformOfTrades(path: string): Platform | null {
  if (path.startsWith('/data/trades')) return 'platform_a'
  return /\/(markets|historical)\/trades\b/.test(path) ? 'platform_b' : null
}

let dataDir: string
let clocks: RoundClocks
let world: World
let proxy: TamperingProxy
let service: TestService
let apiKey: string
let formats: readonly Format[] = []
const v1 = createV1(
  () => service.apiUrl,
  () => apiKey,
)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-changed-format-'))
  clocks = createRoundClocks()
  const seed = seedOfRun('changed-format')
  world = await openWorld({ seed, historyDays: 0, size: 0.05, activity: 3 }, clocks.platform)
  proxy = await openTamperingProxy(world.url, {
    pathFor: (path) => path,
    answerFor(path, answer) {
      const format = formats.find(({ platform }) => platform === platformOfTrades(path))
      if (!format || answer.status !== 200) return answer
      return { ...answer, body: JSON.stringify(format.change(JSON.parse(answer.body))) }
    },
  })
  service = await start()
  apiKey = firstKeyOf(service)
  while (!service.isBackfilled()) await sleep(200)
})

afterAll(async () => {
  await service.stop()
  await proxy.close()
  await world.close()
  await rm(dataDir, { recursive: true })
})

const start = (): Promise<TestService> => openTestService(dataDir, proxy.url, clocks.ours)

const ops = (...args: readonly string[]): Promise<OpsOutput> =>
  runOps(service, dataDir, args, clocks.ours)

const unexpectedRows = (platform: Platform, reason: string): Promise<number> =>
  sumOfMetric(service, 'oddslog_poller_anomalies_total', {
    kind: 'unexpected_rows',
    platform,
    reason,
  })

const watermarkS = (platform: Platform): Promise<number> =>
  sumOfMetric(service, 'oddslog_tape_complete_until_seconds', { platform })

/** Whether the tape has read a trade that happened after `sinceMs`. */
async function hasTapeTrades(platform: Platform, sinceMs: number): Promise<boolean> {
  const untilMs = (await watermarkS(platform)) * 1000
  return world.truth
    .markets()
    .filter((market) => market.platform === platform)
    .flatMap(({ nativeId }) => world.truth.trades(nativeId))
    .some(({ timestampMs: ms }) => ms >= sinceMs && ms < untilMs)
}

/** What is wrong, or missing although it is covered by a watermark. */
async function faultsOfClaims(): Promise<readonly string[]> {
  const faults: string[] = []
  for (const market of await tradedMarkets()) {
    const list = await v1.trades(idOf(market))
    faults.push(...faultsOfTrades(expectedTrades(world.truth, market), list))
  }
  return faults
}

/** What is wrong or missing of the time before `untilMs`. */
async function faultsOf(market: TrueMarket, untilMs: number): Promise<readonly string[]> {
  const id = idOf(market)
  const list = await v1.trades(id)
  const faults = faultsOfTrades(expectedTrades(world.truth, market), {
    ...list,
    completeUntilMs: untilMs,
    gaps: null,
  })
  if (!(list.completeUntilMs >= untilMs)) faults.push('is behind')
  if (list.gaps !== null) faults.push(`has the gaps ${list.gaps}`)
  return faults.map((fault) => `${id}: ${fault}`)
}

async function tradedMarkets(): Promise<readonly TrueMarket[]> {
  const { served } = await sortMarkets(world)
  return served.filter(({ tradeCount }) => tradeCount > 0)
}

/** Time passes in such steps, after which volumes are compared again. */
const auditStepMs = 660_000
const auditEveryMs = 25_000

/** Waits until everything from before `untilMs` is served, and no gap is left. */
async function untilEqual(untilMs: number): Promise<void> {
  const pending = pollPending(await tradedMarkets(), (market) => faultsOf(market, untilMs))
  let steppedMs = performance.now()
  await eventually(
    async () => {
      const left = await pending()
      if (left.length > 0 && performance.now() - steppedMs > auditEveryMs) {
        clocks.skip(auditStepMs)
        steppedMs = performance.now()
      }
      expect(left).toEqual([])
    },
    { everyMs: 1_000 },
  )
}

interface Letters {
  readonly total: number
  readonly counts: readonly { readonly reason: string; readonly count: number }[]
  readonly dead_letters: readonly { readonly place: string; readonly detail: string }[]
}

async function openLetters(): Promise<Letters> {
  const { lines } = await ops('dead-letters', 'list', '--json')
  return JSON.parse(lines.join('')) as Letters
}

/** Time passes at once, with its trades. */
const passMs = 100_000

/** Lets time pass until the condition holds. */
async function passUntil(isTrue: () => Promise<boolean>): Promise<void> {
  await until(
    async () => {
      if (await isTrue()) return true
      clocks.skip(passMs)
      return false
    },
    isFound,
    { everyMs: 2_000 },
  )
}

describe('a changed field', () => {
  let changedMs: number

  it('makes dead letters with the reason and the name of the field', async () => {
    // Without a known trade of the tape, those with a renamed field would be new trades.
    const followedMs = clocks.platform()
    await passUntil(() => hasTapeTrades('platform_a', followedMs))
    changedMs = clocks.platform()
    formats = [changedType, renamed]
    await passUntil(async () => (await openLetters()).total > 3)
    const { dead_letters: letters, counts } = await openLetters()
    expect(counts).toMatchObject([{ topic: 'raw.trades', reason: 'bad_price' }])
    for (const { detail } of letters) expect(detail).toMatch(/^yes_price/)
    const { lines, exitCode } = await ops('status')
    expect(lines.slice(0, 4).join()).toMatch(/\d+ open dead letters/)
    expect(exitCode).toBe(5)
    const labels = { result: 'dead_letter', reason: 'bad_price' }
    expect(await sumOfMetric(service, 'oddslog_stage_records_total', labels)).toBeGreaterThan(3)
  })

  it('is not recorded any more after fifty dead letters, and nothing wrong is served', async () => {
    await passUntil(async () => (await unexpectedRows('platform_b', 'unreadable')) > 0)
    expect(await unexpectedRows('platform_a', 'missing')).toBeGreaterThan(0)
    expect(await watermarkS('platform_a')).toBeLessThanOrEqual(changedMs / 1000)
    const faults = await faultsOfClaims()
    const { total } = await openLetters()
    expect(total).toBeLessThanOrEqual(50)
    expect(faults.filter((fault) => !fault.startsWith('missing'))).toEqual([])
    expect(faults.length).toBeLessThanOrEqual(total)
    process.stdout.write(`changed format: ${faults.length} missing, ${total} dead letters\n`)
  })

  it('is made up for when the platform takes it back: volumes show what is missing', async () => {
    formats = []
    const restoredMs = clocks.platform()
    const { total } = await openLetters()
    await untilEqual(restoredMs)
    const retried = await ops('dead-letters', 'retry', '--all')
    expect(retried.exitCode).toBe(4)
    await ops('dead-letters', 'drop', '--all', '--why', 'the platform lists them again')
    expect(total).toBeGreaterThan(0)
    expect((await openLetters()).total).toBe(0)
  })

  it('is made up for when the mapping is corrected: the dead letters are retried', async () => {
    const readableUntilMs = clocks.platform()
    await until(async () => (await watermarkS('platform_b')) * 1000 >= readableUntilMs)
    formats = [changedType]
    await passUntil(async () => (await openLetters()).total > 3)
    await service.stop()
    const endOfCorrection = correctMapping()
    service = await start()
    const { total } = await openLetters()
    await ops('dead-letters', 'retry', '--reason', 'bad_price', '--dry-run')
    expect((await openLetters()).total).toBe(total)
    const retried = await ops('dead-letters', 'retry', '--reason', 'bad_price')
    expect(retried.exitCode).toBe(0)
    await untilEqual(clocks.platform())
    expect((await openLetters()).total).toBe(0)
    formats = []
    endOfCorrection()
  })
})

/** The mapping of platform_b as a developer corrects it. Returns the function that takes it back. */
function correctMapping(): () => void {
  const mapper = platforms.find(({ name }) => name === 'platform_b')?.mapper as {
    toTrade: Mapper['toTrade']
  }
  const { toTrade } = mapper
  mapper.toTrade = ({ body, ...input }) => {
    const { dollars } = (body['yes_price'] ?? {}) as Row
    return toTrade({ ...input, body: { yes_price_dollars: dollars, ...body } })
  }
  return () => void (mapper.toTrade = toTrade)
}

describe('lists in another shape', () => {
  it('are not recorded, and the watermark stands still until they can be read', async () => {
    formats = inEnvelope
    const changedMs = clocks.platform()
    await eventually(async () => {
      const labels = { outcome: 'unexpected_shape' }
      const refused = await sumOfMetric(service, 'oddslog_poller_requests_total', labels)
      expect(refused).toBeGreaterThan(20)
    })
    clocks.skip(120_000)
    await sleep(10_000)
    for (const platform of ['platform_a', 'platform_b'] as const)
      expect(await watermarkS(platform)).toBeLessThanOrEqual(changedMs / 1000)
    const { lines } = await ops('status')
    expect(lines[0]).toMatch(/^NOT HEALTHY: the trades of platform_a are complete only until/)
    expect(await faultsOfClaims()).toEqual([])
    formats = []
    const restoredMs = clocks.platform()
    await untilEqual(restoredMs)
    expect((await openLetters()).total).toBe(0)
    expect(service.fatal).toEqual([])
    expect(service.errors).toEqual([])
  })
})
