// Bad days of market lists: very many markets, one event with 10,000 of them, and 5,000 new ones in a minute.
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { maxRecordBytes } from '../../../services/lib/log/port.ts'
import { openCheckpointView } from '../../../services/poller/checkpoint-view.ts'
import { expectSnapshotsSane, expectTradesExact, expectWatermarksTrue } from '../support/checks.ts'
import {
  addTrades,
  aMarket,
  bMarket,
  bothPlatforms,
  minute,
  openBadDay,
  second,
  startMs,
  type BadDayWorld,
  type Bend,
} from '../support/bad-day-world.ts'
import { jsonCodec } from '../support/memory-log.ts'
import { createRunningPollers, testLimitMs } from '../support/running-pollers.ts'
import { never } from '../support/source.ts'

jest.setTimeout(testLimitMs)

/** No history: the tests are about lists. */
const tuning = { historyMs: 0 }

const numbers = (count: number, first = 1): number[] =>
  Array.from({ length: count }, (_, n) => first + n)

const marketRecords = ({ log }: BadDayWorld) =>
  log.values('raw.markets').filter(({ value }) => value.kind === 'market')

/** The number of records of each kind of checkpoint, and the bytes of their states. */
function checkpointsByKind({ log }: BadDayWorld) {
  const kinds = new Map<string, { records: number; bytes: number }>()
  for (const { value } of log.values('poll-checkpoints')) {
    const kind = value.key.split('/')[1] ?? ''
    const { records, bytes } = kinds.get(kind) ?? { records: 0, bytes: 0 }
    kinds.set(kind, { records: records + 1, bytes: bytes + value.state.length })
  }
  return kinds
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function heapBytes(): Promise<number> {
  // What a finished request keeps is released only with the next turns of the event loop.
  for (let turns = 0; turns < 5; turns += 1) await turn()
  collectGarbage()
  return process.memoryUsage().heapUsed
}

describe('the poller', () => {
  const running = createRunningPollers()
  afterEach(() => running.stop())

  it('publishes 20,000 markets once, and keeps only their state', async () => {
    const [events, marketsPerEvent] = [400, 50]
    const count = events * marketsPerEvent
    const world = await openBadDay(running, { tuning })
    for (const event of numbers(events)) {
      const markets = numbers(marketsPerEvent, event * marketsPerEvent).map((n) => ({
        ...aMarket(n),
        enableOrderBook: false,
        description: `Rules of market ${n}. `.repeat(50),
      }))
      world.exchange.aEvents.push({ id: `e${event}`, title: `Event ${event}`, markets })
    }
    world.run(['platform_a'])
    const records = (kind: string): number => checkpointsByKind(world).get(kind)?.records ?? 0
    await world.until(() => marketRecords(world).length >= count && records('history') >= count)
    const scanned = (): number =>
      world.requests.filter(({ requestClass }) => requestClass === 'lists').length
    // A scan reads 100 entries a page. The next one publishes nothing.
    await world.until(() => scanned() > 2 * ((events + count) / 100))

    expect(world.log.values('raw.markets')).toHaveLength(count + events)
    const { market, history, event, ...others } = Object.fromEntries(checkpointsByKind(world))
    expect([market?.records, history?.records, event?.records]).toEqual([count, count, events])
    // Parts and states of the tape, and the positions in lists: they grow with time, not with markets.
    const otherRecords = Object.values(others).reduce((sum, one) => sum + one.records, 0)
    expect(otherRecords).toBeLessThan(100)
    expect(((market?.bytes ?? 0) + (history?.bytes ?? 0)) / count).toBeLessThan(400)
    await world.stop()
    const emptyBytes = await heapBytes()
    const view = await openCheckpointView({
      log: world.log,
      codec: jsonCodec,
      topicPrefix: 'pm.',
      platforms: ['platform_a'],
      signal: never,
    })
    const viewBytes = (await heapBytes()) - emptyBytes
    expect(view.of('platform_a').tasks.reduce((sum, { markets }) => sum + markets.size, 0)).toBe(
      count,
    )
    // The body of a market has 1,200 bytes and is not kept.
    expect(viewBytes / count).toBeLessThan(1_000)
    await view.stop()
  })

  it('publishes the 10,000 markets of one event, and later only those that change', async () => {
    const count = 10_000
    const world = await openBadDay(running, { tuning })
    const { aEvents, bEvents } = world.exchange
    const rules = 'Rules of the event. '.repeat(40)
    const a: (typeof aEvents)[number] = {
      id: 'e',
      title: 'E',
      description: rules,
      volume: 1,
      markets: [],
    }
    const b: (typeof bEvents)[number] = {
      event_ticker: 'KX',
      title: 'E',
      status: 'open',
      rules,
      markets: [],
    }
    // Books are not what this test is about.
    const addMarket = (n: number): void => {
      a.markets.push({ ...aMarket(n), enableOrderBook: false })
      b.markets.push({ ...bMarket(n), status: 'inactive' })
    }
    for (const n of numbers(count)) addMarket(n)
    aEvents.push(a)
    bEvents.push(b)
    world.run()
    const published = (): readonly [events: number, markets: number] => {
      const records = world.log.values('raw.markets').length
      const markets = marketRecords(world).length
      return [records - markets, markets]
    }
    /** Until a scan later. */
    const scanAgain = async (): Promise<void> => {
      const untilMs = world.sinceStartMs() + 1.2 * minute
      await world.until(() => world.sinceStartMs() > untilMs)
    }
    await world.until(() => marketRecords(world).length >= 2 * count)
    await scanAgain()
    expect(published()).toEqual([2, 2 * count])
    expect(new Set(marketRecords(world).map(({ key }) => key)).size).toBe(2 * count)
    expect(world.counts.has('unexpected_rows too_large')).toBe(false)
    const largest = marketRecords(world).reduce(
      (most, { value }) => Math.max(most, JSON.stringify(value).length),
      0,
    )
    expect(largest).toBeLessThan(maxRecordBytes / 100)

    // The markets have no copy of these fields of their event.
    Object.assign(a, { description: `${rules} Changed.`, volume: 2 })
    Object.assign(b, { rules: `${rules} Changed.` })
    await scanAgain()
    expect(published()).toEqual([4, 2 * count])

    Object.assign(a.markets[5_000] ?? {}, { question: 'changed' })
    Object.assign(b.markets[5_000] ?? {}, { title: 'changed' })
    await scanAgain()
    expect(published()).toEqual([4, 2 * count + 2])
    const changed = marketRecords(world).slice(2 * count)
    expect(new Set(changed.map(({ key }) => key))).toEqual(new Set(['pa_0x5001', 'pb_KX-5001']))

    addMarket(count + 1)
    await scanAgain()
    expect(published()).toEqual([4, 2 * count + 4])
  })

  it.each([
    ['', false],
    [', even while neither lists nor look-ups answer', true],
  ])(
    'finds 5,000 new markets of a minute and loses none of their trades%s',
    async (_also, areListsAway) => {
      const count = 2_500
      const isList = (path: string): boolean =>
        !path.endsWith('/trades') && !path.endsWith('/cutoff')
      const bend: Bend = (answer, asked, atMs) =>
        areListsAway && atMs < 2 * minute && isList(asked.path)
          ? { status: 503, text: '{}' }
          : answer(asked)
      const world = await openBadDay(running, { tuning, bend })
      const { exchange, log, tapeUntilMs, sinceStartMs } = world
      const atMs = (n: number): number => (n / count) * minute
      for (const n of numbers(count)) {
        addTrades(exchange, n, atMs(n) + second, { market: n })
        addTrades(exchange, count + n, atMs(n) + 2 * second, { market: n })
      }
      world.run()
      let listed = 0
      const list = (): void => {
        for (; listed < count && atMs(listed + 1) <= sinceStartMs(); listed += 1) {
          const [n, at] = [listed + 1, new Date(startMs + atMs(listed + 1)).toISOString()]
          exchange.aAlone.push({ ...aMarket(n), createdAt: at, updatedAt: at })
          const market = { ...bMarket(n), created_time: at, updated_time: at }
          exchange.bEvents.push({ event_ticker: `E-${n}`, status: 'open', markets: [market] })
        }
      }
      const trades = (): number => {
        const rows = log.values('raw.trades').flatMap(({ value: { body } }) => body ?? [])
        return new Set(rows).size
      }
      const endMs = minute + 5 * second
      await world.until(() => {
        list()
        return bothPlatforms.every((one) => tapeUntilMs(one) > startMs + endMs)
      })
      // Every trade is published, whether its market is known or not.
      expect(trades()).toBe(4 * count)
      if (areListsAway) expect(marketRecords(world)).toEqual([])
      const isFound = (): boolean =>
        new Set(marketRecords(world).map(({ key }) => key)).size === 2 * count &&
        log.values('raw.trades').filter(({ value }) => value.body !== null && !value.awaits_market)
          .length ===
          4 * count
      await world.until(isFound)
      expect(sinceStartMs()).toBeLessThan((areListsAway ? 3 : 2) * minute)
      await world.stop()
      expect(marketRecords(world)).toHaveLength(2 * count)
      expectTradesExact(log, exchange, startMs + endMs)
      expectWatermarksTrue(log, exchange)
      expectSnapshotsSane(log)
    },
  )
})
