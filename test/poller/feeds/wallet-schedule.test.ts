// Which wallet is looked at next, and when, by a clock that only the test moves.
import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  createWalletSchedule,
  type WalletSchedule,
} from '../../../services/poller/feeds/wallet-schedule.ts'
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

  /** A whole look at whoever is next. */
  function look(): string | null {
    const turn = schedule.take()
    if (turn) schedule.rest(turn.wallet)
    return turn?.wallet ?? null
  }

  /** How long until the next look, waiting no longer and no less than it says. */
  function pauseMs(): number {
    const sinceMs = nowMs
    for (let turn = look(); turn === null && nowMs - sinceMs < 40 * day; turn = look()) {
      nowMs += Math.max(1, schedule.waitMs())
    }
    return nowMs - sinceMs
  }

  it('has nothing to do before anybody asked', () => {
    expect(schedule.take()).toBeNull()
    expect(schedule.waitMs()).toBeGreaterThan(1_000)
  })

  it('takes what was asked about before what is due, what waited longest first', () => {
    schedule.ask('seen', startMs - hour / 2, startMs - hour / 4)
    schedule.ask('first', startMs - 20, 0)
    schedule.ask('second', startMs - 10, 0)
    // Who asks again does not lose the place.
    schedule.ask('first', startMs - 5, 0)
    expect(schedule.waitMs()).toBe(0)
    expect([look(), look(), look(), look()]).toEqual(['first', 'second', 'seen', null])
  })

  it('looks every half minute for an hour, every five for a day, then hourly, for 30 days', () => {
    schedule.ask('w', startMs, 0)
    expect(look()).toBe('w')
    expect(pauseMs()).toBe(30_000)
    nowMs = startMs + hour
    expect(look()).toBe('w')
    expect(pauseMs()).toBe(300_000)
    nowMs = startMs + day
    expect(look()).toBe('w')
    expect(pauseMs()).toBe(hour)
    nowMs = startMs + 30 * day - 1
    expect(look()).toBe('w')
    nowMs += 1
    expect(pauseMs()).toBeGreaterThan(30 * day)
  })

  it('looks at once when somebody asks again, also after the 30 days', () => {
    schedule.ask('w', startMs, 0)
    look()
    expect(schedule.take()).toBeNull()
    nowMs += 10
    schedule.ask('w', nowMs, startMs)
    expect(look()).toBe('w')
    nowMs += 31 * day
    expect(look()).toBeNull()
    schedule.ask('w', nowMs, startMs)
    expect(look()).toBe('w')
    expect(pauseMs()).toBe(30_000)
  })

  it('hears a request once', () => {
    schedule.ask('w', startMs, 0)
    look()
    schedule.ask('w', startMs, 0)
    schedule.ask('w', startMs - 5, 0)
    expect(look()).toBeNull()
  })

  it('leaves alone after a restart what was looked at since it was asked about', () => {
    schedule.ask('looked at', startMs - 40_000, startMs - 10_000)
    schedule.ask('asked', startMs - 40_000, startMs - 50_000)
    schedule.ask('unfinished', startMs - 40_000, 0)
    expect(new Set([look(), look(), look()])).toEqual(new Set(['asked', 'unfinished', null]))
    expect(pauseMs()).toBe(20_000)
  })

  it('gives a wallet to one at a time', () => {
    schedule.ask('w', startMs, 0)
    expect(schedule.take()).toEqual({ wallet: 'w', isNewLook: true })
    schedule.ask('w', startMs + 1, 0)
    expect(schedule.take()).toBeNull()
    schedule.goOn('w')
    // Asked about meanwhile: what is new comes before what is left.
    expect(schedule.take()).toEqual({ wallet: 'w', isNewLook: true })
    schedule.goOn('w')
    expect(schedule.take()).toEqual({ wallet: 'w', isNewLook: false })
  })

  it('lets wallets with much to do take turns, and others in between', () => {
    schedule.ask('a', startMs, 0)
    schedule.ask('b', startMs + 1, 0)
    const order: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const wallet = schedule.take()?.wallet ?? ''
      order.push(wallet)
      schedule.goOn(wallet)
      if (n === 3) schedule.ask('c', startMs + 2, 0)
    }
    expect(order).toEqual(['a', 'b', 'a', 'b', 'c', 'a'])
  })

  it('begins a long look anew when the next is due', () => {
    schedule.ask('w', startMs, 0)
    schedule.take()
    schedule.goOn('w')
    nowMs += 29_999
    expect(schedule.take()).toMatchObject({ isNewLook: false })
    schedule.goOn('w')
    nowMs += 1
    expect(schedule.take()).toMatchObject({ isNewLook: true })
  })

  it('tries again what failed, each time later, never later than usual', () => {
    schedule.ask('w', startMs, 0)
    const pauses: number[] = []
    for (let n = 0; n < 8; n += 1) {
      const sinceMs = nowMs
      while (!schedule.take()) nowMs += Math.max(1, schedule.waitMs())
      schedule.fail('w')
      pauses.push(nowMs - sinceMs)
    }
    expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    while (!schedule.take()) nowMs += Math.max(1, schedule.waitMs())
    schedule.rest('w')
    expect(pauseMs()).toBe(30_000)
    // And from the beginning when it fails again.
    schedule.take()
    schedule.fail('w')
    expect(schedule.waitMs()).toBeLessThanOrEqual(30_000)
  })

  it('has one of those that failed tried at a time, and none of the others wait for it', () => {
    for (const wallet of ['bad 1', 'bad 2']) {
      schedule.ask(wallet, startMs, 0)
      schedule.take()
      schedule.fail(wallet)
    }
    nowMs += 1_000
    expect(schedule.take()?.wallet).toBe('bad 1')
    expect(schedule.take()).toBeNull()
    expect(schedule.waitMs()).toBeGreaterThan(0)
    schedule.ask('good', nowMs, 0)
    expect(look()).toBe('good')
    schedule.fail('bad 1')
    expect(schedule.take()?.wallet).toBe('bad 2')
  })
})
