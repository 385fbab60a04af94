// How many books are recorded in a day, and of which markets.
import { describe, expect, it } from '@jest/globals'
import { createBookBudget } from '../../../services/poller/feeds/book-budget.ts'

const dayMs = 86_400_000
const perDay = 10_000

/**
 * Markets whose books change all the time are requested at the intervals of their ranks for two days. The
 * result has the times at which each was recorded.
 */
function record({ count = 200, part = 1, bytes = 500, everyMs = 0 } = {}): number[][] {
  const budget = createBookBudget(perDay, () => part)
  const markets = Array.from({ length: count }, (_, n) => ({
    pace: { isTop: n < 10, intervalMs: Math.min(5_000 * Math.ceil((n + 1) / 10), 60_000) },
    times: [] as number[],
  }))
  for (let nowMs = 0; nowMs < 2 * dayMs; nowMs += 5_000)
    for (const { pace, times } of markets) {
      if (nowMs % Math.max(pace.intervalMs, everyMs) !== 0) continue
      if (!budget.allowsRecording(pace, times.at(-1) ?? null, nowMs)) continue
      budget.spend(bytes, nowMs)
      times.push(nowMs)
    }
  return markets.map(({ times }) => times)
}

/** The largest number of books in any 24 hours. */
function mostPerDay(recorded: readonly (readonly number[])[]): number {
  const times = recorded.flat().toSorted((a, b) => a - b)
  let from = 0
  let most = 0
  for (const [n, atMs] of times.entries()) {
    while ((times[from] ?? 0) <= atMs - dayMs) from += 1
    most = Math.max(most, n - from + 1)
  }
  return most
}

describe('the budget of books', () => {
  it('is not exceeded in any 24 hours, and is used', () => {
    const recorded = record()
    expect(mostPerDay(recorded)).toBeLessThanOrEqual(perDay + 1)
    expect(recorded.flat().length).toBeGreaterThan(1.6 * perDay)
  })

  it('records every change while there is enough', () => {
    const recorded = record({ everyMs: 43_200_000 })
    expect(recorded.map((times) => times.length)).toEqual(recorded.map(() => 4))
  })

  it('records books of low value less often, and none never', () => {
    const counts = record().map((times) => times.length)
    const [top = 0, second = 0, last = 0] = [counts[5], counts[15], counts[195]]
    expect(top).toBeGreaterThan(3 * second)
    expect(second).toBeGreaterThan(3 * last)
    expect(last).toBeGreaterThan(5)
  })

  it('records a change after our clock was set back', () => {
    const budget = createBookBudget(perDay, () => 1)
    const pace = { isTop: false, intervalMs: 60_000 }
    expect(budget.allowsRecording(pace, dayMs, dayMs - 3_600_000)).toBe(true)
    budget.spend(500, dayMs - 3_600_000)
    expect(budget.allowsRecording(pace, dayMs - 3_600_000, dayMs - 3_599_999)).toBe(false)
  })

  it('belongs to the processes that share the markets', () => {
    expect(mostPerDay(record({ part: 0.25 }))).toBeLessThanOrEqual(perDay / 4 + 1)
    expect(record({ part: 0 }).flat()).toEqual([])
  })

  it('is full at the start, also if tasks join one after another', () => {
    let part = 1 / 12
    const budget = createBookBudget(perDay, () => part)
    const isLeft = (): boolean => budget.allowsRecording(null, null, 0)
    expect(isLeft()).toBe(true)
    part = 1
    for (let n = 0; n < perDay / 5; n += 1) budget.spend(1, 0)
    expect(isLeft()).toBe(true)
  })

  it('allows recording again after a book of a task that has just left was spent', () => {
    let part = 0
    const budget = createBookBudget(perDay, () => part)
    budget.spend(1, 0)
    part = 1
    expect(budget.allowsRecording(null, null, 0)).toBe(true)
  })

  it('counts a large book as several', () => {
    const recorded = record({ bytes: 10_000 })
    expect(mostPerDay(recorded)).toBeLessThanOrEqual(perDay / 4 + 1)
    expect(mostPerDay(recorded)).toBeGreaterThan(perDay / 5)
  })

  it('records a book that was never recorded as long as there is any left', () => {
    const budget = createBookBudget(perDay, () => 1)
    const pace = { isTop: false, intervalMs: 1_000 }
    for (let n = 0; n < perDay / 4 - 1; n += 1) budget.spend(1, 0)
    expect(budget.allowsRecording(pace, 0, 100_000)).toBe(false)
    expect(budget.allowsRecording(pace, null, 100_000)).toBe(true)
  })
})
