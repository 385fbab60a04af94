// Bad days of the platforms' APIs: lists that take a minute a page, refusals for an hour, and a platform that is
// away. No trade is lost, and what is not concerned goes on.
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { ServerResponse } from 'node:http'
import type { Platform } from '../../../schemas/generated/events.ts'
import type { RequestClass } from '../../../services/platforms/request-class.ts'
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
  type BadDayWorld,
  type Bend,
} from '../support/bad-day-world.ts'
import { createRunningPollers, testLimitMs } from '../support/running-pollers.ts'
import { sendResponse, type ReceivedRequest } from '../support/test-server.ts'

jest.setTimeout(testLimitMs)

/** A trade every two seconds, shown up to three seconds late. */
function tradeFor({ exchange }: BadDayWorld, forMs: number): void {
  for (let n = 0; n < forMs / (2 * second); n += 1)
    addTrades(exchange, n, 2 * n * second, { market: (n % 5) + 1, delayMs: (n % 4) * second })
}

/** Until both tapes are complete up to this time since the start; then compares them with the truth. */
async function expectAll(world: BadDayWorld, untilMs: number): Promise<void> {
  const { log, exchange, tapeUntilMs } = world
  await world.until(() => bothPlatforms.every((one) => tapeUntilMs(one) > startMs + untilMs))
  await world.stop()
  expectTradesExact(log, exchange, startMs + untilMs)
  expectWatermarksTrue(log, exchange)
  expect([...newestWatermarks(log).values()].flatMap(({ gaps }) => gaps)).toEqual([])
}

/** The largest distance between a new watermark and the clock, or between two watermarks. */
function maxLagMs({ lags }: BadDayWorld, platform: Platform, fromMs: number, untilMs: number) {
  const own = lags.filter((one) => one.platform === platform)
  const during = own.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs)
  expect(during.length).toBeGreaterThan(1)
  const ends = [...during.map(({ atMs }) => atMs), untilMs]
  const pauses = ends.map((atMs, n) => atMs - (ends[n - 1] ?? fromMs))
  return Math.max(...during.map(({ lagMs }) => lagMs), ...pauses)
}

/** The watermark of a tape is this far behind on a good day: the settle lag, and twice the pause between two. */
const usualLagMs = 15 * second

/** How many requests of a class ended in the minute from `fromMs` on. */
function sentIn(
  { requests }: BadDayWorld,
  platform: Platform,
  requestClass: RequestClass,
  fromMs: number,
): number {
  const isOfClass = (one: (typeof requests)[number]): boolean =>
    one.platform === platform && one.requestClass === requestClass
  return requests.filter(
    (one) => isOfClass(one) && one.atMs >= fromMs && one.atMs < fromMs + minute,
  ).length
}

describe('the poller', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  it('sends few requests during an hour of refusals, and then recovers by itself', async () => {
    const [fromMs, untilMs] = [minute, minute + hour]
    const bend: Bend = (answer, asked, atMs) =>
      atMs >= fromMs && atMs < untilMs ? { status: 429, text: '{}' } : answer(asked)
    const world = await openBadDay(running, { bend })
    addMarkets(world.exchange, 5)
    const endMs = untilMs + 3 * minute
    tradeFor(world, endMs)
    world.run()
    await expectAll(world, endMs)

    const refused = (platform: Platform): number =>
      world.requests.filter((one) => one.platform === platform && one.outcome === '429').length
    // Without the refusals the limits are 960 a minute on platform_b, and more on platform_a.
    const perMinute = bothPlatforms.map((platform) => refused(platform) / 60)
    expect(perMinute[0]).toBeLessThan(100)
    expect(perMinute[1]).toBeLessThan(40)
    for (const platform of bothPlatforms)
      expect(maxLagMs(world, platform, untilMs + minute, endMs)).toBeLessThan(usualLagMs)
  })

  const isListPage = ({ path, query }: ReceivedRequest): boolean =>
    (path === '/events' && query.has('status')) ||
    path === '/historical/markets' ||
    (path.endsWith('/keyset') &&
      query.has('limit') &&
      !query.has('id') &&
      !query.has('condition_ids'))

  /** The list of changed markets on platform_b. Its pages have the class of look-ups, not of lists. */
  const isChangesPage = ({ query }: ReceivedRequest): boolean => query.has('min_updated_ts')

  it.each<[string, string, boolean, (asked: ReceivedRequest) => boolean]>([
    ['tapes and books', 'open and past markets', true, isListPage],
    ['tapes', 'all markets', false, (asked) => isListPage(asked) || isChangesPage(asked)],
  ])(
    'reads %s while lists of %s take a minute a page',
    async (_of, _name, areBooksRead, isSlow) => {
      const bend: Bend = (answer, asked) => {
        const answered = answer(asked)
        if (!isSlow(asked) || 'raw' in answered) return answered
        const raw = (response: ServerResponse): void => {
          void world.clock.delayAnswer(minute).then(() => {
            sendResponse(response, answered)
          })
        }
        return { raw }
      }
      const world = await openBadDay(running, { bend })
      world.exchange.listCap = 2
      addMarkets(world.exchange, 5)
      // Ten pages of past events, which are read while the open ones are read again.
      for (let n = 0; n < 20; n += 1)
        world.exchange.bEvents.push({ event_ticker: `E${n}`, status: 'settled', markets: [] })
      const endMs = 8 * minute
      tradeFor(world, endMs)
      world.run()
      await expectAll(world, endMs)

      for (const platform of bothPlatforms) {
        expect(maxLagMs(world, platform, minute, endMs)).toBeLessThan(usualLagMs)
        if (!areBooksRead) continue
        for (let atMs = minute; atMs < endMs; atMs += minute)
          expect([atMs, sentIn(world, platform, 'books', atMs) >= 15]).toEqual([atMs, true])
      }
    },
  )

  it('keeps up with one busy platform while the other one refuses connections', async () => {
    const world = await openBadDay(running)
    const { exchange } = world
    addMarkets(exchange, 5)
    const [fromMs, untilMs, endMs] = [minute, 4 * minute, 6 * minute]
    tradeFor(world, endMs)
    const { bTrades } = exchange
    exchange.bTrades = []
    const busyPerSecond = 20
    for (let n = 0; n < ((untilMs - fromMs) / second) * busyPerSecond; n += 1)
      addTrades(exchange, 100_000 + n, fromMs + (n * second) / busyPerSecond, {
        market: (n % 5) + 1,
      })
    exchange.bTrades = bTrades
    world.run()
    await world.until(() => world.sinceStartMs() >= fromMs)
    const accept = await world.refuseConnections('platform_b')
    await world.until(() => world.sinceStartMs() >= untilMs)
    await accept()
    await expectAll(world, endMs)

    expect(maxLagMs(world, 'platform_a', fromMs, untilMs)).toBeLessThan(usualLagMs)
    for (const requestClass of ['tape', 'lifecycle', 'books', 'lists'] as const) {
      const before = sentIn(world, 'platform_a', requestClass, 0)
      for (let atMs = fromMs; atMs < untilMs; atMs += minute) {
        const during = sentIn(world, 'platform_a', requestClass, atMs)
        expect([requestClass, atMs, during / before > 0.7]).toEqual([requestClass, atMs, true])
      }
    }
    expect(maxLagMs(world, 'platform_b', untilMs + minute, endMs)).toBeLessThan(usualLagMs)
  })
})
