// Rate limits: what is counted for whom, which headers every response has, and when 429 is returned.
import { afterEach, describe, expect, it } from '@jest/globals'
import { createLimits, toRateHeaders, type LimitRates } from '../../services/api/limits.ts'
import { openMemoryCache } from '../../services/lib/cache/memory.ts'
import type { WindowState } from '../../services/lib/cache/port.ts'
import { ask, faultsOf, newDeveloper, refusal, type ReceivedResponse } from './api-requests.ts'
import {
  emptyStore,
  runApi,
  type Answered,
  type RunOptions,
  type RunningApi,
} from './running-api.ts'
import { until } from '../support/waiting.ts'

const longMs = 900_000
let open: RunningApi[] = []
afterEach(async () => {
  for (const api of open.splice(0)) await api.close()
})

async function run(rates: Partial<LimitRates>, more: RunOptions = {}): Promise<RunningApi> {
  const api = await runApi(emptyStore, { rates, ...more })
  open.push(api)
  return api
}

const rateOf = ({ headers }: Answered): (string | null)[] =>
  ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`RateLimit-${name}`))
const withKey = (api: RunningApi, key: string, path = '/v1/events'): Promise<Answered> =>
  ask(api, path, { headers: { 'X-API-Key': key } })
const badSignup: ReceivedResponse = { method: 'POST', json: {} }

describe('the limit of a key', () => {
  it('is as many requests as it says, then 429 until the window is over', async () => {
    const api = await run({ requests: [{ limit: 3, windowMs: 2_000 }] })
    const refused = await until(
      () => api.get('/v1/events'),
      ({ status }) => status === 429,
    )
    expect(refusal(refused)).toEqual([429, ['header.X-API-Key rate_limited']])
    expect(refused.headers.get('Retry-After')).toMatch(/^[12]$/)
    expect(rateOf(refused).slice(0, 2)).toEqual(['3', '0'])
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
    await until(
      () => api.get('/v1/events'),
      ({ status }) => status === 200,
    )
  })

  it('is per key: another key of the account is not limited', async () => {
    const api = await run({ requests: [{ limit: 2, windowMs: longMs }] })
    const ada = await newDeveloper(api)
    const developer = api.accounts.findDeveloper(ada.id)
    const other = developer && (await api.accounts.createKey(developer, 'other'))
    const statuses: number[] = []
    for (let i = 0; i < 4; i += 1) statuses.push((await withKey(api, ada.apiKey)).status)
    expect(statuses).toEqual([200, 200, 429, 429])
    expect((await withKey(api, other?.apiKey ?? '')).status).toBe(200)
    // nor does it close the way to revoke it
    const list = await ask(api, '/v1/keys', { headers: ada.bearer })
    expect(list.status).toBe(200)
  })

  it('holds three times for the account, with all of its keys together', async () => {
    const api = await run({ requests: [{ limit: 2, windowMs: longMs }] })
    const [ada, eve] = [await newDeveloper(api), await newDeveloper(api)]
    const developer = api.accounts.findDeveloper(ada.id)
    if (!developer) throw new Error('no account')
    const keys = [ada.apiKey]
    for (let i = 0; i < 3; i += 1)
      keys.push((await api.accounts.createKey(developer, 'another'))?.apiKey ?? '')
    const statuses: number[] = []
    for (const key of keys)
      for (let i = 0; i < 3; i += 1) statuses.push((await withKey(api, key)).status)
    // what the limit of a key refuses counts for nobody
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 200, 200, 429, 429, 429, 429])
    const fresh = await api.accounts.createKey(developer, 'fresh')
    const refused = await withKey(api, fresh?.apiKey ?? '')
    expect(rateOf(refused).slice(0, 2)).toEqual(['6', '0'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await withKey(api, eve.apiKey)).status).toBe(200)
  })

  it('counts nothing for a request without a live key, and comes after 401', async () => {
    const api = await run({ requests: [{ limit: 2, windowMs: longMs }] })
    for (let i = 0; i < 5; i += 1) {
      expect((await ask(api, '/v1/events')).status).toBe(401)
      expect((await withKey(api, 'nonsense')).status).toBe(401)
      expect((await ask(api, `/v1/events?api_key=${api.apiKey}`)).status).toBe(401)
    }
    for (let i = 0; i < 2; i += 1) expect((await api.get('/v1/events')).status).toBe(200)
    expect((await api.get('/v1/events')).status).toBe(429)
    const developer = await newDeveloper(api)
    for (let i = 0; i < 3; i += 1) await withKey(api, developer.apiKey)
    await api.accounts.revokeDeveloper(developer.email, '')
    expect((await withKey(api, developer.apiKey)).status).toBe(401)
  })

  it('comes after 404 and 405, and before 422 and what is not there', async () => {
    const api = await run({ requests: [{ limit: 2, windowMs: longMs }] })
    expect((await api.get('/v1/events?limit=x')).status).toBe(422)
    expect((await api.get('/v1/markets/pa_1')).status).toBe(404)
    expect((await api.get('/v1/events?limit=x')).status).toBe(429)
    expect((await api.get('/v1/markets/pa_1')).status).toBe(429)
    expect((await api.get('/v1/nothing')).status).toBe(404)
    expect((await ask(api, '/v1/events', { method: 'POST' })).status).toBe(405)
    expect((await api.get('/docs')).status).toBe(200)
  })

  it('counts an expensive request as several', async () => {
    const api = await run({ requests: [{ limit: 10, windowMs: longMs }] })
    const left = async (path: string): Promise<string | null | undefined> =>
      rateOf(await api.get(path))[1]
    expect(await left('/v1/markets')).toBe('9')
    expect(await left('/v1/markets?limit=100')).toBe('7')
    expect(await left('/v1/markets?limit=x')).toBe('6')
    expect(await left('/v1/events?q=a,b,c,d,e&limit=200')).toBe('1')
    expect((await api.get('/v1/markets?limit=100')).status).toBe(429)
    expect((await api.get('/v1/markets')).status).toBe(429)
  })

  it('counts the markets that `ids` names, up to the page of 100, like a stated limit', async () => {
    const api = await run({ requests: [{ limit: 100, windowMs: longMs }] })
    let before = 100
    async function costOf(count: number, more = ''): Promise<number> {
      const ids = Array.from({ length: count }, (_, i) => `pa_${i}`).join()
      const remaining = Number(rateOf(await api.get(`/v1/markets?ids=${ids}${more}`))[1])
      const cost = before - remaining
      before = remaining
      return cost
    }
    expect(await costOf(50)).toBe(1)
    expect(await costOf(51)).toBe(2)
    expect(await costOf(100)).toBe(2)
    expect(await costOf(100, '&limit=')).toBe(2)
    expect(await costOf(100, '&limit=50')).toBe(1)
    expect(await costOf(2, '&limit=100')).toBe(2)
    expect(await costOf(1_000)).toBe(5)
  })

  it('never counts a request as more than the whole limit', async () => {
    const api = await run({ requests: [{ limit: 3, windowMs: longMs }] })
    const answer = await api.get('/v1/markets?limit=100&offset=1000000000')
    expect([answer.status, ...rateOf(answer).slice(0, 2)]).toEqual([200, '3', '0'])
    expect((await api.get('/v1/markets')).status).toBe(429)
  })

  it('is the limit of an account on its keys', async () => {
    const api = await run({
      requests: [{ limit: 2, windowMs: longMs }],
      auth: [{ limit: 1, windowMs: longMs }],
    })
    const [ada, eve] = [await newDeveloper(api), await newDeveloper(api)]
    const list = (bearer: Record<string, string>) => ask(api, '/v1/keys', { headers: bearer })
    const revoke = (bearer: Record<string, string>) =>
      ask(api, '/v1/keys/key_0', { method: 'DELETE', headers: bearer })
    const create = (bearer: Record<string, string>) =>
      ask(api, '/v1/keys', { method: 'POST', json: { label: 'a' }, headers: bearer })
    expect((await list(ada.bearer)).status).toBe(200)
    expect((await revoke(ada.bearer)).status).toBe(404)
    expect((await list(ada.bearer)).status).toBe(429)
    expect((await revoke(ada.bearer)).status).toBe(429)
    expect((await create(ada.bearer)).status).toBe(201)
    expect((await create(ada.bearer)).status).toBe(429)
    expect((await withKey(api, ada.apiKey)).status).toBe(200)
    expect((await list(eve.bearer)).status).toBe(200)
    expect((await create(eve.bearer)).status).toBe(201)
    expect((await list({ Authorization: 'Bearer nonsense' })).status).toBe(401)
  })
})

describe('RateLimit-*', () => {
  it('is on every answer', async () => {
    const api = await run({ requests: [{ limit: 100, windowMs: longMs }] })
    const etag = (await api.get('/v1/events')).headers.get('ETag') ?? ''
    const preflight = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' }
    const answers: [number, Promise<Answered>][] = [
      [200, api.get('/v1/events')],
      [304, api.get('/v1/events', { 'If-None-Match': etag })],
      [404, api.get('/v1/markets/pa_1')],
      [404, api.get('/v1/nothing')],
      [404, api.get('/%zz')],
      [405, ask(api, '/v1/events', { method: 'DELETE' })],
      [422, api.get('/v1/events?limit=x')],
      [401, ask(api, '/v1/events')],
      [401, ask(api, '/v1/keys')],
      [200, ask(api, '/docs')],
      [200, ask(api, '/openapi.json')],
      [302, ask(api, '/')],
      [204, ask(api, '/v1/events', { method: 'OPTIONS' })],
      [204, ask(api, '/v1/events', { method: 'OPTIONS', headers: preflight })],
      [200, ask(api, '/v1/events', { method: 'HEAD', headers: { 'X-API-Key': api.apiKey } })],
      [422, ask(api, '/v1/auth/signup', badSignup)],
      [415, ask(api, '/v1/auth/login', { method: 'POST' })],
      [413, ask(api, '/v1/auth/login', { method: 'POST', json: 'x'.repeat(20_000) })],
    ]
    for (const [status, asking] of answers) {
      const answer = await asking
      expect(answer.status).toBe(status)
      for (const value of rateOf(answer)) expect(value).toMatch(/^\d+$/)
    }
  })

  it('counts down for the key, and shows others a full window', async () => {
    const api = await run({ requests: [{ limit: 5, windowMs: longMs }] })
    const left: (string | null)[] = []
    for (let i = 0; i < 7; i += 1) left.push(rateOf(await api.get('/v1/markets/pa_1'))[1] ?? null)
    expect(left).toEqual(['4', '3', '2', '1', '0', '0', '0'])
    expect(rateOf(await ask(api, '/v1/events'))).toEqual(['5', '5', '900'])
    expect(rateOf(await ask(api, '/docs'))).toEqual(['5', '5', '900'])
  })

  it('describes the window that is nearest to used up', async () => {
    const api = await run({
      requests: [
        { limit: 10, windowMs: longMs },
        { limit: 4, windowMs: 600_000 },
      ],
    })
    const first = rateOf(await api.get('/v1/events'))
    expect(first.slice(0, 2)).toEqual(['4', '3'])
    for (let i = 0; i < 4; i += 1) await api.get('/v1/events')
    const refused = await api.get('/v1/events')
    expect(refused.status).toBe(429)
    expect(rateOf(refused).slice(0, 2)).toEqual(['4', '0'])
    const waitS = Number(refused.headers.get('Retry-After'))
    expect(waitS).toBeGreaterThan(590)
    expect(waitS).toBeLessThanOrEqual(600)
  })

  const state = (
    limit: number,
    remaining: number,
    resetMs: number,
    isAllowed = true,
  ): WindowState => ({ isAllowed, limit, remaining, resetMs })
  it.each<[string, WindowState[], (string | number)[]]>([
    ['the smaller part', [state(10, 5, 1_000), state(100, 40, 60_000)], [100, 40, 60]],
    [
      'the smaller part, not the smaller number',
      [state(10, 5, 1_000), state(1_000, 6, 60_000)],
      [1000, 6, 60],
    ],
    [
      'the one that stays used up for longer',
      [state(10, 0, 1_000, false), state(100, 0, 60_000, false)],
      [100, 0, 60],
    ],
    [
      'the one that refuses, of two with nothing left',
      [state(10, 0, 1_000, false), state(100, 0, 60_000)],
      [10, 0, 1],
    ],
    ['rounded up', [state(10, 5, 1)], [10, 5, 1]],
  ])('tells of several windows %s', (_name, states, [limit, remaining, reset]) => {
    for (const order of [states, states.toReversed()])
      expect(toRateHeaders(order)).toEqual({
        'RateLimit-Limit': String(limit),
        'RateLimit-Remaining': String(remaining),
        'RateLimit-Reset': String(reset),
      })
  })

  it('is absent when there is no limit, and nothing is refused', async () => {
    const api = await run({})
    for (let i = 0; i < 30; i += 1) {
      const answer = await api.get('/v1/events')
      expect([answer.status, ...rateOf(answer)]).toEqual([200, null, null, null])
      const signup = await ask(api, '/v1/auth/signup', badSignup)
      expect([signup.status, ...rateOf(signup)]).toEqual([422, null, null, null])
    }
    expect(toRateHeaders([])).toEqual({})
  })

  it('waits as long as the longest window that refuses', async () => {
    const cache = openMemoryCache()
    const rates = {
      requests: [
        { limit: 1, windowMs: 60_000 },
        { limit: 1, windowMs: longMs },
      ],
      auth: [],
      loginFailures: [],
      creations: [],
    }
    const { requests } = createLimits(cache, rates)
    await requests.countRequest('some key', 'key')
    await expect(requests.countRequest('some key', 'key')).rejects.toMatchObject({
      status: 429,
      headers: { 'Retry-After': '900', 'RateLimit-Reset': '900' },
    })
    await cache.close()
  })
})

describe('the limit of an address', () => {
  const auth = [{ limit: 3, windowMs: longMs }]
  const signupFrom = (api: RunningApi, headers: Record<string, string> = {}): Promise<Answered> =>
    ask(api, '/v1/auth/signup', { ...badSignup, headers })

  it('holds for signup and login together, good or bad, and comes before 422', async () => {
    const api = await run({ auth })
    expect((await signupFrom(api)).status).toBe(422)
    expect((await ask(api, '/v1/auth/login', badSignup)).status).toBe(422)
    expect((await ask(api, '/v1/auth/login', { method: 'POST', body: 'x' })).status).toBe(415)
    const refused = await signupFrom(api)
    expect(refusal(refused)).toEqual([429, ['path rate_limited']])
    expect(rateOf(refused).slice(0, 2)).toEqual(['3', '0'])
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect((await ask(api, '/v1/auth/login', badSignup)).status).toBe(429)
    expect((await api.get('/v1/events')).status).toBe(200)
    expect((await ask(api, '/v1/auth/signup')).status).toBe(405)
  })

  it('comes after the 401 of a key that is sent with a login', async () => {
    const api = await run({ auth })
    const login = (headers: Record<string, string>) =>
      ask(api, '/v1/auth/login', { ...badSignup, headers })
    for (let i = 0; i < 5; i += 1) expect((await login({ 'X-API-Key': 'bad' })).status).toBe(401)
    for (let i = 0; i < 3; i += 1) expect((await login({})).status).toBe(422)
    expect((await login({})).status).toBe(429)
    expect((await login({ 'X-API-Key': 'bad' })).status).toBe(401)
  })

  it('shows the window of the address on its answers', async () => {
    const api = await run({ auth, requests: [{ limit: 100, windowMs: longMs }] })
    expect(rateOf(await signupFrom(api)).slice(0, 2)).toEqual(['3', '2'])
    expect(rateOf(await ask(api, '/v1/auth/login', { method: 'POST' })).slice(0, 2)).toEqual([
      '3',
      '1',
    ])
  })

  it('believes no X-Forwarded-For without a proxy', async () => {
    const api = await run({ auth })
    const statuses: number[] = []
    for (let i = 0; i < 4; i += 1)
      statuses.push((await signupFrom(api, { 'X-Forwarded-For': `192.0.2.${i}` })).status)
    expect(statuses).toEqual([422, 422, 422, 429])
  })

  it('uses the last entry with one proxy, and none before it', async () => {
    const api = await run({ auth }, { trustedProxies: 1 })
    const from = (value: string) => signupFrom(api, { 'X-Forwarded-For': value })
    for (let i = 0; i < 3; i += 1)
      expect((await from(`198.51.100.${i}, 10.0.0.${i}, 192.0.2.1`)).status).toBe(422)
    expect((await from('198.51.100.99, 192.0.2.1')).status).toBe(429)
    expect((await from('192.0.2.1, 192.0.2.2')).status).toBe(422)
    // one customer, whatever he writes and connects from
    expect((await from('::ffff:192.0.2.1')).status).toBe(429)
    expect((await from('192.0.2.1:40001')).status).toBe(429)
    expect((await signupFrom(api)).status).toBe(422)
  })

  it('uses the last but one with two proxies', async () => {
    const api = await run({ auth }, { trustedProxies: 2 })
    const from = (value: string) => signupFrom(api, { 'X-Forwarded-For': value })
    for (let i = 0; i < 3; i += 1)
      expect((await from(`198.51.100.${i}, 192.0.2.1, 10.0.0.${i}`)).status).toBe(422)
    expect((await from('192.0.2.1, 10.0.0.9')).status).toBe(429)
    expect((await from('192.0.2.1, 192.0.2.2, 10.0.0.9')).status).toBe(422)
  })

  it('counts a network of IPv6 as one', async () => {
    const api = await run({ auth }, { trustedProxies: 1 })
    const from = (value: string) => signupFrom(api, { 'X-Forwarded-For': value })
    for (let i = 0; i < 3; i += 1) expect((await from(`2001:db8:1:2:${i}::1`)).status).toBe(422)
    expect((await from('2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await from('2001:db8:1:3::1')).status).toBe(422)
  })

  it('is over with its window', async () => {
    const api = await run({ auth: [{ limit: 1, windowMs: 2_000 }] })
    await until(
      () => signupFrom(api),
      ({ status }) => status === 429,
    )
    await until(
      () => signupFrom(api),
      ({ status }) => status === 422,
    )
  })
})

describe('two processes', () => {
  it('count together when they share a cache', async () => {
    const cache = openMemoryCache()
    const rates = { requests: [{ limit: 4, windowMs: longMs }] }
    const one = await run(rates, { cache })
    const two = await run(rates, { cache, accounts: one.accounts })
    const answers: Answered[] = []
    for (let i = 0; i < 6; i += 1) answers.push(await withKey(i % 2 ? one : two, one.apiKey))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
    expect(faultsOf(answers[5] as Answered)).toEqual(['header.X-API-Key rate_limited'])
  })
})

describe('the quota of a day', () => {
  it('is that of an address on accounts, and leaves logins alone', async () => {
    const api = await run({ creations: [{ limit: 2, windowMs: longMs }] })
    const signUp = (email: string): Promise<Answered> =>
      ask(api, '/v1/auth/signup', {
        method: 'POST',
        json: { email, password: 'correct horse' },
      })
    expect((await signUp('one@example.com')).status).toBe(201)
    expect((await signUp('two@example.com')).status).toBe(201)
    const refused = await signUp('three@example.com')
    expect(refusal(refused)).toEqual([429, ['path rate_limited']])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(800)
    const logIn = await ask(api, '/v1/auth/login', {
      method: 'POST',
      json: { email: 'one@example.com', password: 'correct horse' },
    })
    expect(logIn.status).toBe(200)
    expect((await api.get('/v1/events')).status).toBe(200)
  })

  it('is that of an account on keys, revoked or not', async () => {
    const api = await run({ creations: [{ limit: 3, windowMs: longMs }] })
    const [ada, eve] = [await newDeveloper(api), await newDeveloper(api)]
    const create = async (bearer: Record<string, string>): Promise<Answered> => {
      const made = await ask(api, '/v1/keys', {
        method: 'POST',
        json: { label: 'a' },
        headers: bearer,
      })
      const { id = '' } = made.body as { id?: string }
      await ask(api, `/v1/keys/${id}`, { method: 'DELETE', headers: bearer })
      return made
    }
    for (const status of [201, 201, 201, 429])
      expect((await create(ada.bearer)).status).toBe(status)
    expect((await create(eve.bearer)).status).toBe(201)
  })
})
