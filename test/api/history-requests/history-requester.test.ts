// Responses about a period from before the back-fill: the missing range is reported, and the earlier trades are
// requested from the poller once, within quotas.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { HistoryRequest } from '../../../schemas/generated/events.ts'
import { completenessHeaders } from '../../../services/api/completeness.ts'
import {
  createHistoryRequester,
  type HistoryRequester,
} from '../../../services/api/history-requests/history-requester.ts'
import { createRequestedHistories } from '../../../services/api/history-requests/history-requests.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import {
  insertFeeds,
  insertMarkets,
  insertObjects,
  insertTrades,
  marketRow,
  type FeedRow,
  type TradeRow,
} from '../rows.ts'
import { nowMs, runApi, type RunningApi } from '../running-api.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'

const day = 86_400_000
const boundMs = nowMs - 30 * day
const tapeMs = nowMs - day

const secondOf = (ms: number): number => Math.floor(ms / 1000)

let clockMs = nowMs
let appended: HistoryRequest[] = []
let failure: Error | null = null
let failures: unknown[] = []

function createRequester(quotas = { perAccount: 2, total: 3 }): HistoryRequester {
  return createHistoryRequester({
    requestedHistories: createRequestedHistories({ quotas, now: () => clockMs }),
    requests: {
      append(request) {
        if (failure) return Promise.reject(failure)
        appended.push(request)
        return Promise.resolve()
      },
    },
    now: () => clockMs,
    onFailure: (error) => failures.push(error),
  })
}

beforeEach(() => {
  clockMs = nowMs
  appended = []
  failure = null
  failures = []
})

describe('a request to the poller', () => {
  const gaps = [{ from_ms: 0, until_ms: boundMs, reason: 'not_fetched' }]
  const completeness = { completeUntilMs: nowMs, gaps }
  const ask = (
    requester: HistoryRequester,
    marketId: string,
    accountId: string,
    period = { fromMs: 0, untilMs: nowMs },
  ) =>
    completenessHeaders(
      requester.requestUnfetchedTrades({ marketId, accountId, completeness, period }),
    )
  const notRequested = 'X-History-Not-Requested'

  it('is made if the range begins before the back-fill', () => {
    const requester = createRequester()
    const later = ask(requester, 'pa_1', 'one', { fromMs: boundMs, untilMs: nowMs })
    expect(later).toEqual({ 'X-Data-Complete-Until': String(nowMs) })
    expect(appended).toEqual([])
    expect(ask(requester, 'pa_1', 'one', { fromMs: boundMs - 1, untilMs: boundMs })).toEqual({
      'X-Data-Complete-Until': String(nowMs),
      'X-Data-Gaps': `0-${boundMs};not_fetched`,
    })
    expect(appended).toEqual([{ market_id: 'pa_1', requested_at_ms: nowMs, account_id: 'one' }])
  })

  it('is not made for gaps of other reasons', () => {
    const truncated = { from_ms: 0, until_ms: boundMs, reason: 'truncated' }
    createRequester().requestUnfetchedTrades({
      marketId: 'pa_1',
      accountId: 'one',
      completeness: { completeUntilMs: nowMs, gaps: [truncated] },
      period: { fromMs: 0, untilMs: nowMs },
    })
    expect(appended).toEqual([])
  })

  it('is made once a day, even if several accounts ask', () => {
    const requester = createRequester()
    for (const account of ['one', 'two', 'one']) ask(requester, 'pa_1', account)
    clockMs += day - 1
    ask(requester, 'pa_1', 'two')
    expect(appended).toHaveLength(1)
    clockMs += 1
    ask(requester, 'pa_1', 'two')
    expect(appended.map((request) => request.account_id)).toEqual(['one', 'two'])
  })

  it('is not made beyond the quota of the account or of the service, and the response says so', () => {
    const requester = createRequester()
    for (const id of ['pa_1', 'pa_2'])
      expect(ask(requester, id, 'one')).not.toHaveProperty(notRequested)
    expect(ask(requester, 'pa_3', 'one')[notRequested]).toBe('account_quota;limit=2')
    expect(ask(requester, 'pa_2', 'one')).not.toHaveProperty(notRequested)
    expect(ask(requester, 'pa_3', 'two')).not.toHaveProperty(notRequested)
    expect(ask(requester, 'pa_4', 'three')[notRequested]).toBe('service_quota;limit=3')
    expect(appended.map((request) => request.market_id)).toEqual(['pa_1', 'pa_2', 'pa_3'])
  })

  it('is repeated with the next response if it could not be appended', async () => {
    const requester = createRequester()
    failure = new Error('the log is full')
    ask(requester, 'pa_1', 'one')
    await new Promise((resolve) => setImmediate(resolve))
    expect(failures).toEqual([failure])
    failure = null
    ask(requester, 'pa_1', 'one')
    expect(appended).toHaveLength(1)
  })
})

describe('responses about a market with a bounded history', () => {
  let store: Store
  let api: RunningApi

  beforeAll(async () => {
    store = await openMigratedStore()
    await insertMarkets(store, [marketRow('pa_1', {})])
    const trade: Omit<TradeRow, 'id' | 'ms'> = {
      market_id: 'pa_1',
      price: '0.5',
      size: '1',
      side: 'buy',
      outcome: 0,
      received_at_ms: nowMs,
      position: 0,
    }
    await insertTrades(store, [
      { ...trade, id: 't1', ms: boundMs + day },
      { ...trade, id: 't2', ms: tapeMs },
    ])
    const candle = { open: 0.5, high: 0.5, low: 0.5, close: 0.5, trade_count: 1, version: 1 }
    const amounts = { volume: 1, notional: 0.5, outcome_notional: 0.5 }
    const hours = [boundMs + day, boundMs + 10 * day, tapeMs].map((ms) => secondOf(ms))
    const candles = hours.map((hour) => ({ market_id: 'pa_1', hour, ...candle, ...amounts }))
    await insertObjects(store, 'candles_1h', candles)
    const feed: Omit<FeedRow, 'market_id' | 'complete_from_ms' | 'complete_until_ms'> = {
      platform: 'platform_a',
      gaps: [],
      version: 1,
    }
    await insertFeeds(store, [
      { ...feed, market_id: 'pa_1', complete_from_ms: boundMs, complete_until_ms: tapeMs },
      { ...feed, market_id: '', complete_from_ms: tapeMs, complete_until_ms: nowMs },
    ])
    api = await runApi(store, { historyRequester: createRequester() })
  })
  afterAll(async () => {
    await api.close()
    await store.close()
  })

  const gap = `0-${boundMs};not_fetched`
  const get = async (path: string) => {
    const { status, headers, body } = await api.get(`/v1/markets/pa_1/${path}`)
    return {
      status,
      gaps: headers.get('X-Data-Gaps'),
      caching: headers.get('Cache-Control'),
      body,
    }
  }
  it.each([
    ['a price from before it', `price?at_time=${secondOf(boundMs) - 5}`],
    ['a price from before the first known trade', `price?at_time=${secondOf(boundMs) + 5}`],
  ])('say of %s that it may become known', async (_what, path) => {
    const { status, gaps, caching, body } = await get(path)
    expect([status, gaps, caching]).toEqual([404, gap, 'no-store'])
    const msg = 'The trades before this time are not fetched yet; try again later'
    expect(body).toMatchObject({ detail: [{ type: 'price_not_found', msg }] })
  })

  it('report no gap for a price that a trade of the fetched time states', async () => {
    const { status, gaps, caching } = await get(`price?at_time=${secondOf(boundMs + 2 * day)}`)
    expect([status, gaps, caching]).toEqual([200, null, 'private, max-age=86400, immutable'])
  })

  it.each([
    ['trades to their end', 'trades'],
    ['candles from before it', 'candles?interval=1h&start_ts=0'],
    ['the newest candles, if there are no more', 'candles?interval=1h'],
    [
      'filled candles before the first known trade',
      `candles?interval=1h&fill=previous&start_ts=${secondOf(boundMs) + 3600}`,
    ],
  ])('report the gap with %s', async (_what, path) => {
    const { status, gaps, caching } = await get(path)
    expect([status, gaps, caching]).toEqual([200, gap, 'private, no-cache'])
  })

  it.each([
    ['the newest trades', 'trades?limit=1'],
    ['candles of the fetched time', `candles?interval=1h&start_ts=${secondOf(boundMs) + 3600}`],
    [
      'filled candles after a known one',
      `candles?interval=1h&fill=previous&start_ts=${secondOf(boundMs + 2 * day)}`,
    ],
  ])('report no gap with %s', async (_what, path) => {
    const { status, gaps } = await get(path)
    expect([status, gaps]).toEqual([200, null])
  })

  it('call no candle final whose bucket begins before it', async () => {
    const { body } = await get(`candles?interval=1w&start_ts=0`)
    const { candles } = body as { candles: { start_ts: number; is_final: boolean }[] }
    expect(candles.map((candle) => candle.is_final)).toEqual([false, true, false])
    expect(candles[0]?.start_ts).toBeLessThan(secondOf(boundMs))
  })
})
