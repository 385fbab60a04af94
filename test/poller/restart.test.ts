// A tape continues after a restart before the poller has read the checkpoints of all markets.
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { EventLog } from '../../services/lib/log/port.ts'
import { createFastClock } from './support/clock.ts'
import { expectTradesExact, expectWatermarksTrue, newestWatermarks } from './support/checks.ts'
import { createExchange } from './support/fake-platforms.ts'
import { createMemoryLog } from './support/memory-log.ts'
import { createRunningPollers, testLimitMs, until } from './support/running-pollers.ts'

jest.setTimeout(testLimitMs)

const startMs = Date.UTC(2026, 10, 20, 12)

describe('a restarted poller', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  it('continues the tapes before it has read the checkpoints of markets', async () => {
    const clock = createFastClock(startMs, 20)
    const exchange = createExchange(clock.now)
    const createdAt = new Date(startMs - 86_400_000).toISOString()
    const market = {
      id: '9',
      conditionId: '0x9',
      outcomes: '["Yes", "No"]',
      createdAt,
      closed: false,
    }
    exchange.aEvents.push({ id: '5', title: 'E', closed: false, markets: [market] })
    const addTrade = (hash: string): void => {
      const timestamp = Math.floor(clock.now() / 1000)
      exchange.aTrades.push({
        conditionId: '0x9',
        transactionHash: hash,
        asset: '1',
        proxyWallet: '0xw',
        side: 'BUY',
        size: 1,
        price: 0.4,
        timestamp,
        visibleAtMs: timestamp * 1000,
      })
    }
    const log = createMemoryLog(clock.now)
    const fatal: Error[] = []
    const platforms = await running.servePlatforms(exchange)
    const start = (of: EventLog): void => {
      const onFatal = (error: Error): void => void fatal.push(error)
      running.start({ platforms, log: of, now: clock.now, sleep: clock.sleep, onFatal })
    }
    const untilOf = (): number =>
      Math.max(
        0,
        ...[...newestWatermarks(log)].map(([feed, { complete_until_ms: untilMs }]) =>
          feed.startsWith('platform_a/trades@') ? untilMs : 0,
        ),
      )
    start(log)
    await until(clock, () => log.values('raw.markets').length > 0 && untilOf() > startMs)
    addTrade('0x1')
    await until(clock, () => untilOf() > (exchange.aTrades[0]?.timestamp ?? 0) * 1000)
    await running.stopPollers()
    const [books, markets] = [log.values('raw.books').length, log.values('raw.markets').length]

    const readTopics = new Set<string>()
    start({
      ...log,
      follow: () => new Promise(() => undefined),
      read(options) {
        readTopics.add(options.topic)
        return log.read(options)
      },
    })
    addTrade('0x2')
    const { timestamp = 0 } = exchange.aTrades[1] ?? {}
    await until(clock, () => untilOf() > timestamp * 1000)
    await running.stopPollers()
    expect(untilOf()).toBeGreaterThan(timestamp * 1000)
    // The identities of the published trades are in the checkpoint.
    expect([...readTopics]).toEqual(['pm.poll-checkpoints'])
    expect(log.values('raw.books')).toHaveLength(books)
    expect(log.values('raw.markets')).toHaveLength(markets)

    // The market is known in the log: the row follows with its facts as soon as they are read.
    const isComplete = (): boolean =>
      log.values('raw.trades').some(({ value }) => {
        const isSecond = value.body?.includes('0x2') === true
        return isSecond && !value.awaits_market && value.outcomes.length > 0
      })
    start(log)
    await until(clock, isComplete)
    await running.stopPollers()
    expect(isComplete()).toBe(true)
    expectTradesExact(log, exchange, clock.now())
    expectWatermarksTrue(log, exchange)
    expect(fatal).toEqual([])
  })
})
