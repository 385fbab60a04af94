import { describe, expect, it } from '@jest/globals'
import type { MarketState } from '../../../services/poller/checkpoints.ts'
import {
  createBookSchedule,
  type BookSchedule,
} from '../../../services/poller/feeds/book-schedule.ts'
import { defaultTuning, type PollerTuning } from '../../../services/poller/tuning.ts'

const market = (volume24h: number, hasBook = true): MarketState => ({
  phase: 'open',
  hasBook,
  tokens: [],
  outcomes: [],
  volume24h,
  volumeTotal: 0,
  neverTraded: false,
  createdMs: null,
  closedMs: null,
  nativeId: 'x',
  eventNativeId: null,
  digest: '',
  listedMs: 0,
})

const tuning = {
  ...defaultTuning,
  bookTopCount: 1,
  bookMiddleCount: 2,
  bookTopMs: 1_000,
  bookMiddleMs: 10_000,
  bookTailMs: 60_000,
}

/** As it is used: ranked whenever that is due. */
function createSchedule(
  markets: ReadonlyMap<string, MarketState>,
  of: PollerTuning,
  part = 1,
): Pick<BookSchedule, 'take' | 'done'> {
  const schedule = createBookSchedule(of)
  return {
    take(nowMs, most) {
      if (schedule.isRankDue(nowMs)) schedule.rank([markets], part, nowMs)
      return schedule.take(nowMs, most)
    },
    done: (id, nowMs) => schedule.done(id, nowMs),
  }
}

/** How often each is asked for in two minutes. */
function askedOf(schedule: Pick<BookSchedule, 'take' | 'done'>): Record<string, number> {
  const asked: Record<string, number> = {}
  for (let nowMs = 0; nowMs < 120_000; nowMs += 500) {
    for (const id of schedule.take(nowMs, 10)) {
      asked[id] = (asked[id] ?? 0) + 1
      schedule.done(id, nowMs)
    }
  }
  return asked
}

describe('book schedule', () => {
  it('asks for the most traded most often, and for every open one sometime', () => {
    const markets = new Map([
      ['tail', market(1)],
      ['top', market(100)],
      ['none', market(1_000, false)],
      ['middle', market(50)],
    ])
    expect(askedOf(createSchedule(markets, tuning))).toEqual({ top: 120, middle: 12, tail: 2 })
    // Half of all markets have half of the most traded ones.
    const doubled = { ...tuning, bookTopCount: 2, bookMiddleCount: 4 }
    const ofHalf = createSchedule(markets, doubled, 0.5)
    expect(askedOf(ofHalf)).toEqual({ top: 120, middle: 12, tail: 2 })
  })

  it('gives the longest overdue first when not all can be asked for', () => {
    const markets = new Map(['a', 'b', 'c'].map((id) => [id, market(1)]))
    const schedule = createSchedule(markets, { ...tuning, bookTopCount: 3 })
    const order: string[] = []
    for (let nowMs = 0; nowMs < 6_000; nowMs += 1_000) {
      for (const id of schedule.take(nowMs, 1)) {
        order.push(id)
        schedule.done(id, nowMs)
      }
    }
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  })

  it('gives the most traded first, also when a book that was never asked for is longer overdue', () => {
    const idle = Array.from({ length: 50 }, (_, n) => [`idle-${n}`, market(1)] as const)
    const markets = new Map<string, MarketState>([...idle, ['top', market(100)]])
    const schedule = createSchedule(markets, tuning)
    const order: string[] = []
    for (let nowMs = 0; nowMs < 6_000; nowMs += 500) {
      for (const id of schedule.take(nowMs, 1)) {
        order.push(id.replace(/-.*/, ''))
        schedule.done(id, nowMs)
      }
    }
    expect(order.filter((_, n) => n % 2 === 0)).toEqual(Array(6).fill('top'))
    expect(order.filter((_, n) => n % 2 === 1)).toEqual(Array(6).fill('idle'))
  })

  it('asks sooner for a market that is traded more than before', () => {
    const markets = new Map([
      ['a', market(100)],
      ['b', market(50)],
      ['c', market(1)],
    ])
    const schedule = createSchedule(markets, tuning)
    for (const id of schedule.take(0, 10)) schedule.done(id, 0)
    markets.set('c', market(1_000))
    schedule.take(15_000, 0)
    expect(schedule.take(16_000, 10)).toEqual(['c', 'a', 'b'])
  })

  it('drops a market that closed and takes up one that opened', () => {
    const markets = new Map([['a', market(1)]])
    const schedule = createSchedule(markets, tuning)
    expect(schedule.take(0, 10)).toEqual(['a'])
    markets.set('a', market(1, false)).set('b', market(1))
    expect(schedule.take(60_000, 10)).toEqual(['b'])
  })
})

it('ranks markets of several tasks together, and as many as it should if volumes are equal', () => {
  const schedule = createBookSchedule({ ...tuning, bookTopCount: 3, bookMiddleCount: 5 })
  const volumes = [[0, 4, 4, 9], [4, 0, 4], []]
  const markets = volumes.map(
    (some, task) => new Map(some.map((volume, n) => [`${task}/${n}`, market(volume)] as const)),
  )
  schedule.rank(markets, 1, 0)
  const all = schedule.take(0, 10)
  expect(all).toHaveLength(7)
  for (const id of all) schedule.done(id, 0)
  const top = schedule.take(1_000, 10)
  expect(top).toHaveLength(3)
  expect(top).toContain('0/3')
  for (const id of top) schedule.done(id, 10_000)
  expect(schedule.take(10_000, 10)).toHaveLength(2)
  expect(schedule.take(60_000, 10).filter((id) => /0$|1\/1$/.test(id))).toEqual(
    expect.arrayContaining(['0/0', '1/1']),
  )
})

it('states how old the books of the most traded markets are', () => {
  const schedule = createBookSchedule({ ...tuning, bookTopCount: 2 })
  const markets = new Map([
    ['a', market(9)],
    ['b', market(8)],
    ['c', market(7)],
  ])
  schedule.rank([markets], 1, 0)
  expect(schedule.take(0, 1)).toEqual(['a'])
  schedule.done('a', 500)
  expect(schedule.topAsOfMs()).toBeNull()
  expect(schedule.take(600, 1)).toEqual(['b'])
  schedule.done('b', 700)
  expect(schedule.topAsOfMs()).toBe(500)
  expect(schedule.take(5_000, 1)).toEqual(['a'])
  schedule.done('a', 5_000)
  expect(schedule.topAsOfMs()).toBe(700)
})
