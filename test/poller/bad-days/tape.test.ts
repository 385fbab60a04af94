// Bad days of a tape: very many trades a second, and a start after a long time away.
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { FeedGap, Platform } from '../../../schemas/generated/events.ts'
import { expectTradesExact, expectWatermarksTrue, newestWatermarks } from '../support/checks.ts'
import {
  addMarkets,
  addTrades,
  bothPlatforms,
  hour,
  minute,
  openBadDay,
  second,
  startMs,
} from '../support/bad-day-world.ts'
import { never } from '../support/source.ts'
import { createRunningPollers, testLimitMs } from '../support/running-pollers.ts'

jest.setTimeout(testLimitMs)

describe('the poller', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  it.each(bothPlatforms)(
    'publishes 1,000 trades a second of %s once each, and no watermark covers a missing one',
    async (platform) => {
      const [perSecond, endMs] = [1_000, 20 * second]
      const world = await openBadDay(running)
      const { exchange, log, tapeUntilMs } = world
      addMarkets(exchange, 20)
      for (let n = 0; n < (perSecond * endMs) / second; n += 1)
        addTrades(exchange, n, (n * second) / perSecond, {
          market: (n % 20) + 1,
          delayMs: ((n % 7) * second) / 2,
        })
      if (platform === 'platform_a') exchange.bTrades = []
      else exchange.aTrades = []
      world.run([platform])
      await world.until(() => tapeUntilMs(platform) > startMs + endMs)
      await world.stop()
      expectTradesExact(log, exchange, startMs + endMs)
      expectWatermarksTrue(log, exchange)
      expect([...newestWatermarks(log).values()].flatMap(({ gaps }) => gaps)).toEqual([])
    },
  )

  it.each([
    ['an hour', hour, second],
    ['30 days', 720 * hour, 30 * minute],
  ])(
    'reads the newest trades first after %s away, and the others as gaps',
    async (_name, awayMs, everyMs) => {
      // A hundredth of the real size of pages and windows.
      const world = await openBadDay(running, { tuning: { rowsPerWindow: 50 } })
      const { exchange, log, lags, tapeUntilMs, sinceStartMs } = world
      addMarkets(exchange, 5)
      exchange.aPageCap = 10
      exchange.bPageCap = 10
      const [awayFromMs, awayUntilMs] = [minute, minute + awayMs]
      const endMs = awayUntilMs + 2 * minute
      for (let n = 0, atMs = 0; atMs < endMs; n += 1) {
        addTrades(exchange, n, atMs, { market: (n % 5) + 1 })
        atMs += atMs < awayFromMs || atMs >= awayUntilMs ? second : everyMs
      }
      world.run()
      await world.until(() => sinceStartMs() >= awayFromMs)
      await world.stop()
      await world.clock.sleep(awayUntilMs - awayFromMs, never)
      world.run()

      const isCurrent = (): boolean =>
        bothPlatforms.every((one) => tapeUntilMs(one) > startMs + awayUntilMs)
      await world.until(isCurrent)
      expect(sinceStartMs() - awayUntilMs).toBeLessThan(20 * second)
      // The whole time away was reported as a gap at first.
      const isReported = (platform: Platform): boolean =>
        log.values('raw.trades').some(({ value: { progress } }) => {
          const isOfTape = progress?.platform === platform && progress.market_id === null
          return isOfTape && progress.gaps.some(coversAbsence)
        })
      const coversAbsence = ({ from_ms: fromMs, until_ms: untilMs, reason }: FeedGap): boolean =>
        reason === 'unreachable' &&
        fromMs <= startMs + awayFromMs &&
        untilMs >= startMs + awayUntilMs - minute
      expect(bothPlatforms.filter(isReported)).toEqual(bothPlatforms)

      await world.until(
        () =>
          bothPlatforms.every((one) => tapeUntilMs(one) > startMs + endMs) &&
          [...newestWatermarks(log).values()].every(({ gaps }) => gaps.length === 0),
      )
      await world.stop()
      const lagsAfter = lags.filter(({ atMs }) => atMs > awayUntilMs + 20 * second)
      expect(Math.max(...lagsAfter.map(({ lagMs }) => lagMs))).toBeLessThan(15 * second)
      expectTradesExact(log, exchange, startMs + endMs)
      expectWatermarksTrue(log, exchange)
    },
  )
})
