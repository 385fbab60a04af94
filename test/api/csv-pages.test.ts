// Accept: text/csv on the trades and the candles of a market: the rows of the JSON page, with its headers.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CandlePage, TradePage } from '../../schemas/generated/api.ts'
import { toCsv } from '../../services/api/csv.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { refusal } from './api-requests.ts'
import { addExportedData, addWatermarks } from './exports/exported-data.ts'
import { parseCsv } from './exports/parse-csv.ts'
import { nowMs, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

const csv = { Accept: 'text/csv' }
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

const asTexts = (rows: readonly object[]): readonly Record<string, string>[] =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])),
  )

describe('trades as CSV', () => {
  it('are the pages of the JSON, with the cursor in a header', async () => {
    let path = '/v1/markets/pa_0x2/trades?limit=150'
    for (let pages = 1; ; pages += 1) {
      const json = await api.get(path)
      const { trades, cursor } = json.body as TradePage
      const page = await api.get(path, csv)
      expect(page.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(page.text.split('\n')[0]).toBe(
        '"id","market_id","platform","price","size","side","timestamp_ms","native_trade_id","outcome","outcome_price"',
      )
      expect(parseCsv(page.text)).toEqual(asTexts(trades))
      expect(page.headers.get('x-next-cursor')).toBe(cursor)
      for (const name of ['x-data-complete-until', 'x-data-gaps', 'cache-control', 'vary'])
        expect([name, page.headers.get(name)]).toEqual([name, json.headers.get(name)])
      expect(page.headers.get('etag')).not.toBe(json.headers.get('etag'))
      if (cursor === null) {
        expect(pages).toBe(3)
        return
      }
      path = `/v1/markets/pa_0x2/trades?limit=150&cursor=${cursor}`
    }
  })

  it('without rows are the header line', async () => {
    const { text } = await api.get('/v1/markets/pb_QUIET/trades', csv)
    expect(text.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('candles as CSV', () => {
  it('are those of the JSON, with is_final', async () => {
    for (const query of ['interval=5m', 'interval=1d&fill=previous', 'interval=1m&limit=7']) {
      const path = `/v1/markets/pa_0x1/candles?${query}`
      const { candles } = (await api.get(path)).body as CandlePage
      const page = await api.get(path, csv)
      expect(candles.length).toBeGreaterThan(1)
      expect(parseCsv(page.text)).toEqual(asTexts(candles))
      expect(page.headers.get('x-data-complete-until')).toBe(String(nowMs - 1000))
    }
  })
})

describe('the type of a page', () => {
  it.each([
    ['text/csv', true],
    ['text/csv, application/json;q=0.9', true],
    ['application/json, text/csv;q=0.5', false],
    ['application/json, text/csv', false],
    ['text/csv;q=0.4, */*', false],
    ['*/*', false],
    ['text/csv;q=0', false],
    ['text/html', false],
  ])('for Accept: %s', async (accept, isCsv) => {
    const { headers } = await api.get('/v1/markets/pa_0x1/trades', { Accept: accept })
    expect(headers.get('content-type')?.startsWith('text/csv')).toBe(isCsv)
  })

  it('is JSON for errors, and where there is no CSV', async () => {
    expect(refusal(await api.get('/v1/markets/pa_0x1/trades?limit=0', csv))).toEqual([
      422,
      ['query.limit greater_than_equal'],
    ])
    const { headers } = await api.get('/v1/markets/pa_0x1', csv)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('toCsv', () => {
  it('keeps numbers as they are, and quotes texts', () => {
    const rows = [
      String.raw`{"a":0.10000000000000000001,"b":"x, \"y\": \n\/","c":null,"d":true}`,
      String.raw`{"d":false,"c":"\"c\":1,","a":1e-7,"b":"","more":"z"}`,
    ]
    expect(toCsv(['a', 'b', 'c', 'd'], rows)).toBe(
      '"a","b","c","d"\n0.10000000000000000001,"x, ""y"": \n/",,true\n1e-7,"","""c"":1,",false\n',
    )
  })
})
