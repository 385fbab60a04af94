// Limits how many order books of a platform are recorded in 24 hours. The less of the budget is left, the
// longer it takes after a recording until the market's next changed book may be recorded. Books of the most
// traded markets have the shortest waits. docs/decisions/032-books-within-a-budget.md
import type { BookPollingInterval } from './book-ranking.ts'

export interface BookBudget {
  /**
   * Returns whether a changed book may be recorded. `lastRecordedAtMs`: when the book of this market was last recorded;
   * null if never.
   */
  allowsRecording(
    interval: BookPollingInterval | null,
    lastRecordedAtMs: number | null,
    nowMs: number,
  ): boolean
  /** Subtracts a recorded book from the budget. */
  spend(bytes: number, nowMs: number): void
}

const dayMs = 86_400_000
/** A book with more bytes than this counts as several books, in proportion to its size. */
const bytesPerBook = 2_500
/**
 * The fraction of the daily budget that can accumulate. The rest becomes available evenly over the day, so
 * that the budget is not exceeded in any 24 hours without a restart.
 */
const savedPart = 0.25
/**
 * When the budget is short, a book is recorded only after several intervals. For the most traded markets, the number of
 * intervals is divided by `topWaitDivisor`.
 */
const topWaitDivisor = 4

/**
 * `fractionOfMarkets` returns the fraction of the platform's markets that this process polls, 0 to 1. The
 * budget is full at the beginning.
 */
export function createBookBudget(booksPerDay: number, fractionOfMarkets: () => number): BookBudget {
  let left = Infinity
  let atMs = -Infinity

  /** Adds the part of the budget that has become available, and returns how full the budget is, 0 to 1. */
  function refill(nowMs: number): number {
    const most = booksPerDay * savedPart * fractionOfMarkets()
    const inflow = ((1 - savedPart) * booksPerDay * fractionOfMarkets()) / dayMs
    if (nowMs > atMs) left = Math.min(most, left + inflow * (nowMs - Math.max(atMs, 0)))
    atMs = nowMs
    return most > 0 ? left / most : 0
  }

  return {
    allowsRecording(interval, lastRecordedAtMs, nowMs) {
      const full = refill(nowMs)
      if (full <= 0) return false
      if (lastRecordedAtMs === null || interval === null) return true
      const intervals = (1 / full ** 2 - 1) / (interval.isTop ? topWaitDivisor : 1)
      const sinceMs = nowMs - lastRecordedAtMs
      // negative if the local clock was ahead when the book was recorded
      return sinceMs < 0 || sinceMs >= interval.intervalMs * intervals
    },
    spend(bytes, nowMs) {
      refill(nowMs)
      left -= Math.max(1, bytes / bytesPerBook)
    },
  }
}
