// GET /v1/markets/{market_id}/candles over the real engine, compared with candles computed from the
// trades one by one, for every interval.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Candle, CandleInterval, CandlePage } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { createSeededRandom } from '../support/random.ts'
import { insertFeeds, insertMarkets, insertObjects, marketRow } from './rows.ts'
import { nowMs, nowS, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

// hundreds of real queries, on a machine that may be busy

const random = createSeededRandom()
let store: Store
let api: RunningApi

/** Price in thousandths, size in whole contracts. */
interface Fill {
  readonly s: number
  readonly price: number
  readonly size: number
}

const steps: Record<CandleInterval, number> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
}
/** 1970-01-05, a Monday. */
const monday = 345_600
const bucketOf = (interval: CandleInterval, s: number): number => {
  const offset = interval === '1w' ? monday : 0
  return s - ((((s - offset) % steps[interval]) + steps[interval]) % steps[interval])
}

/** Clusters of trades over nine weeks with quiet days in between. */
const fills: Fill[] = Array.from({ length: 60 }, () => nowS - random.below(63 * 86_400))
  .flatMap((start) =>
    Array.from({ length: 25 }, () => ({
      s: Math.min(start + random.below(1800), nowS - 1),
      price: 1 + random.below(998),
      size: 1 + random.below(500),
    })),
  )
  .sort((a, b) => a.s - b.s)

type Numbers = Omit<Candle, 'is_final'>

function candlesOf(interval: CandleInterval, from: number, to: number): Numbers[] {
  const buckets = new Map<number, Fill[]>()
  for (const fill of fills) {
    const start = bucketOf(interval, fill.s)
    buckets.set(start, [...(buckets.get(start) ?? []), fill])
  }
  return [...buckets]
    .filter(([start]) => start >= from && start < to)
    .map(([start_ts, list]) => ({
      start_ts,
      open: (list[0]?.price ?? 0) / 1000,
      high: Math.max(...list.map((f) => f.price)) / 1000,
      low: Math.min(...list.map((f) => f.price)) / 1000,
      close: (list.at(-1)?.price ?? 0) / 1000,
      volume: list.reduce((sum, f) => sum + f.size, 0),
      notional: list.reduce((sum, f) => sum + f.price * f.size, 0) / 1000,
      outcome_notional: list.reduce((sum, f) => sum + (1000 - f.price) * f.size, 0) / 1000,
      trade_count: list.length,
    }))
}

function filled(interval: CandleInterval, from: number, to: number): Numbers[] {
  const all = candlesOf(interval, -Infinity, to)
  const first = Math.max(from, all[0]?.start_ts ?? Infinity)
  const found: Numbers[] = []
  for (let start = first; start < to; start += steps[interval]) {
    const price = all.filter((c) => c.start_ts <= start).at(-1)?.close ?? 0
    const own = all.find((c) => c.start_ts === start)
    const flat = { open: price, high: price, low: price, close: price }
    const none = { volume: 0, notional: 0, outcome_notional: 0, trade_count: 0 }
    found.push(own ?? { start_ts: start, ...flat, ...none })
  }
  return found
}

async function ask(query: string, market = 'pa_1') {
  const { status, body, headers } = await api.get(`/v1/markets/${market}/candles?${query}`)
  expect(status).toBe(200)
  return { ...(body as CandlePage), headers }
}
const numbers = (candles: readonly Candle[]): Numbers[] =>
  candles.map(({ is_final: _final, ...rest }) => rest)

const completeUntilMs = nowMs - 3 * 86_400_000
const gap = {
  from_ms: nowMs - 10 * 86_400_000,
  until_ms: nowMs - 10 * 86_400_000 + 1,
  reason: 'truncated',
}

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [marketRow('pa_1'), marketRow('pa_none'), marketRow('pa_exact')])
  for (const [table, column, interval] of [
    ['candles_1m', 'minute', '1m'],
    ['candles_1h', 'hour', '1h'],
  ] as const) {
    const rows = candlesOf(interval, 0, Infinity).map(({ start_ts, ...rest }) => ({
      market_id: 'pa_1',
      [column]: start_ts,
      ...rest,
      version: 2,
    }))
    await insertObjects(store, table, rows)
    // what an older state of the trades gave
    await insertObjects(
      store,
      table,
      rows.slice(0, 50).map((row) => ({ ...row, close: 0.5, volume: 1, version: 1 })),
    )
  }
  await insertObjects(store, 'candles_1h', [
    {
      market_id: 'pa_exact',
      hour: nowS - 3600,
      open: '0.860000001148',
      high: '0.999999999999',
      low: '0.000000000001',
      close: '0.1',
      volume: '12345678901234567890.123456',
      notional: '1234567890.123456789012345678',
      outcome_notional: '98765.432109876543210987654321',
      trade_count: 4_000_000_000,
      version: 1,
    },
  ])
  await insertFeeds(store, [
    {
      platform: 'platform_a',
      market_id: '',
      complete_from_ms: 1000,
      complete_until_ms: completeUntilMs,
      gaps: [gap],
      version: 1,
    },
    {
      platform: 'platform_a',
      market_id: 'pa_1',
      complete_from_ms: 0,
      complete_until_ms: 1000,
      gaps: [],
      version: 2,
    },
  ])
  api = await runApi(store)
})
afterAll(async () => {
  await api.close()
  await store.close()
})

describe('200', () => {
  it.each(Object.keys(steps) as CandleInterval[])('has all candles of %s', async (interval) => {
    const answer = await ask(`interval=${interval}&limit=5000`)
    expect(answer).toMatchObject({ market_id: 'pa_1', interval, has_more: false })
    expect(numbers(answer.candles)).toEqual(candlesOf(interval, 0, Infinity))
  })

  it.each(Object.keys(steps) as CandleInterval[])(
    'has those of any range of %s, the first or the newest of them',
    async (interval) => {
      for (let i = 0; i < 12; i++) {
        const start = nowS - random.below(70 * 86_400)
        const end = Math.min(start + random.below(30 * 86_400), nowS)
        const limit = 1 + random.below(12)
        const all = candlesOf(interval, bucketOf(interval, start), end)
        const first = await ask(
          `interval=${interval}&start_ts=${start}&end_ts=${end}&limit=${limit}`,
        )
        expect([start, end, numbers(first.candles)]).toEqual([
          start,
          end,
          start < end ? all.slice(0, limit) : [],
        ])
        expect(first.has_more).toBe(start < end && all.length > limit)
        const before = candlesOf(interval, 0, end)
        const newest = await ask(`interval=${interval}&end_ts=${end}&limit=${limit}`)
        expect(numbers(newest.candles)).toEqual(before.slice(-limit))
        expect(newest.has_more).toBe(before.length > limit)
      }
    },
  )

  it.each(['15m', '1h', '4h', '1d', '1w'] as CandleInterval[])(
    'fills the empty buckets of %s when asked to',
    async (interval) => {
      for (let i = 0; i < 6; i++) {
        const start = nowS - random.below(70 * 86_400)
        const limit = 1 + random.below(40)
        const all = filled(interval, bucketOf(interval, start), nowS)
        const first = await ask(
          `interval=${interval}&start_ts=${start}&limit=${limit}&fill=previous`,
        )
        expect(numbers(first.candles)).toEqual(all.slice(0, limit))
        expect(first.has_more).toBe(all.length > limit)
      }
      const every = filled(interval, -Infinity, nowS)
      const newest = await ask(`interval=${interval}&limit=20&fill=previous`)
      expect(numbers(newest.candles)).toEqual(every.slice(-20))
      expect(newest.has_more).toBe(every.length > 20)
    },
  )

  it('is hours, at most a thousand, by default', async () => {
    const answer = await ask('')
    expect(answer.interval).toBe('1h')
    expect(numbers(answer.candles)).toEqual(candlesOf('1h', 0, Infinity).slice(-1000))
  })

  it('is empty for a range of no length, after now, and without trades', async () => {
    expect((await ask(`start_ts=${nowS - 60}&end_ts=${nowS - 60}`)).candles).toEqual([])
    expect((await ask(`start_ts=${nowS + 9999}`)).candles).toEqual([])
    expect((await ask('', 'pa_none')).candles).toEqual([])
    expect((await ask('fill=previous', 'pa_none')).candles).toEqual([])
  })

  it('keeps every digit', async () => {
    const { text } = await api.get('/v1/markets/pa_exact/candles')
    expect(text).toContain(
      '"open":0.860000001148,"high":0.999999999999,"low":0.000000000001,"close":0.1,' +
        '"volume":12345678901234567890.123456,"notional":1234567890.123456789012345678,"outcome_notional":98765.432109876543210987654321,"trade_count":4000000000,"is_final":false}',
    )
  })

  it('calls a candle final when its bucket lies before the watermark and no gap touches it', async () => {
    for (const interval of ['1h', '1d'] as const) {
      const { candles } = await ask(`interval=${interval}&limit=5000&fill=previous`)
      expect(new Set(candles.map((c) => c.is_final)).size).toBe(2)
      for (const candle of candles) {
        const [from, to] = [candle.start_ts * 1000, (candle.start_ts + steps[interval]) * 1000]
        const touched = gap.from_ms < to && gap.until_ms > from
        expect([candle.start_ts, candle.is_final]).toEqual([
          candle.start_ts,
          to <= completeUntilMs && !touched,
        ])
      }
    }
  })

  it('lists the gaps in the returned range', async () => {
    const all = await ask('limit=5000')
    expect(all.headers.get('X-Data-Gaps')).toBe(`${gap.from_ms}-${gap.until_ms};truncated`)
    expect(all.headers.get('X-Data-Complete-Until')).toBe(String(completeUntilMs))
    const later = await ask(`start_ts=${nowS - 9 * 86_400}`)
    expect(later.headers.get('X-Data-Gaps')).toBeNull()
  })

  it('may be kept when nothing in it can change', async () => {
    const settled = `start_ts=${nowS - 9 * 86_400}&end_ts=${nowS - 5 * 86_400}`
    expect((await ask(settled)).headers.get('Cache-Control')).toBe(
      'private, max-age=86400, immutable',
    )
    expect((await ask('')).headers.get('Cache-Control')).toBe('private, no-cache')
  })
})
