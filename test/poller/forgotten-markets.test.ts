// A market that the poller has forgotten comes back because a client asks about its older trades: its history goes
// on where it was, so that no trade is published twice and its watermark does not go back.
import { afterEach, expect, it, jest } from '@jest/globals'
import type { HistoryRequest } from '../../schemas/generated/events.ts'
import { boundMs, day, openBoundedWorld, startMs } from './support/bounded-world.ts'
import { expectWatermarksTrue } from './support/checks.ts'
import { jsonCodec } from './support/memory-log.ts'
import { createRunningPollers, testLimitMs } from './support/running-pollers.ts'

jest.setTimeout(testLimitMs)

const id = 'pb_RECENT-1'
const running = createRunningPollers()
afterEach(() => running.stop())

async function open() {
  const world = await openBoundedWorld(running)
  const { log, exchange } = world
  for (const days of [10, 20, 40]) {
    const timeMs = startMs - days * day
    exchange.bTrades.push({
      trade_id: `r${days}`,
      ticker: 'RECENT-1',
      timeMs,
      visibleAtMs: timeMs,
    })
  }
  const writer = await log.openWriter('api-histories')
  const isRetired = (): boolean =>
    log
      .values('poll-checkpoints')
      .findLast(({ key }) => key?.endsWith(`/market/${id}`) === true)
      ?.value.state.includes('isRetired') === true
  const records = () => log.values('raw.trades').filter(({ key }) => key === id)
  return {
    ...world,
    isRetired,
    request: async (): Promise<void> => {
      const value: HistoryRequest = {
        market_id: id,
        requested_at_ms: startMs,
        account_id: 'an account',
      }
      const encoded = jsonCodec.encode('history-requests', value)
      await writer.append([{ topic: 'pm.history-requests', key: id, value: encoded }])
    },
    tradesOf: () => records().flatMap(({ value }) => value.body ?? []),
    watermarks: () => records().flatMap(({ value }) => value.progress ?? []),
    published: () => log.values('raw.markets').filter(({ key }) => key === id).length,
  }
}

it('is complete again, with each trade once and a watermark that never goes back, also after a restart', async () => {
  const world = await open()
  const { log, exchange, tradesOf, watermarks, watermarkOf } = world
  world.run({ endedMs: 5_000 })
  await world.until(world.isRetired)
  expect(watermarkOf(id)?.complete_from_ms).toBe(boundMs)
  expect(tradesOf()).toHaveLength(2)
  await running.stopPollers()

  const tuning = { endedMs: 5_000, endedMarketsMs: 20_000 }
  const waitUntilForgotten = async (): Promise<void> => {
    const forgottenMs = world.now() + 2 * tuning.endedMarketsMs
    await world.until(() => world.now() > forgottenMs)
  }
  world.run(tuning)
  await waitUntilForgotten()
  const published = world.published()
  await world.request()
  await world.until(() => watermarkOf(id)?.complete_from_ms === 0)
  expect(world.published()).toBeGreaterThan(published)
  await running.stopPollers()

  world.run(tuning)
  await waitUntilForgotten()
  const trades = tradesOf()
  expect([trades.length, new Set(trades).size]).toEqual([3, 3])
  const froms = watermarks().map((one) => one.complete_from_ms)
  expect(froms).toEqual([...froms].sort((a, b) => b - a))
  const untils = watermarks().map((one) => one.complete_until_ms)
  expect(untils).toEqual([...untils].sort((a, b) => a - b))
  expectWatermarksTrue(log, exchange)
})
