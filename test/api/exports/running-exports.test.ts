// Exports that do not end well: the client or the store leaves, or too many run at once. Nothing of them remains.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Readable } from 'node:stream'
import { StoreUnavailable, type Store } from '../../../services/lib/store/port.ts'
import { until } from '../../support/waiting.ts'
import { insertMarkets, marketRow } from '../rows.ts'
import { refusal } from '../api-requests.ts'
import { runApi, type RunningApi } from '../running-api.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'

const path = '/v1/exports/trades?market_id=pa_1&format=csv'
/** Matches no row before long after the end of the test. */
const endless = 'SELECT sipHash64(number) AS n FROM numbers(100000000000) WHERE n = 1'

let store: Store
let stream: Store['stream']
let api: RunningApi
let aborters: AbortController[]

beforeAll(async () => {
  store = await openMigratedStore()
  await insertMarkets(store, [marketRow('pa_1')])
})
afterAll(() => store.close())

beforeEach(async () => {
  stream = fromStore
  api = await runApi({ ...store, stream: (...asked) => stream(...asked) })
  aborters = []
})
afterEach(async () => {
  for (const aborter of aborters) aborter.abort()
  await api.close()
})

function begin(): { readonly response: Promise<Response>; readonly aborter: AbortController } {
  const aborter = new AbortController()
  aborters.push(aborter)
  const headers = { 'X-API-Key': api.apiKey }
  const response = fetch(api.url + path, { headers, signal: aborter.signal })
  response.catch(() => undefined)
  return { response, aborter }
}

/**
 * Statements that run and are not cancelled. chDB lists a cancelled statement, without a thread that works, until
 * other long statements have ended.
 */
async function statements(): Promise<number> {
  const [found] = await store.query<{ n: number }>(
    `SELECT count() AS n FROM system.processes WHERE NOT is_cancelled AND query LIKE '%numbers(100000000000)%' AND query NOT LIKE '%system.processes%'`,
  )
  return found?.n ?? 0
}

const fromStore: Store['stream'] = (...asked) => store.stream(...asked)
const runEndless: Store['stream'] = (_sql, _params, format, signal) =>
  store.stream(endless, {}, format, signal)

describe('a client that leaves', () => {
  it('during the statement ends the statement', async () => {
    stream = runEndless
    const { response, aborter } = begin()
    await until(async () => (await statements()) === 1)
    aborter.abort()
    await expect(response).rejects.toThrow('abort')
    await until(async () => (await statements()) === 0)
    stream = fromStore
    expect((await api.get(path)).status).toBe(200)
    expect(api.observed.failures).toEqual([])
  })

  it('during the download ends the stream', async () => {
    const bodies: Readable[] = []
    stream = async (_sql, _params, format, signal) => {
      const large = 'SELECT randomPrintableASCII(1000) AS a FROM numbers(50000)'
      const body = await store.stream(large, {}, format, signal)
      bodies.push(body)
      return body
    }
    for (let i = 0; i < 5; i += 1) {
      const { response, aborter } = begin()
      const reader = (await response).body?.getReader()
      expect((await reader?.read())?.done).toBe(false)
      aborter.abort()
      await until(() => bodies.at(-1)?.destroyed === true)
    }
    await until(
      () => api.observed.requests.filter(({ route }) => route.includes('export')).length === 5,
    )
    expect(api.observed.failures).toEqual([])
  })
})

describe('too many exports', () => {
  it('of an account: 429 until one has ended', async () => {
    stream = runEndless
    const [first] = [begin(), begin()]
    await until(async () => (await statements()) === 2)
    const third = await api.get(path)
    expect(refusal(third)).toEqual([429, ['header.X-API-Key too_many_exports']])
    expect(third.headers.get('retry-after')).toBe('10')
    first.aborter.abort()
    await until(async () => (await statements()) === 1)
    stream = fromStore
    expect((await api.get(path)).status).toBe(200)
  })

  it('of all accounts: 503', async () => {
    stream = runEndless
    const keys = []
    for (let i = 0; i < 3; i += 1) {
      const made = await api.accounts.signUp(`${Math.random()}@example.com`, 'a password of tests')
      keys.push(made?.apiKey ?? '')
    }
    const [a = '', b = '', other = ''] = keys
    for (const apiKey of [a, a, b, b]) {
      api = { ...api, apiKey }
      begin()
    }
    await until(async () => (await statements()) === 4)
    const refused = await api.get(path, { 'X-API-Key': other })
    expect(refusal(refused)).toEqual([503, [' too_busy']])
  })
})

describe('a store', () => {
  it('that is away: 503, and nothing is held', async () => {
    stream = () => Promise.reject(new StoreUnavailable('away'))
    for (let i = 0; i < 3; i += 1) {
      const refused = await api.get(path)
      expect(refusal(refused)).toEqual([503, [' store_unavailable']])
      expect(refused.headers.get('retry-after')).toBe('2')
    }
  })

  it('that leaves during the download cuts the connection, so that no part is taken for the whole', async () => {
    stream = () =>
      Promise.resolve(
        Readable.from(
          (function* () {
            yield Buffer.from('"id"\n')
            yield Buffer.alloc(100_000, 'x')
            throw new StoreUnavailable('gone')
          })(),
          { objectMode: false },
        ),
      )
    const { response } = begin()
    await expect(response.then((found) => found.text())).rejects.toThrow()
    await until(() => api.observed.failures.length > 0)
    expect(api.observed.failures).toEqual([expect.any(StoreUnavailable)])
  })
})
