// GET /v1/exports/{kind} over the real engine: the rows are those of the JSON routes, in one file whose bytes stay the
// same.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type {
  Candle,
  CandlePage,
  Market,
  MatchPage,
  Trade,
  TradePage,
} from '../../../schemas/generated/api.ts'
import { exportKinds } from '../../../services/api/exports/kinds.ts'
import { candleIntervals } from '../../../services/domain/candle.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { refusal } from '../api-requests.ts'
import { nowMs, runApi, type RunningApi } from '../running-api.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'
import {
  addExportedData,
  addWatermarks,
  date,
  dayMs,
  markets,
  readParquet,
} from './exported-data.ts'
import { parseCsv } from './parse-csv.ts'

let store: Store
let api: RunningApi

beforeAll(async () => {
  store = await openMigratedStore()
  await addExportedData(store)
  await addWatermarks(store, nowMs - 1000, 1)
  api = await runApi(store)
})
afterAll(async () => {
  await api.close()
  await store.close()
})

async function download(query: string): Promise<{ bytes: Buffer; headers: Headers }> {
  const response = await fetch(`${api.url}/v1/exports/${query}`, {
    headers: { 'X-API-Key': api.apiKey },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw new Error(`${response.status} ${bytes.toString()}`)
  return { bytes, headers: response.headers }
}

const csvOf = async (query: string): Promise<readonly Record<string, string>[]> =>
  parseCsv((await download(`${query}&format=csv`)).bytes.toString())

async function parquetOf(query: string) {
  return readParquet(store, (await download(query)).bytes)
}

async function tradesOf(market: string): Promise<readonly Trade[]> {
  const trades: Trade[] = []
  for (let cursor = ''; ;) {
    const { body } = await api.get(`/v1/markets/${market}/trades?limit=500&cursor=${cursor}`)
    const page = body as TradePage
    trades.push(...page.trades)
    if (page.cursor === null) return trades
    cursor = page.cursor ?? ''
  }
}

async function candlesOf(market: string, interval: string): Promise<readonly Candle[]> {
  const { body } = await api.get(
    `/v1/markets/${market}/candles?limit=5000&start_ts=0&interval=${interval}`,
  )
  return (body as CandlePage).candles
}

const byKey = (a: Trade, b: Trade): number =>
  a.timestamp_ms - b.timestamp_ms || (a.id < b.id ? -1 : 1)
const ofDay = (ms: number): boolean => ms >= dayMs && ms < dayMs + 86_400_000
const asTexts = (row: object): Record<string, string> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))

describe('the rows of trades', () => {
  it('of a market are those of its pages, oldest first', async () => {
    for (const market of markets) {
      const expected = [...(await tradesOf(market))].sort(byKey)
      expect(expected.length).toBe(400)
      expect(await csvOf(`trades?market_id=${market}`)).toEqual(expected.map(asTexts))
      expect((await parquetOf(`trades?market_id=${market}`)).rows).toEqual(expected)
    }
  })

  it('of an event are those of its markets, of a day those of that day', async () => {
    const all = []
    for (const market of markets) all.push(...[...(await tradesOf(market))].sort(byKey))
    const ofEvent = all.filter((trade) => trade.market_id !== 'pb_RAIN-YES')
    expect((await parquetOf('trades?event_slug=rain')).rows).toEqual(ofEvent)
    const expected = all.filter((trade) => ofDay(trade.timestamp_ms))
    expect(expected.length).toBeGreaterThan(300)
    expect(expected.map((trade) => trade.timestamp_ms)).toContain(dayMs)
    expect(expected.map((trade) => trade.timestamp_ms)).toContain(dayMs + 86_400_000 - 1)
    expect((await parquetOf(`trades?date=${date}`)).rows).toEqual(expected)
    expect(await csvOf(`trades?date=${date}`)).toEqual(expected.map(asTexts))
  })
})

describe('the rows of candles', () => {
  it.each(candleIntervals)('of %s are those of the JSON route', async (interval) => {
    const all = []
    for (const market of markets) {
      const candles = await candlesOf(market, interval)
      expect(candles.length).toBeGreaterThan(0)
      const platform = market.startsWith('pa_') ? 'platform_a' : 'platform_b'
      for (const { is_final: _final, ...candle } of candles)
        all.push({ market_id: market, platform, interval, ...candle })
    }
    const first = all.filter((row) => row.market_id === markets[0])
    expect((await parquetOf(`candles?market_id=${markets[0]}&interval=${interval}`)).rows).toEqual(
      first,
    )
    const day = all.filter((row) => ofDay(row.start_ts * 1000))
    expect((await parquetOf(`candles?date=${date}&interval=${interval}`)).rows).toEqual(day)
    expect(await csvOf(`candles?date=${date}&interval=${interval}`)).toEqual(day.map(asTexts))
  })

  it('are those of an hour by default', async () => {
    const { bytes } = await download(`candles?date=${date}`)
    expect(bytes.equals((await download(`candles?date=${date}&interval=1h`)).bytes)).toBe(true)
  })
})

describe('the rows of quotes', () => {
  it('are the newest record of each time, with the price that /price returns', async () => {
    const rows = await csvOf('quotes?market_id=pa_0x1')
    expect(rows).toHaveLength(50)
    expect(rows[0]).toEqual({
      market_id: 'pa_0x1',
      platform: 'platform_a',
      timestamp_ms: String(dayMs),
      best_bid: '0.1',
      best_ask: '0.2',
      mid_price: '0.15',
    })
    expect(rows[1]?.['mid_price']).toBe('0.415000000000000005')
    expect(rows[3]).toMatchObject({ best_bid: '0', mid_price: '' })
    expect(rows[4]).toMatchObject({ best_ask: '0.9', mid_price: '' })
    const parquet = (await parquetOf(`quotes?date=${date}`)).rows
    expect(parquet).toHaveLength(24)
    expect(parquet[4]).toMatchObject({ best_bid: 0.41, best_ask: 0.9, mid_price: null })
  })
})

describe('the rows of markets', () => {
  it('are those of /v1/markets/{market_id}, without current prices', async () => {
    const ids = ['pa_0x1', 'pa_0x2', 'pb_QUIET', 'pb_RAIN-YES']
    const expected = []
    for (const id of ids) {
      const { outcomes, platforms, ...market } = (await api.get(`/v1/markets/${id}`)).body as Market
      const [listing] = platforms
      const { native_id, url, platform } = listing ?? {}
      const { data_quality: _quality, ...fields } = market as Market & { data_quality: unknown }
      const labels = outcomes.map(({ label }) => label)
      const payouts = market.status === 'resolved' ? outcomes.map(({ price }) => price) : []
      expected.push({ ...fields, native_id, url, platform, outcomes: labels, payouts })
    }
    const { rows } = await parquetOf(`markets?date=${date}`)
    expect(rows.map(({ resolved_at: _at, ...row }) => row)).toEqual(expected)
    expect(rows[2]).toMatchObject({ resolved_at: dayMs / 1000 + 60, payouts: [0, 1] })
    const [first, second] = await csvOf('markets?event_slug=rain')
    expect(first).toMatchObject({
      id: 'pa_0x1',
      tags: '["Rain","it\'s \\"wet\\""]',
      category: 'climate',
    })
    expect(JSON.parse(second?.['outcomes'] ?? '')).toEqual(['Knicks, "NY"', 'Celtics\nBoston'])
  })

  it('of a day are those that existed on it', async () => {
    const idsOf = async (day: string) => (await csvOf(`markets?date=${day}`)).map(({ id }) => id)
    expect(await idsOf('2026-11-16')).toEqual(['pa_0x2', 'pb_QUIET', 'pb_RAIN-YES'])
    expect(await idsOf('2026-11-19')).toEqual(['pa_0x1', 'pa_0x2', 'pb_RAIN-YES'])
  })
})

describe('the rows of matches', () => {
  it('are those of /v1/matching-markets', async () => {
    const { matches } = (await api.get('/v1/matching-markets')).body as MatchPage
    const expected = matches.map(({ platform_a: a, platform_b: b, reasons, ...match }) => ({
      platform_a_id: a.id,
      platform_a_event_ticker: a.event_ticker,
      platform_a_question: a.question,
      platform_a_status: a.status,
      platform_b_id: b.id,
      platform_b_event_ticker: b.event_ticker,
      platform_b_question: b.question,
      platform_b_status: b.status,
      ...match,
      reasons: JSON.stringify(reasons),
    }))
    expect(expected).toHaveLength(2)
    const bySides = expected.toSorted((x, y) => (x.platform_a_id < y.platform_a_id ? -1 : 1))
    expect((await parquetOf('matches?event_slug=RAIN')).rows).toEqual(bySides)
    expect((await parquetOf('matches?market_id=pa_0x2')).rows).toEqual(bySides.slice(1))
    // 1,700,000,000 s
    expect((await parquetOf('matches?date=2023-11-14')).rows).toEqual(bySides)
    expect((await parquetOf(`matches?date=${date}`)).rows).toEqual([])
  })
})

describe('a file', () => {
  it.each(Object.entries(exportKinds))(
    'of %s has the documented columns',
    async (kind, { columns }) => {
      const { types } = await parquetOf(`${kind}?date=${date}`)
      const toType = (type: string): string => {
        const [, plain = ''] = /^(.*), nullable$/.exec(type) ?? []
        if (plain !== '') return `Nullable(${toType(plain)})`
        const [, item = ''] = /^list of (.*)$/.exec(type) ?? []
        if (item !== '') return `Array(${toType(item)})`
        return (
          { string: 'String', int64: 'Int64', double: 'Float64' }[type] ?? type.replace('d', 'D')
        )
      }
      expect(types).toEqual(columns.map(({ name, type }) => `${name} ${toType(type)}`))
      const [header = ''] = (await download(`${kind}?date=${date}&format=csv`)).bytes
        .toString()
        .split('\n')
      expect(header).toBe(columns.map(({ name }) => `"${name}"`).join(','))
    },
  )

  it.each([
    'trades?market_id=pb_QUIET',
    'quotes?market_id=pb_QUIET',
    'candles?market_id=pb_QUIET',
    'matches?date=2001-01-01',
  ])('without rows has the columns: %s', async (query) => {
    const { bytes } = await download(`${query}&format=csv`)
    expect(bytes.toString().trimEnd().split('\n')).toHaveLength(1)
    const { rows, types } = await parquetOf(query)
    expect([rows, types.length > 3]).toEqual([[], true])
  })

  it.each(['trades', 'candles', 'quotes'])(
    'of %s has the same bytes after the parts of the table were merged',
    async (kind) => {
      const queries = [`${kind}?date=${date}`, `${kind}?date=${date}&format=csv`]
      const before = await Promise.all(queries.map(download))
      const table = kind === 'candles' ? 'candles_1h' : kind
      await store.command(`OPTIMIZE TABLE ${table} FINAL`)
      const after = await Promise.all(queries.map(download))
      for (const [i, { bytes }] of before.entries())
        expect(after[i]?.bytes.equals(bytes)).toBe(true)
    },
  )

  it('has a type, a name, and what is known of its completeness', async () => {
    const { headers } = await download(`trades?date=${date}`)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/vnd.apache.parquet',
      'content-disposition': `attachment; filename="trades-${date}.parquet"`,
      'x-data-complete-until': String(nowMs - 1000),
      'x-data-final': 'true',
      'cache-control': 'private, max-age=60',
    })
    const csv = await download('candles?market_id=pb_RAIN-YES&interval=5m&format=csv')
    expect(Object.fromEntries(csv.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="candles-5m-pb_RAIN-YES.csv"',
      'x-data-final': 'false',
      'cache-control': 'private, no-cache',
    })
  })

  it('of CSV is compressed for a client that accepts it, Parquet is not', async () => {
    const ask = (format: string) =>
      fetch(`${api.url}/v1/exports/trades?date=${date}&format=${format}`, {
        headers: { 'X-API-Key': api.apiKey, 'Accept-Encoding': 'gzip' },
      })
    const csv = await ask('csv')
    expect(csv.headers.get('content-encoding')).toBe('gzip')
    expect(parseCsv(await csv.text()).length).toBeGreaterThan(300)
    const parquet = await ask('parquet')
    expect(parquet.headers.get('content-encoding')).toBeNull()
    await parquet.arrayBuffer()
  })

  it('is not computed for HEAD', async () => {
    const response = await fetch(`${api.url}/v1/exports/trades?date=${date}`, {
      method: 'HEAD',
      headers: { 'X-API-Key': api.apiKey },
    })
    expect([response.status, response.headers.get('x-data-final')]).toEqual([200, 'true'])
  })
})

describe('a request that is refused', () => {
  it.each<[string, number, readonly string[]]>([
    [`prices?date=${date}`, 404, ['path.kind export_not_found']],
    [`constructor?date=${date}`, 404, ['path.kind export_not_found']],
    ['trades', 422, ['query.date value_error']],
    ['trades?date=', 422, ['query.date value_error']],
    [`trades?date=${date}&market_id=pa_0x1`, 422, ['query.market_id value_error']],
    ['trades?market_id=pa_0x1&event_slug=rain', 422, ['query.event_slug value_error']],
    ['trades?date=2026-11-20', 422, ['query.date value_error']],
    ['trades?date=2026-02-30', 422, ['query.date value_error']],
    ['trades?date=18.11.2026', 422, ['query.date value_error']],
    ['trades?date=1795000000', 422, ['query.date value_error']],
    [`trades?date=${date}&format=xml`, 422, ['query.format enum']],
    [`trades?date=${date}&interval=1h`, 422, ['query.interval value_error']],
    [`candles?date=${date}&interval=2h`, 422, ['query.interval enum']],
    ['trades?market_id=pa_0x99', 404, ['query.market_id market_not_found']],
    ['trades?market_id=nothing', 404, ['query.market_id market_not_found']],
    ['trades?event_slug=nothing', 404, ['query.event_slug event_not_found']],
    [`trades?market=pa_0x1`, 422, ['query.date value_error', 'query.market extra_forbidden']],
  ])('%s: %d', async (query, status, faults) => {
    expect(refusal(await api.get(`/v1/exports/${query}`))).toEqual([status, faults])
  })

  it('needs a key, and counts as 20 requests', async () => {
    expect((await fetch(`${api.url}/v1/exports/trades?date=${date}`)).status).toBe(401)
    const limited = await runApi(store, { rates: { requests: [{ limit: 50, windowMs: 60_000 }] } })
    try {
      const { headers } = await limited.get(`/v1/exports/trades?date=${date}`)
      expect(headers.get('RateLimit-Remaining')).toBe('30')
    } finally {
      await limited.close()
    }
  })
})
