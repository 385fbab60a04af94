// GET /v1/markets/{market_id}/price over the real engine, compared with a linear search through all
// observations.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { PriceRecord } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { insertFeeds, insertMarkets, insertQuotes, insertTrades, marketRow } from './rows.ts'
import type { QuoteRow, TradeRow } from './rows.ts'
import { createSeededRandom } from '../support/random.ts'
import { until } from '../support/waiting.ts'
import { nowMs, nowS, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

// hundreds of real queries, on a machine that may be busy

const random = createSeededRandom()
let store: Store
let api: RunningApi

/** Trades and quotes of one market, in whole seconds so that ties are common, some of them twice. */
const trades: TradeRow[] = Array.from({ length: 400 }, (_, i) => ({
  market_id: 'pa_1',
  ms: nowMs - 1000 * (1 + random.below(1000)),
  id: `0x${random.below(1e9).toString(16)}-${i}`,
  price: `0.${1 + random.below(9)}${1 + random.below(9)}`,
  size: '1',
  side: 'buy',
  outcome: 0,
  received_at_ms: 5_000,
  position: i,
}))
const better: TradeRow[] = trades
  .slice(0, 40)
  .map((t) => ({ ...t, price: '0.001', received_at_ms: 4_000, position: t.position + 1000 }))
const worse: TradeRow[] = trades
  .slice(40, 80)
  .map((t) => ({ ...t, price: '0.999', received_at_ms: 6_000, position: t.position + 1000 }))
const quotes: QuoteRow[] = Array.from({ length: 400 }, (_, i) => {
  const bid = random.below(90)
  return {
    market_id: 'pa_1',
    ms: nowMs - 1000 * (1 + random.below(1000)) - random.below(2),
    bid: String(bid / 100),
    ask: random.below(8) ? String((bid + 1 + random.below(20)) / 100) : '1',
    received_at_ms: 5_000,
    version: i,
  }
})

function truth(atMs: number): { price: number; timestamp_ms: number; source: string } | null {
  const kept = new Map<string, TradeRow>()
  for (const t of [...trades, ...better]) kept.set(t.id, t)
  const newestQuote = new Map<number, QuoteRow>()
  for (const q of quotes)
    if ((newestQuote.get(q.ms)?.version ?? -1) < q.version) newestQuote.set(q.ms, q)
  const seen = [
    ...[...kept.values()].map((t) => ({
      ms: t.ms,
      rank: 1,
      id: t.id,
      price: Number(t.price),
      source: 'trade',
    })),
    ...[...newestQuote.values()].flatMap((q) => {
      const [bid, ask] = [Math.round(Number(q.bid) * 1000), Math.round(Number(q.ask) * 1000)]
      if (bid === 0 || ask === 1000 || ask - bid > 100) return []
      return [{ ms: q.ms, rank: 0, id: '', price: (bid + ask) / 2000, source: 'quote' }]
    }),
  ]
  const [best] = seen
    .filter((o) => o.ms <= atMs)
    .sort((a, b) => b.ms - a.ms || b.rank - a.rank || (a.id < b.id ? 1 : -1))
  return best ? { price: best.price, timestamp_ms: best.ms, source: best.source } : null
}

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [
    marketRow('pa_1'),
    marketRow('pb_NEVER/TRADED.(1)'),
    marketRow('pa_early'),
    marketRow('pa_paid', {
      status: 'resolved',
      outcomes: [
        { label: 'Yes', token_id: '', listed_price: '1' },
        { label: 'No', token_id: '', listed_price: '0' },
      ],
      resolved_at: nowS - 100,
    }),
    marketRow('pa_undated', {
      status: 'resolved',
      outcomes: [
        { label: 'Yes', token_id: '', listed_price: null },
        { label: 'No', token_id: '', listed_price: '1' },
      ],
      received_at_ms: nowMs - 50_500,
    }),
    marketRow('pa_open'),
    marketRow('pa_unpaid', { status: 'resolved', resolved_at: nowS - 100 }),
    marketRow('pa_closed', {
      status: 'closed',
      outcomes: [
        { label: 'Yes', token_id: '', listed_price: '1' },
        { label: 'No', token_id: '', listed_price: '0' },
      ],
      resolved_at: nowS - 100,
    }),
  ])
  for (const rows of [worse, trades, better]) await insertTrades(store, rows)
  await insertQuotes(store, quotes.slice(200))
  await insertQuotes(store, quotes.slice(0, 200))
  const tradeOf = (market_id: string, ms: number): TradeRow => ({
    market_id,
    ms,
    id: 'last-1',
    price: '0.16',
    size: '1',
    side: 'buy',
    outcome: 0,
    received_at_ms: 1,
    position: 1,
  })
  await insertTrades(store, [
    ...['pa_open', 'pa_paid', 'pa_undated', 'pa_unpaid', 'pa_closed'].map((id) =>
      tradeOf(id, nowMs - 90_000),
    ),
    tradeOf('pa_paid', nowMs - 150_000),
    {
      market_id: 'pa_early',
      ms: nowMs - 5000,
      id: 'a-1',
      price: '0.3',
      size: '1',
      side: 'buy',
      outcome: 0,
      received_at_ms: 1,
      position: 1,
    },
    {
      market_id: 'pa_early',
      ms: nowMs + 5000,
      id: 'b-1',
      price: '0.9',
      size: '1',
      side: 'buy',
      outcome: 0,
      received_at_ms: 1,
      position: 2,
    },
  ])
  await insertFeeds(store, [
    {
      platform: 'platform_a',
      market_id: '',
      complete_from_ms: 1000,
      complete_until_ms: nowMs - 300_000,
      gaps: [{ from_ms: nowMs - 400_000, until_ms: nowMs - 399_000, reason: 'unreachable' }],
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
  api = await runApi(store, { refreshEveryMs: 20 })
})
afterAll(async () => {
  await api.close()
  await store.close()
})

describe('200', () => {
  it('is the newest observation at or before any past second', async () => {
    let quoted = 0
    for (let i = 0; i < 150; i++) {
      const at = nowS - random.below(1005)
      const { status, body } = await api.get(`/v1/markets/pa_1/price?at_time=${at}`)
      const expected = truth(at * 1000)
      if (!expected) expect(status).toBe(404)
      else {
        expect(body).toEqual({
          market_id: 'pa_1',
          at_time: at,
          platform: 'platform_a',
          ...expected,
        })
        if (expected.source === 'quote') quoted++
      }
    }
    expect(quoted).toBeGreaterThan(10)
  })

  it('is the price now without at_time, and what the market shows', async () => {
    const { body } = await api.get('/v1/markets/pa_1/price')
    expect(body).toMatchObject({ at_time: nowS, ...truth(nowMs) })
    const market = await api.get('/v1/markets/pa_1')
    expect(market.body).toMatchObject({ outcomes: [{ price: (body as PriceRecord).price }, {}] })
  })

  it('is never one of the future', async () => {
    const { body } = await api.get('/v1/markets/pa_early/price')
    expect(body).toMatchObject({ price: 0.3, timestamp_ms: nowMs - 5000 })
    const market = await api.get('/v1/markets/pa_early')
    expect(market.body).toMatchObject({ outcomes: [{ price: 0.3 }, { price: 0.7 }] })
  })

  it('states until when it is complete', async () => {
    const old = await api.get(`/v1/markets/pa_1/price?at_time=${nowS - 500}`)
    expect(old.headers.get('X-Data-Complete-Until')).toBe(String(nowMs - 300_000))
    expect(old.headers.get('Cache-Control')).toBe('private, max-age=60')
    expect(old.headers.get('X-Data-Gaps')).toBeNull()
    const recent = await api.get(`/v1/markets/pa_1/price?at_time=${nowS - 5}`)
    expect(recent.headers.get('Cache-Control')).toBe('private, no-cache')
    const early = await api.get('/v1/markets/pa_early/price')
    expect(early.headers.get('X-Data-Complete-Until')).toBe('0')
  })
})

describe('a resolved market', () => {
  const price = async (id: string, at?: number) => {
    const query = at === undefined ? '' : `?at_time=${at}`
    const { body, headers } = await api.get(`/v1/markets/${id}/price${query}`)
    return { ...(body as PriceRecord), caching: headers.get('Cache-Control') }
  }
  const settled = { price: 1, source: 'settlement', timestamp_ms: (nowS - 100) * 1000 }

  it('has the price that its first outcome pays, from the second of its resolution on', async () => {
    expect(await price('pa_paid')).toMatchObject({ ...settled, caching: 'private, no-cache' })
    expect(await price('pa_paid', nowS - 100)).toMatchObject({
      ...settled,
      caching: 'private, max-age=86400, immutable',
    })
    const before = { price: 0.16, source: 'trade', timestamp_ms: nowMs - 150_000 }
    expect(await price('pa_paid', nowS - 101)).toMatchObject(before)
    const market = await api.get('/v1/markets/pa_paid')
    expect(market.body).toMatchObject({ outcomes: [{ price: 1 }, { price: 0 }] })
  })

  it('has its last price before its resolution and what it pays after it, while the api runs', async () => {
    const traded = { price: 0.16, source: 'trade', timestamp_ms: nowMs - 90_000 }
    expect(await price('pa_open')).toMatchObject(traded)
    expect(await price('pa_open', nowS - 30)).toMatchObject(traded)
    await insertMarkets(store, [
      marketRow('pa_open', {
        status: 'resolved',
        outcomes: [
          { label: 'Yes', token_id: '', listed_price: '1' },
          { label: 'No', token_id: '', listed_price: '0' },
        ],
        resolved_at: nowS - 30,
        received_at_ms: nowMs - 20_000,
        version: 2,
      }),
    ])
    const settlement = { price: 1, source: 'settlement', timestamp_ms: (nowS - 30) * 1000 }
    const after = await until(
      () => price('pa_open'),
      ({ source }) => source === 'settlement',
    )
    expect(after).toMatchObject(settlement)
    expect(await price('pa_open', nowS - 30)).toMatchObject(settlement)
    expect(await price('pa_open', nowS - 31)).toMatchObject(traded)
  })

  it('without a time of resolution is settled when it was first seen resolved', async () => {
    const settlement = { price: 0, source: 'settlement', timestamp_ms: nowMs - 50_500 }
    expect(await price('pa_undated')).toMatchObject(settlement)
    expect(await price('pa_undated', nowS - 51)).toMatchObject({ source: 'trade' })
  })

  it('keeps its last price while no payout is listed, or the result is not final', async () => {
    expect(await price('pa_unpaid')).toMatchObject({ price: 0.16, source: 'trade' })
    expect(await price('pa_closed')).toMatchObject({ price: 0.16, source: 'trade' })
  })
})

describe('404', () => {
  it('names the first observation, with which the request succeeds', async () => {
    const { body } = await api.get('/v1/markets/pa_early/price?at_time=1000')
    const first = nowMs - 5000
    const at = Math.ceil(first / 1000)
    const msg = `No price was observed at or before this time; the first was observed at ${at}`
    expect(body).toMatchObject({ detail: [{ msg }] })
    const found = await api.get(`/v1/markets/pa_early/price?at_time=${at}`)
    expect(found.body).toMatchObject({ timestamp_ms: first })
    const never = await api.get('/v1/markets/pb_NEVER%2FTRADED.(1)/price')
    expect(never.body).toMatchObject({
      detail: [{ msg: 'No price of this market has been observed yet' }],
    })
  })

  it('says so before the first observation, and of a market never observed', async () => {
    for (const path of [
      '/v1/markets/pa_1/price?at_time=1000',
      '/v1/markets/pa_1/price?at_time=0',
      '/v1/markets/pa_1/price?at_time=-1',
      '/v1/markets/pb_NEVER%2FTRADED.(1)/price',
      '/v1/markets/pb_NEVER%2FTRADED.%281%29/price',
    ]) {
      const { status, body } = await api.get(path)
      expect([status, body]).toMatchObject([404, { detail: [{ type: 'price_not_found' }] }])
    }
  })
})
