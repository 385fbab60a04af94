// GET /v1/candles over the real engine: each result is what the request for one market returns.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { CandleResults, ErrorBody } from '../../schemas/generated/api.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { createSeededRandom, shuffle } from '../support/random.ts'
import { refusal } from './api-requests.ts'
import {
  expectedResult,
  insertBatchWorld,
  marketIds,
  ofCandles,
  unknownIds,
} from './batch-world.ts'
import { expectSchema } from './expect-schema.ts'
import { nowMs, nowS, runApi, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

const random = createSeededRandom()
const daySeconds = 86_400
let store: Store
let api: RunningApi

beforeAll(async () => {
  store = await openMigratedStore()
  await insertBatchWorld(store, random)
  api = await runApi(store, { endedMarketsMs: 30 * daySeconds * 1000 })
})
afterAll(async () => {
  await api.close()
  await store.close()
})

const pathOf = (ids: readonly string[], query = '') =>
  `/v1/candles?market_ids=${ids.map(encodeURIComponent).join()}&${query}`
const askableIds = unknownIds.filter((id) => id !== '' && !id.includes("'"))

describe('200', () => {
  it.each([
    '',
    'interval=1d&fill=previous',
    'interval=4h&limit=3',
    `start_ts=${nowS - 9 * daySeconds}&limit=7`,
    `interval=1w&start_ts=${nowS - 600 * daySeconds}&end_ts=${nowS - 3 * daySeconds}&fill=previous`,
    `start_ts=${nowS - 5}&end_ts=${nowS - 5}`,
  ])('has what the request for one market returns: %s', async (query) => {
    const ids = shuffle(random, [...marketIds, ...askableIds, 'pa_open'])
    const { status, body } = await api.get(pathOf(ids, query))
    expect(status).toBe(200)
    expectSchema('candle-results', body)
    const { results } = body as CandleResults
    expect(results).toHaveLength(ids.length)
    for (const [i, id] of ids.entries()) {
      const one = await api.get(`/v1/markets/${encodeURIComponent(id)}/candles?${query}`)
      const expected = expectedResult(one, ['query', 'market_ids', String(i)])
      const result = results[i]
      expect([id, result && ofCandles(result)]).toEqual([id, expected])
    }
    expect(results.some(({ page }) => page !== null)).toBe(true)
  })

  it('takes ids as repeated parameters', async () => {
    const { body } = await api.get('/v1/candles?market_ids=pa_open&market_ids=pa_1,pa_open')
    const { results } = body as CandleResults
    expect(results.map(({ page }) => page?.market_id)).toEqual(['pa_open', undefined, 'pa_open'])
  })

  it('may be kept as long as each of its results', async () => {
    const settled = `start_ts=${nowS - 7 * daySeconds}&end_ts=${nowS - 5 * daySeconds}`
    const cachingOf = async (ids: readonly string[], query: string) =>
      (await api.get(pathOf(ids, query))).headers.get('Cache-Control')
    const immutable = 'private, max-age=86400, immutable'
    expect(await cachingOf(['pa_open', 'pb_OPEN/(1).A'], settled)).toBe(immutable)
    expect(await cachingOf(['pa_open', 'pa_unknown'], settled)).toBe('private, no-cache')
    expect(await cachingOf(['pa_open'], `start_ts=${nowS - daySeconds}`)).toBe('private, no-cache')
    const recent = `start_ts=${nowS - 2 * daySeconds}&end_ts=${nowS - daySeconds}`
    expect(await cachingOf(['pa_open'], recent)).toBe('private, max-age=60')
    const { headers } = await api.get(pathOf(['pa_open'], settled))
    const again = { 'If-None-Match': headers.get('ETag') ?? '' }
    expect((await api.get(pathOf(['pa_open'], settled), again)).status).toBe(304)
  })
})

describe('422', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `pa_${i}`)

  it.each([
    ['/v1/candles', ['query.market_ids missing']],
    ['/v1/candles?market_ids=,', ['query.market_ids missing']],
    [pathOf(many(101)), ['query.market_ids too_long']],
    [pathOf(many(1), 'limit=5001'), ['query.limit less_than_equal']],
    [pathOf(many(21), 'limit=5000'), ['query.limit value_error']],
    [pathOf(many(1), 'interval=2h'), ['query.interval enum']],
    [pathOf(many(1), `start_ts=${nowMs}`), ['query.start_ts value_error']],
    [pathOf(many(1), 'start_ts=5&end_ts=4'), ['query.start_ts value_error']],
    [pathOf(many(1), 'ids=pa_1'), ['query.ids extra_forbidden']],
    ['/v1/candles?market_id=pa_1', ['query.market_ids missing', 'query.market_id extra_forbidden']],
  ])('%s', async (path, errors) => {
    expect(refusal(await api.get(path))).toEqual([422, errors])
  })

  it('says which limit the number of markets allows', async () => {
    const { body } = await api.get(pathOf(many(40), 'limit=2501'))
    expect((body as ErrorBody).detail[0]?.msg).toContain('at most 2500 for 40 markets')
    expect((await api.get(pathOf(many(40), 'limit=2500'))).status).toBe(200)
    expect((await api.get(pathOf(many(100)))).status).toBe(200)
  })
})
