// Double entry: trades that no list showed in time are found by the volume of their market, read again and
// served; where nothing is missing, all volumes add up.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { AuditedMarket, CandlePage } from '../../schemas/generated/api.ts'
import type { TrueMarket } from '../../simulator/truth.ts'
import { isFound, sleep, until } from '../support/waiting.ts'
import { faultsOfTrades } from './checks.ts'
import { sortMarkets } from './excluded-markets.ts'
import { expectedTrades, idOf } from './expected.ts'
import { firstKeyOf, openTestService, type TestService } from './service.ts'
import { openTamperingProxy, type TamperingProxy } from './tampering-proxy.ts'
import { createV1 } from './v1.ts'
import { openWorld, seedOfRun, type World } from './world.ts'

type Row = Record<string, unknown>

const longestMs = 450_000
const waiting = { everyMs: 500, withinMs: longestMs }
/** All clocks are set forward by this, so that the tape is far enough past the listings. */
const stepMs = 240_000

let dataDir: string
let world: World
let proxy: TamperingProxy
let service: TestService
let apiKey: string
let steppedMs = 0
let victims: readonly TrueMarket[] = []
let isHiding = true
/** Whether the lists of trades of single victims are refused, so that no repair ends. */
let isRefusing = false
const clock = (): number => Date.now() + steppedMs
const v1 = createV1(
  () => service.apiUrl,
  () => apiKey,
)

/** A third of the victims' trades are hidden, by their second. */
function isHidden({ ticker, created_time: time }: Row): boolean {
  const second = Math.floor(Date.parse(String(time)) / 1000)
  return second % 3 === 0 && victims.some(({ nativeId }) => nativeId === ticker)
}

function hide(path: string, body: string): string {
  if (!isHiding || !/\/(markets|historical)\/trades/.test(path)) return body
  const page = JSON.parse(body) as { trades?: Row[] }
  const visible = page.trades?.filter((row) => !isHidden(row))
  return visible ? JSON.stringify({ ...page, trades: visible }) : body
}

function isOfVictim(path: string): boolean {
  const { pathname, searchParams } = new URL(path, proxy.url)
  const ticker = searchParams.get('ticker')
  return pathname.endsWith('/trades') && victims.some(({ nativeId }) => nativeId === ticker)
}

/**
 * Markets of platform_b with many trades. Not of platform_a: its pages have offsets, which count hidden rows
 * too, so the proxy would make pages overlap.
 */
async function chooseVictims(): Promise<readonly TrueMarket[]> {
  const { served } = await sortMarkets(world)
  return served
    .filter(({ platform }) => platform === 'platform_b')
    .map((market) => ({ market, trades: world.truth.trades(market.nativeId).length }))
    .toSorted((a, b) => b.trades - a.trades)
    .map(({ market }) => market)
    .slice(0, 3)
}

async function faultsOf(market: TrueMarket): Promise<readonly string[]> {
  return faultsOfTrades(expectedTrades(world.truth, market), await v1.trades(idOf(market)))
}

async function statusOf(market: TrueMarket): Promise<string | null> {
  const { body } = await v1.get<AuditedMarket>(v1.pathOf(idOf(market)))
  return body.data_quality?.status ?? null
}

interface Finality {
  /** Unix milliseconds; null: no gap of reason `volume` is reported. */
  readonly gapEndMs: number | null
  /** Unix seconds. */
  readonly startsOfFinal: readonly number[]
}

async function finalityOf(market: TrueMarket): Promise<Finality> {
  const path = `${v1.pathOf(idOf(market))}/candles?interval=1m&start_ts=0&limit=5000`
  const { body, gaps } = await v1.ok<CandlePage>(path)
  const [, end] = /\d+-(\d+);volume/.exec(gaps ?? '') ?? []
  return {
    gapEndMs: end === undefined ? null : Number(end),
    startsOfFinal: body.candles.filter((one) => one.is_final).map((one) => one.start_ts),
  }
}

/** Waits until it is true of each market whose trades are hidden. */
async function untilEach(
  isTrue: (market: TrueMarket) => Promise<boolean | undefined>,
): Promise<void> {
  for (const market of victims) await until(() => isTrue(market), isFound, waiting)
}

/** Markets by the result of their comparison. */
async function auditCounts(): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text()
  const counts: Record<string, number> = {}
  for (const [, status = '', value] of text.matchAll(
    /^oddslog_audits\{.*status="(\w+)".*\} (\d+)$/gm,
  ))
    counts[status] = (counts[status] ?? 0) + Number(value)
  return counts
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-double-entry-'))
  const seed = seedOfRun('double-entry')
  world = await openWorld({ seed, historyDays: 0, size: 0.1, activity: 3 }, clock)
  victims = await chooseVictims()
  proxy = await openTamperingProxy(world.url, {
    pathFor: (path) => path,
    answerFor: (path, answer) =>
      isRefusing && isOfVictim(path)
        ? { ...answer, status: 503, body: '' }
        : { ...answer, body: hide(path, answer.body) },
  })
  service = await openTestService(dataDir, proxy.url, clock)
  apiKey = firstKeyOf(service)
  await until(() => service.isBackfilled(), isFound, waiting)
}, 2 * longestMs)

afterAll(async () => {
  await service.stop()
  await proxy.close()
  await world.close()
  await rm(dataDir, { recursive: true })
})

it(
  'finds and serves the trades that were hidden',
  async () => {
    expect(victims).toHaveLength(3)
    await untilEach(async (market) => (await faultsOf(market)).length > 0)
    // The auditor takes the listings.
    await sleep(15_000)
    const finalBefore = new Map<TrueMarket, readonly number[]>()
    for (const market of victims) finalBefore.set(market, (await finalityOf(market)).startsOfFinal)
    isHiding = false
    isRefusing = true
    steppedMs += stepMs
    await untilEach(async (market) => (await finalityOf(market)).gapEndMs !== null)
    for (const market of victims) {
      const { gapEndMs, startsOfFinal } = await finalityOf(market)
      expect(startsOfFinal.filter((startS) => startS * 1000 < (gapEndMs ?? Infinity))).toEqual([])
    }
    isRefusing = false
    await untilEach(async (market) => (await faultsOf(market)).length === 0)
    for (const starts of finalBefore.values()) expect(starts.length).toBeGreaterThan(0)
    await untilEach(async (market) => {
      const { startsOfFinal } = await finalityOf(market)
      return finalBefore.get(market)?.every((startS) => startsOfFinal.includes(startS))
    })
  },
  2 * longestMs,
)

it(
  'finds that all volumes add up afterwards',
  async () => {
    steppedMs += stepMs
    await sleep(15_000)
    steppedMs += stepMs
    await untilEach(async (market) => (await statusOf(market)) === 'agrees')
    // The metrics are those of the last round.
    await until(auditCounts, ({ missing }) => missing === undefined, waiting)
    const { agrees = 0, ...others } = await auditCounts()
    process.stdout.write(`double entry: ${agrees} markets agree\n`)
    expect(agrees).toBeGreaterThan(20)
    expect(others).toEqual({})
    expect(service.fatal).toEqual([])
  },
  2 * longestMs,
)
