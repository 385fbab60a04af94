// The poller as a whole, over real HTTP, against small doubles of both platforms and a log in memory:
// late rows, exact repeats, capped pages, faults of every kind, and a log that fails at random.
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { Poller } from '../../services/poller/poller.ts'
import { pollerTasks } from '../../services/poller/tasks.ts'
import type { PollerTuning } from '../../services/poller/tuning.ts'
import { createRandom } from '../../simulator/random.ts'
import { createFastClock } from './support/clock.ts'
import {
  expectWatermarksTrue,
  expectSnapshotsSane,
  expectTradesExact,
  newestWatermarks,
} from './support/checks.ts'
import { createExchange, type Exchange } from './support/fake-platforms.ts'
import { never } from './support/source.ts'
import { createMemoryLog, type MemoryLog } from './support/memory-log.ts'
import { createRunningPollers, testLimitMs, until } from './support/running-pollers.ts'
import { type TestResponse, type ReceivedRequest } from './support/test-server.ts'

jest.setTimeout(testLimitMs)

const startMs = Date.UTC(2026, 10, 20, 12)
const liveMs = 45_000
const aMarkets = 12
const bMarkets = 9

/** Some days of history, then trades for three quarters of a minute, some of them shown late. */
function fill(exchange: Exchange, random: () => number): void {
  const createdAt = new Date(startMs - 4 * 86_400_000).toISOString()
  for (let event = 0; event < aMarkets / 3; event += 1) {
    const markets = [0, 1, 2].map((leg) => ({
      id: `9${event}${leg}`,
      conditionId: `0x${event}${leg}`,
      question: `Q ${event} ${leg}?`,
      outcomes: '["Yes", "No"]',
      clobTokenIds: `["${event}${leg}1", "${event}${leg}2"]`,
      updatedAt: createdAt,
      createdAt,
      volumeNum: 10 * event + leg + 1,
      closed: event === 3,
    }))
    exchange.aEvents.push({ id: `5${event}`, title: `E ${event}`, closed: event === 3, markets })
  }
  exchange.aAlone.push({ id: '77', conditionId: '0xalone', createdAt, closed: false, volumeNum: 3 })
  exchange.aAlone.push({ id: '78', conditionId: '', createdAt, closed: false })
  for (let event = 0; event < bMarkets / 3; event += 1) {
    const status = ['open', 'closed', 'settled'][event] ?? 'open'
    const markets = [0, 1, 2].map((leg) => ({
      ticker: `KX${event}-${leg}(X)`,
      status: status === 'open' ? 'active' : status === 'closed' ? 'closed' : 'finalized',
      volume_fp: '5.00',
      created_time: createdAt,
    }))
    exchange.bEvents.push({ event_ticker: `KX${event}`, title: `B ${event}`, status, markets })
  }
  const conditions = [...exchange.aEvents.flatMap((e) => e.markets), ...exchange.aAlone]
    .map((market) => String(market['conditionId']))
    .filter((id) => id !== '')
  const tickers = exchange.bEvents.flatMap((event) => event.markets.map((m) => String(m['ticker'])))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2 * list.length)] as T
  for (let n = 0; n < 900; n += 1) {
    const isLive = random() < 0.4
    const timeMs = isLive
      ? startMs + Math.floor(random() * liveMs)
      : startMs - Math.floor(random() ** 3 * 3 * 86_400_000)
    const visibleAtMs = timeMs + (random() < 0.2 ? Math.floor(random() * 3_500) : 0)
    const trade = {
      conditionId: pick(conditions),
      transactionHash: `0x${n}`,
      asset: '1',
      proxyWallet: '0xw',
      side: 'BUY' as const,
      size: 1.5,
      price: 0.4,
      timestamp: Math.floor(timeMs / 1000),
      visibleAtMs,
    }
    // Fills that share a transaction, some of them word for word.
    const fills = random() < 0.15 ? 3 : 1
    for (let fill = 0; fill < fills; fill += 1) {
      exchange.aTrades.push(fill === 2 ? { ...trade, size: 7 } : trade)
    }
    const bTimeMs = isLive ? startMs + Math.floor(random() * liveMs) : timeMs
    exchange.bTrades.push({
      trade_id: `t${n}`,
      ticker: pick(tickers),
      timeMs: bTimeMs,
      visibleAtMs: bTimeMs + (random() < 0.2 ? Math.floor(random() * 3_500) : 0),
    })
  }
  exchange.bCutoffS = Math.floor(startMs / 1000) - 86_400
}

const tuning: Partial<PollerTuning> = {
  openScanMs: 10_000,
  deepMs: 10_000,
  watermarkMs: 2_000,
  gapRetryMs: 5_000,
  rowsPerWindow: 60,
  requestTimeoutMs: 400,
  headersTimeoutMs: 300,
  bodyTimeoutMs: 300,
}

/** What else may go wrong with one answer in `one` of so many. */
function faulty(
  answer: (asked: ReceivedRequest) => TestResponse,
  random: () => number,
): (asked: ReceivedRequest) => TestResponse {
  /** The page served last of each list: what is served again is a page of the same list. */
  const served = new Map<string, TestResponse>()
  return (asked) => {
    const good = answer(asked)
    const list = new URLSearchParams(asked.query)
    const isFirst =
      !['cursor', 'after_cursor'].some((name) => list.has(name)) &&
      Number(list.get('offset') ?? 0) === 0
    for (const name of ['offset', 'cursor', 'after_cursor', '_']) list.delete(name)
    const question = `${asked.path}?${list.toString()}${asked.body}`
    const previous = isFirst ? undefined : served.get(question)
    served.set(question, good)
    const dice = random()
    if (dice < 0.02) return { status: 429, text: '{"error":"too many requests"}' }
    if (dice < 0.03) return { status: 429, text: '{}', headers: { 'retry-after': '1' } }
    if (dice < 0.05)
      return { status: 403, text: '<html>denied</html>', headers: { 'content-type': 'text/html' } }
    if (dice < 0.07) return { status: 200, text: '{"events":[{"id":"5' }
    if (dice < 0.08) return { status: 500, text: '{"type":"internal error"}' }
    if (dice < 0.09) return { raw: (response) => response.destroy() }
    if (dice < 0.095) return { raw: () => undefined }
    if (dice < 0.1) return { json: { events: null, markets: null, trades: null, orderbooks: null } }
    if (dice < 0.13 && previous) return previous
    if (dice < 0.2 && 'json' in good && Array.isArray(good.json) && asked.path === '/trades') {
      return { ...good, json: (good.json as unknown[]).toReversed() }
    }
    return good
  }
}

/** The markets with an order book. */
const openMarkets = ['0', '1', '2']
  .flatMap((e) => [`pa_0x${e}0`, `pa_0x${e}1`, `pa_0x${e}2`])
  .concat(['pb_KX0-0(X)', 'pb_KX0-1(X)', 'pb_KX0-2(X)'])

describe('poller', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  async function open(
    seed: number,
    wrap: (
      answer: (asked: ReceivedRequest) => TestResponse,
      random: () => number,
    ) => (asked: ReceivedRequest) => TestResponse,
  ) {
    const random = createRandom(seed).next
    const clock = createFastClock(startMs, 25)
    const exchange = createExchange(clock.now)
    fill(exchange, random)
    const platforms = await running.servePlatforms(exchange, (answer) => wrap(answer, random))
    const log = createMemoryLog(clock.now)
    const fatal: Error[] = []
    const run = (): Poller =>
      running.start({
        platforms,
        log,
        now: clock.now,
        sleep: clock.sleep,
        random,
        tuning,
        onFatal: (error) => fatal.push(error),
      })
    return { clock, exchange, log, run, random, fatal }
  }

  /** Whether tapes are complete beyond the last trade, and all histories up to where the tapes begin. */
  function isDone(log: MemoryLog, lastMs = startMs + liveMs): boolean {
    const watermarks = [...newestWatermarks(log).values()]
    const tapes = watermarks.filter((watermark) => watermark.market_id === null)
    const histories = watermarks.filter((watermark) => watermark.market_id !== null)
    // The tapes of the two platforms may begin a second apart.
    const beginsMs = new Map(tapes.map((one) => [one.platform, one.complete_from_ms]))
    return (
      tapes.length === 24 &&
      tapes.every((one) => one.complete_until_ms > lastMs && one.gaps.length === 0) &&
      histories.length === aMarkets + 1 + bMarkets &&
      histories.every(
        ({ platform, complete_until_ms: untilMs, gaps }) =>
          untilMs >= (beginsMs.get(platform) ?? Infinity) && gaps.length === 0,
      )
    )
  }

  it('publishes every trade once, and no watermark covers a missing trade', async () => {
    const { clock, exchange, log, run, fatal } = await open(1, (answer) => answer)
    run()
    const booksOf = (): ReadonlySet<string | null> =>
      new Set(log.values('raw.books').map(({ key }) => key))
    await until(clock, () => isDone(log) && booksOf().size >= openMarkets.length)
    expectTradesExact(log, exchange, startMs + liveMs)
    expectWatermarksTrue(log, exchange)
    expectSnapshotsSane(log)
    expect(fatal).toEqual([])

    const markets = log.values('raw.markets').filter(({ value }) => value.kind === 'market')
    expect(new Set(markets.map(({ key }) => key)).size).toBe(aMarkets + 2 + bMarkets)
    const nested = markets.find(({ key }) => key === 'pa_0x00')?.value
    expect(JSON.parse(nested?.event_body ?? '')).toEqual({ id: '50', title: 'E 0', closed: false })
    expect(markets.find(({ key }) => key === 'pa_78')?.value.native_id).toBe('')
    // A history that could not be fetched at first has a watermark before its first trade.
    const trade = log
      .values('raw.trades')
      .find(({ key, value }) => key === 'pa_0x00' && value.body !== null)?.value
    expect(trade).toMatchObject({ tokens: ['001', '002'], outcomes: ['Yes', 'No'] })
    expect(booksOf()).toEqual(new Set(openMarkets))
    // platform_a's stamp did not change, so each of its books is there once.
    expect(log.values('raw.books').filter(({ key }) => key === 'pa_0x00')).toHaveLength(1)
  })

  it.each([11, 12, 13])(
    'loses and repeats nothing when platforms, log and process fail (seed %i)',
    async (seed) => {
      const { clock, exchange, log, run, random, fatal } = await open(seed, faulty)
      let hurt = 0
      log.onAppend = () => {
        // Early ones for certain, so that no seed gets away without.
        const dice = log.appends % 40 === 7 ? 0 : random()
        if (dice < 0.02) hurt += 1
        return dice < 0.01 ? 'lost' : dice < 0.02 ? 'unknown' : 'none'
      }
      let poller = run()
      for (let restarts = 0; restarts < 6; restarts += 1) {
        await clock.sleep(2_000 + random() * 10_000, never)
        await poller.stop()
        poller = run()
      }
      await until(clock, () => isDone(log))
      await poller.stop()
      expect(
        [...newestWatermarks(log).values()].filter(
          (c) => c.gaps.length > 0 || c.complete_until_ms < startMs,
        ),
      ).toEqual([])
      expect(hurt).toBeGreaterThan(0)
      expectTradesExact(log, exchange, startMs + liveMs)
      expectWatermarksTrue(log, exchange)
      expectSnapshotsSane(log)
      expect(fatal).toEqual([])
    },
  )

  it('records an unreadable window as a gap, continues, and fills it later', async () => {
    let isOver = false
    const { clock, exchange, log, run } = await open(21, (answer) => (asked) => {
      const isTape = asked.path.endsWith('/trades') && !asked.query.has('ticker')
      const from = Number(asked.query.get('start') ?? asked.query.get('min_ts'))
      const end = Number(asked.query.get('end') ?? asked.query.get('max_ts'))
      const poisonS = startMs / 1000 + 12
      const isHit = isTape && !asked.query.has('market') && from <= poisonS && end >= poisonS
      return isHit && !isOver ? { status: 500, text: '{}' } : answer(asked)
    })
    run()
    const gapsOf = (platform: string) =>
      log
        .values('raw.trades')
        .flatMap(({ value }) => (value.progress?.market_id === null ? value.progress : []))
        .filter((watermark) => watermark.platform === platform && watermark.gaps.length > 0)
    // It goes on behind the gap before the gap can be filled.
    const isBehind = (platform: string): boolean =>
      gapsOf(platform).some((one) => one.complete_until_ms > (one.gaps.at(-1)?.until_ms ?? 0))
    // Behind a gap, only further trades prove that a tape is complete.
    let lastMs = startMs + liveMs
    const tradeOn = (): void => {
      for (; lastMs < clock.now(); lastMs += 1_000) {
        const [a, b] = [exchange.aTrades[0], exchange.bTrades[0]]
        if (!a || !b) throw new Error('no trade to repeat')
        const id = `later${lastMs}`
        const timestamp = lastMs / 1000
        exchange.aTrades.push({ ...a, transactionHash: id, timestamp, visibleAtMs: lastMs })
        exchange.bTrades.push({ ...b, trade_id: id, timeMs: lastMs, visibleAtMs: lastMs })
      }
    }
    await until(clock, () => {
      tradeOn()
      return ['platform_a', 'platform_b'].every(isBehind)
    })
    expect(['platform_a', 'platform_b'].filter(isBehind)).toHaveLength(2)
    isOver = true
    await until(clock, () => isDone(log, lastMs))
    expectTradesExact(log, exchange, lastMs)
    expectWatermarksTrue(log, exchange)
  })

  it('publishes a history that cannot be fetched as a gap, and fills it later', async () => {
    let isOver = false
    const { clock, exchange, log, run } = await open(22, (answer) => (asked) => {
      const isHit =
        asked.query.get('market')?.includes('0x00') === true ||
        asked.query.get('ticker') === 'KX0-0(X)'
      return isHit && !isOver ? { status: 400, text: '{"error":"bad"}' } : answer(asked)
    })
    run()
    const watermarkOf = (id: string) =>
      [...newestWatermarks(log).values()].find((watermark) => watermark.market_id === id)
    const ids = ['pa_0x00', 'pb_KX0-0(X)']
    await until(clock, () => ids.every((id) => watermarkOf(id) !== undefined))
    for (const id of ids) {
      expect(watermarkOf(id)?.gaps).toMatchObject([{ from_ms: 0, reason: 'unreachable' }])
    }
    isOver = true
    await until(clock, () => isDone(log))
    expectTradesExact(log, exchange, startMs + liveMs)
    expectWatermarksTrue(log, exchange)
  })

  it('asks for a market that vanished from the lists, and does not call it closed', async () => {
    const { clock, exchange, log, run } = await open(23, (answer) => answer)
    run()
    const published = () => log.values('raw.markets').filter(({ key }) => key === 'pa_0x01')
    await until(clock, () => published().length > 0)
    const event = exchange.aEvents[0]
    const market = event?.markets[1]
    if (!event || !market) throw new Error('no such market')
    // Out of the list of its event, known only by its id, and closed.
    event.markets.splice(1, 1)
    exchange.aAlone.push({
      ...market,
      closed: true,
      outcomePrices: '["1", "0"]',
      updatedAt: 'later',
    })
    await until(clock, () => published().length > 1)
    expect(JSON.parse(published().at(-1)?.value.body ?? '')).toMatchObject({ closed: true })
  })

  it('continues from the log when its tasks are revoked and come back', async () => {
    const { clock, exchange, log, run, fatal } = await open(24, (answer) => answer)
    run()
    for (let times = 0; times < 4; times += 1) {
      const appends = log.appends
      await until(clock, () => log.appends > appends + 40)
      for (const { name } of pollerTasks) await log.openWriter(`poller/${name}`)
    }
    await until(clock, () => isDone(log))
    expectTradesExact(log, exchange, startMs + liveMs)
    expectWatermarksTrue(log, exchange)
    expectSnapshotsSane(log)
    expect(fatal).toEqual([])
  })

  it('stops for good, saying where, when the log holds what is no memory of a poller', async () => {
    const { clock, log, run, fatal } = await open(26, (answer) => answer)
    const other = await log.openWriter('other')
    const value = Buffer.from('{"key":"platform_a/tape/","state":"{"}')
    await other.append([{ topic: 'pm.poll-checkpoints', key: 'x', partition: 3, value }])
    run()
    await until(clock, () => fatal.length > 0)
    expect(fatal.map(({ message }) => message)).toEqual([
      'pm.poll-checkpoints/3/0 is no checkpoint',
    ])
  })

  it('stops at once while a platform is silent', async () => {
    const { clock, run } = await open(25, () => () => ({ raw: () => undefined }))
    const poller = run()
    await clock.sleep(2_000, AbortSignal.timeout(10_000))
    await poller.stop()
  })
})
