// Responses of an api whose clock differs by an hour from the clocks of the platforms, the poller and the projector:
// what they state as complete or final includes every trade, whatever the clock of the api says.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type {
  Candle,
  CandleInterval,
  CandlePage,
  Market,
  PriceRecord,
  TradePage,
} from '../../../schemas/generated/api.ts'
import type { FeedGap, FeedProgress } from '../../../schemas/generated/events.ts'
import type { FollowedHistory } from '../../../services/api/history/followed-history.ts'
import { bucketStartS, candleGrids, candleIntervals } from '../../../services/domain/candle.ts'
import { aMarket, aTrade, aWatermark } from '../../projector/records.ts'
import { createSeededRandom } from '../../support/random.ts'
import { until } from '../../support/waiting.ts'
import { runApi, type RunningApi } from '../running-api.ts'
import { baseMs } from './generate.ts'
import { openHistory } from './open-history.ts'
import { openWorld, partitionOfMarket, type World } from './world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Time passes in steps of this length, in total for 100 minutes. */
const stepMs = 20 * minuteMs
const steps = 5
const id = 'pb_CLOCK'
const path = `/v1/markets/${id}`

interface KnownTrade {
  readonly ms: number
  readonly price: number
}

describe.each([
  ['an hour behind', -hourMs],
  ['right', 0],
  ['an hour ahead', hourMs],
])('an api whose clock is %s', (_name, errorMs) => {
  const random = createSeededRandom()
  let world: World
  let history: FollowedHistory
  let api: RunningApi
  /** The right time. */
  let rightMs = baseMs
  /** All trades in the log, oldest first. */
  let trades: readonly KnownTrade[] = []
  const gaps: FeedGap[] = []
  /** The watermark that responses state. */
  let completeUntilMs = baseMs - hourMs
  /** The candles that were final in some response, by request and start. */
  const final = new Map<string, Candle>()

  beforeAll(async () => {
    world = await openWorld()
    await world.append([
      world.record('markets', id, aMarket({ id })),
      toRecord(
        aWatermark({
          feed: `platform_b/trades/${id}`,
          market_id: id,
          complete_from_ms: 0,
          complete_until_ms: completeUntilMs,
        }),
      ),
    ])
    history = await openHistory(world, { pollEveryMs: 10 })
    await project()
    api = await runApi(world.store, {
      history,
      now: () => rightMs + errorMs,
      partitionOf: partitionOfMarket,
      refreshEveryMs: 20,
    })
  })
  afterAll(async () => {
    await api.close()
    await history.stop()
    await world.close()
  })

  const toRecord = (progress: FeedProgress) => world.record('trades', id, { trade: null, progress })

  async function project(): Promise<void> {
    await world.project()
    await world.projectCandles()
    await world.savePositions()
  }

  /** Appends trades of the last step, some of them late, and a watermark. Returns the watermark. */
  async function appendStep(): Promise<number> {
    const untilMs = rightMs - minuteMs
    const times = new Set(
      Array.from({ length: 8 }, () => completeUntilMs + random.below(rightMs - completeUntilMs)),
    )
    const added = [...times].map((ms) => ({ ms, price: (1 + random.below(998)) / 1000 }))
    trades = [...trades, ...added].toSorted((a, b) => a.ms - b.ms)
    if (random.below(3) === 0)
      gaps.push({
        from_ms: untilMs - 5 * minuteMs,
        until_ms: untilMs - 2 * minuteMs,
        reason: 'unreachable',
      })
    await world.append([
      ...added.map(({ ms, price }) => {
        const fields = { id: `t-${ms}`, market_id: id, price: String(price), timestamp_ms: ms }
        return world.record('trades', id, { trade: aTrade(fields), progress: null })
      }),
      toRecord(aWatermark({ complete_from_ms: 0, complete_until_ms: untilMs, gaps: [...gaps] })),
    ])
    await world.applied()
    return untilMs
  }

  async function get<Body>(query: string): Promise<Body> {
    const { status, headers, body } = await api.get(path + query)
    expect([query, status, headers.get('X-Data-Complete-Until')]).toEqual([
      query,
      200,
      String(completeUntilMs),
    ])
    return body as Body
  }

  /** The latest time that a response can be about. */
  const endMs = (): number => Math.max(rightMs + errorMs, completeUntilMs)

  async function expectTrades(): Promise<void> {
    const page = await get<TradePage>('/trades?limit=500')
    expect(page.trades.map(({ timestamp_ms: ms, price }) => ({ ms, price }))).toEqual(
      trades.toReversed(),
    )
    const { headers } = await api.get(`${path}/trades`)
    const stated = gaps.filter(({ from_ms: ms }) => ms < completeUntilMs)
    expect(headers.get('X-Data-Gaps')?.split(', ') ?? []).toEqual(
      stated.map((gap) => `${gap.from_ms}-${gap.until_ms};${gap.reason}`),
    )
  }

  async function expectPriceNow(): Promise<void> {
    const newest = trades.findLast(({ ms }) => ms <= endMs())
    const price = await get<PriceRecord>('/price')
    expect(price).toMatchObject({
      price: newest?.price,
      timestamp_ms: newest?.ms,
      at_time: Math.floor(endMs() / 1000),
    })
    const market = await get<Market>('')
    expect(market.outcomes[0]?.price).toBe(newest?.price)
  }

  async function expectCandles(interval: CandleInterval, fill: string): Promise<void> {
    const stepS = candleGrids[interval].stepS
    const query = `/candles?interval=${interval}&limit=5000${fill}`
    const { candles } = await get<CandlePage>(query)
    const expected = new Map<number, KnownTrade[]>()
    for (const trade of trades) {
      const startS = bucketStartS(interval, Math.floor(trade.ms / 1000))
      if (startS * 1000 < endMs()) expected.set(startS, [...(expected.get(startS) ?? []), trade])
    }
    const traded = candles.filter(({ trade_count: count }) => count > 0)
    expect(
      traded.map(({ start_ts, trade_count, open, close }) => ({
        start_ts,
        trade_count,
        open,
        close,
      })),
    ).toEqual(
      [...expected].map(([start_ts, list]) => ({
        start_ts,
        trade_count: list.length,
        open: list[0]?.price,
        close: list.at(-1)?.price,
      })),
    )
    for (const candle of candles) {
      const [fromMs, untilMs] = [candle.start_ts * 1000, (candle.start_ts + stepS) * 1000]
      expect(fromMs).toBeLessThan(endMs())
      const hasGap = gaps.some((gap) => gap.from_ms < untilMs && gap.until_ms > fromMs)
      expect([candle.start_ts, candle.is_final]).toEqual([
        candle.start_ts,
        untilMs <= completeUntilMs && !hasGap,
      ])
      const key = `${query} ${candle.start_ts}`
      expect(final.get(key) ?? candle).toEqual(candle)
      if (candle.is_final) final.set(key, candle)
    }
  }

  async function expectAll(): Promise<void> {
    await expectTrades()
    await expectPriceNow()
    for (const interval of candleIntervals)
      for (const fill of ['', '&fill=previous']) await expectCandles(interval, fill)
  }

  it('states nothing as complete or final that the response lacks', async () => {
    // the tape begins
    completeUntilMs = await appendStep()
    await project()
    const stated = async () => (await api.get(path)).headers.get('X-Data-Complete-Until')
    await until(async () => (await stated()) === String(completeUntilMs))
    for (let step = 0; step < steps; step += 1) {
      rightMs += stepMs
      const watermarkMs = await appendStep()
      // the tables are behind the log
      await expectAll()
      await world.project()
      await expectAll()
      await project()
      await until(async () => (await stated()) === String(watermarkMs))
      completeUntilMs = watermarkMs
      await expectAll()
    }
    expect(final.size).toBeGreaterThan(100)
    expect(history.counts().fallbacks).toBe(0)
  })
})
