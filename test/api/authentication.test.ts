// The API key of data requests: missing, malformed, unknown, revoked, sent twice, sent in the URL.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ErrorBody } from '../../schemas/generated/api.ts'
import { createApiKey } from '../../services/api/accounts/api-key.ts'
import { toCursor } from '../../services/api/cursor.ts'
import { ask, askRaw, dataPaths, newDeveloper, refusal } from './api-requests.ts'
import { emptyStore, runApi, type Answered, type RunningApi } from './running-api.ts'

let api: RunningApi
beforeAll(async () => {
  api = await runApi(emptyStore)
})
afterAll(() => api.close())

const withKey = (key: string, path = '/v1/events'): Promise<Answered> =>
  ask(api, path, { headers: { 'X-API-Key': key } })
const messageOf = ({ body }: Answered): string => (body as ErrorBody).detail[0]?.msg ?? ''

describe('what is open to everybody', () => {
  it.each(['/', '/docs', '/docs/start.js', '/openapi.json'])('%s', async (path) => {
    for (const headers of [{}, { 'X-API-Key': 'nonsense' }])
      expect((await ask(api, path, { headers })).status).toBeLessThan(400)
  })

  it('OPTIONS of everything', async () => {
    for (const path of dataPaths)
      expect((await ask(api, path, { method: 'OPTIONS' })).status).toBe(204)
  })
})

describe('401', () => {
  it.each(dataPaths)('is the answer of %s without a key: it says how to get one', async (path) => {
    const answer = await ask(api, path)
    expect(refusal(answer)).toEqual([401, ['header.X-API-Key missing_api_key']])
    expect(messageOf(answer)).toContain('/v1/auth/signup')
    expect(answer.headers.get('WWW-Authenticate')).toContain('ApiKey')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect((await ask(api, path, { method: 'HEAD' })).status).toBe(401)
    expect((await withKey('', path)).status).toBe(401)
    expect((await withKey(api.apiKey, path)).status).not.toBe(401)
  })

  it('says that a key is malformed, for every kind of error', async () => {
    const key = api.apiKey
    for (const malformed of [
      key.slice(0, -1),
      `${key}a`,
      key.toUpperCase(),
      `Bearer ${key}`,
      `"${key}"`,
      `${key},${key}`,
      'x',
      'ol_',
      'undefined',
      'x'.repeat(8_000),
      '\u00fc'.repeat(52),
    ]) {
      const answer = await withKey(malformed)
      expect(refusal(answer)).toEqual([401, ['header.X-API-Key invalid_api_key']])
      expect(messageOf(answer)).toContain('malformed')
      expect(answer.text).not.toContain(key.slice(9, 30))
    }
  })

  it('says that a key is unknown', async () => {
    const key = createApiKey()
    const answer = await withKey(key)
    expect(refusal(answer)).toEqual([401, ['header.X-API-Key invalid_api_key']])
    expect(messageOf(answer)).toContain('unknown')
    expect(answer.text).not.toContain(key.slice(3, 9))
  })

  it('says that a key was revoked, by its owner or with the account', async () => {
    const [ada, eve] = [await newDeveloper(api), await newDeveloper(api)]
    const developer = api.accounts.findDeveloper(ada.id)
    if (developer) await api.accounts.revokeKey(developer, ada.keyId)
    await api.accounts.revokeDeveloper(eve.email, 'abuse of the worst kind')
    for (const { apiKey } of [ada, eve]) {
      const answer = await withKey(apiKey)
      expect(refusal(answer)).toEqual([401, ['header.X-API-Key invalid_api_key']])
      expect(messageOf(answer)).toContain('revoked')
      expect(answer.text).not.toContain('abuse')
    }
  })

  it('is the answer to a key that is sent twice, even the same', async () => {
    for (const second of [api.apiKey, 'nonsense', '']) {
      const answer = await askRaw(api, [
        'GET /v1/events HTTP/1.1',
        `X-API-Key: ${api.apiKey}`,
        `x-api-key: ${second}`,
      ])
      expect(answer).toMatch(/^HTTP\/1\.1 401 /)
      expect(answer).toContain('not several times')
    }
    expect(await askRaw(api, ['GET /v1/events HTTP/1.1', `X-API-Key: ${api.apiKey}`])).toMatch(
      / 200 OK/,
    )
  })

  it.each([
    (key: string) => `api_key=${key}`,
    (key: string) => `apikey=${key}`,
    (key: string) => `X-API-Key=${key}`,
    (key: string) => `limit=1&API_KEY=${key}`,
    (key: string) => `token=${key}`,
    (key: string) => `q=${key}`,
    (key: string) => `cursor=${key}`,
    (key: string) => `limit=${encodeURIComponent(key)}`,
    (key: string) => key,
    () => 'api_key=',
    () => 'api_key=secret',
  ])('is the answer to a key in the address, and says why: %s', async (queryOf) => {
    const { apiKey } = api
    for (const headers of [{}, { 'X-API-Key': apiKey }]) {
      const answer = await ask(api, `/v1/events?${queryOf(apiKey)}`, { headers })
      expect(answer.status).toBe(401)
      const [fault] = (answer.body as ErrorBody).detail
      expect(fault).toMatchObject({
        type: 'invalid_api_key',
        msg: expect.stringContaining('URL'),
      })
      expect(fault?.loc[0]).toBe('query')
      expect(answer.text).not.toContain(apiKey.slice(9, 30))
    }
  })
})

it('a cursor that starts like a key is read as a cursor', async () => {
  const cursor = toCursor('pb_A', [415_692, '0x1234567890'])
  expect(cursor).toMatch(/^ol_/)
  const answer = await withKey(api.apiKey, `/v1/markets/pb_A/trades?cursor=${cursor}`)
  expect(refusal(answer)).toEqual([404, ['path.market_id market_not_found']])
})

describe('the order of the checks', () => {
  it('is path, method, key, parameters, existence', async () => {
    const statusOf = async (method: 'GET' | 'POST', path: string, key: string) =>
      (await ask(api, path, { method, headers: { 'X-API-Key': key } })).status
    const good = api.apiKey
    expect(await statusOf('GET', '/v1/nothing?limit=x', 'bad')).toBe(404)
    expect(await statusOf('POST', '/v1/markets?limit=x', 'bad')).toBe(405)
    expect(await statusOf('GET', '/v1/markets?limit=x', 'bad')).toBe(401)
    expect(await statusOf('GET', '/v1/markets?limit=x', '')).toBe(401)
    expect(await statusOf('GET', '/v1/markets?limit=x', good)).toBe(422)
    expect(await statusOf('GET', '/v1/markets/pa_1/trades?limit=x', good)).toBe(422)
    expect(await statusOf('GET', '/v1/markets/pa_1/trades?limit=1', good)).toBe(404)
  })
})
