// Which wallet is looked at next, and when, by a clock that only the test moves.
import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  createWalletSchedule,
  type WalletSchedule,
} from '../../../services/poller/wallets/wallet-schedule.ts'
import { defaultTuning } from '../../../services/poller/tuning.ts'

const [hour, day] = [3_600_000, 86_400_000]
const startMs = Date.UTC(2026, 10, 20, 12)

describe('the schedule of wallets', () => {
  let nowMs = startMs
  let schedule: WalletSchedule
  beforeEach(() => {
    nowMs = startMs
    schedule = createWalletSchedule({ tuning: defaultTuning, now: () => nowMs, random: () => 1 })
  })

  /** A complete poll of the next wallet. */
  function poll(): string | null {
    const turn = schedule.takeNextPoll()
    if (turn) schedule.notePollFinished(turn.wallet)
    return turn?.wallet ?? null
  }

  /** The time until the next poll; waits exactly as long as the schedule says. */
  function pauseMs(): number {
    const sinceMs = nowMs
    for (let turn = poll(); turn === null && nowMs - sinceMs < 40 * day; turn = poll()) {
      nowMs += Math.max(1, schedule.msUntilNextPoll())
    }
    return nowMs - sinceMs
  }

  it('has nothing to do before the first request', () => {
    expect(schedule.takeNextPoll()).toBeNull()
    expect(schedule.msUntilNextPoll()).toBeGreaterThan(1_000)
  })

  it('prefers requested wallets to due ones, the longest waiting first', () => {
    schedule.request('seen', startMs - hour / 2, startMs - hour / 4)
    schedule.request('first', startMs - 20, 0)
    schedule.request('second', startMs - 10, 0)
    // Who asks again does not lose the place.
    schedule.request('first', startMs - 5, 0)
    expect(schedule.msUntilNextPoll()).toBe(0)
    // the poll of `seen` was due 30 s after its last one
    expect(schedule.dueSinceMs()).toBe(startMs - hour / 4 + 30_000)
    expect([poll(), poll(), poll(), poll()]).toEqual(['first', 'second', 'seen', null])
    expect(schedule.dueSinceMs()).toBe(nowMs)
  })

  it('polls every 30 s for an hour, every 5 min for a day, then hourly, for 30 days', () => {
    schedule.request('w', startMs, 0)
    expect(poll()).toBe('w')
    expect(pauseMs()).toBe(30_000)
    nowMs = startMs + hour
    expect(poll()).toBe('w')
    expect(pauseMs()).toBe(300_000)
    nowMs = startMs + day
    expect(poll()).toBe('w')
    expect(pauseMs()).toBe(hour)
    nowMs = startMs + 30 * day - 1
    expect(poll()).toBe('w')
    nowMs += 1
    expect(pauseMs()).toBeGreaterThan(30 * day)
  })

  it('polls at once after a new request, also after the 30 days', () => {
    schedule.request('w', startMs, 0)
    poll()
    expect(schedule.takeNextPoll()).toBeNull()
    nowMs += 10
    schedule.request('w', nowMs, startMs)
    expect(poll()).toBe('w')
    nowMs += 31 * day
    expect(poll()).toBeNull()
    schedule.request('w', nowMs, startMs)
    expect(poll()).toBe('w')
    expect(pauseMs()).toBe(30_000)
  })

  it('hears a request once', () => {
    schedule.request('w', startMs, 0)
    poll()
    schedule.request('w', startMs, 0)
    schedule.request('w', startMs - 5, 0)
    expect(poll()).toBeNull()
  })

  it('does not repeat after a restart what was polled since the request', () => {
    schedule.request('looked at', startMs - 40_000, startMs - 10_000)
    schedule.request('asked', startMs - 40_000, startMs - 50_000)
    schedule.request('unfinished', startMs - 40_000, 0)
    expect(new Set([poll(), poll(), poll()])).toEqual(new Set(['asked', 'unfinished', null]))
    expect(pauseMs()).toBe(20_000)
  })

  it('gives a wallet to one at a time', () => {
    schedule.request('w', startMs, 0)
    expect(schedule.takeNextPoll()).toEqual({ wallet: 'w', isNewPoll: true })
    schedule.request('w', startMs + 1, 0)
    expect(schedule.takeNextPoll()).toBeNull()
    schedule.notePollPaused('w')
    // Asked about meanwhile: what is new comes before what is left.
    expect(schedule.takeNextPoll()).toEqual({ wallet: 'w', isNewPoll: true })
    schedule.notePollPaused('w')
    expect(schedule.takeNextPoll()).toEqual({ wallet: 'w', isNewPoll: false })
  })

  it('alternates wallets with much activity, with others in between', () => {
    schedule.request('a', startMs, 0)
    schedule.request('b', startMs + 1, 0)
    const order: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const wallet = schedule.takeNextPoll()?.wallet ?? ''
      order.push(wallet)
      schedule.notePollPaused(wallet)
      if (n === 3) schedule.request('c', startMs + 2, 0)
    }
    expect(order).toEqual(['a', 'b', 'a', 'b', 'c', 'a'])
  })

  it('restarts a long poll when the next is due', () => {
    schedule.request('w', startMs, 0)
    schedule.takeNextPoll()
    schedule.notePollPaused('w')
    nowMs += 29_999
    expect(schedule.takeNextPoll()).toMatchObject({ isNewPoll: false })
    schedule.notePollPaused('w')
    nowMs += 1
    expect(schedule.takeNextPoll()).toMatchObject({ isNewPoll: true })
  })

  it('tries again what failed, each time later, never later than usual', () => {
    schedule.request('w', startMs, 0)
    const pauses: number[] = []
    for (let n = 0; n < 8; n += 1) {
      const sinceMs = nowMs
      while (!schedule.takeNextPoll()) nowMs += Math.max(1, schedule.msUntilNextPoll())
      schedule.notePollFailed('w')
      pauses.push(nowMs - sinceMs)
    }
    expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    while (!schedule.takeNextPoll()) nowMs += Math.max(1, schedule.msUntilNextPoll())
    schedule.notePollFinished('w')
    expect(pauseMs()).toBe(30_000)
    // And from the beginning when it fails again.
    schedule.takeNextPoll()
    schedule.notePollFailed('w')
    expect(schedule.msUntilNextPoll()).toBeLessThanOrEqual(30_000)
  })

  it('polls 500,000 wallets in the order in which they are due, without blocking the process', () => {
    const walletCount = 500_000
    for (let n = 0; n < walletCount; n += 1)
      schedule.request(`w${n}`, startMs - day - n, startMs - (n % hour))
    const cpuBefore = process.cpuUsage()
    const pollCount = 20_000
    nowMs = startMs + hour
    const order = Array.from({ length: pollCount }, () => {
      const wallet = poll() ?? ''
      schedule.msUntilNextPoll()
      return Number(wallet.slice(1))
    })
    // the longest overdue first; requested again meanwhile, the first
    expect(order[0]).toBe(walletCount - 1)
    expect(order).toEqual(order.toSorted((a, b) => b - a))
    schedule.request('w7', nowMs, 0)
    expect(poll()).toBe('w7')
    const { user, system } = process.cpuUsage(cpuBefore)
    expect((user + system) / 1000).toBeLessThan(5_000)
  })

  it('retries one failed wallet at a time, and no other waits for it', () => {
    for (const wallet of ['bad 1', 'bad 2']) {
      schedule.request(wallet, startMs, 0)
      schedule.takeNextPoll()
      schedule.notePollFailed(wallet)
    }
    nowMs += 1_000
    expect(schedule.takeNextPoll()?.wallet).toBe('bad 1')
    expect(schedule.takeNextPoll()).toBeNull()
    expect(schedule.msUntilNextPoll()).toBeGreaterThan(0)
    schedule.request('good', nowMs, 0)
    expect(poll()).toBe('good')
    schedule.notePollFailed('bad 1')
    expect(schedule.takeNextPoll()?.wallet).toBe('bad 2')
  })
})
