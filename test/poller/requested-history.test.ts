// A client asked about trades from before the back-fill: the poller reads all earlier trades of the market,
// each once, and publishes the watermark that begins earlier (docs/decisions/031-bounded-past.md).
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import type { HistoryRequest } from '../../schemas/generated/events.ts'
import { boundMs, day, openBoundedWorld, startMs, tradesPerDay } from './support/bounded-world.ts'
import { expectTradesExact, expectWatermarksTrue } from './support/checks.ts'
import { jsonCodec } from './support/memory-log.ts'
import { createRunningPollers, testLimitMs } from './support/running-pollers.ts'
import type { ReceivedRequest } from './support/test-server.ts'

jest.setTimeout(testLimitMs)

const long = ['pa_0xlong', 'pb_LONG-1']

/** Whether trades of the long-lived markets from before the back-fill are requested. */
function isEarlier({ path, query }: ReceivedRequest): boolean {
  const fromS = Number(query.get('start') ?? query.get('min_ts') ?? 0)
  const market = query.get('market') ?? query.get('ticker') ?? ''
  return path.endsWith('/trades') && /long/i.test(market) && fromS * 1000 < boundMs - 10_000
}

describe('a request for older trades', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  async function open(bend?: Parameters<typeof openBoundedWorld>[1]) {
    const world = await openBoundedWorld(running, bend)
    const { log, watermarkOf } = world
    const writer = await log.openWriter('api-histories')
    return {
      ...world,
      request: (...ids: readonly string[]): Promise<void> =>
        writer.append(
          ids.map((id) => {
            const value: HistoryRequest = {
              market_id: id,
              requested_at_ms: startMs,
              account_id: 'an account',
            }
            const encoded = jsonCodec.encode('history-requests', value)
            return { topic: 'pm.history-requests', key: id, value: encoded }
          }),
        ),
      fromOf: (id: string) => watermarkOf(id)?.complete_from_ms,
      /** In the order of their publication. */
      publishedOf: (id: string) =>
        log.values('raw.trades').filter(({ key, value }) => key === id && value.body !== null),
    }
  }

  it('publishes the earlier trades, and then the watermark from the beginning', async () => {
    const world = await open()
    const { log, exchange, fromOf, publishedOf } = world
    world.run()
    await world.until(() => long.every((id) => fromOf(id) === boundMs))
    await world.request(...long, 'pa_0xunknown', 'no id')
    await world.until(() => long.every((id) => fromOf(id) === 0))
    expectTradesExact(log, exchange, startMs)
    expectWatermarksTrue(log, exchange)
    for (const id of long) {
      expect(publishedOf(id)).toHaveLength(4 * tradesPerDay)
      const last = log.values('raw.trades').findLast(({ key }) => key === id)
      expect(last?.value.progress).toMatchObject({ complete_from_ms: 0, gaps: [] })
    }
  })

  it('comes before the back-fill, and fetches recent trades first', async () => {
    let isDown = true
    const world = await open((answer, { path }) =>
      isDown && path.endsWith('/trades') ? { status: 500, text: '' } : answer,
    )
    await world.request(...long)
    world.run({ historyConcurrency: 1 })
    await world.until(() => world.areListsDone())
    isDown = false
    await world.until(() => long.every((id) => world.fromOf(id) === 0))
    const froms = world.log
      .values('raw.trades')
      .flatMap(({ value: { progress } }) =>
        progress?.market_id === 'pb_LONG-1' ? [progress.complete_from_ms] : [],
      )
    expect(froms[0]).toBe(boundMs)
    expect(froms.at(-1)).toBe(0)
    expectTradesExact(world.log, world.exchange, startMs)
  })

  it('is still fulfilled after the poller was stopped', async () => {
    let isDown = true
    const world = await open((answer, request) =>
      isDown && isEarlier(request) ? { status: 500, text: '' } : answer,
    )
    const { log, exchange, fromOf, asked } = world
    world.run()
    await world.until(() => long.every((id) => fromOf(id) === boundMs))
    await world.request(...long)
    await world.until(() => asked.some(isEarlier))
    await running.stopPollers()
    expect(long.map(fromOf)).toEqual([boundMs, boundMs])
    isDown = false
    world.run()
    await world.until(() => long.every((id) => fromOf(id) === 0))
    expectTradesExact(log, exchange, startMs)
    expectWatermarksTrue(log, exchange)
  })

  it('keeps what was read when the platform fails in between, and reads no trade twice', async () => {
    const world = await open((answer, request) =>
      // The trades of 50 days ago cannot be read for a while.
      isDown && isEarlier(request) && covers(request, startMs - 50 * day)
        ? { status: 500, text: '' }
        : answer,
    )
    let isDown = true
    const { log, exchange, fromOf, watermarkOf } = world
    world.run({ rowsPerWindow: tradesPerDay })
    await world.until(() => long.every((id) => fromOf(id) === boundMs))
    await world.request(...long)
    // After three attempts the missing part is a gap.
    await world.until(() => long.every((id) => (watermarkOf(id)?.gaps.length ?? 0) > 0))
    expect(long.map(fromOf)).toEqual([0, 0])
    expectWatermarksTrue(log, exchange)
    isDown = false
    await world.until(() => long.every((id) => watermarkOf(id)?.gaps.length === 0))
    expectTradesExact(log, exchange, startMs)
    expectWatermarksTrue(log, exchange)
  })

  it('brings back a retired market', async () => {
    const world = await open()
    const { log, fromOf, publishedOf, exchange } = world
    const id = 'pb_RECENT-1'
    for (const days of [10, 40]) {
      const timeMs = startMs - days * day
      exchange.bTrades.push({
        trade_id: `r${days}`,
        ticker: 'RECENT-1',
        timeMs,
        visibleAtMs: timeMs,
      })
    }
    const states = (): readonly string[] =>
      log
        .values('poll-checkpoints')
        .flatMap(({ key, value }) => (key?.endsWith(`/market/${id}`) === true ? [value.state] : []))
    const isRetired = (): boolean => states().at(-1)?.includes('isRetired') === true
    world.run({ endedMs: 20_000 })
    await world.until(isRetired)
    expect(fromOf(id)).toBe(boundMs)
    expect(publishedOf(id)).toHaveLength(1)
    await world.request(id)
    await world.until(() => fromOf(id) === 0)
    expect(publishedOf(id)).toHaveLength(2)
    expectWatermarksTrue(log, exchange)
    await world.until(isRetired)
    expect(JSON.parse(states().at(-1) ?? '')).not.toHaveProperty('historyFromMs')
    expect(publishedOf(id)).toHaveLength(2)
  })
})

function covers({ query }: ReceivedRequest, timeMs: number): boolean {
  const [from, until] = ['start', 'end'].map((name) => query.get(name))
  const fromS = Number(from ?? query.get('min_ts') ?? 0)
  const untilS = Number(until ?? query.get('max_ts') ?? Infinity)
  return fromS * 1000 <= timeMs && untilS * 1000 > timeMs
}
