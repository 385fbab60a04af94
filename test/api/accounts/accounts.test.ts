// Accounts over a real log: two processes, a restart, a log that fails.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { maxActiveKeys, type Accounts } from '../../../services/api/accounts/accounts.ts'
import type { Passwords } from '../../../services/api/accounts/passwords.ts'
import { createApiKey, prefixOf } from '../../../services/api/accounts/api-key.ts'
import type { ApiKey, Developer } from '../../../services/api/accounts/registry.ts'
import { LogError, type EventLog } from '../../../services/lib/log/port.ts'
import { createTokens } from '../../../services/api/accounts/tokens.ts'
import { readOptionalKey, requireDeveloper } from '../../../services/api/authenticate.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { fakeTimersOnly } from '../../support/fake-timers.ts'
import {
  cheapPasswords,
  openAccounts,
  openAccountsLog,
  type AccountsLog,
  type OpenAccounts,
} from './open-accounts.ts'
import { withAppends } from './faulty-log.ts'

const noonMs = Date.UTC(2026, 10, 19, 12)
const minuteMs = 60_000
const password = 'correct horse'

let nowMs: number
let on: AccountsLog
let open: OpenAccounts[]
const now = (): number => nowMs
beforeEach(async () => {
  nowMs = noonMs
  on = await openAccountsLog(now)
  open = []
})
afterEach(async () => {
  jest.useRealTimers()
  for (const accounts of open) await accounts.close()
  await on.close()
})

async function process(log?: EventLog, passwords?: Passwords): Promise<Accounts> {
  return (await opened(log, passwords)).accounts
}

async function opened(log = on.log as EventLog, passwords = cheapPasswords): Promise<OpenAccounts> {
  const accounts = await openAccounts({ now, passwords, on: { ...on, log: { ...on.log, ...log } } })
  open.push(accounts)
  return accounts
}

async function closeAll(): Promise<void> {
  for (const accounts of open.splice(0)) await accounts.close()
}

async function newDeveloper(accounts: Accounts, email = `${randomUUID()}@x.org`) {
  const made = await accounts.signUp(email, password)
  if (!made) throw new Error(`${email} is taken`)
  return { ...made, email }
}

const showKey = ({ developer, ...key }: ApiKey) => ({ ...key, developer: developer.id })
const showDeveloper = (developer: Developer | null) =>
  developer && { ...developer, keys: [...developer.keys.values()].map(showKey) }

describe('signing up', () => {
  it('makes an account with a key that works', async () => {
    const accounts = await process()
    expect(accounts.hasAccounts()).toBe(false)
    const { developer, apiKey, key } = await newDeveloper(accounts, 'ada@x.org')
    expect(accounts.hasAccounts()).toBe(true)
    expect(developer).toMatchObject({ email: 'ada@x.org', revokedAtMs: null })
    expect(accounts.checkKey(apiKey)).toBe(key)
    expect(key.developer).toBe(developer)
    expect(key.prefix).toBe(prefixOf(apiKey))
    expect(accounts.findDeveloper(developer.id)).toBe(developer)
    expect(await accounts.logIn('ada@x.org', password)).toBe(developer)
    expect(await accounts.logIn('ada@x.org', 'wrong horse')).toBeNull()
    expect(await accounts.logIn('eve@x.org', password)).toBeNull()
  })

  it('with an email that has an account changes nothing', async () => {
    const accounts = await process()
    await newDeveloper(accounts, 'ada@x.org')
    const before = await on.log.ranges('pm.developers')
    expect(await accounts.signUp('ada@x.org', 'another password')).toBeNull()
    expect(await on.log.ranges('pm.developers')).toEqual(before)
    expect(await accounts.logIn('ada@x.org', 'another password')).toBeNull()
  })

  it('at the same moment in two processes works in one, and both know the same developer', async () => {
    const processes = [await process(), await process()]
    const made = await Promise.all(
      processes.map((accounts, i) => accounts.signUp('ada@x.org', `${password} ${i}`)),
    )
    const winner = made.findIndex((m) => m !== null)
    const { developer, apiKey } = made[winner] ?? {}
    expect(made.filter((m) => m !== null)).toHaveLength(1)
    for (const accounts of processes) {
      await eventually(async () => expect(accounts.checkKey(apiKey ?? '')).toHaveProperty('id'))
      const known = await accounts.logIn('ada@x.org', `${password} ${winner}`)
      expect(known?.id).toBe(developer?.id)
      expect(await accounts.logIn('ada@x.org', `${password} ${1 - winner}`)).toBeNull()
    }
  })

  it('of many at once in two processes gives each email to one', async () => {
    const processes = [await process(), await process()]
    const emails = ['a@x.org', 'b@x.org', 'c@x.org']
    const tries = Array.from({ length: 20 }, (_, i) => ({
      accounts: processes[i % 2] as Accounts,
      email: emails[i % 3] ?? '',
    }))
    const made = await Promise.all(tries.map((t) => t.accounts.signUp(t.email, password)))
    const winners = made.flatMap((m) => (m ? [m] : []))
    expect(winners.map((m) => m.developer.email).sort()).toEqual(emails)
    for (const accounts of processes)
      for (const { apiKey, developer } of winners)
        await eventually(async () =>
          expect(accounts.checkKey(apiKey)).toMatchObject({ developer: { id: developer.id } }),
        )
  })
})

describe('a key', () => {
  it('is accepted at once by another process, which has not read it yet', async () => {
    const one = await process()
    const other = await process({
      ...on.log,
      follow: (options, handle) =>
        on.log.follow(options, async (batch, signal) => {
          await sleep(200)
          await handle(batch, signal)
        }),
    })
    const { apiKey, developer, email } = await newDeveloper(one)
    expect(other.checkKey(apiKey)).toBe('unknown')
    expect(await readOptionalKey(other, () => [apiKey])).toMatchObject({
      developer: { id: developer.id },
    })
    await one.createKey(developer, 'second')
    const tokens = createTokens({ secret: 'x'.repeat(32), previousSecret: null, now })
    const bearer = `Bearer ${tokens.issueToken(developer.id)}`
    const known = await requireDeveloper(other, tokens, () => [bearer])
    expect(other.keysOf(known).map(({ label }) => label)).toEqual(['second', 'first key'])
    const late = await newDeveloper(one)
    expect(await other.logIn(late.email, password)).toMatchObject({ id: late.developer.id })
    expect(await other.logIn(email, 'wrong horse')).toBeNull()
  })

  it('is unknown if it was never issued, and malformed if it cannot be issued', async () => {
    const accounts = await process()
    const { apiKey } = await newDeveloper(accounts)
    expect(accounts.checkKey(createApiKey())).toBe('unknown')
    expect(accounts.checkKey(apiKey.slice(0, -1))).toBe('malformed')
  })

  it('that is revoked is refused at once, and soon in every process', async () => {
    const [one, two] = [await process(), await process()]
    const { developer, key, apiKey } = await newDeveloper(one)
    const other = await one.createKey(developer, 'other')
    await eventually(async () => expect(two.checkKey(other?.apiKey ?? '')).toHaveProperty('id'))
    nowMs += 1
    expect(await one.revokeKey(developer, key.id)).toBe(true)
    expect(one.checkKey(apiKey)).toBe('revoked')
    await eventually(async () => expect(two.checkKey(apiKey)).toBe('revoked'))
    expect(one.checkKey(other?.apiKey ?? '')).toBe(other?.key)
    expect(key.revokedAtMs).toBe(nowMs)
    const before = await on.log.ranges('pm.developers')
    nowMs += 1
    expect(await one.revokeKey(developer, key.id)).toBe(true)
    expect(await on.log.ranges('pm.developers')).toEqual(before)
  })

  it('of another developer cannot be revoked', async () => {
    const accounts = await process()
    const [one, two] = [await newDeveloper(accounts), await newDeveloper(accounts)]
    expect(await accounts.revokeKey(one.developer, two.key.id)).toBe(false)
    expect(await accounts.revokeKey(one.developer, 'key_of_nobody')).toBe(false)
    expect(accounts.checkKey(two.apiKey)).toBe(two.key)
  })

  it(`is one of ${maxActiveKeys} live ones at most, asked for at once or not`, async () => {
    const accounts = await process()
    const { developer, key } = await newDeveloper(accounts)
    const made = await Promise.all(
      Array.from({ length: maxActiveKeys + 20 }, (_, i) => accounts.createKey(developer, `${i}`)),
    )
    expect(made.filter((m) => m !== null)).toHaveLength(maxActiveKeys - 1)
    expect(accounts.keysOf(developer)).toHaveLength(maxActiveKeys)
    expect(await accounts.createKey(developer, 'more')).toBeNull()
    await accounts.revokeKey(developer, key.id)
    expect(await accounts.createKey(developer, 'more')).not.toBeNull()
    expect(await accounts.createKey(developer, 'more')).toBeNull()
    expect(accounts.keysOf(developer)).toHaveLength(maxActiveKeys + 1)
    expect(accounts.keysOf(developer)[0]?.label).toBe('more')
  })
})

describe('a developer that is revoked', () => {
  it('has no key, no token and no login left, in any process; the email stays in use', async () => {
    const [one, two] = [await process(), await process()]
    const { developer, apiKey, email } = await newDeveloper(one)
    expect(await one.revokeDeveloper('nobody@x.org', '')).toBeNull()
    expect((await one.revokeDeveloper(email, 'abuse'))?.id).toBe(developer.id)
    for (const accounts of [one, two]) {
      await eventually(async () => expect(accounts.checkKey(apiKey)).toBe('revoked'))
      expect(accounts.findDeveloper(developer.id)).toBeNull()
      expect(await accounts.logIn(email, password)).toBeNull()
      expect(await accounts.signUp(email, password)).toBeNull()
    }
    const before = await on.log.ranges('pm.developers')
    expect((await two.revokeDeveloper(email, 'again'))?.id).toBe(developer.id)
    expect(await on.log.ranges('pm.developers')).toEqual(before)
  })

  it('is not let in by a password that was being checked at that moment', async () => {
    let finishCheck = (): void => undefined
    const check = new Promise<void>((resolve) => {
      finishCheck = resolve
    })
    const accounts = await process(on.log, {
      ...cheapPasswords,
      async verify(...given) {
        await check
        return cheapPasswords.verify(...given)
      },
    })
    const { email } = await newDeveloper(accounts)
    const login = accounts.logIn(email, password)
    await accounts.revokeDeveloper(email, '')
    finishCheck()
    expect(await login).toBeNull()
  })
})

describe('a restart', () => {
  it('finds the same accounts, also where the topic was compacted', async () => {
    const before = await process()
    const made = [
      await newDeveloper(before),
      await newDeveloper(before),
      await newDeveloper(before),
    ]
    const [one, two, three] = made.map((m) => m.developer) as [Developer, Developer, Developer]
    const more = await before.createKey(one, 'second: "ü" 😀')
    const gone = await before.createKey(one, 'third')
    await before.revokeKey(one, gone?.key.id ?? '')
    await before.revokeDeveloper(two.email, 'abuse')
    for (let minute = 0; minute < 3; minute += 1) {
      nowMs += minuteMs
      open[0]?.accounts.checkKey(more?.apiKey ?? '')
      await closeAll() // writes the use, and compacts earlier uses
      open.push(await openAccounts({ now, on }))
    }
    const shown = [one, two, three].map(({ id }) =>
      showDeveloper(open[0]?.accounts.findDeveloper(id) ?? null),
    )
    await closeAll()
    const records = []
    for await (const record of on.log.read({ topic: 'pm.developers', partition: 0, from: 0 }))
      records.push(record.key)
    expect(records).toHaveLength(new Set(records).size)
    const after = await process()
    expect([one, two, three].map(({ id }) => showDeveloper(after.findDeveloper(id)))).toEqual(shown)
    expect(shown[0]?.keys.map((k) => k.lastUsedAtMs)).toEqual([null, nowMs, null])
    expect(shown[1]).toBeNull()
    expect(after.checkKey(gone?.apiKey ?? '')).toBe('revoked')
    expect(after.checkKey(made[1]?.apiKey ?? '')).toBe('revoked')
    expect(after.checkKey(made[2]?.apiKey ?? '')).toHaveProperty('id')
    expect(await after.logIn(one.email, password)).toBe(after.findDeveloper(one.id))
    expect(await after.logIn(two.email, password)).toBeNull()
  })

  it('finds the same when two processes revoked one key', async () => {
    const [one, two] = [await process(), await process()]
    const { developer, key, apiKey } = await newDeveloper(one)
    await eventually(async () => expect(two.checkKey(apiKey)).toHaveProperty('id'))
    const known = two.findDeveloper(developer.id) as Developer
    const first = one.revokeKey(developer, key.id)
    nowMs += 5
    expect(await Promise.all([first, two.revokeKey(known, key.id)])).toEqual([true, true])
    const third = await process()
    const revokedAt = [one, two, third].map(
      (accounts) => accounts.findDeveloper(developer.id)?.keys.get(key.id)?.revokedAtMs,
    )
    expect(revokedAt).toEqual([noonMs, noonMs, noonMs])
  })
})

describe('when a key was last used', () => {
  it('is written when the process stops, to the minute', async () => {
    const accounts = await process()
    const { developer, key, apiKey } = await newDeveloper(accounts)
    expect(accounts.lastUseMsOf(key)).toBeNull()
    nowMs += 100_000
    accounts.checkKey(apiKey)
    expect(accounts.lastUseMsOf(key)).toBe(noonMs + minuteMs)
    expect(key.lastUsedAtMs).toBeNull()
    await closeAll()
    const after = await process()
    const [found] = after.keysOf(after.findDeveloper(developer.id) as Developer)
    expect(found?.lastUsedAtMs).toBe(noonMs + minuteMs)
  })

  it('is one record a minute for each key, however often it is used', async () => {
    fakeTimersOnly()
    const reported: number[] = []
    const log = withAppends(on.log, async (records, real) => {
      await real(records)
      reported.push(records.length)
    })
    const accounts = await process(log)
    const { apiKey, developer } = await newDeveloper(accounts)
    const other = await accounts.createKey(developer, 'other')
    reported.length = 0
    for (let minute = 0; minute < 3; minute += 1) {
      for (let i = 0; i < 50; i += 1) accounts.checkKey(apiKey)
      if (minute === 1) accounts.checkKey(other?.apiKey ?? '')
      await jest.advanceTimersByTimeAsync(minuteMs)
      // the disk takes time that no timer turns on
      while (reported.length === minute) await new Promise(setImmediate)
      nowMs += minuteMs
    }
    await jest.advanceTimersByTimeAsync(10 * minuteMs)
    expect(reported).toEqual([1, 2, 1])
  })

  it('is written by two processes at the same moment', async () => {
    const [one, two] = [await opened(), await opened()]
    const { key, apiKey } = await newDeveloper(one.accounts)
    await eventually(async () => expect(two.accounts.checkKey(apiKey)).toHaveProperty('id'))
    nowMs += minuteMs
    for (const { accounts } of [one, two]) accounts.checkKey(apiKey)
    const third = await opened()
    await Promise.all([one.close(), two.close()])
    const found = third.accounts.checkKey(apiKey) as ApiKey
    await eventually(async () => expect(found.lastUsedAtMs).toBe(noonMs + minuteMs))
    expect([one.failures, two.failures]).toEqual([[], []])
    expect(key.id).toBe(found.id)
  })

  it('is not written for keys that are rejected', async () => {
    const accounts = await process()
    const { developer, key, apiKey } = await newDeveloper(accounts)
    await accounts.revokeKey(developer, key.id)
    expect(accounts.checkKey(apiKey)).toBe('revoked')
    expect(accounts.lastUseMsOf(key)).toBeNull()
  })

  it('is written later when the log fails', async () => {
    let isFailing = false
    const log = withAppends(on.log, (records, real) =>
      isFailing ? Promise.reject(new LogError('full', { retriable: true })) : real(records),
    )
    const { accounts, failures } = await opened(log)
    const { developer, key, apiKey } = await newDeveloper(accounts)
    fakeTimersOnly()
    isFailing = true
    // started before the timers were: a second process does what the first would every minute
    const second = await opened(log)
    second.accounts.checkKey(apiKey)
    await jest.advanceTimersByTimeAsync(minuteMs)
    expect(second.failures).toEqual([expect.objectContaining({ message: 'full' })])
    isFailing = false
    await jest.advanceTimersByTimeAsync(minuteMs)
    jest.useRealTimers()
    await eventually(async () => expect(key.lastUsedAtMs).toBe(noonMs))
    expect(developer.keys.get(key.id)).toBe(key)
    expect(failures).toEqual([])
  })
})

describe('a log that fails', () => {
  it('leaves no incomplete account', async () => {
    let isFailing = true
    const log = withAppends(on.log, (records, real) =>
      isFailing ? Promise.reject(new LogError('full', { retriable: true })) : real(records),
    )
    const accounts = await process(log)
    await expect(accounts.signUp('ada@x.org', password)).rejects.toThrow('full')
    expect(accounts.hasAccounts()).toBe(false)
    expect(await accounts.logIn('ada@x.org', password)).toBeNull()
    isFailing = false
    const { developer, key } = await newDeveloper(accounts, 'ada@x.org')
    isFailing = true
    await expect(accounts.createKey(developer, 'more')).rejects.toThrow('full')
    await expect(accounts.revokeKey(developer, key.id)).rejects.toThrow('full')
    await expect(accounts.revokeDeveloper('ada@x.org', '')).rejects.toThrow('full')
    expect(accounts.keysOf(developer)).toEqual([key])
    expect([key.revokedAtMs, developer.revokedAtMs]).toEqual([null, null])
    isFailing = false
    expect(await accounts.createKey(developer, 'more')).not.toBeNull()
  })

  it('that lost its answer has made the account: the next signup says that it is taken', async () => {
    const log = withAppends(on.log, async (records, real) => {
      await real(records)
      throw new LogError('the answer was lost', { retriable: true, unknown: true })
    })
    const accounts = await process(log)
    await expect(accounts.signUp('ada@x.org', password)).rejects.toMatchObject({ unknown: true })
    await eventually(async () => expect(accounts.hasAccounts()).toBe(true))
    expect(await accounts.signUp('ada@x.org', password)).toBeNull()
    expect(await accounts.logIn('ada@x.org', password)).toMatchObject({ email: 'ada@x.org' })
  })
})
