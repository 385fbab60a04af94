// /v1/keys: list, create, revoke, and the tokens that these require. By status.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import jwt from 'jsonwebtoken'
import type { ApiKey, CreatedApiKey } from '../../schemas/generated/api.ts'
import { maxActiveKeys } from '../../services/api/accounts/accounts.ts'
import {
  ask,
  askRaw,
  bearerOf,
  faultsOf,
  newDeveloper,
  refusal,
  testSecret,
  type TestDeveloper,
} from './api-requests.ts'
import { emptyStore, nowMs, nowS, runApi, type Answered, type RunningApi } from './running-api.ts'

const previousSecret = 'the secret before, 32 bytes long'
let api: RunningApi
let clockMs = nowMs
let ada: TestDeveloper
beforeAll(async () => {
  api = await runApi(emptyStore, {
    now: () => clockMs,
    tokenSecrets: { current: testSecret, previous: previousSecret },
  })
})
const newAda = async (): Promise<void> => {
  ada = await newDeveloper(api)
}
beforeAll(newAda)
beforeEach(() => {
  clockMs = nowMs
})
afterAll(() => api.close())

const list = (of: TestDeveloper = ada): Promise<Answered> =>
  ask(api, '/v1/keys', { headers: of.bearer })
const create = (json: unknown, of: TestDeveloper = ada): Promise<Answered> =>
  ask(api, '/v1/keys', { method: 'POST', json, headers: of.bearer })
const revoke = (id: string, of: TestDeveloper = ada): Promise<Answered> =>
  ask(api, `/v1/keys/${id}`, { method: 'DELETE', headers: of.bearer })
const eventsWith = (apiKey: string): Promise<Answered> =>
  ask(api, '/v1/events', { headers: { 'X-API-Key': apiKey } })

describe('200', () => {
  beforeEach(newAda)

  it('lists every key, newest first, revoked ones included, and no secret', async () => {
    clockMs += 61_000
    const made = (await create({ label: 'second' })).body as CreatedApiKey
    clockMs += 61_000
    await eventsWith(made.api_key)
    await revoke(ada.keyId)
    const answer = await list()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.body).toEqual([
      {
        id: made.id,
        label: 'second',
        prefix: made.api_key.slice(0, 9),
        created_at: nowS + 61,
        last_used_at: nowS + 120,
        revoked_at: null,
      },
      {
        id: ada.keyId,
        label: 'first key',
        prefix: ada.apiKey.slice(0, 9),
        created_at: nowS,
        last_used_at: null,
        revoked_at: nowS + 122,
      },
    ])
    expect(answer.text).not.toContain(made.api_key.slice(9, 30))
  })

  it('does not list the keys of others', async () => {
    const eve = await newDeveloper(api)
    expect(((await list(eve)).body as ApiKey[]).map(({ id }) => id)).toEqual([eve.keyId])
  })

  it('answers HEAD', async () => {
    const { status, text } = await ask(api, '/v1/keys', { method: 'HEAD', headers: ada.bearer })
    expect([status, text]).toEqual([200, ''])
  })
})

describe('201', () => {
  it('gives the key this once, and it works at once', async () => {
    const answer = await create({ label: 'back tests', id: 'key_mine', api_key: 'ol_mine' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const key = answer.body as CreatedApiKey
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f-]{36}$/),
      label: 'back tests',
      prefix: key.api_key.slice(0, 9),
      created_at: nowS,
      last_used_at: null,
      revoked_at: null,
      api_key: expect.stringMatching(/^ol_[\w-]{49}$/),
    })
    expect((await eventsWith(key.api_key)).status).toBe(200)
  })

  it.each(['a', ' ', '😀'.repeat(100), 'a\u0308'.repeat(50), '"\\\n\0</script>', 'ünï'])(
    'keeps the label as it is: %.20j',
    async (label) => {
      expect(((await create({ label })).body as CreatedApiKey).label).toBe(label)
      expect(((await list()).body as ApiKey[])[0]?.label).toBe(label)
    },
  )
})

describe('204', () => {
  beforeEach(newAda)

  it('revokes at once, and again', async () => {
    for (let i = 0; i < 2; i += 1) {
      const { status, text } = await revoke(ada.keyId)
      expect([status, text]).toEqual([204, ''])
    }
    const answer = await eventsWith(ada.apiKey)
    expect(refusal(answer)).toEqual([401, ['header.X-API-Key invalid_api_key']])
    expect(answer.text).toContain('revoked')
  })

  it('leaves the other keys alone', async () => {
    const { api_key: other } = (await create({ label: 'other' })).body as CreatedApiKey
    await revoke(ada.keyId)
    expect((await eventsWith(other)).status).toBe(200)
  })
})

describe('404', () => {
  it('is the answer to a key of another developer, and to one of nobody', async () => {
    const eve = await newDeveloper(api)
    for (const id of [
      eve.keyId,
      'key_0',
      eve.id,
      encodeURIComponent(eve.apiKey),
      '__proto__',
      '%00',
      'a%2Fb',
      '%F0%9F%98%80',
      '%zz',
      '%ff',
    ])
      expect([id, ...refusal(await revoke(id))]).toEqual([id, 404, ['path.key_id key_not_found']])
    expect((await eventsWith(eve.apiKey)).status).toBe(200)
  })
})

describe('409', () => {
  beforeEach(newAda)

  it('is the answer to one key too many', async () => {
    const developer = api.accounts.findDeveloper(ada.id)
    if (!developer) throw new Error('no developer')
    for (let i = 1; i < maxActiveKeys; i += 1) await api.accounts.createKey(developer, `${i}`)
    expect(refusal(await create({ label: 'more' }))).toEqual([409, ['body too_many_keys']])
    await revoke(ada.keyId)
    expect((await create({ label: 'more' })).status).toBe(201)
  })
})

describe('422', () => {
  it.each([
    [{}, 'body.label missing'],
    [{ label: null }, 'body.label string_type'],
    [{ label: 1 }, 'body.label string_type'],
    [{ label: ['a'] }, 'body.label string_type'],
    [{ label: '' }, 'body.label string_too_short'],
    [{ label: 'x'.repeat(101) }, 'body.label string_too_long'],
    [{ label: '😀'.repeat(101) }, 'body.label string_too_long'],
    [{ label: '\ud800' }, 'body.label string_unicode'],
    [[], 'body model_attributes_type'],
    [null, 'body model_attributes_type'],
  ])('says what is wrong with %j', async (json, fault) => {
    expect(refusal(await create(json))).toEqual([422, [fault]])
  })
})

describe('401', () => {
  const payload = {
    sub: 'nobody',
    iat: nowS,
    exp: nowS + 3600,
    iss: 'oddslog',
    aud: 'oddslog/keys',
  }
  const { exp: _exp, ...withoutEnd } = payload
  const signed = (more: object, options: jwt.SignOptions = {}, secret = testSecret): string =>
    jwt.sign({ ...payload, sub: ada.id, ...more }, secret, options)
  const none = (): string => {
    const encode = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...payload, sub: ada.id })}.`
  }
  const tryToken = (authorization: string): Promise<Answered> =>
    ask(api, '/v1/keys', { headers: { Authorization: authorization } })

  it('is not the answer to a token made by hand', async () => {
    expect((await tryToken(`Bearer ${signed({})}`)).status).toBe(200)
    expect((await tryToken(`bearer   ${signed({})} `)).status).toBe(200)
  })

  it.each([
    ['alg none', none],
    ['HS512', () => signed({}, { algorithm: 'HS512' })],
    ['another secret', () => signed({}, {}, 'another secret of 32 bytes, yes.')],
    ['expired', () => signed({ iat: nowS - 3601, exp: nowS - 1 })],
    ['not yet valid', () => signed({ nbf: nowS + 60 })],
    ['another audience', () => signed({ aud: 'other' })],
    ['another issuer', () => signed({ iss: 'other' })],
    ['no end', () => jwt.sign({ ...withoutEnd, sub: ada.id }, testSecret)],
    ['a developer that nobody is', () => signed({ sub: 'dev_0' })],
    ['a name of JavaScript', () => signed({ sub: '__proto__' })],
    ['an API key', () => ada.apiKey],
    ['cut off', () => signed({}).slice(0, -1)],
  ])('refuses a token: %s', async (_name, tokenOf) => {
    const answer = await tryToken(`Bearer ${tokenOf()}`)
    expect(refusal(answer)).toEqual([401, ['header.Authorization invalid_token']])
    expect(answer.headers.get('WWW-Authenticate')).toBe(
      'Bearer realm="oddslog", error="invalid_token"',
    )
    expect(answer.text).not.toContain(tokenOf())
  })

  it.each(['Bearer', 'Bearer ', 'Basic YTpi', 'Token x', 'Bearer a b', 'Bearer\ta'])(
    'refuses the header %j',
    async (authorization) => {
      expect(refusal(await tryToken(authorization))).toEqual([
        401,
        ['header.Authorization invalid_token'],
      ])
    },
  )

  it('says how to get a token when there is none, on every path', async () => {
    for (const [method, path] of [
      ['GET', '/v1/keys'],
      ['POST', '/v1/keys'],
      ['DELETE', '/v1/keys/key_1'],
    ] as const) {
      const answer = await ask(api, path, { method, headers: { 'X-API-Key': ada.apiKey } })
      expect(refusal(answer)).toEqual([401, ['header.Authorization missing_token']])
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="oddslog"')
      expect(answer.text).toContain('/v1/auth/login')
    }
  })

  it('refuses a token that is sent twice', async () => {
    const header = `Authorization: ${ada.bearer['Authorization']}`
    const answer = await askRaw(api, ['GET /v1/keys HTTP/1.1', header, header])
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toContain('not several times')
  })

  it('refuses the token of a developer that was revoked', async () => {
    await newAda()
    await api.accounts.revokeDeveloper(ada.email, 'abuse')
    for (const answer of [await list(), await create({ label: 'a' }), await revoke(ada.keyId)])
      expect(refusal(answer)).toEqual([401, ['header.Authorization invalid_token']])
    await newAda()
  })

  it('accepts the secret before for an hour, and not after it', async () => {
    const old = { ...ada, bearer: bearerOf(ada.id, previousSecret) }
    expect((await list(old)).status).toBe(200)
    clockMs = nowMs + 3_600_000
    const late = { iat: nowS + 3590, exp: nowS + 7190 }
    expect((await tryToken(`Bearer ${signed(late, {}, previousSecret)}`)).status).toBe(401)
    expect((await tryToken(`Bearer ${signed(late)}`)).status).toBe(200)
  })

  it('comes before what is wrong with the body', async () => {
    const answer = await ask(api, '/v1/keys', { method: 'POST', body: 'nonsense' })
    expect(faultsOf(answer)).toEqual(['header.Authorization missing_token'])
  })

  it('gives a token no way to the data', async () => {
    const answer = await ask(api, '/v1/events', { headers: ada.bearer })
    expect(faultsOf(answer)).toEqual(['header.X-API-Key missing_api_key'])
  })
})
