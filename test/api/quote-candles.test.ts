// Candles of quotes over the real engine, compared with a model that knows the value in force at each time, in whole
// numbers.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Candle, CandleInterval, CandlePage } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { bucketStartS, candleGrids, candleIntervals } from '../../services/domain/candle.ts'
import { createSeededRandom } from '../support/random.ts'
import { expectSchema } from './expect-schema.ts'
import { parseCsv } from './exports/parse-csv.ts'
import { candlesOfQuotes, quoteSources, type ModelQuote } from './quote-model.ts'
import { insertBooks, insertMarkets, insertObjects, insertQuotes, marketRow } from './rows.ts'
import { nowMs, nowS, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

const random = createSeededRandom()
let store: Store
let api: RunningApi

const daySeconds = 86_400
const toDecimal = (thousandths: number): string => String(thousandths / 1000)

/** Some sides are empty, and some spreads are above 0.10. */
function quoteAt(ms: number): ModelQuote {
  const bid = random.below(5) ? 300 + random.below(200) : 0
  const ask = random.below(5) ? bid + random.below(160) : 1000
  return { ms, bid, ask }
}

/** `granularityMs`: many are at the start of a minute. */
const quotesWithin = (count: number, days: number, granularityMs: number): ModelQuote[] =>
  Array.from({ length: count }, () =>
    quoteAt(
      nowMs - granularityMs * (1 + random.below((days * daySeconds * 1000) / granularityMs - 1)),
    ),
  )

const quotesOf: Readonly<Record<string, readonly ModelQuote[]>> = {
  pa_busy: [...quotesWithin(1_500, 2, 1), ...quotesWithin(500, 2, 30_000)],
  pa_rare: [...quotesWithin(40, 500, 1), ...quotesWithin(20, 500, 3_600_000)],
  'pa_no-ask': quotesWithin(60, 3, 1_000).map((quote) => ({ ...quote, ask: 1000 })),
  'pb_ONE/(1)': [{ ms: nowMs - 3 * 3_600_000, bid: 410, ask: 450 }],
  pa_none: [],
}
const marketIds = Object.keys(quotesOf)

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(
    store,
    marketIds.map((id) => marketRow(id)),
  )
  let version = 0
  for (const [market_id, quotes] of Object.entries(quotesOf)) {
    const rows = quotes.map(({ ms, bid, ask }) => ({
      market_id,
      ms,
      bid: toDecimal(bid),
      ask: toDecimal(ask),
      received_at_ms: ms,
      version: (version += 1),
    }))
    if (rows.length === 0) continue
    // what an earlier mapping gave, and the same rows again
    await insertQuotes(
      store,
      rows.map((row) => ({ ...row, bid: '0.999', version: 0 })),
    )
    await insertQuotes(store, rows)
    await insertQuotes(store, rows.slice(0, 20))
  }
  const book = { bids: [], asks: [], received_at_ms: nowMs - 7_200_000, version: 1 }
  await insertBooks(store, [{ ...book, market_id: 'pa_busy', ms: nowMs - 7_200_500 }])
  await insertObjects(store, 'book_sightings', [
    {
      market_id: 'pa_busy',
      book_received_at_ms: nowMs - 7_200_000,
      seen_at_ms: nowMs - 3_600_000,
      version: 1,
    },
  ])
  api = await runApi(store)
})
afterAll(async () => {
  await api.close()
  await store.close()
  expect(api.observed.failures).toEqual([])
})

async function ask(id: string, query: string): Promise<CandlePage & { headers: Headers }> {
  const path = `/v1/markets/${encodeURIComponent(id)}/candles?${query}`
  const { status, body, headers } = await api.get(path)
  expect([path, status]).toEqual([path, 200])
  expectSchema('candle-page', body)
  return { ...(body as CandlePage), headers }
}

const valuesOf = (candles: readonly Candle[]) =>
  candles.map(({ start_ts, open, high, low, close }) => ({ start_ts, open, high, low, close }))

/** Buckets of a month are enough to be filled one by one. */
const canFill = (interval: CandleInterval, startS: number): boolean =>
  (nowS - startS) / candleGrids[interval].stepS < 5_000

describe('200', () => {
  it.each(marketIds.flatMap((id) => quoteSources.map((source) => [id, source] as const)))(
    'has the candles of any range of %s: %s',
    async (id, source) => {
      const days = id === 'pa_rare' ? 510 : 4
      for (let i = 0; i < 4; i += 1) {
        const interval = candleIntervals[random.below(candleIntervals.length)] ?? '1h'
        const start = nowS - random.below(days * daySeconds)
        const end = Math.min(start + random.below(days * daySeconds), nowS)
        const limit = 1 + random.below(random.below(2) ? 6 : 60)
        const query = `source=${source}&interval=${interval}&limit=${limit}`
        const model = { quotes: quotesOf[id] ?? [], source, interval }
        const first = await ask(id, `${query}&start_ts=${start}&end_ts=${end}`)
        const ofRange = candlesOfQuotes({ ...model, fromS: start, endS: end, fill: false })
        expect([query, valuesOf(first.candles)]).toEqual([query, ofRange.slice(0, limit)])
        expect(first.has_more).toBe(ofRange.length > limit)

        const newest = await ask(id, `${query}&end_ts=${end}`)
        const past = candlesOfQuotes({ ...model, fromS: 0, endS: end, fill: false })
        expect([query, valuesOf(newest.candles)]).toEqual([query, past.slice(-limit)])
        expect(newest.has_more).toBe(past.length > limit)

        if (!canFill(interval, start)) continue
        const filled = await ask(id, `${query}&start_ts=${start}&end_ts=${end}&fill=previous`)
        const all = candlesOfQuotes({ ...model, fromS: start, endS: end, fill: true })
        expect([query, valuesOf(filled.candles)]).toEqual([query, all.slice(0, limit)])
        expect(filled.has_more).toBe(all.length > limit)
      }
    },
  )

  it.each(quoteSources)('fills the newest buckets: %s', async (source) => {
    for (const id of marketIds)
      for (const interval of ['15m', '1h', '1d'] as const) {
        const limit = 1 + random.below(40)
        const query = `source=${source}&interval=${interval}&limit=${limit}&fill=previous`
        const endS = bucketStartS(interval, nowS - 1) + candleGrids[interval].stepS
        const fromS = endS - limit * candleGrids[interval].stepS
        const quotes = quotesOf[id] ?? []
        const answer = await ask(id, query)
        expect([id, query, valuesOf(answer.candles)]).toEqual([
          id,
          query,
          candlesOfQuotes({ quotes, source, interval, fromS, endS: nowS, fill: true }),
        ])
        expect(answer.has_more).toBe(quotes.some(({ ms }) => ms < fromS * 1000))
      }
  })

  it('has the value before the bucket as open, and no volume', async () => {
    const query = `source=mid&interval=1h&start_ts=${nowS - 3 * 3600}`
    const quote = { open: 0.43, high: 0.43, low: 0.43, close: 0.43 }
    const none = { volume: 0, notional: 0, outcome_notional: 0, trade_count: 0, is_final: false }
    const { candles } = await ask('pb_ONE/(1)', query)
    expect(candles).toEqual([{ start_ts: nowS - 3 * 3600, ...quote, ...none }])
    const filled = await ask('pb_ONE/(1)', `${query}&fill=previous`)
    expect(filled.candles).toEqual(
      [3, 2, 1].map((hours) => ({ start_ts: nowS - hours * 3600, ...quote, ...none })),
    )
  })

  it('is empty without quotes, and without the side', async () => {
    for (const fill of ['', '&fill=previous']) {
      expect((await ask('pa_none', `source=bid${fill}`)).candles).toEqual([])
      expect((await ask('pa_no-ask', `source=ask${fill}`)).candles).toEqual([])
      expect((await ask('pa_no-ask', `source=mid${fill}`)).candles).toEqual([])
      expect((await ask('pa_busy', `source=mid&start_ts=5&end_ts=5${fill}`)).candles).toEqual([])
      const future = `source=mid&start_ts=${nowS + 9_999}${fill}`
      expect((await ask('pa_busy', future)).candles).toEqual([])
    }
  })

  it('keeps every digit', async () => {
    const common = { market_id: 'pa_exact', received_at_ms: 1, version: 1 }
    await insertMarkets(store, [marketRow('pa_exact')])
    await insertQuotes(store, [
      { ...common, ms: nowMs - 1, bid: '0.000000000000000001', ask: '0.000000000000000002' },
    ])
    const textOf = async (source: string) => {
      const path = `/v1/markets/pa_exact/candles?source=${source}`
      while ((await api.get(path)).status === 404) await new Promise((r) => setTimeout(r, 5))
      return (await api.get(path)).text
    }
    expect(await textOf('bid')).toContain(
      '"open":0.000000000000000001,"high":0.000000000000000001,',
    )
    expect(await textOf('mid')).toContain('"close":0.0000000000000000015,"volume":0,')
  })

  it('is final a minute before the order book was received last', async () => {
    const completeUntilMs = nowMs - 3_600_000 - 60_000
    const { candles, headers } = await ask('pa_busy', 'source=bid&interval=5m&fill=previous')
    expect(headers.get('X-Data-Complete-Until')).toBe(String(completeUntilMs))
    expect(headers.get('X-Data-Gaps')).toBeNull()
    const isFinal = candles.map(({ start_ts: start }) => (start + 300) * 1000 <= completeUntilMs)
    expect(candles.map((candle) => candle.is_final)).toEqual(isFinal)
    expect(new Set(isFinal).size).toBe(2)
    const none = await ask('pa_rare', 'source=bid')
    expect(none.headers.get('X-Data-Complete-Until')).toBe('0')
    expect(none.candles.some((candle) => candle.is_final)).toBe(false)
  })

  it('may be kept when nothing in it can change', async () => {
    const cachingOf = async (query: string) =>
      (await ask('pa_busy', `source=mid&${query}`)).headers.get('Cache-Control')
    const past = `start_ts=${nowS - 10 * daySeconds}&end_ts=${nowS - 3 * daySeconds}`
    expect(await cachingOf(past)).toBe('private, max-age=86400, immutable')
    expect(await cachingOf(`start_ts=${nowS - daySeconds}`)).toBe('private, no-cache')
    expect(await cachingOf('')).toBe('private, no-cache')
  })

  it('has the same in a batch and as CSV', async () => {
    for (const query of ['source=mid&interval=1h', 'source=ask&interval=1d&fill=previous']) {
      const ids = marketIds.map(encodeURIComponent).join()
      const { body } = await api.get(`/v1/candles?market_ids=${ids}&${query}`)
      expectSchema('candle-results', body)
      const { results } = body as { results: { page: CandlePage }[] }
      for (const [i, id] of marketIds.entries()) {
        const { headers, ...page } = await ask(id, query)
        expect(results[i]).toMatchObject({
          page,
          completeness: { complete_until_ms: Number(headers.get('X-Data-Complete-Until')) },
        })
        const path = `/v1/markets/${encodeURIComponent(id)}/candles?${query}`
        const csv = await api.get(path, { Accept: 'text/csv' })
        const texts = page.candles.map((candle) =>
          Object.fromEntries(Object.entries(candle).map(([name, value]) => [name, String(value)])),
        )
        expect(parseCsv(csv.text)).toEqual(texts)
      }
    }
  })
})
