// POST /v1/auth/signup, by status; what any body can have wrong with it is in bodies.test.ts.
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { Signup } from '../../schemas/generated/api.ts'
import { PasswordQueueFull } from '../../services/api/accounts/passwords.ts'
import { LogError } from '../../services/lib/log/port.ts'
import { fakeTimersOnly } from '../support/fake-timers.ts'
import { openAccounts, openAccountsLog } from './accounts/open-accounts.ts'
import { withAppends } from './accounts/faulty-log.ts'
import { ask, faultsOf, refusal, type Body } from './api-requests.ts'
import { emptyStore, nowMs, runApi, type Answered, type RunningApi } from './running-api.ts'

const path = '/v1/auth/signup'
const password = 'correct horse'
let api: RunningApi
let last = 0
beforeAll(async () => {
  api = await runApi(emptyStore)
})
afterAll(() => api.close())

const kept: { close(): Promise<void> }[] = []
/** To be closed after the test, however it ends: the last first. */
function keep<T extends { close(): Promise<void> }>(part: T): T {
  kept.unshift(part)
  return part
}
afterEach(async () => {
  jest.useRealTimers()
  for (const part of kept.splice(0)) await part.close()
})

const newEmail = (): string => `developer-${(last += 1)}@example.com`
const signUp = (json: unknown): Promise<Answered> => ask(api, path, { method: 'POST', json })
const send = (body: Body, headers: Record<string, string> = {}): Promise<Answered> =>
  ask(api, path, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

describe('201', () => {
  it('creates an account and a key for the data, and forbids caching the response', async () => {
    const { status, body, headers } = await signUp({ email: 'Ada@Example.com', password })
    expect(status).toBe(201)
    expect(body).toEqual({
      developer: { id: expect.stringMatching(/^dev_/), email: 'ada@example.com' },
      api_key: expect.stringMatching(/^ol_[\w-]{49}$/),
    })
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('ETag')).toBeNull()
    const key = (body as Signup).api_key
    expect((await ask(api, '/v1/events', { headers: { 'X-API-Key': key } })).status).toBe(200)
  })

  it('takes no notice of extra fields, of a key, or of a token', async () => {
    const extra = { id: 'dev_1', is_admin: true, developer: {}, '': 1, constructor: 1 }
    expect((await signUp({ email: newEmail(), password, ...extra })).status).toBe(201)
    const own = `{"__proto__":{"email":"x"},"email":"${newEmail()}","password":"${password}"}`
    expect((await send(own)).status).toBe(201)
    const headers = { 'X-API-Key': 'nonsense', Authorization: 'nonsense' }
    expect((await send(JSON.stringify({ email: newEmail(), password }), headers)).status).toBe(201)
  })

  it.each([
    ['8 characters', '12345678'],
    ['8 emojis', '😀'.repeat(8)],
    ['256 characters', 'x'.repeat(256)],
    ['256 emojis', '😀'.repeat(256)],
    ['256 characters that are 512 when decomposed', 'a\u0308'.repeat(256)],
    ['one ligature that stands for 18 letters', '\uFDFA'],
    ['NULs', 'a\0b\0c\0d\0'],
    ['spaces only', ' '.repeat(8)],
  ])('takes a password of %s', async (_name, chosen) => {
    const email = newEmail()
    expect((await signUp({ email, password: chosen })).status).toBe(201)
    const login = await ask(api, '/v1/auth/login', {
      method: 'POST',
      json: { email, password: chosen.normalize('NFKC') },
    })
    expect(login.status).toBe(200)
  })

  it.each([
    'a@b.co',
    "o'hara+tag/x=y.z@sub.example.museum",
    'ü@bücher.example',
    '用户@例子.公司',
    `${'a'.repeat(242)}@example.com`,
  ])('takes the email %.40s', async (email) => {
    expect((await signUp({ email, password })).status).toBe(201)
  })
})

describe('409', () => {
  it.each([
    ['the same', 'grace@example.com', 'grace@example.com'],
    ['upper case', 'grace2@example.com', 'GRACE2@Example.com'],
    ['decomposed', 'gr\u00fcn@example.com', 'gru\u0308n@example.com'],
    ['upper case that has no composed form', '\u01F0@example.com', 'J\u030C@example.com'],
  ])('says that the email is taken: %s', async (_name, first, second) => {
    expect((await signUp({ email: first, password })).status).toBe(201)
    const answer = await signUp({ email: second, password: 'another password' })
    expect(refusal(answer)).toEqual([409, ['body.email email_taken']])
    expect(answer.text).not.toContain('another password')
  })
})

describe('422', () => {
  it('lists all validation errors at once', async () => {
    expect(faultsOf(await signUp({}))).toEqual(['body.email missing', 'body.password missing'])
    expect(faultsOf(await signUp({ email: 1, password: null }))).toEqual([
      'body.email string_type',
      'body.password string_type',
    ])
    expect(faultsOf(await signUp({ email: ['a@b.co'], password: { a: 1 } }))).toEqual([
      'body.email string_type',
      'body.password string_type',
    ])
    expect(faultsOf(await signUp({ password: 'short', email: 'none' })).sort()).toEqual([
      'body.email value_error',
      'body.password string_too_short',
    ])
  })

  it.each([
    ['7 characters', '1234567', 'string_too_short'],
    ['7 emojis, which are 14 units', '😀'.repeat(7), 'string_too_short'],
    ['none', '', 'string_too_short'],
    ['8 that are 4 when composed', 'a\u0308'.repeat(4), 'string_too_short'],
    ['257 characters', 'x'.repeat(257), 'string_too_long'],
    ['257 emojis', '😀'.repeat(257), 'string_too_long'],
    ['15 ligatures that stand for 270 letters', '\uFDFA'.repeat(15), 'string_too_long'],
  ])('says what is wrong with a password of %s', async (_name, chosen, type) => {
    const answer = await signUp({ email: newEmail(), password: chosen })
    expect(refusal(answer)).toEqual([422, [`body.password ${type}`]])
    if (chosen !== '') expect(answer.text).not.toContain(chosen)
  })

  it.each(['"\\ud83d\\ud83dxxxxxxxx"', '"xxxxxxxx\\ude00"', '"\\udc00\\ud800xxxxxxxx"'])(
    'says that half of a surrogate pair is no text: %s',
    async (chosen) => {
      expect(refusal(await send(`{"email":"${newEmail()}","password":${chosen}}`))).toEqual([
        422,
        ['body.password string_unicode'],
      ])
    },
  )

  it.each([
    ['no @', 'ada.example.com'],
    ['two @', 'ada@x@example.com'],
    ['nothing before it', '@example.com'],
    ['nothing behind it', 'ada@'],
    ['no dot behind it', 'ada@localhost'],
    ['a dot at the end', 'ada@example.'],
    ['two dots', 'ada@example..com'],
    ['a space', 'ada lovelace@example.com'],
    ['a space before', ' ada@example.com'],
    ['a space behind', 'ada@example.com '],
    ['a no-break space', 'ada\u00a0@example.com'],
    ['a line break', 'ada@example.com\nBcc: x@y.zz'],
    ['a NUL', 'ada\0@example.com'],
    ['an invisible character', 'ada\u200b@example.com'],
    ['text that runs the other way', 'ada\u202e@example.com'],
    ['half of a surrogate pair', 'ada\ud800@example.com'],
    ['nothing', ''],
  ])('says that it is no email: %s', async (_name, email) => {
    expect(refusal(await signUp({ email, password }))).toEqual([422, ['body.email value_error']])
  })

  it('says that an email of 300 characters is too long', async () => {
    const email = `${'a'.repeat(288)}@example.com`
    expect(email).toHaveLength(300)
    expect(refusal(await signUp({ email, password }))).toEqual([
      422,
      ['body.email string_too_long'],
    ])
    const longest = `${'a'.repeat(243)}@example.com`
    expect(refusal(await signUp({ email: longest, password }))).toEqual([
      422,
      ['body.email string_too_long'],
    ])
  })
})

describe('503', () => {
  it('asks to check and retry when the log fails, and leaves nothing', async () => {
    const on = keep(await openAccountsLog(() => nowMs))
    let isFailing = false
    const log = withAppends(on.log, (records, real) =>
      isFailing
        ? Promise.reject(new LogError('the disk /dev/x is full', { retriable: true }))
        : real(records),
    )
    const own = keep(await openAccounts({ now: () => nowMs, on: { ...on, log } }))
    const { accounts } = own
    const running = keep(await runApi(emptyStore, { accounts }))
    isFailing = true
    const json = { email: 'ada@example.com', password }
    const answer = await ask(running, path, { method: 'POST', json })
    expect(refusal(answer)).toEqual([503, [' accounts_unavailable']])
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(answer.text).not.toMatch(/disk|ada@|correct/)
    expect(running.observed.failures).toHaveLength(1)
    isFailing = false
    expect((await ask(running, path, { method: 'POST', json })).status).toBe(201)
  })

  it('does not wait forever when an append never returns', async () => {
    const on = keep(await openAccountsLog(() => nowMs))
    let onAppend: (() => void) | null = null
    const log = withAppends(on.log, (records, real) => {
      if (!onAppend) return real(records)
      onAppend()
      return new Promise(() => undefined)
    })
    const own = keep(await openAccounts({ now: () => nowMs, on: { ...on, log } }))
    const { accounts } = own
    const running = keep(await runApi(emptyStore, { accounts }))
    fakeTimersOnly()
    const appending = new Promise<void>((resolve) => (onAppend = resolve))
    const asking = ask(running, path, {
      method: 'POST',
      json: { email: 'ada@example.com', password },
    })
    await appending
    await jest.advanceTimersByTimeAsync(10_000)
    expect(refusal(await asking)).toEqual([503, [' accounts_unavailable']])
    jest.useRealTimers()
    expect(await accounts.logIn('ada@example.com', password)).toBeNull()
  })

  it('asks to come again when too many sign up at once', async () => {
    const signUp = (): Promise<never> => Promise.reject(new PasswordQueueFull())
    const busy = keep(
      await runApi(emptyStore, {
        accounts: {
          ...api.accounts,
          signUp: async (...given) =>
            given[1] === password ? signUp() : api.accounts.signUp(...given),
        },
      }),
    )
    const json = { email: newEmail(), password }
    const answer = await ask(busy, path, { method: 'POST', json })
    expect(refusal(answer)).toEqual([503, [' too_busy']])
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    // not a failure, so it is not reported as one
    expect(busy.observed.failures).toEqual([])
  })
})
