// Which wallets are followed, and towards which account's quota each counts.
import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  createFollowedWallets,
  type FollowedWallets,
} from '../../../services/api/wallets/followed-wallets.ts'
import { nowMs } from '../running-api.ts'

const day = 86_400_000
let clockMs: number
let wallets: FollowedWallets
beforeEach(() => {
  clockMs = nowMs
  wallets = createFollowedWallets({ quotas: { perAccount: 2, total: 3 }, now: () => clockMs })
})

const request = (wallet: string, account: string | null, requestedAtMs = clockMs) =>
  wallets.apply({ wallet, account_id: account, requested_at_ms: requestedAtMs })
const accountQuota = { quota: 'account_quota', limit: 2 }
const serviceQuota = { quota: 'service_quota', limit: 3 }

describe('the quota of an account', () => {
  it('is the number of wallets that it requested last', () => {
    for (const wallet of ['a', 'b']) {
      expect(wallets.quotaExceededBy(wallet, 'one')).toBeNull()
      request(wallet, 'one')
      request(wallet, 'one')
    }
    expect(wallets.quotaExceededBy('c', 'one')).toEqual(accountQuota)
    expect(wallets.quotaExceededBy('a', 'one')).toBeNull()
    expect(wallets.quotaExceededBy('a', 'two')).toBeNull()
    // the wallet counts towards the other account from now on
    request('a', 'two')
    expect(wallets.quotaExceededBy('c', 'one')).toBeNull()
    request('c', 'one')
    expect(wallets.quotaExceededBy('a', 'one')).toEqual(accountQuota)
  })

  it('is free again 30 days after the last request', () => {
    request('a', 'one')
    clockMs += day
    request('b', 'one')
    clockMs = nowMs + 30 * day - 1
    expect(wallets.quotaExceededBy('c', 'one')).toEqual(accountQuota)
    expect(wallets.requestedAtMs('a')).toBe(nowMs)
    clockMs += 1
    expect(wallets.requestedAtMs('a')).toBeNull()
    expect(wallets.quotaExceededBy('c', 'one')).toBeNull()
    request('b', 'one')
    clockMs += day
    expect(wallets.requestedAtMs('b')).toBe(clockMs - day)
  })
})

describe('the quota of the service', () => {
  it('is the number of all wallets, those of no account, too', () => {
    request('a', null)
    request('b', 'one')
    request('c', 'two')
    expect(wallets.quotaExceededBy('d', 'three')).toEqual(serviceQuota)
    // a wallet that is followed takes no further place
    for (const wallet of ['a', 'b', 'c'])
      expect(wallets.quotaExceededBy(wallet, 'three')).toBeNull()
    clockMs += 30 * day
    expect(wallets.quotaExceededBy('d', 'three')).toBeNull()
  })

  it('ignores wallets whose last request was long ago', () => {
    for (let n = 0; n < 10; n += 1) request(`old ${n}`, 'one', nowMs - 30 * day)
    expect(wallets.requestedAtMs('old 0')).toBeNull()
    expect(wallets.quotaExceededBy('d', 'one')).toBeNull()
  })
})

describe('a request', () => {
  it('that is older than the known one changes nothing', () => {
    request('a', 'one')
    request('a', 'two', nowMs - 1)()
    expect(wallets.requestedAtMs('a')).toBe(nowMs)
    request('b', 'one')
    expect(wallets.quotaExceededBy('c', 'one')).toEqual(accountQuota)
  })

  it('from a clock ahead of ours counts as one of now', () => {
    request('a', 'one', nowMs + day)
    expect(wallets.requestedAtMs('a')).toBe(nowMs)
    clockMs += 60_000
    request('a', 'two')
    expect(wallets.requestedAtMs('a')).toBe(clockMs)
  })

  it('can be undone, unless a newer one has come', () => {
    request('a', 'one')()
    expect(wallets.requestedAtMs('a')).toBeNull()
    request('a', 'one')
    clockMs += 1
    const undo = request('a', 'two')
    undo()
    undo()
    expect(wallets.requestedAtMs('a')).toBe(nowMs)
    request('b', 'one')
    expect(wallets.quotaExceededBy('c', 'one')).toEqual(accountQuota)
    const late = request('c', 'two')
    request('c', 'three')
    late()
    expect(wallets.requestedAtMs('c')).toBe(clockMs)
  })

  it('costs no more when there are many wallets', () => {
    const many = createFollowedWallets({
      quotas: { perAccount: 1_000_000, total: 1_000_000 },
      now: () => clockMs,
    })
    for (let n = 0; n < 200_000; n += 1)
      many.apply({ wallet: `w${n}`, account_id: 'one', requested_at_ms: nowMs - n * 10 })
    const cpuBefore = process.cpuUsage()
    for (let n = 0; n < 20_000; n += 1) {
      many.quotaExceededBy('another', 'one')
      many.apply({ wallet: `w${n}`, account_id: 'two', requested_at_ms: nowMs })
      many.requestedAtMs(`w${n}`)
    }
    const { user, system } = process.cpuUsage(cpuBefore)
    expect((user + system) / 1000).toBeLessThan(2_000)
  })
})
