// Trades that the platforms show so late that no overlap reads them: an audit finds that they are missing,
// and the poller reads the market again. The gap is reported meanwhile, and no trade is published twice.
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { Audit } from '../../schemas/generated/events.ts'
import type { Poller } from '../../services/poller/poller.ts'
import type { PollerTuning } from '../../services/poller/tuning.ts'
import { createRandom } from '../../simulator/random.ts'
import { anAudit } from '../projector/records.ts'
import { expectTradesExact } from './support/checks.ts'
import { createFastClock } from './support/clock.ts'
import { createExchange, type Exchange } from './support/fake-platforms.ts'
import { createMemoryLog, jsonCodec, type MemoryLog } from './support/memory-log.ts'
import { createRunningPollers, testLimitMs, until } from './support/running-pollers.ts'
import type { TestResponse } from './support/test-server.ts'

type Row = Readonly<Record<string, unknown>>

jest.setTimeout(testLimitMs)

const startMs = Date.UTC(2026, 10, 20, 12)
const liveMs = 60_000
/** Trades of this time are withheld for so long that the overlap has passed them. */
const [withheldFromMs, withheldUntilMs] = [startMs + 20_000, startMs + 40_000]
const withheldForMs = 60_000

const tuning: Partial<PollerTuning> = {
  openScanMs: 10_000,
  deepMs: 5_000,
  deepOverlapMs: 30_000,
  watermarkMs: 2_000,
  gapRetryMs: 5_000,
  backOff: { firstMs: 500, maxMs: 4_000 },
  requestTimeoutMs: 2_000,
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
  for (let n = 0; n < 150; n += 1) {
    // A quarter of the trades are from before the tape.
    const timeMs = startMs + Math.floor(((random() * 4) / 3) * liveMs - liveMs / 3)
    const isWithheld = timeMs >= withheldFromMs && timeMs < withheldUntilMs
    const visibleAtMs = timeMs + (isWithheld ? withheldForMs : Math.floor(random() * 3_500))
    const timestamp = Math.floor(timeMs / 1000)
    const a = {
      conditionId: '0x1',
      transactionHash: `0x${n % 140}`,
      asset: '1',
      proxyWallet: '0xw',
    }
    exchange.aTrades.push({ ...a, side: 'BUY', size: 1, price: 0.4, timestamp, visibleAtMs })
    exchange.bTrades.push({ trade_id: `t${n}`, ticker: 'KX-1', timeMs, visibleAtMs })
  }
}

const missing = (changes: Partial<Audit>): Audit => anAudit({ status: 'missing', ...changes })
const auditA = missing({ market_id: 'pa_0x1', platform: 'platform_a' })
const auditB = missing({ market_id: 'pb_KX-1', platform: 'platform_b' })

describe('the repair of a market', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  async function open(bend: (answer: TestResponse) => TestResponse = (answer) => answer) {
    const clock = createFastClock(startMs, 20)
    const exchange = createExchange(clock.now)
    fill(exchange)
    const platforms = await running.servePlatforms(
      exchange,
      (answer) => (asked) => bend(answer(asked)),
    )
    const log = createMemoryLog(clock.now)
    const run = (): Poller =>
      running.start({
        platforms,
        log,
        now: clock.now,
        sleep: clock.sleep,
        random: createRandom(1).next,
        tuning,
        onFatal: (error) => {
          throw error
        },
      })
    const writer = await log.openWriter('auditor')
    const append = (...audits: readonly Audit[]): Promise<void> =>
      writer.append(
        audits.map((audit) => ({
          topic: 'pm.audits',
          key: audit.market_id,
          value: jsonCodec.encode('audits', audit),
        })),
      )
    const untilTrue = (isTrue: () => boolean): Promise<void> => until(clock, isTrue)
    return { exchange, log, run, until: untilTrue, append, now: clock.now }
  }

  const watermarksOf = (log: MemoryLog, id: string) =>
    log
      .values('raw.trades')
      .flatMap(({ value }) => (value.progress?.market_id === id ? [value.progress] : []))
  const publishedOf = (log: MemoryLog): number =>
    log.values('raw.trades').filter(({ value }) => value.body !== null).length
  const tapeUntil = (log: MemoryLog): number =>
    Math.min(
      ...['platform_a', 'platform_b'].map((platform) =>
        log
          .values('raw.trades')
          .flatMap(({ value: { progress } }) =>
            progress?.feed === `${platform}/trades` ? [progress.complete_until_ms] : [],
          )
          .reduce((newest, one) => Math.max(newest, one), 0),
      ),
    )

  /** Runs the poller until the tapes are past the withheld trades, which are then missing for good. */
  async function loseTrades(world: Awaited<ReturnType<typeof open>>): Promise<void> {
    world.run()
    const { log, exchange } = world
    await world.until(() => tapeUntil(log) > startMs + liveMs + withheldForMs)
    expect(publishedOf(log)).toBeLessThan(exchange.aTrades.length + exchange.bTrades.length)
    expect(watermarksOf(log, 'pa_0x1').at(-1)?.gaps).toEqual([])
  }

  it('finds all missing trades, each once, and reports a gap meanwhile', async () => {
    const world = await open()
    const { log, exchange, until, append } = world
    await loseTrades(world)
    const before = log.values('raw.trades').length
    await append(auditA, auditB)
    const isRepaired = (id: string): boolean => {
      const gaps = watermarksOf(log, id).map((watermark) => watermark.gaps.length)
      return gaps.includes(1) && gaps.at(-1) === 0
    }
    await until(() => isRepaired('pa_0x1') && isRepaired('pb_KX-1'))
    expectTradesExact(log, exchange, startMs + liveMs)

    for (const id of ['pa_0x1', 'pb_KX-1']) {
      const own = log
        .values('raw.trades')
        .slice(before)
        .filter(({ key }) => key === id)
        .map(({ value: { progress } }) => progress?.gaps ?? 'trade')
      const [gap, ...rest] = own
      const volumeGap = { from_ms: 0, until_ms: expect.any(Number), reason: 'volume' }
      expect(gap).toEqual([volumeGap])
      expect(rest.slice(0, -1).every((one) => one === 'trade')).toBe(true)
      expect(rest.at(-1)).toEqual([])
    }
  })

  it('reads a market again without a gap at later attempts, and once for each audit', async () => {
    const world = await open()
    const { log, exchange, until, append } = world
    await loseTrades(world)
    const watermarks = watermarksOf(log, 'pb_KX-1').length
    await append({ ...auditB, attempts: 2 })
    await until(() => watermarksOf(log, 'pb_KX-1').length > watermarks)
    const found = log
      .values('raw.trades')
      .filter(({ key, value }) => key === 'pb_KX-1' && value.body)
    expect(found).toHaveLength(exchange.bTrades.length)
    const fromMs = world.now()
    await until(() => world.now() > fromMs + 20_000)
    const after = watermarksOf(log, 'pb_KX-1').slice(watermarks)
    expect(after.map(({ gaps }) => gaps)).toEqual([[]])
  })

  it('publishes trades again, once, that were recorded in a form that cannot be mapped', async () => {
    let isReadable = false
    /** Of half of the trades. */
    const withoutSide = (row: Row): object =>
      Number(String(row['trade_id']).slice(1)) % 2 === 0 ? { ...row, taker_side: undefined } : row
    const world = await open((answer) => {
      const page = ('json' in answer ? answer.json : {}) as { trades?: readonly Row[] }
      if (!page.trades || isReadable) return answer
      return { ...answer, json: { ...page, trades: page.trades.map(withoutSide) } }
    })
    const { log, exchange, until, append } = world
    await loseTrades(world)
    const bodies = () =>
      log
        .values('raw.trades')
        .flatMap(({ key, value: { body } }) => (key === 'pb_KX-1' && body !== null ? [body] : []))
    const readable = () => bodies().filter((body) => body.includes('taker_side'))
    const repair = async (auditedAtMs: number): Promise<void> => {
      const watermarks = watermarksOf(log, 'pb_KX-1').length
      await append({ ...auditB, attempts: 2, audited_at_ms: auditedAtMs })
      await until(() => watermarksOf(log, 'pb_KX-1').length > watermarks)
    }
    const { length } = exchange.bTrades
    await repair(1)
    expect([bodies().length, readable().length]).toEqual([length, length / 2])
    isReadable = true
    for (const auditedAtMs of [2, 3]) {
      await repair(auditedAtMs)
      expect([bodies().length, readable().length]).toEqual([1.5 * length, length])
      expect(new Set(bodies()).size).toBe(1.5 * length)
    }
  })

  it('keeps the gap while the platform fails, and across a restart', async () => {
    let isDown = false
    const world = await open((answer) => (isDown ? { status: 500, text: '' } : answer))
    const { log, exchange, until, append } = world
    await loseTrades(world)
    isDown = true
    await append(auditA, auditB)
    const gapsOf = (id: string) => watermarksOf(log, id).at(-1)?.gaps.length
    await until(() => gapsOf('pa_0x1') === 1 && gapsOf('pb_KX-1') === 1)
    await running.stopPollers()
    isDown = false
    world.run()
    await until(() => gapsOf('pa_0x1') === 0 && gapsOf('pb_KX-1') === 0)
    expectTradesExact(log, exchange, startMs + liveMs)
  })

  it('withdraws the gap when the trades add up before the repair', async () => {
    let isDown = false
    const world = await open((answer) => (isDown ? { status: 500, text: '' } : answer))
    const { log, until, append } = world
    await loseTrades(world)
    isDown = true
    await append(auditB)
    const gapsOf = (id: string) => watermarksOf(log, id).at(-1)?.gaps.length
    await until(() => gapsOf('pb_KX-1') === 1)
    await append({ ...auditB, status: 'agrees', difference: '0' })
    await until(() => gapsOf('pb_KX-1') === 0)
    expect(gapsOf('pb_KX-1')).toBe(0)
  })
})
