// What a wallet request waits for, and when the poller is asked to follow the wallet. The test controls
// the timers and the clock of the api.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import {
  createWalletFollower,
  type WalletCompleteness,
  type WalletFollower,
} from '../../../services/api/wallets/wallet-follower.ts'
import {
  createFollowedWallets,
  type FollowedWallets,
} from '../../../services/api/wallets/followed-wallets.ts'
import { LogError } from '../../../services/lib/log/port.ts'
import { StoreUnavailable } from '../../../services/lib/store/port.ts'
import { fakeTimersOnly } from '../../support/fake-timers.ts'
import { nowMs } from '../running-api.ts'
import { createFeedStore, type FeedStore } from './wallet-feed.ts'
import { newWallet } from './wallet-rows.ts'

let feeds: FeedStore
let clockMs: number
let announced: string[]
let failures: unknown[]
/** What becomes of an append. */
let append: () => Promise<void>
let followedWallets: FollowedWallets
let walletFollower: WalletFollower
const wallet = newWallet()
beforeEach(() => {
  fakeTimersOnly()
  feeds = createFeedStore()
  clockMs = nowMs
  announced = []
  failures = []
  append = () => Promise.resolve()
  followedWallets = createFollowedWallets({
    quotas: { perAccount: 20_000, total: 20_000 },
    now: () => clockMs,
  })
  walletFollower = createWalletFollower({
    store: feeds.store,
    followedWallets,
    requests: {
      append: (request) => {
        announced.push(request.wallet)
        return append()
      },
    },
    now: () => clockMs,
    onFailure: (error) => failures.push(error),
  })
})
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0)
  jest.useRealTimers()
})

const account = 'dev_1'
const completenessOf = (asked: string): Promise<WalletCompleteness> =>
  walletFollower.completenessOf(asked, account)

/** As if the wallet had been requested two minutes ago. */
function follow(followed: string): void {
  followedWallets.apply({
    wallet: followed,
    requested_at_ms: clockMs - 120_000,
    account_id: account,
  })
}

/** Ends the current waits; the waiting requests query once more. */
async function waitIsOver(): Promise<void> {
  await untilWaiting()
  await jest.advanceTimersByTimeAsync(2_000)
}

/** Resolves when a request waits, that is, when its timer is set. */
async function untilWaiting(): Promise<void> {
  while (jest.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
}

const nothingKnown = { completeUntilMs: 0, gaps: [], isComplete: false, notFollowed: null }
const complete = { completeUntilMs: nowMs, gaps: [], isComplete: true, notFollowed: null }

describe('a wallet that was never requested', () => {
  it('is waited for, for two seconds and no longer, with four queries', async () => {
    let answer: unknown = null
    const asked = completenessOf(wallet).then((found) => (answer = found))
    await untilWaiting()
    await jest.advanceTimersByTimeAsync(1_999)
    expect(answer).toBeNull()
    await jest.advanceTimersByTimeAsync(1)
    expect(await asked).toEqual(nothingKnown)
    expect(announced).toEqual([wallet])
    expect(feeds.polls()).toBe(4)
  })

  it('is answered as soon as its past is there', async () => {
    const asked = completenessOf(wallet)
    await untilWaiting()
    feeds.setWatermark(wallet)
    await jest.advanceTimersByTimeAsync(250)
    expect(await asked).toEqual(complete)
  })

  it('is looked for once more when the wait is over', async () => {
    const asked = completenessOf(wallet)
    await untilWaiting()
    feeds.setWatermark(wallet, { complete_from_ms: 5_000 })
    await jest.advanceTimersByTimeAsync(1_999)
    feeds.setWatermark(wallet)
    await jest.advanceTimersByTimeAsync(1)
    expect(await asked).toEqual(complete)
  })

  it('is announced once, and polled together for all concurrent requests', async () => {
    const asked = Array.from({ length: 50 }, () => completenessOf(wallet))
    await untilWaiting()
    const late = completenessOf(wallet)
    const other = newWallet()
    const others = [completenessOf(other), completenessOf(other)]
    while (announced.length < 2) await new Promise((resolve) => setImmediate(resolve))
    expect(announced).toEqual([wallet, other])
    const looks = feeds.polls()
    feeds.setWatermark(wallet)
    feeds.setWatermark(other)
    await jest.advanceTimersByTimeAsync(250)
    for (const answer of await Promise.all([...asked, late, ...others]))
      expect(answer).toEqual(complete)
    expect(feeds.polls() - looks).toBe(2) // one for each wallet, not one for each request
  })

  it('is not waited for again while the poller may be at it', async () => {
    const first = completenessOf(wallet)
    await waitIsOver()
    await first
    for (const laterMs of [0, 100, 14_000, 30_000, 59_999]) {
      clockMs = nowMs + laterMs
      expect(await completenessOf(wallet)).toEqual(nothingKnown)
    }
    expect(announced).toEqual([wallet])
    clockMs = nowMs + 60_000
    const again = completenessOf(wallet)
    await waitIsOver()
    expect(await again).toEqual(nothingKnown)
    expect(announced).toEqual([wallet, wallet])
  })
})

describe('a wallet with a complete history', () => {
  beforeEach(() => {
    feeds.setWatermark(wallet)
    follow(wallet)
  })

  it('is answered at once, and the poller is asked to keep following it', async () => {
    expect(await completenessOf(wallet)).toEqual(complete)
    expect(announced).toEqual([wallet])
    expect(feeds.polls()).toBe(1)
  })

  it('is announced again after a minute, not more often', async () => {
    for (const laterMs of [0, 1, 30_000, 59_999]) {
      clockMs = nowMs + laterMs
      await completenessOf(wallet)
    }
    expect(announced).toHaveLength(1)
    for (const laterMs of [60_000, 60_001, 119_999]) {
      clockMs = nowMs + laterMs
      feeds.setWatermark(wallet, { received_at_ms: clockMs })
      await completenessOf(wallet)
    }
    expect(announced).toHaveLength(2)
  })

  it('is announced once for all concurrent requests', async () => {
    await Promise.all(Array.from({ length: 50 }, () => completenessOf(wallet)))
    expect(announced).toEqual([wallet])
  })
})

describe('a watermark', () => {
  beforeEach(() => follow(wallet))
  const gaps = [{ from_ms: 5, until_ms: 6, reason: 'unreachable' }]

  it.each([
    ['that ends now', {}, complete],
    ['made a minute ago', { received_at_ms: nowMs - 60_000 }, null],
    ['by a clock ahead of ours', { received_at_ms: nowMs + 5_000 }, null],
    ['of a platform whose clock is behind', { complete_until_ms: nowMs - 600_000 }, null],
  ])('%s is complete', async (_name, fields, expected) => {
    feeds.setWatermark(wallet, fields)
    const { isComplete, completeUntilMs } = await completenessOf(wallet)
    const untilMs = 'complete_until_ms' in fields ? fields.complete_until_ms : nowMs
    expect([isComplete, completeUntilMs]).toEqual([true, untilMs])
    if (expected) expect(await completenessOf(wallet)).toEqual(expected)
  })

  it.each([
    [
      'made more than a minute ago',
      { received_at_ms: nowMs - 60_001 },
      { ...complete, isComplete: false },
    ],
    ['with gaps', { gaps }, { ...complete, gaps, isComplete: false }],
    // what is known in the middle says nothing about what lies before it
    ['that begins later', { complete_from_ms: 1 }, nothingKnown],
    ['that begins later, with gaps', { complete_from_ms: 1, gaps }, nothingKnown],
  ])('%s is not: the rest is waited for', async (_name, fields, expected) => {
    feeds.setWatermark(wallet, fields)
    const asked = completenessOf(wallet)
    await waitIsOver()
    expect(await asked).toEqual(expected)
    expect(announced).toEqual([wallet])
    expect(feeds.polls()).toBe(4)
    // and not again
    expect(await completenessOf(wallet)).toEqual(expected)
    // until it is whole
    feeds.setWatermark(wallet)
    expect(await completenessOf(wallet)).toEqual(complete)
  })

  it('with a gap that the platform leaves is as good as it gets: nothing is waited for', async () => {
    const lost = [{ from_ms: 5, until_ms: 6, reason: 'truncated' }]
    feeds.setWatermark(wallet, { gaps: lost })
    const expected = { ...complete, gaps: lost, isComplete: false }
    expect(await completenessOf(wallet)).toEqual(expected)
  })

  it('that grows old without requests makes the next request wait', async () => {
    feeds.setWatermark(wallet)
    await completenessOf(wallet)
    clockMs = nowMs + 300_000
    const asked = completenessOf(wallet)
    await untilWaiting()
    feeds.setWatermark(wallet, { received_at_ms: clockMs - 1_000 })
    await jest.advanceTimersByTimeAsync(300)
    expect(await asked).toMatchObject({ isComplete: true })
    expect(announced).toHaveLength(2)
  })
})

describe('when the log', () => {
  const logError = new LogError('no broker', { retriable: true })

  it('fails, the request is answered nevertheless, the failure is reported, and the next request announces again', async () => {
    append = () => Promise.reject(logError)
    const asked = completenessOf(wallet)
    await waitIsOver()
    expect(await asked).toEqual(nothingKnown)
    expect(failures).toEqual([logError])
    append = () => Promise.resolve()
    const again = completenessOf(wallet)
    await waitIsOver()
    await again
    expect(announced).toEqual([wallet, wallet])
    expect(failures).toHaveLength(1)
  })

  it('fails for a wallet with a complete history, no request waits', async () => {
    append = () => Promise.reject(logError)
    feeds.setWatermark(wallet)
    follow(wallet)
    expect(await completenessOf(wallet)).toEqual(complete)
    expect(await completenessOf(wallet)).toEqual(complete)
    expect(failures).toEqual([logError, logError])
  })

  it('hangs, no request waits longer', async () => {
    append = () => new Promise(() => undefined)
    const asked = completenessOf(wallet)
    await waitIsOver()
    expect(await asked).toEqual(nothingKnown)
    feeds.setWatermark(wallet)
    expect(await completenessOf(wallet)).toEqual(complete)
  })
})

describe('when the store', () => {
  it('fails during the wait, all waiting requests fail, and the next one tries again', async () => {
    const asked = [completenessOf(wallet), completenessOf(wallet)]
    await untilWaiting()
    const away = new StoreUnavailable('away')
    feeds.failWith(away)
    jest.advanceTimersByTime(250)
    expect(await Promise.allSettled(asked)).toEqual([
      { status: 'rejected', reason: away },
      { status: 'rejected', reason: away },
    ])
    await expect(completenessOf(wallet)).rejects.toBe(away)
    feeds.failWith()
    feeds.setWatermark(wallet)
    expect(await completenessOf(wallet)).toEqual(complete)
  })
})

describe('without any quota left', () => {
  beforeEach(() => {
    followedWallets = createFollowedWallets({
      quotas: { perAccount: 1, total: 2 },
      now: () => clockMs,
    })
    walletFollower = createWalletFollower({
      store: feeds.store,
      followedWallets,
      requests: {
        append: ({ wallet: asked, account_id: payer }) => {
          announced.push(`${asked} ${payer}`)
          return append()
        },
      },
      now: () => clockMs,
      onFailure: (error) => failures.push(error),
    })
    follow(wallet)
    feeds.setWatermark(wallet)
  })

  it('of the account, an unknown wallet is answered at once, with one query, and says so', async () => {
    const other = newWallet()
    expect(await completenessOf(other)).toEqual({
      ...nothingKnown,
      notFollowed: { quota: 'account_quota', limit: 1 },
    })
    expect(announced).toEqual([])
    expect(feeds.polls()).toBe(1)
  })

  it('of the service, too', async () => {
    followedWallets.apply({ wallet: newWallet(), requested_at_ms: clockMs, account_id: null })
    feeds.setWatermark(newWallet())
    expect(await walletFollower.completenessOf(newWallet(), 'dev_2')).toMatchObject({
      notFollowed: { quota: 'service_quota', limit: 2 },
    })
  })

  it('what is stored of a wallet is returned', async () => {
    const other = newWallet()
    feeds.setWatermark(other, { received_at_ms: nowMs - 3_600_000 })
    expect(await completenessOf(other)).toEqual({
      ...complete,
      isComplete: false,
      notFollowed: { quota: 'account_quota', limit: 1 },
    })
  })

  it('a wallet that the account has asked about stays followed', async () => {
    expect(await completenessOf(wallet)).toEqual(complete)
    expect(announced).toEqual([`${wallet} ${account}`])
  })

  it('a wallet that another account has asked about is followed, but not for this account', async () => {
    const other = newWallet()
    feeds.setWatermark(other)
    followedWallets.apply({ wallet: other, requested_at_ms: clockMs, account_id: 'dev_2' })
    clockMs += 61_000
    feeds.setWatermark(other, { received_at_ms: clockMs })
    expect(await completenessOf(other)).toMatchObject({ isComplete: true, notFollowed: null })
    expect(announced).toEqual([])
  })

  it('many concurrent requests exceed no quota, nor does a request that fails use it up', async () => {
    append = () => Promise.reject(new LogError('no broker', { retriable: true }))
    const failed = walletFollower.completenessOf(newWallet(), 'dev_2')
    await waitIsOver()
    expect(await failed).toEqual(nothingKnown)
    append = () => Promise.resolve()
    announced = []
    const asked = Array.from({ length: 5 }, () =>
      walletFollower.completenessOf(newWallet(), 'dev_2'),
    )
    await waitIsOver()
    const answers = await Promise.all(asked)
    expect(announced).toHaveLength(1)
    expect(answers.filter(({ notFollowed }) => notFollowed === null)).toHaveLength(1)
  })
})
