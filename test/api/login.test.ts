// POST /v1/auth/login, by status.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { AccessToken } from '../../schemas/generated/api.ts'
import { createApiKey } from '../../services/api/accounts/api-key.ts'
import type { LimitRates } from '../../services/api/limits.ts'
import { countScrypts } from './accounts/scrypt-count.ts'
import {
  ask,
  askRaw,
  faultsOf,
  newDeveloper,
  refusal,
  testPassword,
  type TestDeveloper,
} from './api-requests.ts'
import { emptyStore, runApi, type Answered, type RunningApi } from './running-api.ts'
import { until } from '../support/waiting.ts'

const path = '/v1/auth/login'
const password = testPassword
let api: RunningApi
let ada: TestDeveloper
let eve: TestDeveloper
beforeAll(async () => {
  api = await runApi(emptyStore)
  ;[ada, eve] = await Promise.all([newDeveloper(api), newDeveloper(api)])
})
afterAll(() => api.close())

const open: RunningApi[] = []
afterEach(async () => {
  for (const limited of open.splice(0)) await limited.close()
})
async function runLimited(rates: Partial<LimitRates>): Promise<RunningApi> {
  const limited = await runApi(emptyStore, { rates })
  open.push(limited)
  return limited
}

const logIn = (json: unknown, headers: Record<string, string> = {}, on = api): Promise<Answered> =>
  ask(on, path, { method: 'POST', json, headers })

describe('200', () => {
  it('returns a token for /v1/keys, and forbids caching the response', async () => {
    const { status, body, headers } = await logIn({ email: ada.email, password })
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'bearer',
      expires_in: 3600,
    })
    expect(headers.get('Cache-Control')).toBe('no-store')
    const { access_token: token } = body as AccessToken
    const list = await ask(api, '/v1/keys', { headers: { Authorization: `Bearer ${token}` } })
    expect(list.status).toBe(200)
  })

  it('takes the email in upper case, and extra fields', async () => {
    const answer = await logIn({ email: ada.email.toUpperCase(), password, remember: true })
    expect(answer.status).toBe(200)
  })

  it('takes a live key of the account, the first or another, and none', async () => {
    const developer = api.accounts.findDeveloper(ada.id)
    const more = developer && (await api.accounts.createKey(developer, 'more'))
    for (const key of [ada.apiKey, more?.apiKey ?? '', ''])
      expect((await logIn({ email: ada.email, password }, { 'X-API-Key': key })).status).toBe(200)
  })
})

describe('401', () => {
  const without = ({ headers }: Answered): [string, string][] =>
    [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))

  it('is the same for a wrong password, an unknown email and a revoked account: after the same work', async () => {
    const gone = await newDeveloper(api)
    await api.accounts.revokeDeveloper(gone.email, '')
    const scrypts = countScrypts()
    const answers: { answer: Answered; work: number }[] = []
    for (const json of [
      { email: ada.email, password: 'wrong horse' },
      { email: 'nobody@example.com', password },
      { email: gone.email, password },
      { email: gone.email, password: 'wrong horse' },
    ]) {
      const before = scrypts.total
      const answer = await logIn(json)
      answers.push({ answer, work: scrypts.total - before })
    }
    scrypts.stop()
    const [first] = answers.map(({ answer }) => answer) as [Answered]
    expect(refusal(first)).toEqual([401, ['body invalid_credentials']])
    for (const { answer, work } of answers) {
      expect(work).toBe(1)
      expect(answer.status).toBe(401)
      expect({ ...(answer.body as object), request_id: '' }).toEqual({
        ...(first.body as object),
        request_id: '',
      })
      expect(without(answer)).toEqual(without(first))
      expect(answer.text).not.toMatch(/horse|nobody|example/)
    }
  })

  it('is the same for both while failures are counted', async () => {
    const limited = await runLimited({
      auth: [{ limit: 50, windowMs: 60_000 }],
      loginFailures: [{ limit: 2, windowMs: 900_000 }],
    })
    const bob = await newDeveloper(limited)
    const seen = { [bob.email]: [] as unknown[], 'nobody@example.com': [] as unknown[] }
    for (const [email, answers] of Object.entries(seen))
      for (let i = 0; i < 4; i += 1) {
        const { status, headers } = await logIn({ email, password: 'wrong horse' }, {}, limited)
        answers.push([status, headers.get('RateLimit-Limit'), headers.get('RateLimit-Remaining')])
      }
    expect(seen[bob.email]).toEqual(seen['nobody@example.com'])
    expect(seen[bob.email]).toEqual([
      [401, '2', '1'],
      [401, '2', '0'],
      [429, '2', '0'],
      [429, '2', '0'],
    ])
  })

  it.each([
    ['of another developer', () => eve.apiKey, 'does not belong to this account'],
    ['that nobody has', createApiKey, 'unknown'],
    ['that was cut off', () => ada.apiKey.slice(0, -1), 'malformed'],
  ])('refuses a key %s, with the right password', async (_name, keyOf, word) => {
    const answer = await logIn({ email: ada.email, password }, { 'X-API-Key': keyOf() })
    expect(refusal(answer)).toEqual([401, ['header.X-API-Key invalid_api_key']])
    expect(answer.text).toContain(word)
    expect(answer.headers.get('WWW-Authenticate')).toContain('ApiKey')
    expect(answer.text).not.toContain(keyOf().slice(3, 40))
  })

  it('refuses a revoked key of the account', async () => {
    const bob = await newDeveloper(api)
    const developer = api.accounts.findDeveloper(bob.id)
    await api.accounts.revokeKey(developer as NonNullable<typeof developer>, bob.keyId)
    const json = { email: bob.email, password }
    const answer = await logIn(json, { 'X-API-Key': bob.apiKey })
    expect(refusal(answer)).toEqual([401, ['header.X-API-Key invalid_api_key']])
    expect(answer.text).toContain('revoked')
    expect((await logIn(json)).status).toBe(200) // a lost key does not lock its owner out
  })

  it('does not reveal through another developer’s key whether a password is right', async () => {
    const answer = await logIn(
      { email: ada.email, password: 'wrong horse' },
      { 'X-API-Key': eve.apiKey },
    )
    expect(refusal(answer)).toEqual([401, ['body invalid_credentials']])
  })

  it('refuses a key that is sent twice', async () => {
    const json = JSON.stringify({ email: ada.email, password })
    const key = `X-API-Key: ${ada.apiKey}`
    const type = 'Content-Type: application/json'
    const lines = [`POST ${path} HTTP/1.1`, key, key, type, `Content-Length: ${json.length}`]
    const answer = await askRaw(api, lines, json)
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toContain('not several times')
  })

  it('comes before 422, when it is about the key', async () => {
    expect((await logIn({}, { 'X-API-Key': 'nonsense' })).status).toBe(401)
    expect((await logIn({})).status).toBe(422)
  })
})

describe('422', () => {
  it('lists the validation errors of the body, and nothing about the account', async () => {
    for (const email of [ada.email, 'nobody@example.com'])
      expect(refusal(await logIn({ email, password: '1234567' }))).toEqual([
        422,
        ['body.password string_too_short'],
      ])
    expect(faultsOf(await logIn({ email: 'ada', password: 1 })).sort()).toEqual([
      'body.email value_error',
      'body.password string_type',
    ])
    expect(faultsOf(await logIn([]))).toEqual(['body model_attributes_type'])
  })
})

describe('429', () => {
  it('is what 1,000 wrong logins in a row get after the first ten, without the work', async () => {
    const limited = await runLimited({ loginFailures: [{ limit: 10, windowMs: 900_000 }] })
    const bob = await newDeveloper(limited)
    const carol = await newDeveloper(limited)
    const scrypts = countScrypts()
    const statuses: number[] = []
    for (let i = 0; i < 1_000; i += 1) {
      const answer = await logIn({ email: bob.email, password: `wrong ${i} horse` }, {}, limited)
      statuses.push(answer.status)
      if (answer.status !== 429) continue
      expect(faultsOf(answer)).toEqual(['body.email rate_limited'])
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(900)
      expect(answer.headers.get('RateLimit-Remaining')).toBe('0')
    }
    scrypts.stop()
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(990).fill(429)])
    expect(scrypts.total).toBe(10)
    const right = { email: bob.email, password }
    expect((await logIn(right, {}, limited)).status).toBe(429)
    expect((await logIn({ ...right, email: bob.email.toUpperCase() }, {}, limited)).status).toBe(
      429,
    )
    expect((await logIn({ email: carol.email, password }, {}, limited)).status).toBe(200)
    // somebody who guesses passwords must learn nothing about keys and their use
    const headers = { 'X-API-Key': bob.apiKey }
    expect((await ask(limited, '/v1/events', { headers })).status).toBe(200)
  })

  it('is over with its window: the owner is let in again', async () => {
    const limited = await runLimited({ loginFailures: [{ limit: 2, windowMs: 3_000 }] })
    const bob = await newDeveloper(limited)
    const wrong = { email: bob.email, password: 'wrong horse' }
    const right = { email: bob.email, password }
    const refused = await until(
      () => logIn(wrong, {}, limited),
      ({ status }) => status === 429,
    )
    expect(refused.headers.get('Retry-After')).toMatch(/^[123]$/)
    await until(
      () => logIn(right, {}, limited),
      ({ status }) => status === 200,
    )
  })

  it('counts failures only: a successful login resets the count', async () => {
    const limited = await runLimited({ loginFailures: [{ limit: 2, windowMs: 900_000 }] })
    const bob = await newDeveloper(limited)
    const statuses: number[] = []
    for (const tried of ['wrong horse', password, password, password, 'wrong horse', password])
      statuses.push((await logIn({ email: bob.email, password: tried }, {}, limited)).status)
    expect(statuses).toEqual([401, 200, 200, 200, 401, 200])
  })

  it('lets no more through when many come at once', async () => {
    const limited = await runLimited({ loginFailures: [{ limit: 3, windowMs: 900_000 }] })
    const bob = await newDeveloper(limited)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        logIn({ email: bob.email, password: 'wrong horse' }, {}, limited),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(27)
  })
})
