// The simulator's objects have the types that the platforms put on the wire. The tables hold what
// matters; where the recordings are at hand (a clone has none), every field is held against them.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { gammaPages, serve, tradeApiPages, type Row, type Served } from './client.ts'
import { describeWithRecordings, recordingsFolder } from '../support/recordings-folder.ts'

let served: Served
const objects: Record<string, readonly Row[]> = {}
beforeAll(async () => {
  served = await serve()
  const markets = [
    ...(await gammaPages(served, 'markets', 'closed=false')),
    ...(await gammaPages(served, 'markets', 'closed=true&limit=100')),
  ]
  objects['market of platform_a'] = markets
  objects['event of platform_a'] = [
    ...(await gammaPages(served, 'events', 'closed=false')),
    ...(await gammaPages(served, 'events', 'closed=true')),
  ]
  objects['tag'] = await served.json<Row[]>('/gamma/tags')
  objects['market of the CLOB'] = (await served.json<{ data: Row[] }>('/clob/markets')).data
  const token = (
    JSON.parse(
      String(
        markets.find((row) => row['acceptingOrders'] === true && row['active'] === true)?.[
          'clobTokenIds'
        ],
      ),
    ) as string[]
  )[0]
  objects['book of platform_a'] = [await served.json(`/clob/book?token_id=${token}`)]
  objects['trade of platform_a'] = await served.json<Row[]>('/data/trades?limit=2000')
  objects['trade of the second interface'] = (
    await served.json<{ data: Row[] }>('/data/v2/trades')
  ).data
  objects['event of platform_b'] = await tradeApiPages(served, '/events', 'events')
  const nested = (
    await tradeApiPages(served, '/events?with_nested_markets=true', 'events')
  ).flatMap((event) => event['markets'] as Row[])
  objects['market of platform_b'] = [
    ...nested,
    ...(await tradeApiPages(served, '/markets?limit=1000', 'markets')),
  ]
  objects['trade of platform_b'] = (
    await served.json<{ trades: Row[] }>('/trade-api/v2/markets/trades?limit=1000')
  ).trades
  objects['series'] = (await served.json<{ series: Row[] }>('/trade-api/v2/series')).series
  const ticker = String(nested.find((row) => Number(row['volume_fp']) > 100)?.['ticker'])
  const end = Math.floor(served.clock.nowMs / 1000)
  objects['candle'] = (
    await served.json<{ candlesticks: Row[] }>(
      `/trade-api/v2/series/X/markets/${encodeURIComponent(ticker)}/candlesticks?start_ts=${end - 86_400}&end_ts=${end}&period_interval=60`,
    )
  ).candlesticks
})
afterAll(() => served.close())

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Field, type, and a pattern that strings follow. */
const tables: Readonly<Record<string, readonly (readonly [string, string, RegExp?])[]>> = {
  'market of platform_a': [
    ['id', 'string', /^\d+$/],
    ['conditionId', 'string', /^(0x[0-9a-f]{64})?$/],
    ['outcomes', 'string', /^\["[^"]+", "[^"]+"\]$/],
    ['active', 'boolean'],
    ['closed', 'boolean'],
    ['acceptingOrders', 'boolean'],
    ['enableOrderBook', 'boolean'],
    ['negRiskOther', 'boolean'],
    ['orderPriceMinTickSize', 'number'],
    ['createdAt', 'string', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/],
    ['updatedAt', 'string', /Z$/],
    ['umaResolutionStatuses', 'string', /^\[.*\]$/],
    ['events', 'array'],
  ],
  'event of platform_a': [
    ['id', 'string', /^\d+$/],
    ['slug', 'string', /^[a-z0-9-]+$/],
    ['volume', 'number'],
    ['liquidity', 'number'],
    ['openInterest', 'number'],
    ['markets', 'array'],
    ['tags', 'array'],
  ],
  'book of platform_a': [
    ['market', 'string', /^0x/],
    ['asset_id', 'string', /^\d{60,78}$/],
    ['timestamp', 'string', /^\d{13}$/],
    ['hash', 'string', /^[0-9a-f]{40}$/],
    ['bids', 'array'],
    ['asks', 'array'],
    ['neg_risk', 'boolean'],
  ],
  'trade of platform_a': [
    ['proxyWallet', 'string', /^0x[0-9a-f]{40}$/],
    ['side', 'string', /^(BUY|SELL)$/],
    ['asset', 'string', /^\d+$/],
    ['size', 'number'],
    ['price', 'number'],
    ['timestamp', 'number'],
    ['outcomeIndex', 'number'],
    ['transactionHash', 'string', /^0x[0-9a-f]{64}$/],
  ],
  'event of platform_b': [
    ['event_ticker', 'string'],
    ['series_ticker', 'string'],
    ['title', 'string'],
    ['category', 'string'],
    ['mutually_exclusive', 'boolean'],
  ],
  'market of platform_b': [
    ['ticker', 'string', /^[A-Z0-9.()-]+$/],
    ['status', 'string'],
    ['result', 'string', /^(|yes|no|scalar)$/],
    ['yes_bid_dollars', 'string', /^[01]\.\d{4}$/],
    ['yes_ask_dollars', 'string', /^[01]\.\d{4}$/],
    ['last_price_dollars', 'string', /^0\.\d{4}$/],
    ['volume_fp', 'string', /^\d+\.\d{2}$/],
    ['open_interest_fp', 'string', /^\d+\.\d{2}$/],
    ['close_time', 'string', /Z$/],
    ['price_ranges', 'array'],
  ],
  'trade of platform_b': [
    ['trade_id', 'string', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
    ['ticker', 'string'],
    ['count_fp', 'string', /^\d+\.\d{2}$/],
    ['yes_price_dollars', 'string', /^0\.\d{4}$/],
    ['no_price_dollars', 'string', /^0\.\d{4}$/],
    ['taker_outcome_side', 'string', /^(yes|no)$/],
    ['taker_book_side', 'string', /^(bid|ask)$/],
    ['created_time', 'string', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/],
    ['is_block_trade', 'boolean'],
  ],
}

describe('shapes', () => {
  it.each(Object.keys(tables))('%s', (kind) => {
    const rows = objects[kind] ?? []
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      for (const [name, type, pattern] of tables[kind] ?? []) {
        expect([name, typeOf(row[name])]).toEqual([name, type])
        if (pattern) expect(String(row[name])).toMatch(pattern)
      }
    }
  })

  it('have the oddities that a reader must stand', () => {
    const markets = objects['market of platform_a'] ?? []
    expect(markets.some((row) => row['conditionId'] === '')).toBe(true)
    expect(
      markets.some(
        (row) => row['closed'] === false && Date.parse(String(row['endDate'])) < served.clock.nowMs,
      ),
    ).toBe(true)
    expect(markets.some((row) => row['outcomePrices'] === undefined)).toBe(true)
    expect(markets.some((row) => row['outcomePrices'] === null)).toBe(true)
    expect(markets.some((row) => row['volume24hr'] === undefined && row['active'] === true)).toBe(
      true,
    )
    const tickers = objects['market of platform_b'] ?? []
    expect(tickers.some((row) => row['created_time'] === '0001-01-01T00:00:00Z')).toBe(true)
    expect(tickers.some((row) => Array.isArray(row['mve_selected_legs']))).toBe(true)
    expect(tickers.some((row) => row['yes_sub_title'] === row['no_sub_title'])).toBe(true)
    expect(tickers.some((row) => row['result'] === 'scalar')).toBe(true)
  })
})

const files: Readonly<Record<string, readonly string[]>> = {
  'market of platform_a': [
    'platform_a/gamma-markets/2026-02-07-raw.json',
    'platform_a/gamma-events/fed-june-gamma-event.json',
    'platform_a/gamma-markets/gamma_market_sports_market_money_line.json',
    'platform_a/gamma-markets/gamma_market_closed_binary_accepting_true.json',
    'platform_a/gamma-markets/gamma_market_sports_market_map_handicap.json',
  ],
  'event of platform_a': [
    'platform_a/gamma-events/2025-06-events.json',
    'platform_a/gamma-events/fed-june-gamma-event.json',
    'platform_a/gamma-markets/gamma_market_sports_market_money_line.json',
  ],
  tag: ['platform_a/gamma-tags/gamma_tags.json'],
  'market of the CLOB': ['platform_a/clob-markets/markets.json'],
  'book of platform_a': ['platform_a/clob-book/fed-june-clob-books.json'],
  'trade of platform_a': ['platform_a/data-trades/trades.json'],
  'trade of the second interface': ['platform_a/data-trades/captured-sanitized.json'],
  'event of platform_b': [
    'platform_b/events/events_sports_nested.json',
    'platform_b/events/open-events-2025-02-24.json',
  ],
  'market of platform_b': [
    'platform_b/events/events_sports_nested.json',
    'platform_b/markets/markets_settled.json',
    'platform_b/markets/combo_priced_markets.json',
    'platform_b/markets/2026-02-13-page.json',
  ],
  'trade of platform_b': ['platform_b/trades/trades.json'],
  series: ['platform_b/series/series_list_response.json'],
  candle: ['platform_b/candlesticks/candlesticks_mlb.json'],
}
/** A field that tells the objects meant from others in the same file. */
const marks: Readonly<Record<string, readonly string[]>> = {
  'market of platform_a': ['conditionId', 'outcomes'],
  'event of platform_a': ['ticker', 'slug', 'commentCount', 'endDate'],
  tag: ['label'],
  'market of the CLOB': ['condition_id'],
  'book of platform_a': ['asset_id', 'bids'],
  'trade of platform_a': ['proxyWallet'],
  'trade of the second interface': ['proxy_wallet'],
  'event of platform_b': ['event_ticker', 'mutually_exclusive'],
  'market of platform_b': ['ticker', 'market_type'],
  'trade of platform_b': ['trade_id'],
  series: ['ticker', 'frequency'],
  candle: ['end_period_ts'],
}

/** Known from the documents and from reports, not from the recordings. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'market of platform_a': ['outcomePrices: null, recorded string'],
  'market of the CLOB': ['accepting_order_timestamp: string, recorded null'],
  'market of platform_b': ['cap_strike: number, recorded nowhere'],
}

function* objectsIn(value: unknown): Generator<Row> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Row
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}

/** Types seen under each field. */
function typesIn(rows: Iterable<Row>): Map<string, Set<string>> {
  const types = new Map<string, Set<string>>()
  for (const row of rows) {
    for (const [name, value] of Object.entries(row))
      types.set(name, (types.get(name) ?? new Set()).add(typeOf(value)))
  }
  return types
}

describeWithRecordings('shapes of answers')('held against the recordings', () => {
  it.each(Object.keys(files))('%s', (kind) => {
    const bodies = (files[kind] ?? []).map((file): unknown =>
      JSON.parse(readFileSync(new URL(file, recordingsFolder), 'utf8')),
    )
    const theirs = typesIn(
      bodies
        .flatMap((body) => [...objectsIn(body)])
        .filter((row) => (marks[kind] ?? []).every((name) => name in row)),
    )
    const ours = typesIn(objects[kind] ?? [])
    expect(theirs.size).toBeGreaterThan(4)
    expect(ours.size).toBeGreaterThan(4)
    const odd: string[] = []
    for (const [name, types] of ours) {
      const known = theirs.get(name)
      for (const type of types)
        if (!known?.has(type))
          odd.push(`${name}: ${type}, recorded ${known ? [...known].join('|') : 'nowhere'}`)
    }
    expect(odd).toEqual(allowed[kind] ?? [])
  })
})
