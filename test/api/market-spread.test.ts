// The spread of matching markets over the real engine, compared with a model in whole numbers that looks up the values
// in force at the end of each bucket.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ErrorBody, SpreadPage, SpreadPoint } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import {
  bucketStartS,
  candleGrids,
  candleIntervals,
  type CandleInterval,
} from '../../services/domain/candle.ts'
import { createSeededRandom } from '../support/random.ts'
import { expectSchema } from './expect-schema.ts'
import { parseCsv } from './exports/parse-csv.ts'
import { observationsOf, quoteSources, type ModelQuote, type Observed } from './quote-model.ts'
import {
  insertBooks,
  insertFeeds,
  insertMarkets,
  insertMatches,
  insertQuotes,
  insertTrades,
  marketRow,
} from './rows.ts'
import { nowMs, nowS, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

const random = createSeededRandom()
let store: Store
let api: RunningApi

const days = 6
const daySeconds = 86_400
const sources = [...quoteSources, 'trades'] as const
type Source = (typeof sources)[number]

const pastMs = (): number => nowMs - 1 - random.below(days * daySeconds) * 1000
const quotesOf: Readonly<Record<string, readonly ModelQuote[]>> = Object.fromEntries(
  (
    [
      ['pa_same', 300],
      ['pb_SAME/(1)', 40],
      ['pa_inverted', 60],
      ['pb_INVERTED', 60],
      ['pa_lone', 1],
      ['pb_LATE', 50],
      ['pa_quiet', 0],
      ['pb_LOUD', 50],
      ['pa_many', 5],
      ['pb_THIRD', 5],
    ] as const
  ).map(([id, count]) => [
    id,
    Array.from({ length: count }, () => {
      const bid = random.below(6) ? 300 + random.below(200) : 0
      const ask = random.below(6) ? bid + random.below(130) : 1000
      return { ms: pastMs(), bid, ask }
    }),
  ]),
)
const ids = Object.keys(quotesOf)
const tradesOf: Readonly<Record<string, readonly (Observed & { readonly id: string })[]>> =
  Object.fromEntries(
    ids.map((id) => [
      id,
      Array.from({ length: quotesOf[id]?.length ?? 0 }, (_, i) => ({
        ms: Math.floor(pastMs() / 60_000) * 60_000,
        id: `t-${String(i).padStart(4, '0')}`,
        value: 2 * (1 + random.below(998)),
      })).sort((a, b) => a.ms - b.ms || (a.id < b.id ? -1 : 1)),
    ]),
  )

const pairs: readonly (readonly [id: string, otherId: string, isInverted: boolean])[] = [
  ['pa_same', 'pb_SAME/(1)', false],
  ['pa_inverted', 'pb_INVERTED', true],
  ['pb_INVERTED', 'pa_inverted', true],
  ['pa_lone', 'pb_LATE', false],
  ['pa_quiet', 'pb_LOUD', false],
]

async function insertFacts(): Promise<void> {
  let version = 0
  for (const id of ids) {
    const quotes = (quotesOf[id] ?? []).map(({ ms, bid, ask }) => ({
      market_id: id,
      ms,
      bid: String(bid / 1000),
      ask: String(ask / 1000),
      received_at_ms: ms,
      version: (version += 1),
    }))
    if (quotes.length === 0) continue
    await insertQuotes(store, quotes)
    const trades = (tradesOf[id] ?? []).map(({ ms, id: tradeId, value }, position) => ({
      market_id: id,
      ms,
      id: tradeId,
      price: String((value ?? 0) / 2000),
      size: '1',
      side: 'buy' as const,
      outcome: 0,
      received_at_ms: ms,
      position,
    }))
    await insertTrades(store, trades)
  }
}

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(
    store,
    [...ids, 'pa_alone'].map((id) => marketRow(id)),
  )
  await insertFacts()
  const match = { score: 90, confidence: 'high', version: 1 } as const
  await insertMatches(
    store,
    [
      ['pa_same', 'pb_SAME/(1)', 0] as const,
      ['pa_inverted', 'pb_INVERTED', 1] as const,
      ['pa_lone', 'pb_LATE', 0] as const,
      ['pa_quiet', 'pb_LOUD', 0] as const,
      ['pa_many', 'pb_THIRD', 2] as const,
    ].map(([other_market_id, market_id, outcome_index]) => ({
      ...match,
      other_market_id,
      market_id,
      outcome_index,
    })),
  )
  const book = { bids: [], asks: [], version: 1 }
  await insertBooks(store, [
    { ...book, market_id: 'pa_same', ms: nowMs, received_at_ms: nowMs - 60_000 },
    { ...book, market_id: 'pb_SAME/(1)', ms: nowMs, received_at_ms: nowMs - 90_000_000 },
  ])
  const tape = { market_id: '', complete_from_ms: 1_000, gaps: [], version: 1 }
  const history = { complete_from_ms: 0, complete_until_ms: 1_000, gaps: [], version: 2 }
  await insertFeeds(store, [
    { ...history, platform: 'platform_a', market_id: 'pa_same' },
    { ...history, platform: 'platform_b', market_id: 'pb_SAME/(1)' },
    { ...tape, platform: 'platform_a', complete_until_ms: nowMs - 7_000 },
    {
      ...tape,
      platform: 'platform_b',
      complete_until_ms: nowMs - 5_000,
      gaps: [{ from_ms: nowMs - 9_000, until_ms: nowMs - 8_000, reason: 'unreachable' }],
    },
  ])
  api = await runApi(store)
})
afterAll(async () => {
  await api.close()
  await store.close()
  expect(api.observed.failures).toEqual([])
})

const pathOf = (id: string, otherId: string, query = ''): string =>
  `/v1/matching-markets/${encodeURIComponent(id)}/${encodeURIComponent(otherId)}/spread?${query}`

async function ask(id: string, otherId: string, query: string) {
  const { status, body, headers } = await api.get(pathOf(id, otherId, query))
  expect([id, query, status]).toEqual([id, query, 200])
  expectSchema('spread-page', body)
  return { ...(body as SpreadPage), headers }
}

function observed(id: string, source: Source): readonly Observed[] {
  return source === 'trades' ? (tradesOf[id] ?? []) : observationsOf(quotesOf[id] ?? [], source)
}

const opposite: Readonly<Record<Source, Source>> = {
  bid: 'ask',
  ask: 'bid',
  mid: 'mid',
  trades: 'trades',
}

interface ModelRange {
  readonly interval: CandleInterval
  readonly fromS: number
  readonly endS: number
}

function pointsOf(
  [id, otherId, isInverted]: (typeof pairs)[number],
  source: Source,
  { interval, fromS, endS }: ModelRange,
): Omit<SpreadPoint, 'is_final'>[] {
  if (fromS >= endS) return []
  const own = observed(id, source)
  const others = observed(otherId, isInverted ? opposite[source] : source)
  const startOf = ({ ms }: Observed): number => bucketStartS(interval, Math.floor(ms / 1000))
  const starts = [...new Set([...own, ...others].map(startOf))].sort((a, b) => a - b)
  return starts.flatMap((startS) => {
    if (startS < bucketStartS(interval, fromS) || startS >= endS) return []
    const endMs = (startS + candleGrids[interval].stepS) * 1000
    const last = own.findLast(({ ms }) => ms < endMs)
    const other = others.findLast(({ ms }) => ms < endMs)
    if (typeof last?.value !== 'number' || typeof other?.value !== 'number') return []
    const otherValue = isInverted ? 2000 - other.value : other.value
    return [
      {
        start_ts: startS,
        value: last.value / 2000,
        other_value: otherValue / 2000,
        difference: (last.value - otherValue) / 2000,
        observed_at_ms: last.ms,
        other_observed_at_ms: other.ms,
      },
    ]
  })
}

const withoutFinality = (points: readonly SpreadPoint[]) =>
  points.map(({ is_final: _final, ...point }) => point)

describe('200', () => {
  it.each(pairs)('is the difference of the values in force: %s and %s', async (...pair) => {
    const [id, otherId, isInverted] = pair
    for (const source of sources)
      for (let i = 0; i < 3; i += 1) {
        const interval = candleIntervals[random.below(candleIntervals.length)] ?? '1h'
        const fromS = nowS - random.below((days + 1) * daySeconds)
        const endS = Math.min(fromS + random.below(days * daySeconds), nowS)
        const limit = 1 + random.below(random.below(2) ? 4 : 50)
        const query = `source=${source}&interval=${interval}&limit=${limit}&end_ts=${endS}`
        const first = await ask(id, otherId, `${query}&start_ts=${fromS}`)
        const range = pointsOf(pair, source, { interval, fromS, endS })
        expect([query, withoutFinality(first.points)]).toEqual([query, range.slice(0, limit)])
        expect(first).toMatchObject({
          market_id: id,
          other_market_id: otherId,
          polarity: isInverted ? 'inverted' : 'same',
          source,
          interval,
          has_more: range.length > limit,
        })
        const newest = await ask(id, otherId, query)
        const past = pointsOf(pair, source, { interval, fromS: 0, endS })
        expect([query, withoutFinality(newest.points)]).toEqual([query, past.slice(-limit)])
        expect(newest.has_more).toBe(past.length > limit)
      }
  })

  it('is that of mid prices in hours by default', async () => {
    const { points, source, interval } = await ask('pa_same', 'pb_SAME/(1)', '')
    expect([source, interval]).toEqual(['mid', '1h'])
    const range = { interval: '1h', fromS: 0, endS: nowS } as const
    expect(withoutFinality(points)).toEqual(
      pointsOf(['pa_same', 'pb_SAME/(1)', false], 'mid', range),
    )
    expect(points.length).toBeGreaterThan(10)
  })

  it('is empty for no time, for the future, and without quotes of one market', async () => {
    for (const query of ['start_ts=5&end_ts=5', `start_ts=${nowS + 99}`, 'end_ts=-5'])
      expect((await ask('pa_same', 'pb_SAME/(1)', query)).points).toEqual([])
    expect((await ask('pa_quiet', 'pb_LOUD', '')).points).toEqual([])
  })

  it('is final when both markets are', async () => {
    const quotes = await ask('pa_same', 'pb_SAME/(1)', 'interval=15m')
    const untilMs = nowMs - 90_000_000 - 60_000
    expect(quotes.headers.get('X-Data-Complete-Until')).toBe(String(untilMs))
    expect(quotes.headers.get('X-Data-Gaps')).toBeNull()
    for (const { start_ts: start, is_final: isFinal } of quotes.points)
      expect([start, isFinal]).toEqual([start, (start + 900) * 1000 <= untilMs])
    const trades = await ask('pa_same', 'pb_SAME/(1)', 'source=trades')
    expect(trades.headers.get('X-Data-Complete-Until')).toBe(String(nowMs - 7_000))
    expect(trades.headers.get('X-Data-Gaps')).toContain(
      `${nowMs - 9_000}-${nowMs - 8_000};unreachable`,
    )
  })

  it('has the same as CSV', async () => {
    const { points } = await ask('pa_inverted', 'pb_INVERTED', 'source=trades')
    const csv = await api.get(pathOf('pa_inverted', 'pb_INVERTED', 'source=trades'), {
      Accept: 'text/csv',
    })
    expect(parseCsv(csv.text)).toEqual(
      points.map((point) =>
        Object.fromEntries(Object.entries(point).map(([name, value]) => [name, String(value)])),
      ),
    )
  })
})

describe('404', () => {
  it.each([
    ['pa_unknown', 'pb_LATE', ['path.market_id market_not_found']],
    ['pa_lone', 'nonsense', ['path.other_market_id market_not_found']],
    [
      'pa_unknown',
      'pb_UNKNOWN',
      ['path.market_id market_not_found', 'path.other_market_id market_not_found'],
    ],
    ['pa_alone', 'pb_LATE', ['path match_not_found']],
    ['pa_same', 'pb_LATE', ['path match_not_found']],
    ['pa_same', 'pa_same', ['path match_not_found']],
    // of the third outcome, whose price is not recorded
    ['pa_many', 'pb_THIRD', ['path match_not_found']],
  ])('names what is missing: %s and %s', async (id, otherId, expected) => {
    const { status, body } = await api.get(pathOf(id, otherId))
    const { detail } = body as ErrorBody
    expect([status, detail.map(({ loc, type }) => `${loc.join('.')} ${type}`)]).toEqual([
      404,
      expected,
    ])
  })
})
