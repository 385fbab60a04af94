// Clients that ask for 5,000 candles of everything with READ_CACHE_MB=16: the answers are those of the store, and the
// memory keeps its bound, while it is empty, while it is full and evicts, and after a restart.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { toCandleRange } from '../../../services/api/candle-series.ts'
import type { FollowedHistory } from '../../../services/api/history/followed-history.ts'
import type { MarketHistory, MarketRef } from '../../../services/api/history/market-history.ts'
import { createStoredHistory } from '../../../services/api/history/stored-history.ts'
import { candleIntervals } from '../../../services/domain/candle.ts'
import { aTrade } from '../../projector/records.ts'
import { until } from '../../support/waiting.ts'
import { baseMs } from './generate.ts'
import { openHistory } from './open-history.ts'
import { openWorld, type World } from './world.ts'

const maxBytes = 16_000_000
const markets: readonly MarketRef[] = Array.from({ length: 8 }, (_, i) => ({
  id: `pb_MARKET-${i}`,
  platform: 'platform_b',
  labels: ['Yes', 'No'],
  watermarkPosition: 0,
}))
/** Minutes with trades of each market, all of them different from those of the others. */
const minutes = 5_500
const startS = 1_790_000_000 - (1_790_000_000 % 604_800)
const completeness = {
  completeUntilMs: (startS + 4_000 * 60) * 1000,
  gaps: [{ from_ms: startS * 1000, until_ms: startS * 1000 + 1, reason: 'unreachable' }],
}

let world: World
let history: FollowedHistory

beforeAll(async () => {
  world = await openWorld()
  for (const [table, column, bucketS, buckets] of [
    ['candles_1m', 'minute', 60, minutes],
    ['candles_1h', 'hour', 3_600, Math.ceil(minutes / 60)],
  ] as const)
    await world.store.command(
      `INSERT INTO ${table} (market_id, ${column}, open, high, low, close, volume, notional, outcome_notional,
         trade_count, version)
       SELECT arrayJoin({ids:Array(String)}) AS id, {start_s:UInt32} + number * {bucket_s:UInt32},
         cityHash64(id, number) % 1000 / 1000, 0.999, 0.001, cityHash64(number, id) % 1000 / 1000, number, 1, 2, 3, 1
       FROM numbers({buckets:UInt32})`,
      { ids: markets.map(({ id }) => id), start_s: startS, bucket_s: bucketS, buckets },
    )
  history = await openHistory(world, { maxBytes })
})
afterAll(async () => {
  await history.stop()
  await world.close()
})

const questions = markets.flatMap((market) =>
  candleIntervals.flatMap((interval) =>
    (['oldest', 'newest'] as const).map((keep) => ({ market, interval, keep })),
  ),
)
type Question = (typeof questions)[number]

async function ask(from: MarketHistory, { market, interval, keep }: Question) {
  const range = toCandleRange(interval, startS - 604_800, startS + 2 * 604_800)
  const request = { interval, ...range, limit: 5_000, keep, completeness }
  const { rows, ...page } = await from.candlePage(market, request)
  return { question: [market.id, interval, keep], ...page, rows: rows.texts() }
}
type Answer = Awaited<ReturnType<typeof ask>>

async function askOneByOne(): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const question of questions) {
    answers.push(await ask(history, question))
    expect(history.counts().bytes).toBeLessThanOrEqual(maxBytes)
  }
  return answers
}

describe('5,000 candles of everything', () => {
  it('are those of the store with an empty and with a full memory, and after a restart', async () => {
    const stored = createStoredHistory(world.store)
    const expected: Answer[] = []
    for (const question of questions) expected.push(await ask(stored, question))
    expect(expected[0]?.rows).toHaveLength(5_000)

    // the memory is empty
    expect(await askOneByOne()).toEqual(expected)
    expect(history.counts()).toMatchObject({ fallbacks: 0 })
    // it is full, and has evicted most of the answers
    const { evictions } = history.counts()
    expect(evictions).toBeGreaterThan(0)
    expect(await askOneByOne()).toEqual(expected)
    expect(history.counts().evictions).toBeGreaterThan(evictions)
    // all at once need several times as much as the memory has
    expect(await Promise.all(questions.map((question) => ask(history, question)))).toEqual(expected)
    expect(history.counts().bytes).toBeLessThanOrEqual(maxBytes)
    // a new process begins with an empty memory
    await history.stop()
    history = await openHistory(world, { maxBytes })
    expect(history.counts()).toMatchObject({ bytes: 0, loads: 0 })
    expect(await askOneByOne()).toEqual(expected)
  })
})

describe('a start with more records of the log than there is memory for', () => {
  it('leaves the answers to the store until the tables have the records', async () => {
    const market = markets[0] as MarketRef
    const { id } = market
    const count = 4_000
    await world.append(
      Array.from({ length: count }, (_, i) => {
        const trade = aTrade({ id: `t-${i}`, market_id: id, timestamp_ms: baseMs + i })
        return world.record('trades', id, { trade, progress: null })
      }),
    )
    await history.stop()
    history = await openHistory(world, { maxBytes, pollEveryMs: 10 })
    const { tailRecords } = history.counts()
    expect(tailRecords).toBeGreaterThan(0)
    expect(tailRecords).toBeLessThan(count)
    const newest = async () => (await history.priceAt(market, baseMs + count))?.timestampMs
    expect(await newest()).toBeUndefined()
    expect(history.counts()).toMatchObject({ fallbacks: 1 })

    await world.project()
    expect(await newest()).toBe(baseMs + count - 1)
    await world.savePositions()
    await until(() => history.counts().tailRecords === 0)
    const { fallbacks } = history.counts()
    expect(await newest()).toBe(baseMs + count - 1)
    expect(history.counts()).toMatchObject({ fallbacks })
  })
})
