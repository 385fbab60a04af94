// Trades that streams have announced: how long the api has them in memory, and which responses show them.
import { describe, expect, it } from '@jest/globals'
import type { PriceRecord, TradePage } from '../../schemas/generated/api.ts'
import type { Trade } from '../../schemas/generated/events.ts'
import {
  createProvisionalTrades,
  type ProvisionalTrades,
} from '../../services/api/history/provisional-trades.ts'
import { createMessageConverter } from '../../services/api/live/messages.ts'
import { toTradeJson } from '../../services/api/live/trade-json.ts'
import { RenderedRows } from '../../services/api/rendered-rows.ts'
import type { RouteContext } from '../../services/api/route.ts'
import { marketPriceRoute } from '../../services/api/routes/market-price.ts'
import { marketTradesRoute } from '../../services/api/routes/market-trades.ts'
import type { LogRecord } from '../../services/lib/log/port.ts'
import { createMemoryLog, jsonCodec } from '../poller/support/memory-log.ts'
import { aTrade } from '../projector/records.ts'
import { until } from '../support/waiting.ts'
import { expectSchema } from './expect-schema.ts'

const startMs = Date.UTC(2026, 10, 20, 12)
const minuteMs = 60_000
const withdrawalOf = ({ id, market_id, platform }: Trade) => ({
  trade_id: id,
  market_id,
  platform,
  reason: 'not_listed',
  withdrawn_at_ms: startMs,
})
const at = (ms: number, changes: Partial<Trade> = {}): Trade =>
  aTrade({ timestamp_ms: ms, received_at_ms: ms, ...changes })
const named = (id: string, ms = startMs, changes: Partial<Trade> = {}): Trade =>
  at(ms, { id, native_trade_id: id, ...changes })
const idsOf = (trades: readonly Trade[]): readonly string[] => trades.map(({ id }) => id)

const toRecord = (topic: string, value: unknown): LogRecord => ({
  topic: `pm.${topic}`,
  partition: 0,
  offset: 0,
  timestampMs: startMs,
  key: 'pb_MARKET',
  value: Buffer.from(JSON.stringify(value)),
})
const announcing = (trade: Trade): LogRecord =>
  toRecord('provisional-trades', { trade, withdrawal: null })
const withdrawing = (trade: Trade): LogRecord =>
  toRecord('provisional-trades', { trade: null, withdrawal: withdrawalOf(trade) })
const listing = (trade: Trade): LogRecord => toRecord('trades', { trade, progress: null })

async function open() {
  let nowMs = startMs
  const log = createMemoryLog(() => nowMs)
  const writer = await log.openWriter('test')
  const failures: unknown[] = []
  const options = { log, codec: jsonCodec, topicPrefix: 'pm.', now: () => nowMs }
  const create = (): ProvisionalTrades =>
    createProvisionalTrades({ ...options, onFailure: (error) => failures.push(error) })
  const trades = create()
  await trades.start()
  return {
    trades,
    failures,
    create,
    pass: (ms: number) => void (nowMs += ms),
    append: ({ topic, key, value }: LogRecord) => writer.append([{ topic, key, value }]),
    of: () => idsOf(trades.of('pb_MARKET')),
  }
}

describe('the memory of announced trades', () => {
  it('has them newest first until they are confirmed or withdrawn, or 15 minutes are over', async () => {
    const { trades, of, pass } = await open()
    const [a, b, c] = [named('a', startMs - 2), named('b', startMs - 1), named('c')]
    for (const trade of [a, c, b, c]) trades.apply(announcing(trade))
    await until(() => of().length > 0)
    expect(of()).toEqual(['c', 'b', 'a'])
    expect(trades.of('pb_OTHER')).toEqual([])
    trades.applyTrade(listing(b))
    expect(of()).toEqual(['c', 'a'])
    trades.apply(withdrawing(c))
    expect(of()).toEqual(['a'])
    for (const trade of [b, c]) trades.apply(announcing(trade))
    expect(of()).toEqual(['a'])
    pass(15 * minuteMs - 3)
    expect(of()).toEqual(['a'])
    pass(1)
    expect(of()).toEqual([])
    trades.apply(announcing(a))
    expect(of()).toEqual([])
  })

  it('confirms all that share a transaction and an outcome with the first trade of a request', async () => {
    const { trades } = await open()
    const ofA = { platform: 'platform_a', market_id: 'pa_m', native_trade_id: '0x1' } as const
    trades.apply(announcing(at(startMs, { ...ofA, id: '0x1-s' })))
    trades.apply(announcing(at(startMs, { ...ofA, id: '0x1-t', outcome_index: 1 })))
    await until(() => trades.of('pa_m').length === 2)
    trades.applyTrade(listing(at(startMs + 2_000, { ...ofA, id: '0x1-abc' })))
    expect(idsOf(trades.of('pa_m'))).toEqual(['0x1-t'])
  })

  it('leaves out a trade that a request has shown before anything was announced', async () => {
    const { trades, append, of } = await open()
    await append(listing(named('a')))
    trades.applyTrade(listing(named('a')))
    trades.apply(announcing(named('a')))
    trades.apply(announcing(named('b')))
    await until(() => of().length > 0)
    expect(of()).toEqual(['b'])
  })

  it('of a process that starts later is the same', async () => {
    const { append, create, pass } = await open()
    const [a, b, c] = [named('a'), named('b'), named('c')]
    for (const trade of [a, b, c]) await append(announcing(trade))
    await append(listing(a))
    pass(10 * minuteMs)
    const later = create()
    for (const record of [announcing(a), announcing(b), announcing(c), withdrawing(c)])
      later.apply(record)
    expect(later.of('pb_MARKET')).toEqual([])
    await later.start()
    expect(idsOf(later.of('pb_MARKET'))).toEqual(['b'])
  })
})

const nowMs = startMs + minuteMs

/** The context of a route about one market with one listed trade. */
function contextWith(announced: readonly Trade[], source = 'trade'): RouteContext {
  const listed = named('listed', startMs)
  const found = {
    market: { id: 'pb_MARKET', platform: 'platform_b', labels: ['Yes', 'No'], status: 'open' },
    completeness: { completeUntilMs: startMs, gaps: [] },
    watermarkPosition: 0,
  }
  const stated = { completeUntilMs: startMs, gaps: [], hasMoreGaps: false, historyNotRequested: null } // prettier-ignore
  return {
    now: () => nowMs,
    catalog: { findMarket: () => found },
    historyRequester: { requestUnfetchedTrades: () => stated },
    history: {
      tradesPage: () => ({
        trades: RenderedRows.of([toTradeJson(listed)]),
        hasMore: true,
        last: [startMs, 'listed'],
      }),
      priceAt: () => ({ price: '0.5', timestampMs: startMs, source }),
    },
    provisionalTrades: { of: () => announced },
  } as unknown as RouteContext
}

async function ask(
  route: typeof marketTradesRoute,
  search: string,
  announced: readonly Trade[] = [],
): Promise<{ readonly body: unknown; readonly headers: unknown }> {
  const response = await route(contextWith(announced)).handle({
    params: { market_id: 'pb_MARKET' },
    search: new URLSearchParams(search),
    accountId: 'a',
  })
  if (!('body' in response)) throw new Error('a file')
  const { body, headers } = response
  const text = Array.isArray(body) ? Buffer.concat(body as Buffer[]).toString() : String(body)
  return { body: JSON.parse(text), headers }
}

describe('/v1/markets/{market_id}/trades', () => {
  const announced = [named('new', nowMs), named('listed', nowMs), named('old', startMs - 1)]

  it('has announced trades in a list of their own, only on request', async () => {
    const plain = await ask(marketTradesRoute, '', announced)
    const { body, headers } = await ask(marketTradesRoute, 'provisional=true', announced)
    expectSchema('trade-page', body)
    const { provisional_trades: shown = [], ...page } = body as TradePage
    expect(page).toEqual(plain.body)
    expect(headers).toEqual(plain.headers)
    expect(shown.map(({ id, provisional }) => [id, provisional])).toEqual([
      ['new', true],
      ['old', true],
    ])
  })

  it('has those of the time range, and none after a cursor', async () => {
    const since = `provisional=true&start_ts=${startMs / 1000}`
    const first = (await ask(marketTradesRoute, since, announced)).body as TradePage
    expect(first.provisional_trades?.map(({ id }) => id)).toEqual(['new'])
    const next = await ask(marketTradesRoute, `${since}&cursor=${first.cursor}`, announced)
    expect(next.body).not.toHaveProperty('provisional_trades')
  })
})

describe('/v1/markets/{market_id}/price', () => {
  const newest = named('new', nowMs - 1, { price: '0.61' })

  it('is that of a newer announced trade, only on request', async () => {
    const announced = [named('future', nowMs + 1), newest]
    expect((await ask(marketPriceRoute, '', announced)).body).toMatchObject({ price: 0.5 })
    const { body } = await ask(marketPriceRoute, 'provisional=true', announced)
    expectSchema('price', body)
    expect(body).toEqual({
      market_id: 'pb_MARKET',
      price: 0.61,
      at_time: nowMs / 1000,
      timestamp_ms: nowMs - 1,
      platform: 'platform_b',
      source: 'trade',
      provisional: true,
    } satisfies PriceRecord)
  })

  it('is the listed one if that is as new', async () => {
    const { body } = await ask(marketPriceRoute, 'provisional=true', [named('old', startMs)])
    expect(body).toMatchObject({ price: 0.5 })
    expect(body).not.toHaveProperty('provisional')
  })

  it('cannot be provisional at a past time', async () => {
    const search = `provisional=true&at_time=${startMs / 1000}`
    await expect(async () => ask(marketPriceRoute, search)).rejects.toMatchObject({ status: 422 })
  })
})

describe('the channel provisional_trades', () => {
  const messagesOf = createMessageConverter(jsonCodec, 'pm.')
  const dataOf = (record: LogRecord): unknown => {
    const [message] = messagesOf('provisional-trades', record)
    return message && 'data' in message ? JSON.parse(message.data) : null
  }

  it('has announced and withdrawn trades', () => {
    const trade = named('a')
    const about = { id: 'a', market_id: 'pb_MARKET', platform: 'platform_b' }
    const announcedData = dataOf(announcing(trade))
    const withdrawnData = dataOf(withdrawing(trade))
    for (const data of [announcedData, withdrawnData])
      expectSchema('stream-provisional-trade', data)
    expect(announcedData).toMatchObject({
      ...about,
      trade: { id: 'a', price: 0.53, provisional: true },
      withdrawn: null,
    })
    expect(withdrawnData).toEqual({ ...about, trade: null, withdrawn: 'not_listed' })
  })

  it('leaves out what the tables could not hold', () => {
    expect(dataOf(announcing(named('a', startMs, { price: '12' })))).toBeNull()
  })
})
