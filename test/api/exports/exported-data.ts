// A store with the rows that tests export: two events, trades with repeated and corrected records in several parts,
// candles, quotes and watermarks.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../../services/lib/store/port.ts'
import { createSeededRandom } from '../../support/random.ts'
import {
  insertEvents,
  insertFeeds,
  insertMarkets,
  insertMatches,
  insertObjects,
  insertQuotes,
  insertTrades,
  marketRow,
  type TradeRow,
} from '../rows.ts'

/** The day before the one of `nowMs`. */
export const date = '2026-11-18'
export const dayMs = Date.parse(date)
const hourMs = 3_600_000

/** With a watermark from the beginning until noon of the day after `date`. */
export const markets = ['pa_0x1', 'pa_0x2', 'pb_RAIN-YES'] as const

const random = createSeededRandom()

function tradesOf(market: string): TradeRow[] {
  return Array.from({ length: 400 }, (_, i) => ({
    market_id: market,
    // some at the same time, and some at the very edges of the day
    ms:
      [dayMs - 1, dayMs, dayMs + 24 * hourMs - 1, dayMs + 24 * hourMs][i] ??
      dayMs - 6 * hourMs + random.below(400) * 300_000,
    id: `0x${i.toString(16)}-${random.below(9)}`,
    price: (random.below(1_000_001) / 1_000_000).toFixed(6),
    size: (random.below(1_000_000) / 100 + 0.01).toFixed(2),
    side: random.below(2) === 0 ? ('buy' as const) : ('sell' as const),
    outcome: random.below(2),
    received_at_ms: dayMs + 48 * hourMs + random.below(1000),
    position: i,
  }))
}

export async function addExportedData(store: Store): Promise<void> {
  await insertMarkets(store, [
    marketRow('pa_0x1', {
      event_id: 'pa_7',
      event_slug: 'rain',
      created_at: dayMs / 1000 - 9,
      description: 'Any "rain",\nmeasured.',
      tags: ['Rain', 'it\'s "wet"'],
      category: 'Weather',
      volume_24h: '12345.5',
      volume_total: '5',
      open_interest: '0.5',
      close_time: dayMs / 1000 + 9e6,
    }),
    marketRow('pa_0x2', {
      event_id: 'pa_7',
      event_slug: 'rain',
      outcomes: [
        { label: 'Knicks, "NY"', token_id: '1', listed_price: '0.25' },
        { label: 'Celtics\nBoston', token_id: '2', listed_price: '0.75' },
      ],
    }),
    marketRow('pb_RAIN-YES', { event_id: 'pb_RAIN', event_slug: 'RAIN' }),
    marketRow('pb_QUIET', {
      event_id: 'pb_RAIN',
      event_slug: 'RAIN',
      status: 'resolved',
      category: 'Something new',
      resolved_at: dayMs / 1000 + 60,
      received_at_ms: dayMs + 3_600_000,
      outcomes: [
        { label: 'Yes', token_id: '', listed_price: null },
        { label: 'No', token_id: '', listed_price: '1' },
      ],
    }),
  ])
  await insertEvents(store, [
    { id: 'pa_7', slug: 'rain', title: 'Rain', category: '', tags: [], version: 1 },
    { id: 'pb_RAIN', slug: 'RAIN', title: 'Rain?', category: '', tags: [], version: 1 },
  ])
  for (const market of markets) {
    const trades = tradesOf(market)
    await insertTrades(store, trades.slice(0, 250))
    // received later, so the first ones win
    const repeated = trades.slice(100, 200)
    await insertTrades(
      store,
      repeated.map((row) => ({ ...row, price: '0.999', received_at_ms: row.received_at_ms + 1 })),
    )
    await insertTrades(store, trades.slice(200))
    // received at the same time and later in the topic: a corrected mapping
    const corrected = trades.slice(300, 350)
    await insertTrades(
      store,
      corrected.map((row) => ({ ...row, size: '7.5', position: row.position + 1000 })),
    )
  }
  await addCandles(store)
  const match = { score: 92.5, confidence: 'high', outcome_index: 1, version: 1 } as const
  await insertMatches(store, [
    { market_id: 'pb_RAIN-YES', other_market_id: 'pa_0x2', ...match },
    { market_id: 'pb_QUIET', other_market_id: 'pa_0x1', ...match, outcome_index: 0, version: 2 },
    { market_id: 'pb_QUIET', other_market_id: 'pa_0x2', ...match },
  ])
  await insertQuotes(
    store,
    Array.from({ length: 50 }, (_, i) => ({
      market_id: 'pa_0x1',
      ms: dayMs + i * hourMs,
      bid: i === 3 ? '0' : '0.41',
      ask: i === 4 ? '0.9' : '0.42000000000000001',
      received_at_ms: dayMs + i * hourMs,
      version: i,
    })),
  )
  await insertQuotes(store, [
    { market_id: 'pa_0x1', ms: dayMs, bid: '0.1', ask: '0.2', received_at_ms: 1, version: 99 },
  ])
}

/** As the projector computes them (projector/tables/candles.ts): from the trades, then from the minutes. */
async function addCandles(store: Store): Promise<void> {
  await store.command(`
    INSERT INTO candles_1m (market_id, minute, open, high, low, close, volume, notional, outcome_notional, trade_count, version)
    SELECT market_id, toStartOfMinute(ts) AS bucket, argMin(price, (ts, id)), max(price), min(price), argMax(price, (ts, id)),
      sum(size), sum(price * size), sum(if(outcome = 0, price, 1 - price) * size), toUInt32(count()), sum(version)
    FROM trades FINAL GROUP BY market_id, bucket`)
  await store.command(`
    INSERT INTO candles_1h (market_id, hour, open, high, low, close, volume, notional, outcome_notional, trade_count, version)
    SELECT market_id, toStartOfHour(minute) AS bucket, argMin(open, minute), max(high), min(low), argMax(close, minute),
      sum(volume), sum(notional), sum(outcome_notional), toUInt32(sum(trade_count)), sum(version)
    FROM candles_1m FINAL GROUP BY market_id, bucket`)
  await insertObjects(store, 'candles_1m', [
    {
      market_id: 'pa_0x1',
      minute: dayMs / 1000,
      open: 0.5,
      high: 0.5,
      low: 0.5,
      close: 0.5,
      volume: 1,
      notional: 1,
      outcome_notional: 1,
      trade_count: 9,
      version: 1,
    },
  ])
}

/** Watermarks of all markets: from the beginning until `untilMs`. */
export async function addWatermarks(
  store: Store,
  untilMs: number,
  version: number,
  gaps: Parameters<typeof insertFeeds>[1][number]['gaps'] = [],
): Promise<void> {
  const tapes = (['platform_a', 'platform_b'] as const).map((platform) => ({
    platform,
    market_id: '',
    complete_from_ms: dayMs - 24 * hourMs,
    complete_until_ms: untilMs,
    gaps,
    version,
  }))
  const histories = [...markets, 'pb_QUIET'].map((id) => ({
    platform: id.startsWith('pa_') ? ('platform_a' as const) : ('platform_b' as const),
    market_id: id,
    complete_from_ms: 0,
    complete_until_ms: dayMs - 12 * hourMs,
    gaps: [],
    version,
  }))
  await insertFeeds(store, [...tapes, ...histories])
}

/** The rows of a Parquet file, as JSON of the engine, and the types of its columns. */
export async function readParquet(
  store: Store,
  bytes: Buffer,
): Promise<{
  readonly rows: readonly Record<string, unknown>[]
  readonly types: readonly string[]
}> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-parquet-'))
  const path = join(directory, 'file.parquet')
  try {
    await writeFile(path, bytes)
    const from = `file('${path}', Parquet)`
    const types = await store.query<{ name: string; type: string }>(`DESCRIBE ${from}`)
    const rows = await store.query<Record<string, unknown>>(
      `SELECT * FROM ${from} SETTINGS max_threads = 1, input_format_parquet_preserve_order = 1`,
    )
    return { rows, types: types.map(({ name, type }) => `${name} ${type}`) }
  } finally {
    await rm(directory, { recursive: true })
  }
}
