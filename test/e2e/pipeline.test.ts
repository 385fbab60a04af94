// The whole pipeline: two platforms that fail in every known way, the service as it is started, and /v1
// compared with the simulator's data.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pLimit from 'p-limit'
import { candleIntervals } from '../../services/domain/candle.ts'
import { createRandom, hashOf } from '../../simulator/random.ts'
import type { TrueMarket } from '../../simulator/truth.ts'
import { pollPending } from '../support/poll-pending.ts'
import { eventually, sleep } from '../support/waiting.ts'
import {
  faultsOfBook,
  faultsOfCandles,
  faultsOfPrice,
  faultsOfTrades,
  storedIntervals,
} from './checks.ts'
import { byTimeAndId, expectedTrades, idOf } from './expected.ts'
import { sortMarkets, type SortedMarkets } from './excluded-markets.ts'
import { firstKeyOf, openTestService, type TestService } from './service.ts'
import { createV1, type TradeList } from './v1.ts'
import { manyFaults, openWorld, seedOfRun, type World } from './world.ts'

const longestMs = 800_000
/** Requests under way at a time. */
const atOnce = pLimit(4)
/** The service follows the live world for at least so long before the clock is stopped. */
const liveMs = 20_000
const betweenChecksMs = 50

const seed = seedOfRun('pipeline')
const random = createRandom(hashOf(seed))
const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T

let dataDir: string
let world: World
let service: TestService
/** Of the first start, and good after the second. */
let apiKey: string
let sorted: SortedMarkets
const v1 = createV1(
  () => service.apiUrl,
  () => apiKey,
)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oddslog-pipeline-'))
  world = await openWorld({
    seed,
    historyDays: 0,
    size: 0.1,
    activity: 3,
    liveDays: 1,
    faults: manyFaults,
    late: { fraction: 0.2, maxMs: 4_000 },
  })
  service = await openTestService(dataDir, world.url)
  apiKey = firstKeyOf(service)
})

afterAll(async () => {
  await service.stop()
  await world.close()
  await rm(dataDir, { recursive: true })
})

/** Until there is nothing to complain of; the complaints of the last time if that takes too long. */
async function settled(complaints: () => Promise<readonly string[]>): Promise<void> {
  const giveUpMs = Date.now() + longestMs - 30_000
  for (;;) {
    const left = await complaints()
    expect(service.fatal).toEqual([])
    if (left.length === 0) return
    if (Date.now() > giveUpMs) throw new Error(`still: ${left.slice(0, 10).join('\n')}`)
    await sleep(500)
  }
}

describe('while it back-fills and follows', () => {
  it('no watermark covers missing records, and pages neither skip nor repeat', async () => {
    let liveSinceMs: number | null = null
    let watermarks = 0
    let trades = 0
    for (
      ;
      liveSinceMs === null || Date.now() - liveSinceMs < liveMs;
      await sleep(betweenChecksMs)
    ) {
      if (service.isBackfilled()) liveSinceMs ??= Date.now()
      expect(service.fatal).toEqual([])
      const known = world.truth.markets().filter(({ tradeCount }) => tradeCount > 0)
      const market = pick(known)
      const id = idOf(market)
      const { status } = await v1.get(v1.pathOf(id))
      if (status === 404) continue
      // Most polls request only the newest page, so that there are many polls.
      const isPaged = random.chance(0.25)
      const list = isPaged
        ? { ...(await v1.trades(id, 20 + random.below(400))), hasMore: false }
        : await v1.newestTrades(id)
      const fromMs = list.hasMore ? (list.trades.at(-1)?.timestamp_ms ?? 0) + 1 : 0
      const faults = faultsOfTrades(expectedTrades(world.truth, market), list, fromMs)
      expect({ id, faults }).toEqual({ id, faults: [] })
      if (list.completeUntilMs > 0) watermarks += 1
      trades += list.trades.length
    }
    process.stdout.write(`${watermarks} watermarks and ${trades} trades checked while it ran\n`)
    expect(watermarks).toBeGreaterThan(5)
  })
})

describe('once the world stands still', () => {
  let stoppedMs: number
  const lists = new Map<string, TradeList>()

  beforeAll(async () => {
    await settled(() => Promise.resolve(service.isBackfilled() ? [] : ['back-fill']))
    process.stdout.write(`faults met: ${JSON.stringify(world.faultsMet())}\n`)
    stoppedMs = world.stopClock()
    world.setFaults([])
    sorted = await sortMarkets(world)
    // After a restart the poller continues, and polls everything that is listed at once.
    await service.stop()
    service = await openTestService(dataDir, world.url)
    await settled(async () => {
      const markets = await v1.markets()
      return sorted.served.flatMap((market) => {
        const found = markets.get(idOf(market))
        return found?.status === market.status ? [] : [`${idOf(market)}: ${found?.status}`]
      })
    })
    await settled(
      pollPending(sorted.served, async (market) => {
        const { completeUntilMs, gaps } = await v1.ok(`${v1.pathOf(idOf(market))}/trades?limit=1`)
        return completeUntilMs < stoppedMs - 8_000 || gaps !== null
          ? [`${idOf(market)}: ${stoppedMs - completeUntilMs} ms behind, gaps ${gaps}`]
          : []
      }),
    )
    await atOnce.map(sorted.served, async (market) => {
      lists.set(idOf(market), await v1.trades(idOf(market)))
    })
  })

  const servedTrades = (market: TrueMarket) => {
    const ids = new Set(lists.get(idOf(market))?.trades.map(({ id }) => id))
    return expectedTrades(world.truth, market).filter(({ id }) => ids.has(id))
  }

  it('every market is there with its question, status and outcomes, or left out for a reason', async () => {
    process.stdout.write(
      `markets served: ${sorted.served.length}, left out: ${JSON.stringify(sorted.excluded)}\n`,
    )
    const markets = await v1.markets()
    expect([...markets.keys()].sort()).toEqual(sorted.served.map(idOf).sort())
    for (const truth of sorted.served) {
      const market = markets.get(idOf(truth))
      const [first, second] = truth.outcomes
      expect(market).toMatchObject({ id: idOf(truth), status: truth.status })
      expect(market?.outcomes.map(({ label }) => label)).toEqual([first, second])
      expect(market?.question.startsWith(truth.question)).toBe(true)
      expect(market?.platforms[0]).toMatchObject({
        platform: truth.platform,
        native_id: truth.nativeId,
      })
      if (truth.payout !== null) expect(market?.outcomes[0]?.price).toBe(truth.payout)
    }
    expect(new Set(sorted.served.map(({ status }) => status)).size).toBeGreaterThan(1)
  })

  it('the trades are exactly those that were', () => {
    let count = 0
    for (const market of sorted.served) {
      const list = lists.get(idOf(market))
      if (!list) throw new Error('no list')
      const faults = faultsOfTrades(expectedTrades(world.truth, market), list)
      expect({ id: idOf(market), faults }).toEqual({ id: idOf(market), faults: [] })
      count += list.trades.length
    }
    process.stdout.write(`trades: ${count}\n`)
    expect(count).toBeGreaterThan(500)
  })

  it('100 prices at random times are those of the truth', async () => {
    const traded = sorted.served.filter(({ tradeCount }) => tradeCount > 0)
    const sources: Record<string, number> = {}
    const faults: string[] = []
    for (let i = 0; i < 100; i += 1) {
      const market = pick(traded)
      // Every other one in the time in which books were seen, too.
      const agoS = i % 2 ? random.below(60) : random.below(2 * 86_400)
      const answer = await faultsOfPrice(v1, world, market, Math.floor(stoppedMs / 1000) - agoS)
      faults.push(...answer.faults)
      sources[answer.source] = (sources[answer.source] ?? 0) + 1
    }
    process.stdout.write(`prices by source: ${JSON.stringify(sources)}\n`)
    expect(faults).toEqual([])
    expect(sources['trade']).toBeGreaterThan(0)
    expect(sources['quote']).toBeGreaterThan(0)
  })

  it('candles of every interval are those of the trades', async () => {
    const faults = await atOnce.map(sorted.served, (market, i) =>
      faultsOfCandles(
        v1,
        idOf(market),
        servedTrades(market).sort(byTimeAndId),
        i % 8 === 0 ? candleIntervals : storedIntervals,
      ),
    )
    expect(faults.flat()).toEqual([])
  })

  it('books are those of the platforms', async () => {
    const open = sorted.served.filter(({ status }) => status === 'open')
    expect(open.length).toBeGreaterThan(0)
    await settled(pollPending(open, (market) => faultsOfBook(v1, world, market)))
  })

  it('matches are questions that both platforms ask, nearly all of them, and in the lists of markets', async () => {
    const served = new Set(sorted.served.map(({ nativeId }) => nativeId))
    const wanted = world.truth
      .matches()
      .filter(({ platformA, platformB }) => served.has(platformA) && served.has(platformB))
      .map(({ platformA, platformB, polarity }) => `${platformA} ${platformB} ${polarity}`)
    const { total, matches } = await v1.matches()
    expect(matches.length).toBe(total)
    const inResponse = matches.map(
      ({ platform_a: a, platform_b: b, polarity }) => `${a.native_id} ${b.native_id} ${polarity}`,
    )
    process.stdout.write(`matches: ${inResponse.length} of ${wanted.length}\n`)
    expect(inResponse.filter((match) => !wanted.includes(match))).toEqual([])
    expect(inResponse.length / wanted.length).toBeGreaterThan(0.9)
    const markets = await v1.markets()
    for (const { platform_a: a, platform_b: b, confidence } of matches)
      if (confidence === 'high')
        expect(markets.get(b.id)?.platforms.map(({ native_id: id }) => id)).toEqual([
          b.native_id,
          a.native_id,
        ])
  })

  async function expectTradedVolumes(): Promise<void> {
    const markets = await v1.markets()
    for (const truth of sorted.served) {
      const sizes = expectedTrades(world.truth, truth).filter(
        ({ timestamp_ms: ms }) => ms < stoppedMs,
      )
      const market = markets.get(idOf(truth))
      const total = market?.volume_total ?? 0
      const contracts = sizes.reduce((sum, { size }) => sum + size, 0)
      expect(total).toBeGreaterThanOrEqual(market?.volume_24h ?? NaN)
      // platform_b's own figure; platform_a's is in dollars, and refreshed now and then.
      if (truth.platform === 'platform_b') expect(total).toBeCloseTo(contracts, 4)
      else expect(total).toBeLessThanOrEqual(contracts + 1e-6)
    }
  }

  // The figures of a market are published a minute after the last time.
  it('volumes become what was traded', () => eventually(expectTradedVolumes))

  async function expectEventsToSumUp(): Promise<void> {
    const markets = [...(await v1.markets()).values()]
    const { total, events } = await v1.events()
    expect(total).toBe(events.length)
    // Events whose markets are all left out are not there.
    const slugs = new Set(markets.map(({ event_slug: slug }) => slug ?? ''))
    expect(events.map(({ slug }) => slug).sort()).toEqual([...slugs].sort())
    const known = new Set(world.truth.markets().map(({ eventId }) => eventId))
    expect(events.length).toBeLessThanOrEqual(known.size)
    for (const event of events) {
      const children = markets.filter(({ event_slug: slug }) => slug === event.slug)
      const { body } = await v1.ok<typeof event>(`/v1/events/${encodeURIComponent(event.slug)}`)
      expect(body.markets.map(({ id }) => id).sort()).toEqual(children.map(({ id }) => id).sort())
      expect(event.market_count).toBe(children.length)
      expect(event.markets.length).toBe(Math.min(10, children.length))
      const sum = (of: (market: (typeof children)[number]) => number): number =>
        children.reduce((all, market) => all + of(market), 0)
      expect(event.total_volume_24h).toBeCloseTo(
        sum((market) => market.volume_24h),
        4,
      )
      expect(event.total_volume).toBeCloseTo(
        sum((market) => market.volume_total ?? 0),
        4,
      )
      const statuses = children.map(({ status }) => status)
      const status = (['open', 'closed', 'resolved'] as const).find((s) => statuses.includes(s))
      expect(event.status).toBe(status)
    }
  }

  // The figures of a market may be refreshed between the two requests.
  it('events sum up their markets', () => eventually(expectEventsToSumUp))

  it('no part failed or wrote an error', () => {
    expect(service.fatal).toEqual([])
    expect(service.errors).toEqual([])
  })
})
