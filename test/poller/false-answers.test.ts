// Answers with status 200 that are false (empty, outdated, truncated, reordered), and clocks that are set,
// for the poller as a whole: no trade is lost, and no watermark covers a missing trade.
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { Poller } from '../../services/poller/poller.ts'
import type { PollerTuning } from '../../services/poller/tuning.ts'
import { expectTradesExact, expectWatermarksTrue, newestWatermarks } from './support/checks.ts'
import { createRandom } from '../../simulator/random.ts'
import { createFastClock } from './support/clock.ts'
import { createExchange, type Exchange } from './support/fake-platforms.ts'
import { createMemoryLog, jsonCodec, type MemoryLog } from './support/memory-log.ts'
import { createRunningPollers, testLimitMs, until } from './support/running-pollers.ts'
import { type TestResponse, type ReceivedRequest } from './support/test-server.ts'

jest.setTimeout(testLimitMs)

const startMs = Date.UTC(2026, 10, 20, 12)
const liveMs = 120_000
/** Faults begin and end; before and after them the platforms are as they should be. */
const [faultFromMs, faultMs] = [30_000, 60_000]
const faultUntilMs = faultFromMs + faultMs
const hourMs = 3_600_000

const tuning: Partial<PollerTuning> = {
  openScanMs: 10_000,
  deepMs: 10_000,
  watermarkMs: 2_000,
  gapRetryMs: 5_000,
  backOff: { firstMs: 500, maxMs: 4_000 },
  requestTimeoutMs: 2_000,
}

type Bend = (
  answer: TestResponse,
  asked: ReceivedRequest,
  sinceStartMs: number,
  log: MemoryLog,
) => TestResponse

/** `fromMs`: when the fault began, since the start. */
type FaultBend = (...args: [...Parameters<Bend>, fromMs: number]) => TestResponse

const rowsOf = (answer: TestResponse): readonly unknown[] | null => {
  if (!('json' in answer)) return null
  const { json } = answer
  if (Array.isArray(json)) return json
  const { trades } = json as { trades?: readonly unknown[] }
  return trades ?? null
}

/** Whether a list of trades is that of one or several markets, not of all. */
const isHistory = (query: URLSearchParams): boolean => query.has('market') || query.has('ticker')

function timeMsOf(row: unknown): number {
  const { timestamp, created_time: time = '' } = row as {
    timestamp?: number
    created_time?: string
  }
  return timestamp === undefined ? Date.parse(time) : timestamp * 1000
}

/** Each platform has a published trade of this time or later that its tape covers; 0 before that. */
function newestCoveredMs(log: MemoryLog): number {
  const watermarks = [...newestWatermarks(log).values()].filter((one) => one.market_id === null)
  const trades = log.values('raw.trades').flatMap(({ value: { platform, body } }) => {
    return body === null ? [] : [{ platform, timeMs: timeMsOf(JSON.parse(body)) }]
  })
  const newest = (['platform_a', 'platform_b'] as const).map((platform) => {
    const own = watermarks.filter((one) => one.platform === platform)
    const fromMs = Math.min(...own.map((one) => one.complete_from_ms))
    const untilMs = Math.max(...own.map((one) => one.complete_until_ms))
    const times = trades.filter((one) => one.platform === platform).map(({ timeMs }) => timeMs)
    return Math.max(0, ...times.filter((timeMs) => timeMs >= fromMs && timeMs < untilMs))
  })
  return Math.min(...newest)
}

function withRows(answer: TestResponse, rows: readonly unknown[]): TestResponse {
  if (!('json' in answer)) return answer
  return Array.isArray(answer.json)
    ? { ...answer, json: rows }
    : { ...answer, json: { trades: rows, cursor: '' } }
}

function fill(exchange: Exchange): void {
  const random = createRandom(7).next
  const createdAt = new Date(startMs - 86_400_000).toISOString()
  exchange.bCutoffS = startMs / 1000 - 86_400
  const volume = { volumeNum: 5, createdAt, updatedAt: createdAt, closed: false }
  exchange.aAlone.push({ id: '1', conditionId: '0x1', ...volume })
  exchange.bEvents.push({
    event_ticker: 'KX',
    status: 'open',
    markets: [{ ticker: 'KX-1', status: 'active', volume_fp: '5.00', created_time: createdAt }],
  })
  for (let n = 0; n < 300; n += 1) {
    const timeMs = startMs + Math.floor(random() * liveMs)
    const visibleAtMs = timeMs + Math.floor(random() * 3_500)
    const timestamp = Math.floor(timeMs / 1000)
    const a = { conditionId: '0x1', transactionHash: `0x${n}`, asset: '1', proxyWallet: '0xw' }
    exchange.aTrades.push({ ...a, side: 'BUY', size: 1, price: 0.4, timestamp, visibleAtMs })
    exchange.bTrades.push({ trade_id: `t${n}`, ticker: 'KX-1', timeMs, visibleAtMs })
  }
}

describe('the poller', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  /** `ourStepMs`, `platformStepMs`: the error of each clock, by the time since the start. */
  async function open(options: {
    readonly bend?: Bend
    readonly ourStepMs?: (sinceStartMs: number) => number
    readonly platformStepMs?: (sinceStartMs: number) => number
  }) {
    const { bend = (answer) => answer, ourStepMs = () => 0, platformStepMs = () => 0 } = options
    const clock = createFastClock(startMs, 40)
    const sinceMs = (): number => clock.now() - startMs
    const ours = (): number => clock.now() + ourStepMs(sinceMs())
    const exchange = createExchange(() => clock.now() + platformStepMs(sinceMs()))
    fill(exchange)
    const log = createMemoryLog(ours)
    const platforms = await running.servePlatforms(
      exchange,
      (answer) => (asked) => bend(answer(asked), asked, sinceMs(), log),
    )
    const run = (): Poller => {
      const steadyOffsetMs = ours() - clock.now()
      return running.start({
        platforms,
        log,
        now: ours,
        steadyNow: () => clock.now() + steadyOffsetMs,
        sleep: clock.sleep,
        random: createRandom(1).next,
        tuning,
        onFatal: (error) => {
          throw error
        },
      })
    }
    return { exchange, log, run, sinceMs, until: (isTrue: () => boolean) => until(clock, isTrue) }
  }

  const tapes = (log: MemoryLog) =>
    [...newestWatermarks(log).values()].filter((watermark) => watermark.market_id === null)

  /** The watermarks of histories that were read from the creation of the market to the beginning of the tape. */
  const wholeHistories = (log: MemoryLog) =>
    [...newestWatermarks(log).values()].filter(
      ({ market_id: id, complete_from_ms: fromMs, gaps }) =>
        id !== null && fromMs === 0 && gaps.length === 0,
    )

  function isDone(log: MemoryLog): boolean {
    const all = tapes(log)
    const isComplete = (one: (typeof all)[number]): boolean =>
      one.complete_until_ms > startMs + liveMs && one.gaps.length === 0
    return all.length === 24 && all.every(isComplete) && wholeHistories(log).length === 2
  }

  const publishedTrades = (log: MemoryLog): number =>
    log.values('raw.trades').filter(({ value }) => value.body !== null).length

  async function expectAll({
    exchange,
    log,
    until,
  }: Awaited<ReturnType<typeof open>>): Promise<void> {
    await until(() => isDone(log))
    expect(tapes(log).filter((one) => one.complete_until_ms <= startMs + liveMs)).toEqual([])
    expectTradesExact(log, exchange, startMs + liveMs)
    expectWatermarksTrue(log, exchange)
  }

  /**
   * `bend` for a minute. It begins when trades of both tapes are published and covered: what was never read
   * cannot be missed.
   */
  function during(bend: FaultBend): Bend {
    let fromMs: number | null = null
    return (answer, asked, sinceStartMs, log) => {
      if (rowsOf(answer) === null || sinceStartMs < faultFromMs) return answer
      if (fromMs === null && newestCoveredMs(log) > startMs) fromMs = sinceStartMs
      if (fromMs === null || sinceStartMs >= fromMs + faultMs) return answer
      return bend(answer, asked, sinceStartMs, log, fromMs)
    }
  }

  /** Gives the rows from before `missingFromMs`, with a date and age of its own. */
  function outdated(
    headersFor: (sinceStartMs: number, fromMs: number) => Record<string, string>,
    missingFromMs: (log: MemoryLog, fromMs: number) => number = (_log, fromMs) => startMs + fromMs,
  ): FaultBend {
    let firstMissingMs: number | null = null
    return (answer, { query }, sinceStartMs, log, fromMs) => {
      firstMissingMs ??= missingFromMs(log, fromMs)
      // All rows are on the first page.
      const isFirst = Number(query.get('offset') ?? 0) === 0
      const all = isFirst ? (rowsOf(answer) ?? []) : []
      const rows = all.filter((row) => timeMsOf(row) < (firstMissingMs ?? 0))
      return { ...withRows(answer, rows), headers: headersFor(sinceStartMs, fromMs) }
    }
  }
  const dateAt = (sinceStartMs: number) => ({
    date: new Date(startMs + sinceStartMs).toUTCString(),
  })
  /**
   * Only the lists of all trades are false: no known row shows that a history ends too early, and on a busy machine the
   * tape begins so late that the history before it has rows (decision 014, "Not covered").
   */
  const exceptHistories =
    (bend: FaultBend): FaultBend =>
    (answer, asked, ...rest) =>
      isHistory(asked.query) ? answer : bend(answer, asked, ...rest)

  it.each<[string, FaultBend]>([
    // An empty history is believed for some seconds after a true list, and a slow machine may take longer from
    // one to the other (decision 014, rule 7; trade-witnesses.test).
    ['empty', exceptHistories((answer) => withRows(answer, []))],
    ['old, with their date', outdated((_ms, fromMs) => dateAt(fromMs))],
    [
      'from a cache that sets its own date',
      outdated((ms, fromMs) => ({
        ...dateAt(ms),
        age: String(Math.floor((ms - fromMs) / 1000)),
      })),
    ],
    [
      'without rows that were there, with a fresh date',
      exceptHistories(outdated(dateAt, newestCoveredMs)),
    ],
    ['reordered', (answer) => withRows(answer, (rowsOf(answer) ?? []).toReversed())],
    [
      'dated an hour ahead',
      (answer, _asked, ms) => ({ ...answer, headers: dateAt(ms + hourMs) }) as TestResponse,
    ],
  ])('loses nothing while lists of trades are %s for a minute', async (_name, bend) => {
    const world = await open({ bend: during(bend) })
    world.run()
    await expectAll(world)
  })

  it('loses nothing when single answers are false', async () => {
    const random = createRandom(3).next
    const world = await open({
      bend: (answer, { query }, sinceStartMs) => {
        const rows = rowsOf(answer)
        if (!rows || isHistory(query) || sinceStartMs < faultFromMs || random() > 0.15)
          return answer
        return withRows(answer, random() < 0.5 ? [] : rows.slice(0, rows.length - 5))
      },
    })
    world.run()
    await expectAll(world)
  })

  it('believes no empty history after a restart', async () => {
    let isRestarted = false
    const emptied = new Set<string>()
    const world = await open({
      bend(answer, { path, query }) {
        const rows = rowsOf(answer)
        if (rows === null) return answer
        if (!isRestarted) return isHistory(query) ? { status: 500, text: '' } : answer
        const platform = path.endsWith('/markets/trades') || path.includes('historical') ? 'b' : 'a'
        if (emptied.has(platform)) return answer
        // A history of platform_b is read from the historical tier first.
        if (isHistory(query) && !path.includes('historical')) emptied.add(platform)
        return withRows(answer, [])
      },
    })
    const { exchange, log } = world
    const beforeMs = startMs - hourMs
    const a = { conditionId: '0x1', transactionHash: '0xold', asset: '1', proxyWallet: '0xw' }
    const atOnce = { visibleAtMs: beforeMs }
    const timestamp = beforeMs / 1000
    exchange.aTrades.push({ ...a, side: 'BUY', size: 1, price: 0.4, timestamp, ...atOnce })
    exchange.bTrades.push({ trade_id: 'old', ticker: 'KX-1', timeMs: beforeMs, ...atOnce })
    const poller = world.run()
    await world.until(() => newestCoveredMs(log) > startMs)
    await poller.stop()
    isRestarted = true
    world.run()
    await world.until(() => wholeHistories(log).length === 2)
    expect(emptied.size).toBe(2)
    await expectAll(world)
  })

  const steps = [3_000, 900_000, hourMs, -90_000, -hourMs]

  it.each(steps)('goes on when our clock is set by %i ms', async (stepMs) => {
    const ourStepMs = (ms: number): number => (ms >= faultFromMs ? stepMs : 0)
    const world = await open({ ourStepMs })
    world.run()
    await world.until(() => world.sinceMs() > faultFromMs)
    const before = publishedTrades(world.log)
    // While our clock is wrong. A quiet machine needs half a minute of simulated time for this.
    await world.until(() => publishedTrades(world.log) - before > 100)
    await expectAll(world)
  })

  it.each(steps)('goes on when our clock is wrong by %i ms from the start', async (stepMs) => {
    const world = await open({ ourStepMs: (ms) => (ms < faultUntilMs ? stepMs : 0) })
    world.run()
    await expectAll(world)
  })

  it.each(steps)('goes on when the clock of a platform is set by %i ms', async (stepMs) => {
    const platformStepMs = (ms: number): number =>
      ms >= faultFromMs && ms < faultUntilMs ? stepMs : 0
    const world = await open({ platformStepMs })
    world.run()
    await expectAll(world)
  })

  it('claims nothing while the clock of a platform stands still', async () => {
    const platformStepMs = (ms: number): number =>
      ms < faultFromMs || ms >= faultUntilMs ? 0 : faultFromMs - ms
    const world = await open({ platformStepMs })
    world.run()
    await world.until(() => world.sinceMs() > faultUntilMs - 2_000)
    const untilMs = tapes(world.log).map((one) => one.complete_until_ms)
    expect(Math.max(...untilMs)).toBeLessThanOrEqual(startMs + faultFromMs - 5_000)
    await expectAll(world)
  })

  it('goes back, with a gap, from a watermark that is ahead of the platform', async () => {
    const world = await open({})
    const poller = world.run()
    await world.until(() => world.sinceMs() > 20_000)
    await poller.stop()
    const checkpoint = world.log
      .values('poll-checkpoints')
      .findLast(({ value }) => value.key === 'platform_a/tape/')
    if (!checkpoint) throw new Error('no checkpoint')
    const state = JSON.parse(checkpoint.value.state) as { startMs: number; untilMs: number }
    const ahead = JSON.stringify({ ...state, untilMs: state.untilMs + 600_000 })
    const writer = await world.log.openWriter('a clock that was wrong')
    const value = jsonCodec.encode('poll-checkpoints', { ...checkpoint.value, state: ahead })
    await writer.append([{ topic: 'pm.poll-checkpoints', key: checkpoint.key ?? '', value }])
    world.run()
    const gapsOfA = () =>
      world.log
        .values('raw.trades')
        .flatMap(({ value: { progress } }) =>
          progress?.platform === 'platform_a' && progress.market_id === null ? progress.gaps : [],
        )
    await world.until(() => gapsOfA().length > 0)
    expect(gapsOfA()).toContainEqual(
      expect.objectContaining({ from_ms: state.startMs, reason: 'unreachable' }),
    )
    await expectAll(world)
  })
})
