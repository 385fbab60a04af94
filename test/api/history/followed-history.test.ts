// When the memory answers, when it loads, and when the store must answer.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { FollowedHistory } from '../../../services/api/history/followed-history.ts'
import { toCandleRange } from '../../../services/api/candle-series.ts'
import { newestSortKey } from '../../../services/api/cursor.ts'
import { currentPriceOf } from '../../../services/api/current-price.ts'
import type { MarketRef } from '../../../services/api/history/market-history.ts'
import { createStoredHistory } from '../../../services/api/history/stored-history.ts'
import {
  bucketStartS,
  candleIntervals,
  type CandleInterval,
} from '../../../services/domain/candle.ts'
import { StoreUnavailable } from '../../../services/lib/store/port.ts'
import { sleep } from '../../support/waiting.ts'
import { aBook, aMarket, anAudit, aTrade } from '../../projector/records.ts'
import { baseMs } from './generate.ts'
import { openHistory, withReadHook } from './open-history.ts'
import { openWorld, type World } from './world.ts'

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
const asked = (fields: Partial<MarketRef> = {}): MarketRef => ({
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
async function openMarket(pollEveryMs = 1e9, rowsPerLoad = 256, trades = 1): Promise<void> {
  made += 1
  market = `pb_MARKET-${made}`
  await appendTrade('0.5')
  for (let i = 1; i < trades; i += 1) await appendTrade('0.4', baseMs - 1_000 * i)
  const book = aBook({ market_id: market, timestamp_ms: baseMs - 1 })
  await world.append([world.record('books', market, book)])
  await world.project()
  await world.projectCandles()
  await world.savePositions()
  beforeStatement = () => Promise.resolve()
  const store = withReadHook(world.store, () => beforeStatement())
  history = await openHistory(world, { store, pollEveryMs, rowsPerLoad })
}
afterEach(() => history.stop())

const priceNow = async () => (await history.priceAt(asked(), baseMs + 1_000))?.price
async function untilPrice(price: string): Promise<void> {
  while ((await priceNow()) !== price) await sleep(5)
}

const newestTrade = { after: newestSortKey, fromMs: 0, limit: 1 }

const newestCandle = async (interval: CandleInterval) => {
  const range = toCandleRange(interval, 0, baseMs / 1000 + 3_600)
  const candles = await history.candles(asked(), { interval, ...range, limit: 1, keep: 'newest' })
  return JSON.parse(candles[0]?.json ?? '{}') as Record<string, number>
}

describe('the memory', () => {
  it('loads once for many questions, and then answers at once', async () => {
    await openMarket()
    expect(history.counts().tailRecords).toBe(0)
    const prices = await Promise.all(Array.from({ length: 50 }, priceNow))
    expect(new Set(prices)).toEqual(new Set(['0.5']))
    expect(history.counts()).toMatchObject({ hits: 0, misses: 50, fallbacks: 0, loads: 2 })
    expect(history.priceAt(asked(), baseMs)).toMatchObject({ price: '0.5', source: 'trade' })
    expect(history.counts()).toMatchObject({ hits: 1, loads: 2 })
  })

  it('answers if the position of the store is after transaction markers that follow the newest record', async () => {
    await openMarket()
    await history.stop()
    await world.savePositions(2)
    history = await openHistory(world)
    expect(await priceNow()).toBe('0.5')
    expect(history.counts()).toMatchObject({ misses: 1, fallbacks: 0 })
    // the positions of the other tests are again those of records
    await world.replay()
  })

  it('reads trades with their ids when a page needs them, and again after a late trade', async () => {
    await openMarket(1e9, 2, 10)
    const pastMs = baseMs - 5_000
    const price = async () => (await history.priceAt(asked(), pastMs))?.price
    const page = async () => {
      const { trades } = await history.tradesPage(asked(), {
        after: [pastMs, ''],
        fromMs: -Infinity,
        limit: 1,
      })
      return JSON.parse(trades.texts()[0] ?? '{}') as Record<string, unknown>
    }
    expect(await price()).toBe('0.4')
    const loadsOfPrice = history.counts().loads
    expect(await page()).toMatchObject({ timestamp_ms: pastMs - 1_000, price: 0.4 })
    const { loads } = history.counts()
    expect(loads).toBeGreaterThan(loadsOfPrice)
    expect([await price(), (await page())['price']]).toEqual(['0.4', 0.4])
    expect(history.counts()).toMatchObject({ fallbacks: 0, loads })
    // the segment of another price has no ids, so a late trade removes it
    const otherMs = baseMs - 8_500
    expect((await history.priceAt(asked(), otherMs))?.timestampMs).toBe(baseMs - 9_000)
    await appendTrade('0.6', otherMs)
    while ((await history.priceAt(asked(), otherMs))?.price !== '0.6') await sleep(5)
    expect(history.counts().fallbacks).toBe(0)
  })

  it('has new trades and books before the tables have them', async () => {
    await openMarket()
    await priceNow()
    expect((await history.orderBook(asked()))?.timestampMs).toBe(baseMs - 1)
    await appendTrade('0.7', baseMs + 1)
    await untilPrice('0.7')
    const book = aBook({ market_id: market, timestamp_ms: baseMs + 2 })
    await world.append([world.record('books', market, book)])
    while ((await history.orderBook(asked()))?.timestampMs !== baseMs + 2) await sleep(5)
    await untilPrice('0.53')
    expect(await history.tradesPage(asked(), newestTrade)).toMatchObject({ hasMore: true })
  })

  it.each(candleIntervals)(
    'has new and late trades in candles of %s before the tables',
    async (interval) => {
      await openMarket()
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
    await openMarket()
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
    await openMarket()
    await priceNow()
    beforeStatement = () => Promise.reject(new StoreUnavailable('away'))
    await appendTrade('0.8', baseMs + 1)
    await untilPrice('0.8')
    await expect(history.orderBook(asked())).rejects.toThrow('away')
    beforeStatement = () => Promise.resolve()
    expect(await history.orderBook(asked())).not.toBeNull()
  })
})

const stated = (completeUntilMs = Infinity) => ({
  id: market,
  watermarkPosition: 0,
  completeUntilMs,
})
const newestState = async (completeUntilMs?: number) =>
  (await history.states([stated(completeUntilMs)])).get(market)
const currentPrice = async () => {
  const state = await newestState()
  return state && (await currentPriceOf(history, stated(), state, baseMs + 1_000))?.price
}

async function appendMarket(question: string): Promise<void> {
  await world.append([world.record('markets', market, aMarket({ id: market, question }))])
}

describe('the newest states', () => {
  it('are loaded once for many requests, and then available at once', async () => {
    await openMarket()
    await appendMarket('Is it loaded?')
    await world.project()
    const states = await Promise.all(Array.from({ length: 50 }, () => newestState()))
    expect(new Set(states.map((state) => state?.details?.question))).toEqual(
      new Set(['Is it loaded?']),
    )
    expect(history.counts()).toMatchObject({ hits: 0, misses: 50, fallbacks: 0, loads: 1 })
    expect(history.states([stated()])).toBeInstanceOf(Map)
  })

  it('have new markets, trades, books and audits before the tables, also if the store is away', async () => {
    await openMarket()
    expect(await newestState()).toMatchObject({ details: null, trade: { price: '0.5' } })
    beforeStatement = () => Promise.reject(new StoreUnavailable('away'))
    await appendMarket('Is it new?')
    while ((await newestState())?.details?.question !== 'Is it new?') await sleep(5)
    await appendTrade('0.7', baseMs + 1)
    while ((await currentPrice()) !== '0.7') await sleep(5)
    const bids = [{ price: '0.51', size: '1' }]
    const book = aBook({ market_id: market, timestamp_ms: baseMs + 2, bids })
    await world.append([world.record('books', market, book)])
    while ((await newestState())?.best?.bid !== '0.51') await sleep(5)
    expect(await currentPrice()).toBe('0.525')
    const audit = anAudit({ market_id: market })
    await world.append([world.record('audits', market, audit)])
    while ((await newestState())?.audit?.difference !== '20.5') await sleep(5)
    const unknown = { ...stated(), id: 'pb_OTHER' }
    await expect(history.states([stated(), unknown])).rejects.toThrow('away')
  })

  it('have the price that is left when a record replaces the newest usable quote', async () => {
    await openMarket()
    const book = (ms: number, price: string) => {
      const bids = [{ price, size: '1' }]
      const fields = {
        market_id: market,
        timestamp_ms: ms,
        bids,
        asks: [{ price: '0.6', size: '1' }],
      }
      return world.record('books', market, aBook(fields))
    }
    await appendMarket('Which price is left?')
    await world.append([book(baseMs + 1, '0.56'), book(baseMs + 2, '0.58')])
    while ((await currentPrice()) !== '0.59') await sleep(5)
    await world.append([book(baseMs + 2, '0.1')])
    while ((await currentPrice()) === '0.59') await sleep(5)
    expect(await currentPrice()).toBe('0.58')
    await world.project()
    expect(await stateOfStore()).toMatchObject({ quote: { ms: baseMs + 2, price: null } })
  })

  it('are those of the store while an audit is ahead of the watermark of the response', async () => {
    await openMarket()
    await newestState()
    const audit = anAudit({ market_id: market, audited_until_ms: baseMs })
    await world.append([world.record('audits', market, audit)])
    while ((await newestState())?.audit?.audited_until_ms !== baseMs) await sleep(5)
    expect(history.counts().fallbacks).toBe(0)
    expect((await newestState(baseMs - 1))?.audit).toBeNull()
    expect(history.counts().fallbacks).toBe(1)
    expect((await newestState(baseMs))?.audit).not.toBeNull()
  })
})

const stateOfStore = async () =>
  (await createStoredHistory(world.store).states([stated()])).get(market)

describe('the store', () => {
  it('answers while the memory is behind a watermark of the response', async () => {
    await openMarket()
    await priceNow()
    const ahead = asked({ watermarkPosition: 1e6 })
    expect(await history.priceAt(ahead, baseMs)).toMatchObject({ price: '0.5' })
    expect(history.counts()).toMatchObject({ hits: 0, fallbacks: 1 })
  })

  it('answers questions about candles while it is not known how far they are written', async () => {
    await openMarket(10)
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
    await openMarket(10)
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
