// POST /v1/prices over the real engine: each result is what the request for one market returns.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ErrorBody, PriceRequest, PriceResults } from '../../schemas/generated/api.ts'
import { createStoredHistory } from '../../services/api/history/stored-history.ts'
import { StoreUnavailable, type Store } from '../../services/lib/store/port.ts'
import { createSeededRandom, shuffle } from '../support/random.ts'
import { ask, refusal, type Body } from './api-requests.ts'
import { expectedResult, insertBatchWorld, marketIds, ofPrice, unknownIds } from './batch-world.ts'
import { expectSchema } from './expect-schema.ts'
import { nowMs, nowS, runApi, type Answered, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

const random = createSeededRandom()
const dayMs = 86_400_000
let store: Store
let api: RunningApi

beforeAll(async () => {
  store = await openMigratedStore()
  await insertBatchWorld(store, random)
  api = await runApi(store, { endedMarketsMs: 30 * dayMs })
})
afterAll(async () => {
  await api.close()
  await store.close()
})

const post = (json: unknown, to = api): Promise<Answered> =>
  ask(to, '/v1/prices', { method: 'POST', json, headers: { 'X-API-Key': to.apiKey } })
const send = (body: Body, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(api, '/v1/prices', {
    method: 'POST',
    body,
    headers: { 'X-API-Key': api.apiKey, 'Content-Type': 'application/json', ...headers },
  })

async function resultsOf(requests: readonly unknown[], to = api) {
  const { status, body } = await post({ requests }, to)
  expect([status, body]).toEqual([200, expect.anything()])
  expectSchema('price-results', body)
  return (body as PriceResults).results
}
/** The type of the error of each result; null: a price. */
const typesOf = async (requests: readonly unknown[], to = api) =>
  (await resultsOf(requests, to)).map((result) => result.error?.detail[0]?.type ?? null)

const single = ({ market_id: id, at_time: at }: PriceRequest): Promise<Answered> =>
  api.get(`/v1/markets/${encodeURIComponent(id)}/price${at === undefined ? '' : `?at_time=${at}`}`)
const placeOf = (index: number) => ['body', 'requests', String(index)]

describe('200', () => {
  it('has what the request for one market returns, for all markets and for many times', async () => {
    const times = () => [
      undefined,
      nowS,
      nowS - random.below(3_600),
      nowS - random.below(20 * 86_400),
      nowS - 420 * 86_400,
      0,
      -1,
    ]
    const known = marketIds.flatMap((market_id) =>
      times().map((at_time) => ({ market_id, at_time })),
    )
    const unknown = unknownIds.filter(Boolean).map((market_id) => ({ market_id, at_time: 5 }))
    const requests = shuffle(random, [...known, ...known.slice(0, 5), ...unknown]).map(
      ({ market_id, at_time }) => (at_time === undefined ? { market_id } : { market_id, at_time }),
    )
    const results = await resultsOf(requests)
    expect(results).toHaveLength(requests.length)
    const kinds = new Set<string>()
    for (const [i, request] of requests.entries()) {
      const result = results[i]
      if (!result) throw new Error('no result')
      const expected = expectedResult(await single(request), placeOf(i))
      expect([request, ofPrice(result)]).toEqual([request, expected])
      kinds.add(result.price?.source ?? result.error?.detail[0]?.type ?? '')
      if ((result.completeness?.gaps.length ?? 0) > 0) kinds.add('gap')
    }
    expect([...kinds].toSorted()).toEqual(
      ['gap', 'market_not_found', 'price_not_found', 'quote', 'settlement', 'trade'].toSorted(),
    )
  })

  it('takes null for the current time, and an empty id for an unknown one', async () => {
    const [now, none] = await resultsOf([
      { market_id: 'pa_open', at_time: null },
      { market_id: '' },
    ])
    expect(now?.price).toMatchObject({ at_time: nowS, timestamp_ms: nowMs - 5_000 })
    expect(none?.error).toMatchObject({ status: 404, detail: [{ type: 'market_not_found' }] })
  })

  it('answers 1,000 items, also of unknown ids of the greatest length', async () => {
    const requests = Array.from({ length: 1_000 }, (_, i) => ({
      market_id: i % 50 === 0 ? 'pa_open' : `pa_${"'".repeat(400)}${i}`,
      at_time: nowS - i,
    }))
    const types = await typesOf(requests)
    expect(types.filter((type) => type === null)).toHaveLength(20)
    expect(types.filter((type) => type === 'market_not_found')).toHaveLength(980)
  })

  it('is not kept by anybody, and has no ETag', async () => {
    const { headers } = await post({ requests: [{ market_id: 'pa_open', at_time: nowS }] })
    expect(headers.get('Cache-Control')).toBe('private, no-cache')
    expect(headers.get('ETag')).toBeNull()
    expect(headers.get('X-Data-Complete-Until')).toBeNull()
  })
})

describe('an invalid item', () => {
  it.each([
    [{ market_id: 'pa_open', at_time: nowS + 1 }, ['at_time less_than_equal']],
    [{ market_id: 'pa_open', at_time: nowMs }, ['at_time value_error']],
    [{ market_id: 'pa_open', at_time: 1e300 }, ['at_time int_parsing_size']],
    [{ market_id: 'pa_open', at_time: 1.5 }, ['at_time int_type']],
    [{ market_id: 'pa_open', at_time: String(nowS) }, ['at_time int_type']],
    [{ market_id: 'pa_open', at_time: true }, ['at_time int_type']],
    [{ market_id: 'pa_open', at_time: [nowS] }, ['at_time int_type']],
    [{ at_time: nowS }, ['market_id missing']],
    [{}, ['market_id missing']],
    [{ market_id: null }, ['market_id string_type']],
    [{ market_id: 5, at_time: 'x' }, ['market_id string_type', 'at_time int_type']],
    [{ market_id: ['pa_open'] }, ['market_id string_type']],
    [{ market_id: 'pa_open', atTime: 5 }, ['atTime extra_forbidden']],
    [{ market_id: 'pa_open', time: 5 }, ['time extra_forbidden']],
    [{ marketId: 'pa_open' }, ['marketId extra_forbidden']],
    ['pa_open', [' model_attributes_type']],
    [null, [' model_attributes_type']],
    [[], [' model_attributes_type']],
  ])('has an error of its own: %j', async (item, errors) => {
    const results = await resultsOf([{ market_id: 'pa_open' }, item, { market_id: 'pa_open' }])
    expect(results.map(({ price }) => price !== null)).toEqual([true, false, true])
    const { error, completeness } = results[1] ?? {}
    expect(completeness).toBeNull()
    expect(error?.status).toBe(422)
    expect(error?.detail.map(({ loc, type }) => `${loc.slice(3).join('.')} ${type}`)).toEqual(
      errors,
    )
    for (const { loc } of error?.detail ?? []) expect(loc.slice(0, 3)).toEqual(placeOf(1))
  })

  it('has the errors of a request for one market', async () => {
    for (const at_time of [nowS + 5, nowMs, 2 ** 60]) {
      const request = { market_id: 'pa_open', at_time }
      const [result] = await resultsOf([request])
      expect(result && ofPrice(result)).toEqual(expectedResult(await single(request), placeOf(0)))
    }
  })

  it('can have fields that are not known: they are named', async () => {
    const { status, headers } = await post({
      requests: [{ market_id: 'pa_open', note: 1 }, { market_id: 'pa_open', 'a b': 2, note: 3 }, 5],
      currency: 'USD',
    })
    expect(status).toBe(200)
    expect(headers.get('X-Ignored-Parameters')).toBe('currency, note, ?')
  })
})

describe('an invalid body', () => {
  it.each([
    [{}, ['body.requests missing']],
    [{ request: [] }, ['body.requests missing']],
    [{ requests: [] }, ['body.requests too_short']],
    [{ requests: Array(1_001).fill({}) }, ['body.requests too_long']],
    [{ requests: {} }, ['body.requests list_type']],
    [{ requests: null }, ['body.requests list_type']],
    [{ requests: 'pa_open' }, ['body.requests list_type']],
    [[{ market_id: 'pa_open' }], ['body model_attributes_type']],
    [null, ['body model_attributes_type']],
    ['text', ['body model_attributes_type']],
  ])('%#', async (body, errors) => {
    expect(refusal(await post(body))).toEqual([422, errors])
  })

  it('says how many items there may be', async () => {
    const { body } = await post({ requests: Array(1_001).fill({ market_id: 'pa_1' }) })
    expect((body as ErrorBody).detail[0]?.msg).toBe('List should have at most 1000 items')
    const none = await post({ requests: [] })
    expect((none.body as ErrorBody).detail[0]?.msg).toBe('List should have at least 1 item')
  })

  it('is not JSON, nested too deep, too large or of another type', async () => {
    expect(refusal(await send('{"requests":['))).toEqual([422, ['body json_invalid']])
    expect(refusal(await send('market_id=pa_1'))).toEqual([422, ['body json_invalid']])
    const deep = `{"requests":${'['.repeat(40)}${']'.repeat(40)}}`
    expect(refusal(await send(deep))).toEqual([422, ['body json_invalid']])
    const tenMegabytes = JSON.stringify({ requests: ['x'.repeat(10 * 1024 * 1024)] })
    const large = await send(tenMegabytes)
    expect(refusal(large)).toEqual([413, ['body body_too_large']])
    expect((large.body as ErrorBody).detail[0]?.msg).toContain('1048576 bytes')
    expect(refusal(await send('{}', { 'Content-Type': 'text/plain' }))).toEqual([
      415,
      ['body unsupported_media_type'],
    ])
    expect(refusal(await send('{}', { 'Content-Encoding': 'gzip' }))).toEqual([
      415,
      ['body unsupported_content_encoding'],
    ])
    expect(await typesOf([{ market_id: 'pa_open' }])).toEqual([null])
  })

  it('is read only of a request with a key', async () => {
    const answer = await ask(api, '/v1/prices', { method: 'POST', body: '{' })
    expect(refusal(answer)).toEqual([401, ['header.X-API-Key missing_api_key']])
  })
})

describe('the rate limits', () => {
  const windowMs = 900_000
  // of no platform, so that nothing is read
  const items = (count: number) => ({ requests: Array(count).fill({ market_id: 'zz_1' }) })
  const remaining = ({ status, headers }: Answered) => [
    status,
    Number(headers.get('RateLimit-Remaining')),
  ]

  it('count one request for 20 items', async () => {
    const limited = await runApi(store, { rates: { requests: [{ limit: 10, windowMs }] } })
    expect(remaining(await post(items(20), limited))).toEqual([200, 9])
    expect(remaining(await post(items(41), limited))).toEqual([200, 6])
    // what is not valid counts as well
    expect(remaining(await post({ requests: 5 }, limited))).toEqual([422, 5])
    expect(remaining(await post('x', limited))).toEqual([422, 4])
    const refused = await post(items(101), limited)
    expect(refusal(refused)).toEqual([429, ['header.X-API-Key rate_limited']])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(remaining(refused)).toEqual([429, 0])
    await limited.close()
  })

  it('never count a batch as more than the whole limit', async () => {
    for (const limit of [1, 2, 30]) {
      const limited = await runApi(store, { rates: { requests: [{ limit, windowMs }] } })
      expect(remaining(await post(items(1_000), limited))).toEqual([200, 0])
      expect((await post(items(1), limited)).status).toBe(429)
      await limited.close()
    }
  })
})

describe('a store that fails', () => {
  it('fails the items that need it, and no others', async () => {
    let failure: Error | null = null
    const reads: string[] = []
    const history = createStoredHistory(store)
    const failing = await runApi(
      {
        ...store,
        query: (...read) => (failure ? Promise.reject(failure) : store.query(...read)),
        bytes: (...read) => (failure ? Promise.reject(failure) : store.bytes(...read)),
      },
      {
        endedMarketsMs: 30 * dayMs,
        history: {
          ...history,
          // as from memory, except for one market
          priceAt: (market, atMs) => {
            reads.push(market.id)
            if (market.id === 'pa_closed' && failure) return Promise.reject(failure)
            return { price: '0.5', timestampMs: atMs, source: 'trade' }
          },
        },
      },
    )
    const requests = ['pa_open', 'pa_unknown', 'pa_quiet'].map((market_id) => ({ market_id }))
    expect(await typesOf(requests, failing)).toEqual([null, 'market_not_found', null])
    // a bug of the service is an error of the item, and is reported
    failure = new Error('a bug')
    const closed = { market_id: 'pa_closed' }
    expect(await typesOf([closed, ...requests], failing)).toEqual([
      'internal_error',
      null,
      'internal_error',
      null,
    ])
    expect(failing.observed.failures).toContain(failure)
    failure = new StoreUnavailable('away')
    const open = { market_id: 'pa_open' }
    const [known, away] = await resultsOf([open, closed], failing)
    expect(known?.error).toBeNull()
    expect(away?.error).toEqual({
      status: 503,
      detail: [
        {
          loc: [],
          msg: 'The data cannot be reached at the moment; try again',
          type: 'store_unavailable',
        },
      ],
    })
    // what comes after it is not tried: each of many would wait for the store
    reads.length = 0
    const many = Array.from({ length: 50 }, () => closed)
    const [, ...types] = await typesOf([open, ...many], failing)
    expect(new Set(types)).toEqual(new Set(['store_unavailable']))
    expect(reads).toEqual(['pa_open', 'pa_closed'])
    // all items failed: so did the request
    const answer = await post({ requests: many }, failing)
    expect(refusal(answer)).toEqual([503, [' store_unavailable']])
    expect(answer.headers.get('Retry-After')).toBe('2')
    failure = null
    await failing.close()
  })
})
