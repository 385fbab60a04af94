// What is waited for, and when the poller is told: the seconds of the wait are turned by hand, the
// clock of the api too.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createWalletWatch, type WalletWatch } from '../../../services/api/wallets/wallet-watch.ts'
import { LogError } from '../../../services/platform/log/port.ts'
import { StoreUnavailable } from '../../../services/platform/store/port.ts'
import { fakeTimersOnly } from '../../support/fake-timers.ts'
import { nowMs } from '../running-api.ts'
import { createFeedStore, type FeedStore } from './wallet-feed.ts'
import { newWallet } from './wallet-rows.ts'

let feeds: FeedStore
let clockMs: number
let told: string[]
let failures: unknown[]
/** What becomes of an append. */
let append: () => Promise<void>
let watch: WalletWatch
const wallet = newWallet()
beforeEach(() => {
  fakeTimersOnly()
  feeds = createFeedStore()
  clockMs = nowMs
  told = []
  failures = []
  append = () => Promise.resolve()
  watch = createWalletWatch({
    store: feeds.store,
    requests: {
      append: (asked) => {
        told.push(asked)
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

/** The wait of those who wait now is over; they look once more. */
async function waitIsOver(): Promise<void> {
  await untilWaiting()
  jest.advanceTimersByTime(2_000)
}

/** Somebody waits: the timer of the wait is set. */
async function untilWaiting(): Promise<void> {
  while (jest.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
}

const nothingKnown = { completeUntilMs: 0, gaps: [], isComplete: false }
const complete = { completeUntilMs: nowMs, gaps: [], isComplete: true }

describe('a wallet that nobody asked about', () => {
  it('is waited for, for two seconds and no longer', async () => {
    let answer: unknown = null
    const asked = watch.ask(wallet).then((found) => (answer = found))
    await untilWaiting()
    jest.advanceTimersByTime(1_999)
    const looks = feeds.looks()
    while (feeds.looks() < looks + 3) await new Promise((resolve) => setImmediate(resolve))
    expect(answer).toBeNull()
    jest.advanceTimersByTime(1)
    expect(await asked).toEqual(nothingKnown)
    expect(told).toEqual([wallet])
  })

  it('is answered as soon as its past is there', async () => {
    const asked = watch.ask(wallet)
    await untilWaiting()
    feeds.claim(wallet)
    expect(await asked).toEqual(complete)
  })

  it('is looked for once more when the wait is over', async () => {
    const asked = watch.ask(wallet)
    await untilWaiting()
    feeds.claim(wallet, { complete_from_ms: 5_000 })
    jest.advanceTimersByTime(2_000)
    feeds.claim(wallet)
    expect(await asked).toEqual(complete)
  })

  it('is told of once, and looked for together, however many ask at once', async () => {
    const asked = Array.from({ length: 50 }, () => watch.ask(wallet))
    await untilWaiting()
    const late = watch.ask(wallet)
    const other = newWallet()
    const others = [watch.ask(other), watch.ask(other)]
    while (told.length < 2) await new Promise((resolve) => setImmediate(resolve))
    expect(told).toEqual([wallet, other])
    const looks = feeds.looks()
    feeds.claim(wallet)
    feeds.claim(other)
    for (const answer of await Promise.all([...asked, late, ...others]))
      expect(answer).toEqual(complete)
    expect(feeds.looks() - looks).toBeLessThan(20) // not one for each
  })

  it('is not waited for again while the poller may be at it', async () => {
    const first = watch.ask(wallet)
    await waitIsOver()
    await first
    for (const laterMs of [0, 100, 14_000, 30_000, 59_999]) {
      clockMs = nowMs + laterMs
      expect(await watch.ask(wallet)).toEqual(nothingKnown)
    }
    expect(told).toEqual([wallet])
    clockMs = nowMs + 60_000
    const again = watch.ask(wallet)
    await waitIsOver()
    expect(await again).toEqual(nothingKnown)
    expect(told).toEqual([wallet, wallet])
  })
})

describe('a wallet whose past is there', () => {
  beforeEach(() => feeds.claim(wallet))

  it('is answered at once, and the poller told to go on following it', async () => {
    expect(await watch.ask(wallet)).toEqual(complete)
    expect(told).toEqual([wallet])
    expect(feeds.looks()).toBe(1)
  })

  it('is told of again after a minute, not more often', async () => {
    for (const laterMs of [0, 1, 30_000, 59_999]) {
      clockMs = nowMs + laterMs
      await watch.ask(wallet)
    }
    expect(told).toHaveLength(1)
    for (const laterMs of [60_000, 60_001, 119_999]) {
      clockMs = nowMs + laterMs
      feeds.claim(wallet, { received_at_ms: clockMs })
      await watch.ask(wallet)
    }
    expect(told).toHaveLength(2)
  })

  it('is told of once, however many ask at once', async () => {
    await Promise.all(Array.from({ length: 50 }, () => watch.ask(wallet)))
    expect(told).toEqual([wallet])
  })
})

describe('a claim', () => {
  const gaps = [{ from_ms: 5, until_ms: 6, reason: 'unreachable' }]

  it.each([
    ['that ends now', {}, complete],
    ['made a minute ago', { received_at_ms: nowMs - 60_000 }, null],
    ['by a clock ahead of ours', { received_at_ms: nowMs + 5_000 }, null],
    ['of a platform whose clock is behind', { complete_until_ms: nowMs - 600_000 }, null],
  ])('%s is complete', async (_name, fields, expected) => {
    feeds.claim(wallet, fields)
    const { isComplete, completeUntilMs } = await watch.ask(wallet)
    const untilMs = 'complete_until_ms' in fields ? fields.complete_until_ms : nowMs
    expect([isComplete, completeUntilMs]).toEqual([true, untilMs])
    if (expected) expect(await watch.ask(wallet)).toEqual(expected)
  })

  it.each([
    [
      'made more than a minute ago',
      { received_at_ms: nowMs - 60_001 },
      { completeUntilMs: nowMs, gaps: [], isComplete: false },
    ],
    ['with gaps', { gaps }, { completeUntilMs: nowMs, gaps, isComplete: false }],
    // what is known in the middle says nothing about what lies before it
    ['that begins later', { complete_from_ms: 1 }, nothingKnown],
    ['that begins later, with gaps', { complete_from_ms: 1, gaps }, nothingKnown],
  ])('%s is not: the rest is waited for', async (_name, fields, expected) => {
    feeds.claim(wallet, fields)
    const asked = watch.ask(wallet)
    await waitIsOver()
    expect(await asked).toEqual(expected)
    expect(told).toEqual([wallet])
    // and not again
    expect(await watch.ask(wallet)).toEqual(expected)
    // until it is whole
    feeds.claim(wallet)
    expect(await watch.ask(wallet)).toEqual(complete)
  })

  it('with a gap that the platform leaves is as good as it gets: nothing is waited for', async () => {
    const lost = [{ from_ms: 5, until_ms: 6, reason: 'truncated' }]
    feeds.claim(wallet, { gaps: lost })
    const expected = { completeUntilMs: nowMs, gaps: lost, isComplete: false }
    expect(await watch.ask(wallet)).toEqual(expected)
  })

  it('that grows old while nobody asks makes the next one wait', async () => {
    feeds.claim(wallet)
    await watch.ask(wallet)
    clockMs = nowMs + 300_000
    const asked = watch.ask(wallet)
    await untilWaiting()
    feeds.claim(wallet, { received_at_ms: clockMs - 1_000 })
    expect(await asked).toMatchObject({ isComplete: true })
    expect(told).toHaveLength(2)
  })
})

describe('when the log', () => {
  const trouble = new LogError('no broker', { retriable: true })

  it('fails, the answer comes nevertheless, the failure is told, and the poller the next time', async () => {
    append = () => Promise.reject(trouble)
    const asked = watch.ask(wallet)
    await waitIsOver()
    expect(await asked).toEqual(nothingKnown)
    expect(failures).toEqual([trouble])
    append = () => Promise.resolve()
    const again = watch.ask(wallet)
    await waitIsOver()
    await again
    expect(told).toEqual([wallet, wallet])
    expect(failures).toHaveLength(1)
  })

  it('fails for a wallet whose past is there, nobody waits', async () => {
    append = () => Promise.reject(trouble)
    feeds.claim(wallet)
    expect(await watch.ask(wallet)).toEqual(complete)
    expect(await watch.ask(wallet)).toEqual(complete)
    expect(failures).toEqual([trouble, trouble])
  })

  it('hangs, nobody waits longer', async () => {
    append = () => new Promise(() => undefined)
    const asked = watch.ask(wallet)
    await waitIsOver()
    expect(await asked).toEqual(nothingKnown)
    feeds.claim(wallet)
    expect(await watch.ask(wallet)).toEqual(complete)
  })
})

describe('when the store', () => {
  it('fails in the middle of the wait, all who wait are told, and the next may ask again', async () => {
    const asked = [watch.ask(wallet), watch.ask(wallet)]
    await untilWaiting()
    const away = new StoreUnavailable('away')
    feeds.failWith(away)
    expect(await Promise.allSettled(asked)).toEqual([
      { status: 'rejected', reason: away },
      { status: 'rejected', reason: away },
    ])
    await expect(watch.ask(wallet)).rejects.toBe(away)
    feeds.failWith()
    feeds.claim(wallet)
    expect(await watch.ask(wallet)).toEqual(complete)
  })
})

describe('of very many wallets', () => {
  it('those asked about last are remembered', async () => {
    const many = Array.from({ length: 10_001 }, () => newWallet())
    for (const one of many) {
      feeds.claim(one)
      await watch.ask(one)
    }
    told = []
    const [first = '', second = ''] = many
    for (const one of [second, many.at(-1) ?? '', first]) await watch.ask(one)
    expect(told).toEqual([first])
  })
})
