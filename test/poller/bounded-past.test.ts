// The back-fill is bounded: it reads the trades of the last `historyMs`, and leaves out markets that ended
// longer than `endedMarketsMs` ago (docs/decisions/031-bounded-past.md).
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { Poller } from '../../services/poller/poller.ts'
import type { PollerTuning } from '../../services/poller/tuning.ts'
import { createRandom } from '../../simulator/random.ts'
import { expectTradesExact, expectWatermarksTrue } from './support/checks.ts'
import { createFastClock } from './support/clock.ts'
import { createExchange, type Exchange } from './support/fake-platforms.ts'
import { createMemoryLog } from './support/memory-log.ts'
import { createRunningPollers, testLimitMs, until } from './support/running-pollers.ts'
import type { ReceivedRequest, TestResponse } from './support/test-server.ts'

jest.setTimeout(testLimitMs)

const startMs = Date.UTC(2026, 10, 20, 12)
const day = 86_400_000
const daysAgo = (days: number): string => new Date(startMs - days * day).toISOString()
const tradesPerDay = 5
/** Both long-lived markets were traded on these days before the start. */
const tradedDaysAgo = [50, 45, 20, 10]
const boundMs = startMs - 30 * day

const tuning: Partial<PollerTuning> = {
  openScanMs: 10_000,
  watermarkMs: 2_000,
  gapRetryMs: 5_000,
  backOff: { firstMs: 500, maxMs: 4_000 },
  requestTimeoutMs: 2_000,
}

function addTrades(exchange: Exchange): void {
  for (const days of tradedDaysAgo) {
    for (let n = 0; n < tradesPerDay; n += 1) {
      const timeMs = startMs - days * day + n * 60_000
      const aTrade = {
        transactionHash: `0x${days}-${n}`,
        asset: '1',
        proxyWallet: '0xw',
        side: 'BUY',
        size: 1,
        price: 0.4,
        timestamp: timeMs / 1000,
        visibleAtMs: timeMs,
      } as const
      exchange.aTrades.push({ ...aTrade, conditionId: '0xlong' })
      exchange.bTrades.push({
        trade_id: `t${days}-${n}`,
        ticker: 'LONG-1',
        timeMs,
        visibleAtMs: timeMs,
      })
    }
  }
}

function fill(exchange: Exchange): void {
  exchange.bCutoffS = startMs / 1000 - 25 * 86_400
  const open = { volumeNum: 5, closed: false, updatedAt: daysAgo(1) }
  exchange.aAlone.push(
    { id: '1', conditionId: '0xlong', createdAt: daysAgo(60), ...open },
    { id: '2', conditionId: '0xyoung', createdAt: daysAgo(5), ...open },
  )
  const ended = (name: string, days: number) => ({
    id: name,
    conditionId: `0x${name}`,
    closed: true,
    createdAt: daysAgo(60),
    updatedAt: daysAgo(days),
    closedTime: daysAgo(days),
  })
  exchange.aEvents.push(
    { id: '51', closed: true, markets: [ended('gone', 40), ended('gone2', 31)] },
    { id: '52', closed: true, markets: [ended('recent', 5), ended('sibling', 45)] },
  )
  const onB = (status: string, ticker: string, days: number | null) => ({
    event_ticker: ticker,
    status,
    markets: [
      {
        ticker: `${ticker}-1`,
        status: days === null ? 'active' : 'finalized',
        volume_fp: '5.00',
        created_time: daysAgo(60),
        ...(days === null ? {} : { close_time: daysAgo(days), settlement_ts: daysAgo(days) }),
      },
    ],
  })
  exchange.bEvents.push(
    onB('open', 'LONG', null),
    onB('settled', 'GONE', 40),
    onB('settled', 'RECENT', 5),
  )
  addTrades(exchange)
}

describe('the bounded past', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  async function open(bend: (answer: TestResponse) => TestResponse = (answer) => answer) {
    const clock = createFastClock(startMs, 20)
    const exchange = createExchange(clock.now)
    fill(exchange)
    const asked: ReceivedRequest[] = []
    const platforms = await running.servePlatforms(exchange, (answer) => (request) => {
      asked.push(request)
      return bend(answer(request))
    })
    const log = createMemoryLog(clock.now)
    const run = (changes: Partial<PollerTuning> = {}): Poller =>
      running.start({
        platforms,
        log,
        now: clock.now,
        sleep: clock.sleep,
        random: createRandom(1).next,
        tuning: { ...tuning, ...changes },
        onFatal: (error) => {
          throw error
        },
      })
    const watermarkOf = (id: string) =>
      log.values('raw.trades').findLast(({ value }) => value.progress?.market_id === id)?.value
        .progress
    const published = (): ReadonlySet<string | null> =>
      new Set(log.values('raw.markets').map(({ key }) => key))
    const areListsDone = (): boolean =>
      log.values('poll-checkpoints').filter(({ value: { state } }) => /"isDone":true/.test(state))
        .length >= 4
    const wait = (isTrue: () => boolean): Promise<void> => until(clock, isTrue)
    return { exchange, asked, log, run, until: wait, watermarkOf, published, areListsDone }
  }

  it('reads the trades of the last 30 days, and all of younger markets', async () => {
    const world = await open()
    const { log, exchange, asked, watermarkOf } = world
    world.run()
    const ids = ['pa_0xlong', 'pa_0xyoung', 'pb_LONG-1']
    await world.until(() => ids.every((id) => watermarkOf(id) !== undefined))
    expect(ids.map((id) => watermarkOf(id)?.complete_from_ms)).toEqual([boundMs, 0, boundMs])
    expect(ids.map((id) => watermarkOf(id)?.gaps)).toEqual([[], [], []])
    expectWatermarksTrue(log, exchange)
    const found = log.values('raw.trades').filter(({ value }) => value.body !== null)
    expect(found).toHaveLength(2 * 2 * tradesPerDay)
    const earlier = asked.filter(
      ({ path, query }) =>
        path.endsWith('/trades') &&
        (query.get('market') ?? query.get('ticker') ?? '').includes('ong') &&
        Number(query.get('start') ?? query.get('min_ts')) * 1000 < boundMs - 1_000,
    )
    expect(earlier).toEqual([])
  })

  it('discovers the markets that ended within 30 days, with the other markets of their events', async () => {
    const world = await open()
    world.run()
    await world.until(world.areListsDone)
    const published = world.published()
    for (const key of ['pa_0xrecent', 'pa_0xsibling', 'event/pa_52', 'pb_RECENT-1'])
      expect([key, published.has(key)]).toEqual([key, true])
    for (const key of ['pa_0xgone', 'pa_0xgone2', 'event/pa_51', 'pb_GONE-1', 'event/pb_GONE'])
      expect([key, published.has(key)]).toEqual([key, false])
  })

  it('scans the past lists again after the limit was raised', async () => {
    const world = await open()
    world.run()
    await world.until(world.areListsDone)
    await running.stopPollers()
    world.run({ endedMarketsMs: 100 * day })
    await world.until(
      () => world.published().has('pa_0xgone') && world.published().has('pb_GONE-1'),
    )
    expect(world.published().has('pa_0xgone2')).toBe(true)
  })

  it('keeps what was complete from the beginning in an older data directory', async () => {
    const world = await open()
    const { log, exchange, watermarkOf } = world
    // Checkpoints of before there was a bound have the same form as those without a bound.
    world.run({ historyMs: Infinity, endedMarketsMs: 36_500 * day })
    const ids = ['pa_0xlong', 'pb_LONG-1', 'pa_0xgone']
    await world.until(
      () => world.areListsDone() && ids.every((id) => watermarkOf(id) !== undefined),
    )
    await running.stopPollers()
    const historyOf = (id: string): string | undefined =>
      log.values('poll-checkpoints').findLast(({ key }) => key?.endsWith(`/history/${id}`) === true)
        ?.value.state
    const before = ids.map(historyOf)
    expect(before.join()).not.toContain('fromMs')
    const records = log.values('raw.trades').length
    world.run()
    await world.until(() => log.values('raw.trades').length > records + 50)
    expect(ids.map(historyOf)).toEqual(before)
    expect(ids.map((id) => watermarkOf(id)?.complete_from_ms)).toEqual([0, 0, 0])
    expectTradesExact(log, exchange, startMs)
  })
})
