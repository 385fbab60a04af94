// The start of a poller whose api is still loading all markets: until these are loaded, or some minutes have
// passed, the poller only follows the tapes.
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { expectTradesExact, expectWatermarksTrue } from './support/checks.ts'
import {
  addMarkets,
  addTrades,
  bothPlatforms,
  minute,
  openBadDay,
  second,
  startMs,
  type BadDayWorld,
} from './support/bad-day-world.ts'
import { createRunningPollers, testLimitMs } from './support/running-pollers.ts'

jest.setTimeout(testLimitMs)

/** A third of the real time, so that the test is fast. */
const tapesOnlyMs = minute
/** When the platforms have their last trades: after `tapesOnlyMs` has passed in each test. */
const endMs = 3 * minute
const lateMessage =
  'the api has not loaded all markets in time: the poller requests lists, books and histories nevertheless'

/** Five markets and a trade every two seconds on each platform. Those of platform_a are understood only with their market. */
async function openWorld(running: ReturnType<typeof createRunningPollers>): Promise<BadDayWorld> {
  const world = await openBadDay(running, { tuning: { tapesOnlyMs } })
  addMarkets(world.exchange, 5)
  for (let n = 0; n < endMs / (2 * second); n += 1)
    addTrades(world.exchange, n, 2 * n * second, { market: (n % 5) + 1 })
  return world
}

/** The classes of the requests since `sinceMs`, in the order of their first request. */
const classesSince = ({ requests }: BadDayWorld, sinceMs: number): string[] => [
  ...new Set(requests.filter(({ atMs }) => atMs > sinceMs).map(({ requestClass }) => requestClass)),
]

const untilCompleteTo = (world: BadDayWorld, ms: number): Promise<void> =>
  world.until(() => bothPlatforms.every((one) => world.tapeUntilMs(one) > startMs + ms))

/** Until all trades are appended, with what is known about their markets; then compares them with the truth. */
async function expectAll(world: BadDayWorld): Promise<void> {
  const { log, exchange } = world
  const isSettled = (): boolean => {
    const rows = log.values('raw.trades').filter(({ value }) => value.body !== null)
    return rows.filter(({ value }) => !value.awaits_market).length >= 2 * (endMs / (2 * second))
  }
  await untilCompleteTo(world, endMs)
  await world.until(isSettled)
  await world.stop()
  expectTradesExact(log, exchange, startMs + endMs)
  expectWatermarksTrue(log, exchange)
}

/** Runs a poller without limits for some seconds, so that the log has the checkpoints of all markets. */
async function runBefore(world: BadDayWorld): Promise<void> {
  world.run()
  await untilCompleteTo(world, 20 * second)
  await world.until(() => classesSince(world, 0).includes('books'))
  await world.stop()
}

describe('a poller that starts while the markets are being loaded', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  it('follows the tapes at once, and reads and requests nothing else until they are loaded', async () => {
    const world = await openWorld(running)
    await runBefore(world)
    const restartedMs = world.sinceStartMs()
    const readTopics = new Set<string>()
    let markLoaded = (): void => undefined
    const tapesOnlyUntil = new Promise<void>((resolve) => {
      markLoaded = resolve
    })
    world.run(bothPlatforms, {
      tapesOnlyUntil,
      log: {
        ...world.log,
        follow(options, handle) {
          readTopics.add(options.topic)
          return world.log.follow(options, handle)
        },
      },
    })
    await untilCompleteTo(world, restartedMs + 20 * second)
    expect(world.sinceStartMs() - restartedMs).toBeLessThan(tapesOnlyMs)
    expect(classesSince(world, restartedMs)).toEqual(['tape'])
    expect([...readTopics]).toEqual([])

    const loadedMs = world.sinceStartMs()
    markLoaded()
    const others = ['books', 'lists']
    await world.until(() => others.every((one) => classesSince(world, loadedMs).includes(one)))
    expect([...readTopics].sort()).toEqual([
      'pm.audits',
      'pm.history-requests',
      'pm.poll-checkpoints',
      'pm.wallet-requests',
    ])
    await expectAll(world)
    // That was after the time at which it would have begun by itself.
    expect(endMs).toBeGreaterThan(restartedMs + tapesOnlyMs)
    expect(world.messages).not.toContain(lateMessage)
  })

  it.each([
    ['on an empty log', false],
    ['after a restart', true],
  ])('goes on without them after some minutes, %s', async (_when, isRestart) => {
    const world = await openWorld(running)
    if (isRestart) await runBefore(world)
    const startedMs = world.sinceStartMs()
    world.run(bothPlatforms, { tapesOnlyUntil: new Promise(() => undefined) })
    const isWaiting = (): boolean => world.sinceStartMs() < startedMs + tapesOnlyMs
    await world.until(() => !isWaiting() || classesSince(world, startedMs).length > 1)
    expect(isWaiting()).toBe(false)
    expect(bothPlatforms.map((one) => world.tapeUntilMs(one) > startMs + startedMs)).toEqual([
      true,
      true,
    ])
    await world.until(() => classesSince(world, startedMs).includes('books'))
    const atMs = world.requests.flatMap((one) =>
      one.atMs > startedMs && one.requestClass !== 'tape' ? [one.atMs] : [],
    )
    expect(Math.min(...atMs) - startedMs).toBeGreaterThanOrEqual(tapesOnlyMs)
    expect(world.messages).toContain(lateMessage)
    await expectAll(world)
  })

  it('can be stopped before they are loaded', async () => {
    const world = await openWorld(running)
    world.run(bothPlatforms, { tapesOnlyUntil: new Promise(() => undefined) })
    await untilCompleteTo(world, 10 * second)
    await world.stop()
    expect(classesSince(world, 0)).toEqual(['tape'])
    // The next one begins where it was stopped.
    world.run()
    await expectAll(world)
  })
})
