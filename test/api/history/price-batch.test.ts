// POST /v1/prices from memory: what the store says, with few loads.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { PriceResults } from '../../../schemas/generated/api.ts'
import type { FollowedHistory } from '../../../services/api/history/followed-history.ts'
import { queryPriceAt } from '../../../services/api/queries/price-at.ts'
import { aMarket, aTrade } from '../../projector/records.ts'
import { createSeededRandom } from '../../support/random.ts'
import { ask } from '../api-requests.ts'
import { until } from '../../support/waiting.ts'
import { nowMs, nowS, runApi, type Answered, type RunningApi } from '../running-api.ts'
import { openHistory, withReadHook } from './open-history.ts'
import { openWorld, type World } from './world.ts'

const random = createSeededRandom()
const ids = ['pb_ONE', 'pb_TWO', 'pb_THREE']
const tradesOfMarket = 400
const rowsPerLoad = 20

let world: World
let history: FollowedHistory
let api: RunningApi
/** Statements wait for it. */
let gate: Promise<void> = Promise.resolve()

beforeAll(async () => {
  world = await openWorld()
  for (const id of ids) {
    const trades = Array.from({ length: tradesOfMarket }, (_, i) => {
      const trade = aTrade({
        id: `${id}-${i}`,
        market_id: id,
        price: `0.${1 + random.below(98)}`,
        timestamp_ms: nowMs - 1 - random.below(86_400_000),
      })
      return world.record('trades', id, { trade, progress: null })
    })
    await world.append([world.record('markets', id, aMarket({ id })), ...trades])
  }
  await world.project()
  await world.projectCandles()
  await world.savePositions()
  const store = withReadHook(world.store, () => gate)
  history = await openHistory(world, { store, maxBytes: 50_000_000, rowsPerLoad })
  api = await runApi(world.store, { history })
})
afterAll(async () => {
  await api.close()
  await history.stop()
  await world.close()
})

const post = (requests: readonly object[]): Promise<Answered> =>
  ask(api, '/v1/prices', {
    method: 'POST',
    json: { requests },
    headers: { 'X-API-Key': api.apiKey },
  })

it('loads each part of the history once for 1,000 times, and answers others meanwhile', async () => {
  expect((await api.get('/v1/markets/pb_ONE/price')).status).toBe(200)
  const before = history.counts().loads
  const requests = Array.from({ length: 1_000 }, () => ({
    market_id: ids[random.below(ids.length)] ?? '',
    at_time: nowS - random.below(86_400),
  }))
  let release = (): void => undefined
  gate = new Promise((resolve) => {
    release = resolve
  })
  let isAnswered = false
  const batch = post(requests).finally(() => {
    isAnswered = true
  })
  await until(() => history.counts().loads > before)
  // a market in memory does not wait for the statements of the batch
  expect((await api.get('/v1/markets/pb_ONE/price')).status).toBe(200)
  expect(isAnswered).toBe(false)
  release()
  const { results } = (await batch).body as PriceResults

  const { loads, fallbacks } = history.counts()
  expect(fallbacks).toBe(0)
  // a load has the rows before and after a time; quotes take one more for each market
  expect(loads - before).toBeLessThan((ids.length * 2 * tradesOfMarket) / rowsPerLoad)
  for (let i = 0; i < requests.length; i += 50) {
    const { market_id: id, at_time: at } = requests[i] ?? { market_id: '', at_time: 0 }
    const stored = await queryPriceAt(world.store, id, at * 1000)
    expect([id, at, results[i]?.price?.timestamp_ms, results[i]?.price?.price]).toEqual([
      id,
      at,
      stored?.timestampMs,
      stored ? Number(stored.price) : undefined,
    ])
  }
  // the second time, everything is in memory
  const again = (await post(requests)).body as PriceResults
  expect(again.results.map(({ price }) => price)).toEqual(results.map(({ price }) => price))
  expect(history.counts().loads).toBe(loads)
})
