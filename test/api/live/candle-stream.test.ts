// The channel `candles`: the states that readers receive, what they receive after a resume, and that a candle that
// cannot be read now delays only its own readers.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createCandleReader } from '../../../services/api/candle-answers.ts'
import type { Completeness } from '../../../services/api/catalog/feed-catalog.ts'
import type { FoundMarket } from '../../../services/api/catalog/stored-markets.ts'
import {
  createFollowedHistory,
  type FollowedHistory,
} from '../../../services/api/history/followed-history.ts'
import { createStoredHistory } from '../../../services/api/history/stored-history.ts'
import { createHistoryRequester } from '../../../services/api/history-requests/history-requester.ts'
import { createRequestedHistories } from '../../../services/api/history-requests/history-requests.ts'
import {
  createStreamCandleReader,
  type StreamCandleReader,
} from '../../../services/api/live/stream-candles.ts'
import { createLiveServices, type LiveServices } from '../../../services/api/live/live.ts'
import type { Channel } from '../../../services/api/live/messages.ts'
import type { CandleInterval } from '../../../services/domain/candle.ts'
import { parseId } from '../../../services/platforms/identity.ts'
import { StoreError, StoreUnavailable, type Store } from '../../../services/lib/store/port.ts'
import type { Trade } from '../../../schemas/generated/events.ts'
import { aTrade } from '../../projector/records.ts'
import { createSeededRandom } from '../../support/random.ts'
import { sleep, until } from '../../support/waiting.ts'
import { expectSchema } from '../expect-schema.ts'
import { baseMs, createGenerator, marketIds } from '../history/generate.ts'
import { openWorld, partitionOfMarket, partitions, type World } from '../history/world.ts'
import { noQuotas } from '../running-api.ts'
import {
  aStream,
  createFakeConnection,
  type FakeConnection,
  type ReceivedMessage,
} from './fake-connection.ts'

let world: World
let history: FollowedHistory
let live: LiveServices
let readCandle: StreamCandleReader
/** Called before each statement that is sent to the store. */
let beforeStatement: () => Promise<void>
let completeness: Completeness
/** Called with each failure of the streams. */
let onFailure: (error: unknown) => void
/** Number of readers to which the hub sends. */
let liveReaders = 0
/** The clock of the streams. */
let clockMs = 0

let market = ''
let otherMarket = ''
let made = 0

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  made += 1
  market = `pb_MARKET-${made}`
  otherMarket = `pa_0x${made}`
  beforeStatement = () => Promise.resolve()
  completeness = { completeUntilMs: 0, gaps: [] }
  onFailure = fail
})
afterEach(async () => {
  live.streams.stop()
  await history.stop()
  await project()
})

const fail = (error: unknown): never => {
  throw error
}

const toFoundMarket = (id: string): FoundMarket => ({
  market: {
    id,
    platform: parseId(id)?.platform ?? 'platform_a',
    labels: ['Yes', 'No'],
  } as unknown as FoundMarket['market'],
  completeness,
  watermarkPosition: 0,
})

/** `liveBytes`: memory for the newest records. */
async function start({ liveBytes = 1e9, readCacheBytes = 50e6 } = {}): Promise<void> {
  const { store, log, codec } = world
  const options = { log, codec, topicPrefix: 'pm.', partitions }
  const observed: Store = {
    ...store,
    async query(...args) {
      await beforeStatement()
      return store.query(...args)
    },
    async bytes(...args) {
      await beforeStatement()
      return store.bytes(...args)
    },
  }
  live = createLiveServices({
    ...options,
    maxBytes: liveBytes,
    limits: { perAccount: 1e3, total: 1e3 },
    now: () => clockMs,
    onFailure: (error) => onFailure(error),
    onCounts: (counts) => void (liveReaders = counts.live),
    checkEveryMs: 5,
  })
  history = createFollowedHistory({
    ...options,
    store: observed,
    partitionOf: partitionOfMarket,
    maxBytes: readCacheBytes,
    now: Date.now,
    pollEveryMs: 10,
    listener: live.recent,
    onCounts: () => undefined,
    onPollFailed: () => undefined,
    onFatal: fail,
  })
  await history.start()
  const catalog = { findMarket: toFoundMarket }
  readCandle = createStreamCandleReader({ catalog, history } as unknown as Parameters<
    typeof createStreamCandleReader
  >[0])
}

async function open(
  request: {
    readonly marketIds?: readonly string[]
    readonly channels?: readonly Channel[]
    readonly interval?: CandleInterval
    readonly after?: string | null
  } = {},
): Promise<FakeConnection> {
  const { marketIds: ids = marketIds, channels = ['candles'], interval = '1m', after } = request
  const fake = createFakeConnection()
  const made = aStream({ marketIds: ids, channels, after: after ?? null })
  const subscription = {
    ...made.subscription,
    candles: { interval, read: readCandle },
    key: `${made.subscription.key} ${interval}`,
  }
  const stream = await live.streams.open({ ...made, subscription })
  stream.attachConnection(fake.connection)
  return fake
}

const append = (trades: readonly Partial<Trade>[]): Promise<void> =>
  world.append(
    trades.map((fields) => {
      const trade = aTrade(fields)
      return world.record('trades', trade.market_id, { trade, progress: null })
    }),
  )

async function project(): Promise<void> {
  await world.project()
  await world.projectCandles()
  await world.savePositions()
}

const received = (fake: FakeConnection, count: number): Promise<unknown> =>
  until(() => fake.facts().length >= count)

const candlesOf = (messages: readonly ReceivedMessage[]) =>
  messages.filter(({ type }) => type === 'candles').map(({ data }) => data)
const tradeIdsOf = (messages: readonly ReceivedMessage[]) =>
  messages.filter(({ type }) => type === 'trades').map(({ data }) => String(data['id']))
const bucketOf = ({ market_id: id, start_ts: start }: ReceivedMessage['data']): string =>
  `${String(id)} ${String(start)}`

/** The last message of each bucket. */
const statesOf = (messages: readonly ReceivedMessage[]): ReadonlyMap<string, unknown> =>
  new Map(candlesOf(messages).map((candle) => [bucketOf(candle), candle]))

/** The candles of a market as the route answers them, as messages. */
async function answeredStates(id: string, interval: CandleInterval) {
  const answer = createCandleReader({
    history,
    historyRequester: createHistoryRequester({
      requestedHistories: createRequestedHistories({ quotas: noQuotas, now: Date.now }),
      requests: { append: () => Promise.resolve() },
      now: Date.now,
      onFailure: fail,
    }),
  })
  const query = { interval, source: 'trades', limit: 5_000, start_ts: 0 } as const
  const { rows } = await answer(toFoundMarket(id), {
    query,
    accountId: 'a',
    nowMs: baseMs + 1e10,
  })
  return rows.texts().map((text) => ({
    market_id: id,
    interval,
    ...(JSON.parse(text) as { readonly start_ts: number }),
  }))
}

const minuteMs = Math.ceil(baseMs / 60_000) * 60_000

describe('a reader of candles', () => {
  it('gets the state of a candle after each trade, before the tables have it', async () => {
    await start()
    const fake = await open({ marketIds: [market] })
    await append([{ id: 'a', market_id: market, price: '0.5', timestamp_ms: minuteMs }])
    await received(fake, 1)
    await append([{ id: 'b', market_id: market, price: '0.25', timestamp_ms: minuteMs + 1 }])
    await append([{ id: 'c', market_id: otherMarket, timestamp_ms: minuteMs + 1 }])
    await received(fake, 2)
    completeness = { completeUntilMs: minuteMs + 60_000, gaps: [] }
    await append([{ id: 'd', market_id: market, price: '0.75', timestamp_ms: minuteMs + 2 }])
    await received(fake, 3)
    const start_ts = minuteMs / 1000
    expect(candlesOf(fake.facts())).toMatchObject([
      { market_id: market, interval: '1m', start_ts, close: 0.5, trade_count: 1, is_final: false },
      { start_ts, open: 0.5, low: 0.25, close: 0.25, trade_count: 2, is_final: false },
      { start_ts, open: 0.5, high: 0.75, close: 0.75, trade_count: 3, is_final: true },
    ])
    expect(await answeredStates(market, '1m')).toEqual([candlesOf(fake.facts())[2]])
    expectSchema('stream-candle', candlesOf(fake.facts())[0])
  })

  it('gets one message for many trades of a bucket, and one for the bucket of a late trade', async () => {
    await start()
    await append([{ id: 'first', market_id: market, timestamp_ms: minuteMs }])
    await world.applied()
    const fake = await open({ marketIds: [market] })
    const trades = Array.from({ length: 50 }, (_, n) => ({
      id: `t-${n}`,
      market_id: market,
      timestamp_ms: minuteMs + n,
    }))
    const late = { id: 'late', market_id: market, timestamp_ms: minuteMs - 3_600_000 }
    await append([...trades.slice(0, 25), late, ...trades.slice(25)])
    await received(fake, 2)
    expect(candlesOf(fake.facts())).toMatchObject([
      { start_ts: late.timestamp_ms / 1000, trade_count: 1 },
      { start_ts: minuteMs / 1000, trade_count: 51 },
    ])
    // a repeated trade changes nothing, but its candle is sent
    await append([{ id: 't-1', market_id: market, timestamp_ms: minuteMs + 1 }])
    await received(fake, 3)
    expect(candlesOf(fake.facts())[2]).toEqual(candlesOf(fake.facts())[1])
  })

  it('that resumes after any message has each later trade once, and the last state of each bucket', async () => {
    const random = createSeededRandom()
    const generator = createGenerator(random)
    await start({ liveBytes: 40_000, readCacheBytes: 2e6 })
    const intervals = ['1m', '15m', '1d'] as const
    const channels = ['trades', 'candles'] as const
    const whole = await Promise.all(
      intervals.map((interval) => open({ interval, channels, marketIds: marketIds.slice(0, 3) })),
    )
    const alone = await open({ interval: '1m', marketIds: marketIds.slice(0, 3) })
    for (let round = 0; round < 12; round += 1) {
      const count = 1 + random.below(20)
      await append(
        Array.from({ length: count }, () =>
          random.below(12) ? generator.trade() : generator.refusedTrade(),
        ),
      )
      if (round % 4 === 3) await project()
      if (random.below(2)) await sleep(20)
    }
    await append(marketIds.slice(0, 3).map((id) => ({ id: `last-${id}`, market_id: id })))
    const isWhole = (fake: FakeConnection): boolean =>
      marketIds.slice(0, 3).every((id) => tradeIdsOf(fake.facts()).includes(`last-${id}`))
    await until(() => whole.every(isWhole))

    const stored = createStoredHistory(world.store)
    await project()
    for (const [i, interval] of intervals.entries()) {
      const messages = whole[i]?.facts() ?? []
      const states = statesOf(messages)
      const answers = await Promise.all(
        marketIds.slice(0, 3).map((id) => answeredStates(id, interval)),
      )
      expect(states).toEqual(new Map(answers.flat().map((candle) => [bucketOf(candle), candle])))
      for (const candle of states.values()) {
        const { market_id: id, start_ts: fromS } = candle as {
          readonly market_id: string
          readonly start_ts: number
        }
        const range = { interval, fromS, toS: fromS + 1, limit: 1, keep: 'oldest' } as const
        const [ofTables] = await stored.candles(toFoundMarket(id).market as never, range)
        expect(candle).toMatchObject(JSON.parse(ofTables?.json ?? '{}') as object)
      }
      for (let n = 0; n < 12; n += 1) {
        const index = random.below(messages.length)
        const rest = messages.slice(index + 1)
        const resumed = await open({
          interval,
          channels,
          marketIds: marketIds.slice(0, 3),
          after: messages[index]?.id ?? null,
        })
        await until(() => tradeIdsOf(resumed.facts()).length >= tradeIdsOf(rest).length)
        await until(() => statesOf(resumed.facts()).size >= statesOf(rest).size)
        expect(tradeIdsOf(resumed.facts()).toSorted()).toEqual(tradeIdsOf(rest).toSorted())
        const last = statesOf(resumed.facts())
        expect(last).toEqual(new Map([...states].filter(([bucket]) => last.has(bucket))))
        expect([...last.keys()]).toEqual(expect.arrayContaining([...statesOf(rest).keys()]))
        resumed.close()
      }
    }
    await until(() => statesOf(alone.facts()).size === statesOf(whole[0]?.facts() ?? []).size)
    expect(statesOf(alone.facts())).toEqual(statesOf(whole[0]?.facts() ?? []))
  })
})

describe('a candle that cannot be read now', () => {
  const aTradeOf = (id: string, ofMarket = market): Partial<Trade> => ({
    id,
    market_id: ofMarket,
    timestamp_ms: minuteMs,
  })

  it('delays only its own readers, whose heartbeats have a cursor before it', async () => {
    await start()
    const other = await open({ marketIds: [otherMarket], channels: ['trades', 'candles'] })
    await append([aTradeOf('a', otherMarket)])
    await received(other, 2)
    let loadNow = (): void => undefined
    const allowed = new Promise<void>((resolve) => {
      loadNow = resolve
    })
    beforeStatement = () => allowed
    const fake = await open({ marketIds: [market], channels: ['trades', 'candles'] })
    const trades = await open({ marketIds: [market], channels: ['trades'] })
    await append([aTradeOf('a'), aTradeOf('b', otherMarket)])
    await received(other, 4)
    await received(trades, 1)
    clockMs += 16_000
    await until(() => fake.messages().length === 2)
    expect(fake.facts()).toEqual([])
    const [, heartbeat] = fake.messages()
    loadNow()
    await received(fake, 2)
    const resumed = await open({
      marketIds: [market],
      channels: ['trades', 'candles'],
      after: heartbeat?.id ?? null,
    })
    await received(resumed, 2)
    expect(resumed.facts()).toEqual(fake.facts())
    expect(fake.facts().map(({ type }) => type)).toEqual(['candles', 'trades'])
  })

  it('is read when the store answers again, or has its rows again', async () => {
    await start()
    await append([aTradeOf('a')])
    await project()
    const fake = await open({ marketIds: [market] })
    beforeStatement = () => Promise.reject(new StoreUnavailable('away'))
    await append([aTradeOf('b')])
    await sleep(50)
    expect(fake.facts()).toEqual([])
    beforeStatement = () => Promise.resolve()
    await received(fake, 1)
    await world.replay()
    await sleep(50)
    await append([aTradeOf('c')])
    await sleep(50)
    expect(candlesOf(fake.facts())).toHaveLength(1)
    await project()
    await received(fake, 2)
    expect(candlesOf(fake.facts())).toMatchObject([{ trade_count: 2 }, { trade_count: 3 }])
  })

  it('ends the streams of its readers, and nothing else, if the store rejects the statement', async () => {
    await start()
    const failures: unknown[] = []
    onFailure = (error) => void failures.push(error)
    const fake = await open({ marketIds: [market] })
    const other = await open({ marketIds: [otherMarket], channels: ['trades'] })
    await until(() => liveReaders === 2)
    const error = new StoreError('a defect', '0')
    beforeStatement = () => Promise.reject(error)
    await append([aTradeOf('a')])
    await until(() => fake.isEnded())
    expect(fake.facts()).toMatchObject([{ type: 'error', data: { type: 'internal_error' } }])
    // reported by the hub, and by the reader that then read the candle by itself
    expect(failures).toEqual([error, error])
    await append([aTradeOf('b', otherMarket)])
    await received(other, 1)
  })

  it('is not sent to a reader that has left', async () => {
    await start()
    const fake = await open({ marketIds: [market] })
    beforeStatement = () => Promise.reject(new StoreUnavailable('away'))
    await append([aTradeOf('a')])
    await sleep(50)
    fake.close()
    beforeStatement = () => Promise.resolve()
    const next = await open({ marketIds: [market] })
    await append([aTradeOf('b')])
    await received(next, 1)
    await sleep(300)
    expect(fake.facts()).toEqual([])
  })
})
