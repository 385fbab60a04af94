// While the store is away, requests are answered from memory as before, with new records of the log; what is not in
// memory is 503.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { PriceRecord, PriceResults } from '../../../schemas/generated/api.ts'
import type { FollowedHistory } from '../../../services/api/history/followed-history.ts'
import { StoreUnavailable } from '../../../services/lib/store/port.ts'
import { aBook, aMarket, aTrade } from '../../projector/records.ts'
import { until } from '../../support/waiting.ts'
import { ask } from '../api-requests.ts'
import { nowMs, nowS, runApi, type RunningApi } from '../running-api.ts'
import { openHistory, withReadHook } from './open-history.ts'
import { openWorld, partitionOfMarket, type World } from './world.ts'

let world: World
let history: FollowedHistory
let api: RunningApi
let isAway = false

const tradeOf = (id: string, price: string, ms: number) => {
  const trade = aTrade({ id: `${id}-${ms}`, market_id: id, price, timestamp_ms: ms })
  return world.record('trades', id, { trade, progress: null })
}

beforeAll(async () => {
  world = await openWorld()
  for (const id of ['pb_WARM', 'pb_COLD'])
    await world.append([
      world.record('markets', id, aMarket({ id })),
      tradeOf(id, '0.4', nowMs - 7_200_000),
      tradeOf(id, '0.5', nowMs - 60_000),
      world.record('books', id, aBook({ market_id: id, timestamp_ms: nowMs - 90_000 })),
    ])
  await world.project()
  await world.projectCandles()
  await world.savePositions()
  const store = withReadHook(world.store, () =>
    isAway
      ? Promise.reject(new StoreUnavailable('connect ECONNREFUSED 127.0.0.1:39999'))
      : Promise.resolve(),
  )
  history = await openHistory(world, { store, pollEveryMs: 10 })
  api = await runApi(store, { history, partitionOf: partitionOfMarket, refreshEveryMs: 10 })
})
afterAll(async () => {
  await api.close()
  await history.stop()
  await world.close()
})

const pathsOf = (id: string) =>
  [
    'price',
    `price?at_time=${nowS - 3_600}`,
    'trades',
    'candles?interval=1m',
    'candles?interval=1d',
    'orderbook',
  ].map((path) => `/v1/markets/${id}/${path}`)
const warmPaths = [...pathsOf('pb_WARM'), '/v1/markets/pb_WARM', '/v1/markets?limit=100']

async function getAll(paths: readonly string[]) {
  const answers = []
  for (const path of paths) {
    const { status, body } = await api.get(path)
    answers.push({ path, status, body })
  }
  return answers
}

const unavailable = {
  detail: [
    {
      loc: [],
      msg: 'The data cannot be reached at the moment; try again',
      type: 'store_unavailable',
    },
  ],
}

describe('while the store is away', () => {
  it('answers from memory as before, also with new trades; the rest is 503 until the store is back', async () => {
    const before = await getAll(warmPaths)
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]))
    isAway = true
    const { length } = api.observed.failures
    await until(() => api.observed.failures.length > length)
    expect(await getAll(warmPaths)).toEqual(before)

    await world.append([tradeOf('pb_WARM', '0.7', nowMs - 1_000)])
    const price = async () =>
      ((await api.get('/v1/markets/pb_WARM/price')).body as PriceRecord).price
    await until(price, (found) => found === 0.7)

    for (const path of pathsOf('pb_COLD')) {
      const { status, headers, body } = await api.get(path)
      expect([path, status, body]).toMatchObject([path, 503, unavailable])
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    const requests = [{ market_id: 'pb_WARM' }, { market_id: 'pb_COLD' }]
    const batch = await ask(api, '/v1/prices', {
      method: 'POST',
      json: { requests },
      headers: { 'X-API-Key': api.apiKey },
    })
    const { results } = batch.body as PriceResults
    expect(results.map((result) => result.price?.price)).toEqual([0.7, undefined])
    expect(JSON.stringify(results[1])).toContain('store_unavailable')

    isAway = false
    for (const { path, status } of await getAll(pathsOf('pb_COLD')))
      expect([path, status]).toEqual([path, 200])
  })
})
