// The back-fill is bounded: it reads the trades of the last `historyMs`, and leaves out markets that ended
// longer than `endedMarketsMs` ago (docs/decisions/031-bounded-past.md).
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { expectTradesExact, expectWatermarksTrue } from './support/checks.ts'
import { boundMs, day, openBoundedWorld, startMs, tradesPerDay } from './support/bounded-world.ts'
import { createRunningPollers, testLimitMs } from './support/running-pollers.ts'

jest.setTimeout(testLimitMs)

describe('the bounded past', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  it('reads the trades of the last 30 days, and all of younger markets', async () => {
    const world = await openBoundedWorld(running)
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
    const world = await openBoundedWorld(running)
    world.run()
    await world.until(world.areListsDone)
    const published = world.published()
    for (const key of ['pa_0xrecent', 'pa_0xsibling', 'event/pa_52', 'pb_RECENT-1'])
      expect([key, published.has(key)]).toEqual([key, true])
    for (const key of ['pa_0xgone', 'pa_0xgone2', 'event/pa_51', 'pb_GONE-1', 'event/pb_GONE'])
      expect([key, published.has(key)]).toEqual([key, false])
  })

  it('scans the past lists again after the limit was raised', async () => {
    const world = await openBoundedWorld(running)
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
    const world = await openBoundedWorld(running)
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
