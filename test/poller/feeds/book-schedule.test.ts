import { describe, expect, it } from '@jest/globals'
import type { MarketState } from '../../../services/poller/checkpoints.ts'
import {
  createBookSchedule,
  type BookSchedule,
} from '../../../services/poller/feeds/book-schedule.ts'
import { defaultTuning } from '../../../services/poller/tuning.ts'
import { aMarketState } from '../support/market-state.ts'

const market = (volume24h: number, hasBook = true): MarketState => ({
  ...aMarketState,
  volume24h,
  hasBook,
})

/** The market of rank n is requested every n seconds, at least once a minute. */
const tuning = { ...defaultTuning, bookTopCount: 1, bookTopMs: 1_000, bookTailMs: 60_000 }

type Markets = ReadonlyMap<string, MarketState>

function rank(schedule: BookSchedule, markets: readonly Markets[], nowMs = 0, part = 1): void {
  for (const _ of schedule.rank(markets, part, nowMs)) continue
}

/** As it is used: ranked whenever that is due. */
function createSchedule(
  markets: Markets,
  of = tuning,
): Pick<BookSchedule, 'takeDueMarkets' | 'noteRequested'> {
  const schedule = createBookSchedule(of)
  return {
    takeDueMarkets(nowMs, most) {
      if (schedule.isRankingDue(nowMs)) rank(schedule, [markets], nowMs)
      return schedule.takeDueMarkets(nowMs, most)
    },
    noteRequested: (id, nowMs) => schedule.noteRequested(id, nowMs),
  }
}

/** Requests `limit` books every `stepMs`, and returns the ids in the order of the requests. */
function requests(
  schedule: Pick<BookSchedule, 'takeDueMarkets' | 'noteRequested'>,
  { untilMs, stepMs = 500, limit = 10 }: { untilMs: number; stepMs?: number; limit?: number },
): string[] {
  const asked: string[] = []
  for (let nowMs = 0; nowMs < untilMs; nowMs += stepMs) {
    for (const id of schedule.takeDueMarkets(nowMs, limit)) {
      asked.push(id)
      schedule.noteRequested(id, nowMs)
    }
  }
  return asked
}

const countOf = (asked: readonly string[], id: string): number =>
  asked.filter((one) => one === id).length

/** Markets `0` to `count - 1`, the most traded first. */
const marketsOf = (count: number): Map<string, MarketState> =>
  new Map(Array.from({ length: count }, (_, n) => [String(n), market(count - n)]))

describe('book schedule', () => {
  it('requests each book at the interval of its rank, and every open one sometime', () => {
    const markets = marketsOf(100).set('none', market(1_000, false))
    const asked = requests(createSchedule(markets), { untilMs: 120_000, limit: 100 })
    expect(['0', '1', '9', '99', 'none'].map((id) => countOf(asked, id))).toEqual([
      120, 60, 12, 2, 0,
    ])
  })

  it('of a part of the markets expects the same part of the most traded ones', () => {
    const schedule = createBookSchedule({ ...tuning, bookTopCount: 4 })
    rank(schedule, [marketsOf(10)], 0, 0.5)
    const paces = ['0', '1', '2', '9'].map((id) => schedule.pollingIntervalOf(id))
    expect(paces.map((pace) => pace?.isTop)).toEqual([true, true, false, false])
    expect(paces.map((pace) => pace?.intervalMs)).toEqual([1_000, 1_000, 1_500, 5_000])
  })

  it('gives the longest overdue of the most traded ones first when not all can be requested', () => {
    const schedule = createSchedule(marketsOf(3), { ...tuning, bookTopCount: 3 })
    const order = requests(schedule, { untilMs: 6_000, stepMs: 1_000, limit: 1 })
    expect(order).toEqual(['0', '1', '2', '0', '1', '2'])
  })

  it('gives the most traded first, also when a book that was never requested is longer overdue', () => {
    const idle = Array.from({ length: 50 }, (_, n) => [`idle-${n}`, market(1)] as const)
    const markets = new Map<string, MarketState>([...idle, ['top', market(100)]])
    const order = requests(createSchedule(markets), { untilMs: 6_000, limit: 1 }).map((id) =>
      id.replace(/-.*/, ''),
    )
    expect(order.filter((_, n) => n % 2 === 0)).toEqual(Array(6).fill('top'))
    expect(order.filter((_, n) => n % 2 === 1)).toEqual(Array(6).fill('idle'))
  })

  it('begins with the most traded markets when none was requested', () => {
    const reversed = new Map([...marketsOf(50)].toReversed())
    const order = createSchedule(reversed).takeDueMarkets(0, 20)
    expect(order).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
  })

  it('makes all intervals but those of the top longer by the same factor if requests are short', () => {
    // 1 + 1/2 + ... + 1/60 + 140 / 60 = 7 requests a second are wanted, and 2 are possible
    const schedule = createSchedule(marketsOf(200))
    const asked = requests(schedule, { untilMs: 3_600_000, stepMs: 500, limit: 1 })
    const rates = ['0', '1', '3', '9', '29', '99', '199'].map((id) => countOf(asked, id))
    expect(rates[0]).toBe(3_600)
    const factors = [2, 4, 10, 30, 60, 60].map(
      (seconds, n) => 3_600 / seconds / Number(rates[n + 1]),
    )
    for (const factor of factors) {
      expect(factor).toBeGreaterThan(4.5)
      expect(factor).toBeLessThan(7.5)
    }
  })

  it('soon requests a book for the first time, although others are wanted all the time', () => {
    const markets = marketsOf(200)
    const schedule = createSchedule(markets)
    requests(schedule, { untilMs: 600_000, limit: 1 })
    markets.set('new', market(0))
    const asked: string[] = []
    for (let nowMs = 600_000; nowMs < 690_000; nowMs += 500)
      for (const id of schedule.takeDueMarkets(nowMs, 1)) {
        asked.push(id)
        schedule.noteRequested(id, nowMs)
      }
    expect(asked).toContain('new')
  })

  it('requests the book of a market sooner that is traded more than before', () => {
    const markets = marketsOf(30)
    const schedule = createSchedule(markets)
    for (const id of schedule.takeDueMarkets(0, 50)) schedule.noteRequested(id, 0)
    markets.set('29', market(1_000))
    schedule.takeDueMarkets(30_000, 0)
    expect(schedule.takeDueMarkets(31_000, 1)).toEqual(['29'])
  })

  it('drops a market that closed and takes up one that opened', () => {
    const markets = marketsOf(1)
    const schedule = createSchedule(markets)
    expect(schedule.takeDueMarkets(0, 10)).toEqual(['0'])
    markets.set('0', market(1, false)).set('b', market(1))
    expect(schedule.takeDueMarkets(60_000, 10)).toEqual(['b'])
  })
})

it('ranks markets of several tasks together, and as many as it should if volumes are equal', () => {
  const schedule = createBookSchedule({ ...tuning, bookTopCount: 3 })
  const volumes = [[0, 4, 4, 9], [4, 0, 4], []]
  const markets = volumes.map(
    (some, task) => new Map(some.map((volume, n) => [`${task}/${n}`, market(volume)] as const)),
  )
  rank(schedule, markets)
  const ids = markets.flatMap((some) => [...some.keys()])
  const top = ids.filter((id) => schedule.pollingIntervalOf(id)?.isTop === true)
  expect(top).toHaveLength(3)
  expect(top).toContain('0/3')
  // five markets have a volume of at least 4, and seven one of at least 0
  const intervals = ids.map((id) => Math.round(schedule.pollingIntervalOf(id)?.intervalMs ?? 0))
  expect(intervals.toSorted((a, b) => a - b)).toEqual([
    1_000, 1_000, 1_000, 1_667, 1_667, 2_333, 2_333,
  ])
})

it('states how old the books of the most traded markets are', () => {
  const schedule = createBookSchedule({ ...tuning, bookTopCount: 2 })
  rank(schedule, [marketsOf(3)])
  expect(schedule.takeDueMarkets(0, 1)).toEqual(['0'])
  schedule.noteRequested('0', 500)
  expect(schedule.topBooksAsOfMs(800)).toBeNull()
  expect(schedule.takeDueMarkets(600, 1)).toEqual(['1'])
  schedule.noteRequested('1', 700)
  expect(schedule.topBooksAsOfMs(800)).toBe(500)
  expect(schedule.takeDueMarkets(5_000, 1)).toEqual(['0'])
  schedule.noteRequested('0', 5_000)
  expect(schedule.topBooksAsOfMs(800)).toBe(700)
})

it('requests the book of a streamed market only to check it, and at once when it is doubted', () => {
  const streamed = new Set(['0'])
  const checked = { ...tuning, streamCheckMs: 30_000 }
  const schedule = createBookSchedule(checked, (id) => streamed.has(id))
  rank(schedule, [marketsOf(2)])
  const asked = requests(schedule, { untilMs: 60_500 })
  expect(countOf(asked, '0')).toBe(3)
  expect(countOf(asked, '1')).toBeGreaterThan(25)
  // the top market is as of now
  expect(schedule.topBooksAsOfMs(60_500)).toBe(60_500)
  streamed.delete('0')
  schedule.reschedule('0', true)
  expect(schedule.takeDueMarkets(60_500, 1)).toEqual(['0'])
  schedule.noteRequested('0', 60_500)
  expect(schedule.takeDueMarkets(61_500, 1)).toEqual(['0'])
  schedule.noteRequested('0', 61_500)
  streamed.add('0')
  schedule.reschedule('0', false)
  expect(requests(schedule, { untilMs: 10_000 })).not.toContain('0')
})
