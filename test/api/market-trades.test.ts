// GET /v1/markets/{market_id}/trades over the real engine: every trade once, also while new trades arrive.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ErrorBody, Trade, TradePage } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { createSeededRandom } from '../support/random.ts'
import { insertFeeds, insertMarkets, insertTrades, marketRow, type TradeRow } from './rows.ts'
import { nowMs, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

// hundreds of real queries, on a machine that may be busy

const random = createSeededRandom()
let store: Store
let api: RunningApi
let made = 0

/** Trades in few different seconds: ties everywhere. */
function makeTrade(marketId: string, ageSeconds: number): TradeRow {
  made++
  return {
    market_id: marketId,
    ms: nowMs - 1000 * ageSeconds,
    id: `0x${random.below(1e6).toString(16)}-${made}`,
    price: `0.${1 + random.below(98)}`.replace(/0+$/, '1'),
    size: String(1 + random.below(1000)),
    side: random.below(2) ? 'buy' : 'sell',
    outcome: random.below(2),
    received_at_ms: 1000 + made,
    position: made,
  }
}

const inOrder = (rows: readonly TradeRow[]): string[] =>
  rows.toSorted((a, b) => b.ms - a.ms || (a.id < b.id ? 1 : -1)).map((t) => t.id)

async function page(marketId: string, query: string): Promise<TradePage> {
  const { status, body } = await api.get(`/v1/markets/${marketId}/trades?${query}`)
  expect(status).toBe(200)
  return body as TradePage
}

/** Follows the cursors to the end; `between` runs between two pages. */
async function readAll(
  marketId: string,
  limit: () => number,
  between = async () => {},
  range = '',
) {
  const trades: Trade[] = []
  for (let cursor = ''; ; await between()) {
    const size = limit()
    const next = await page(marketId, `limit=${size}&cursor=${cursor}&${range}`)
    trades.push(...next.trades)
    expect(next.has_more).toBe(next.cursor !== null)
    if (next.cursor === null) return trades
    expect(next.trades).toHaveLength(size)
    cursor = next.cursor
  }
}

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [
    marketRow('pa_many', {
      slug: 'many-trades',
      outcomes: [
        { label: 'Über 9\'000 "\\\n', token_id: '', listed_price: null },
        { label: 'Unter', token_id: '', listed_price: null },
      ],
    }),
    marketRow('pa_few'),
    marketRow('pa_live'),
    marketRow('pa_range'),
    marketRow('pb_A/B.(C)'),
    marketRow('pa_none'),
  ])
  await insertFeeds(store, [
    {
      platform: 'platform_a',
      market_id: '',
      complete_from_ms: 1000,
      complete_until_ms: nowMs,
      gaps: [{ from_ms: nowMs - 9000, until_ms: nowMs - 8000, reason: 'unreachable' }],
      version: 1,
    },
    {
      platform: 'platform_a',
      market_id: 'pa_many',
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
  it.each([
    // a few trades for small pages: each page is a request
    ['pa_few', 70, 4, [1, 2 + random.below(50)]],
    ['pa_many', 700, 40, [50 + random.below(100), 500, 499]],
  ])(
    'pages through every trade once, newest first, whatever the size of the pages: %s',
    async (id, count, seconds, limits) => {
      const rows = Array.from({ length: count }, () => makeTrade(id, random.below(seconds)))
      await insertTrades(store, rows.slice(0, (count * 5) / 7))
      await insertTrades(store, rows.slice((count * 3) / 7)) // two sevenths a second time
      for (const limit of limits) {
        const ids = (await readAll(id, () => limit)).map((t) => t.id)
        expect(ids).toEqual(inOrder(rows))
      }
    },
  )

  it('neither skips nor repeats while trades arrive, new ones and late ones', async () => {
    const before = Array.from({ length: 600 }, () => makeTrade('pa_live', 20 + random.below(40)))
    await insertTrades(store, before)
    const added: TradeRow[] = []
    const seen = await readAll(
      'pa_live',
      () => 1 + random.below(60),
      async () => {
        const rows = Array.from({ length: 20 }, () => makeTrade('pa_live', random.below(60)))
        added.push(...rows)
        await insertTrades(store, rows)
      },
    )
    const ids = seen.map((t) => t.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(inOrder([...before, ...added].filter((t) => ids.includes(t.id))))
    const shown = new Set(ids)
    expect(before.filter((t) => !shown.has(t.id))).toEqual([])
    expect(added.length).toBeGreaterThan(100)
  })

  it('has the trades of a time range, start included and end excluded, on all its pages', async () => {
    const rows = Array.from({ length: 120 }, () => makeTrade('pa_range', random.below(12)))
    await insertTrades(store, rows)
    const nowS = nowMs / 1000
    for (let i = 0; i < 12; i += 1) {
      const [first = 0, last = 0] = [random.below(15), random.below(15)].sort((a, b) => b - a)
      const [start, end] = [nowS - first, nowS - last]
      const wanted = inOrder(rows.filter((t) => t.ms >= start * 1000 && t.ms < end * 1000))
      const limit = 1 + random.below(60)
      const found = await readAll(
        'pa_range',
        () => limit,
        undefined,
        `start_ts=${start}&end_ts=${end}`,
      )
      expect([start, end, found.map((t) => t.id)]).toEqual([start, end, wanted])
      const from = await readAll('pa_range', () => limit, undefined, `start_ts=${start}`)
      expect(from.map((t) => t.id)).toEqual(inOrder(rows.filter((t) => t.ms >= start * 1000)))
    }
    // a cursor of the whole list goes on within the range
    const { trades, cursor } = await page('pa_range', 'limit=7')
    const startS = nowS - 6
    const rest = inOrder(rows).slice(trades.length)
    const inRange = new Set(rows.filter((t) => t.ms >= startS * 1000).map((t) => t.id))
    const next = await page('pa_range', `limit=500&start_ts=${startS}&cursor=${cursor}`)
    expect(next.trades.map((t) => t.id)).toEqual(rest.filter((id) => inRange.has(id)))
  })

  it.each([
    'start_ts=-5&end_ts=0',
    'end_ts=-99999999999',
    'start_ts=99999999999',
    `start_ts=${nowMs / 1000}&end_ts=${nowMs / 1000}`,
  ])('is empty for a range without trades: %s', async (query) => {
    expect(await page('pa_range', query)).toMatchObject({
      trades: [],
      cursor: null,
      has_more: false,
    })
  })

  it('shows the first outcome, and what was traded', async () => {
    await insertTrades(store, [
      {
        market_id: 'pb_A/B.(C)',
        ms: nowMs - 1,
        id: 'f-1-2',
        price: '0.860000001148',
        size: '0.000001',
        side: 'sell',
        outcome: 1,
        received_at_ms: 1,
        position: 1,
      },
      {
        market_id: 'pb_A/B.(C)',
        ms: nowMs - 2,
        id: 'e',
        price: '0.53',
        size: '999999999999.999999',
        side: 'buy',
        outcome: 0,
        received_at_ms: 1,
        position: 2,
      },
    ])
    const { text, headers } = await api.get('/v1/markets/pb_A%2FB.(C)/trades')
    const common = '"market_id":"pb_A/B.(C)","platform":"platform_b"'
    expect(text.replaceAll('\\/', '/')).toBe(
      `{"market_id":"pb_A/B.(C)","trades":[` +
        `{"id":"f-1-2",${common},"price":0.860000001148,"size":0.000001,"side":"sell","timestamp_ms":${nowMs - 1},"native_trade_id":"f-1-2","outcome":"No","outcome_price":0.139999998852},` +
        `{"id":"e",${common},"price":0.53,"size":999999999999.999999,"side":"buy","timestamp_ms":${nowMs - 2},"native_trade_id":"e","outcome":"Yes","outcome_price":0.53}` +
        `],"cursor":null,"has_more":false}`,
    )
    expect(headers.get('X-Data-Complete-Until')).toBe('0')
  })

  it('has the transaction of a platform_a trade, and its labels unchanged', async () => {
    const { trades } = await page('pa_many', 'limit=50')
    for (const trade of trades) expect(trade.native_trade_id).toBe(trade.id.split('-')[0])
    expect(new Set(trades.map((t) => t.outcome))).toEqual(new Set(['Über 9\'000 "\\\n', 'Unter']))
  })

  it('is empty for a market without trades', async () => {
    expect(await page('pa_none', '')).toEqual({
      market_id: 'pa_none',
      trades: [],
      cursor: null,
      has_more: false,
    })
  })

  it('takes the slug of the market', async () => {
    expect((await page('pa_many', 'slug=many-trades&limit=1')).trades).toHaveLength(1)
  })

  it('lists the gaps in the returned range, and no others', async () => {
    const gapsOf = async (query: string) =>
      (await api.get(`/v1/markets/pa_many/trades?${query}`)).headers.get('X-Data-Gaps')
    expect(await gapsOf('limit=500')).toBe(`${nowMs - 9000}-${nowMs - 8000};unreachable`)
    expect(await gapsOf('limit=1')).toBeNull()
    const nowS = nowMs / 1000
    expect(await gapsOf(`limit=500&start_ts=${nowS - 8}`)).toBeNull()
    expect(await gapsOf(`limit=500&end_ts=${nowS - 9}`)).toBeNull()
    expect(await gapsOf(`limit=500&end_ts=${nowS - 8}`)).toBe(
      `${nowMs - 9000}-${nowMs - 8000};unreachable`,
    )
  })
})

describe('422', () => {
  it('refuses a cursor of another market, and a changed one', async () => {
    const { cursor } = await page('pa_many', 'limit=1')
    const good = cursor ?? ''
    const last = good.at(-1) === 'A' ? 'B' : 'A'
    for (const [market, bad] of [
      ['pa_live', good],
      ['pa_many', good.slice(0, -1)],
      ['pa_many', good.slice(0, -1) + last],
      ['pa_many', `${good}A`],
    ]) {
      const { status, body } = await api.get(`/v1/markets/${market}/trades?cursor=${bad}`)
      expect([status, (body as ErrorBody).detail[0]?.loc]).toEqual([422, ['query', 'cursor']])
    }
  })

  it('refuses the slug of another market', async () => {
    const { status, body } = await api.get('/v1/markets/pa_live/trades?slug=many-trades')
    expect([status, (body as ErrorBody).detail[0]?.loc]).toEqual([422, ['query', 'slug']])
  })
})
