// When the memory answers, when it loads, and when the store must answer.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  createFollowedHistory,
  type FollowedHistory,
} from '../../../services/api/history/followed-history.ts'
import { candleRange } from '../../../services/api/candle-series.ts'
import type { AskedMarket } from '../../../services/api/history/market-history.ts'
import {
  bucketStartS,
  candleIntervals,
  type CandleInterval,
} from '../../../services/domain/candle.ts'
import { StoreUnavailable, type Store } from '../../../services/lib/store/port.ts'
import { sleep } from '../../support/waiting.ts'
import { aBook, aTrade } from '../../projector/records.ts'
import { baseMs } from './generate.ts'
import { openWorld, partitionOfMarket, partitions, type World } from './world.ts'

let world: World
let history: FollowedHistory
/** Called before each statement that is sent to the store. */
let beforeStatement: () => Promise<void>

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

let market = ''
let made = 0
const asked = (fields: Partial<AskedMarket> = {}): AskedMarket => ({
  id: market,
  platform: 'platform_b',
  labels: ['Yes', 'No'],
  watermarkPosition: 0,
  ...fields,
})

async function appendTrade(price: string, ms = baseMs): Promise<void> {
  made += 1
  const trade = aTrade({ id: `t-${made}`, market_id: market, price, timestamp_ms: ms })
  await world.append([world.record('trades', market, { trade, progress: null })])
}

/** A market with one trade and one book, in the log and in the tables. */
async function openHistory(pollEveryMs = 1e9): Promise<void> {
  made += 1
  market = `pb_MARKET-${made}`
  await appendTrade('0.5')
  const book = aBook({ market_id: market, timestamp_ms: baseMs - 1 })
  await world.append([world.record('books', market, book)])
  await world.project()
  await world.projectCandles()
  await world.savePositions()
  beforeStatement = () => Promise.resolve()
  const { store } = world
  const observed: Store = {
    ...store,
    async query(sql, params, options) {
      await beforeStatement()
      return store.query(sql, params, options)
    },
    async bytes(sql, params, format, options) {
      await beforeStatement()
      return store.bytes(sql, params, format, options)
    },
  }
  history = createFollowedHistory({
    store: observed,
    log: world.log,
    codec: world.codec,
    topicPrefix: 'pm.',
    partitions,
    partitionOf: partitionOfMarket,
    maxBytes: 10_000_000,
    pollEveryMs,
    onCounts: () => undefined,
    onPollFailed: () => undefined,
    onFatal: (error) => {
      throw error
    },
  })
  await history.start()
}
afterEach(() => history.stop())

const priceNow = async () => (await history.priceAt(asked(), baseMs + 1_000))?.price
async function untilPrice(price: string): Promise<void> {
  while ((await priceNow()) !== price) await sleep(5)
}

const newestCandle = async (interval: CandleInterval) => {
  const range = candleRange(interval, 0, baseMs / 1000 + 3_600)
  const candles = await history.candles(asked(), { interval, ...range, limit: 1, keep: 'newest' })
  return JSON.parse(candles[0]?.json ?? '{}') as Record<string, number>
}

describe('the memory', () => {
  it('loads once for many questions, and then answers at once', async () => {
    await openHistory()
    expect(history.counts().tailRecords).toBe(0)
    const prices = await Promise.all(Array.from({ length: 50 }, priceNow))
    expect(new Set(prices)).toEqual(new Set(['0.5']))
    expect(history.counts()).toMatchObject({ hits: 0, misses: 50, fallbacks: 0, loads: 2 })
    expect(history.priceAt(asked(), baseMs)).toMatchObject({ price: '0.5', source: 'trade' })
    expect(history.counts()).toMatchObject({ hits: 1, loads: 2 })
  })

  it('has new trades and books before the tables have them', async () => {
    await openHistory()
    await priceNow()
    expect((await history.orderBook(asked()))?.timestampMs).toBe(baseMs - 1)
    await appendTrade('0.7', baseMs + 1)
    await untilPrice('0.7')
    const book = aBook({ market_id: market, timestamp_ms: baseMs + 2 })
    await world.append([world.record('books', market, book)])
    while ((await history.orderBook(asked()))?.timestampMs !== baseMs + 2) await sleep(5)
    await untilPrice('0.53')
    expect(await history.tradesPage(asked(), null, 1)).toMatchObject({ hasMore: true })
  })

  it.each(candleIntervals)(
    'has new and late trades in candles of %s before the tables',
    async (interval) => {
      await openHistory()
      const startMs = bucketStartS(interval, baseMs / 1000) * 1000
      expect(await newestCandle(interval)).toMatchObject({ close: 0.5, trade_count: 1 })
      await appendTrade('0.9', baseMs + 1)
      await appendTrade('0.25', startMs)
      while ((await newestCandle(interval))['trade_count'] !== 3) await sleep(5)
      expect(await newestCandle(interval)).toMatchObject({
        start_ts: startMs / 1000,
        open: 0.25,
        high: 0.9,
        low: 0.25,
        close: 0.9,
        trade_count: 3,
      })
      expect(history.counts().fallbacks).toBe(0)
    },
  )

  it('has later sightings of the newest book, from the store and from the log', async () => {
    await openHistory()
    const received_at_ms = baseMs + 5
    const book = aBook({ market_id: market, timestamp_ms: baseMs + 5, received_at_ms })
    const sighting = (book_received_at_ms: number, seen_at_ms: number) =>
      world.record('book-sightings', market, { market_id: market, book_received_at_ms, seen_at_ms })
    await world.append([world.record('books', market, book), sighting(received_at_ms, baseMs + 10)])
    await world.project()
    expect((await history.orderBook(asked()))?.seenAtMs).toBe(baseMs + 10)
    await world.append([sighting(baseMs, baseMs + 30), sighting(received_at_ms, baseMs + 20)])
    while ((await history.orderBook(asked()))?.seenAtMs !== baseMs + 20) await sleep(5)
  })

  it('answers while the store is away; what is not in memory is unavailable', async () => {
    await openHistory()
    await priceNow()
    beforeStatement = () => Promise.reject(new StoreUnavailable('away'))
    await appendTrade('0.8', baseMs + 1)
    await untilPrice('0.8')
    await expect(history.orderBook(asked())).rejects.toThrow('away')
    beforeStatement = () => Promise.resolve()
    expect(await history.orderBook(asked())).not.toBeNull()
  })
})

describe('the store', () => {
  it('answers while the memory is behind a watermark of the response', async () => {
    await openHistory()
    await priceNow()
    const ahead = asked({ watermarkPosition: 1e6 })
    expect(await history.priceAt(ahead, baseMs)).toMatchObject({ price: '0.5' })
    expect(history.counts()).toMatchObject({ hits: 0, fallbacks: 1 })
  })

  it('answers questions about candles while it is not known how far they are written', async () => {
    await openHistory(10)
    await world.replay()
    await world.project()
    await world.savePositions()
    while ((await newestCandle('1h'))['close'] === 0.5) await sleep(5)
    const { fallbacks } = history.counts()
    expect(await newestCandle('1h')).toEqual({})
    expect(history.counts().fallbacks).toBe(fallbacks + 1)
    await world.projectCandles()
    await world.savePositions()
    while ((await newestCandle('1h'))['close'] !== 0.5) await sleep(5)
  })

  it('answers when it loses rows during a load, and until it has them again', async () => {
    await openHistory(10)
    let replay: Promise<void> | null = null
    beforeStatement = () => (replay ??= world.replay())
    expect(await priceNow()).toBeUndefined()
    expect(history.counts().fallbacks).toBeGreaterThan(0)
    await world.project()
    expect(await priceNow()).toBe('0.5')
    await world.savePositions()
    const { hits } = history.counts()
    while (history.counts().hits < hits + 3) expect(await priceNow()).toBe('0.5')
  })
})
