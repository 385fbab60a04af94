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
/** By how much the filling of the budget, 0 to 1, grows in a millisecond. */
const fullPerMs = (1 - savedPart) / savedPart / dayMs
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
  /** How full the budget is: at most 1, negative if too much was spent. Stays the same when tasks join or leave. */
  let full = 1
  let atMs = -Infinity
  /** How many books a full budget allows. */
  const fullBooks = (): number => booksPerDay * savedPart * fractionOfMarkets()

  /** Adds the part of the budget that has become available. */
  function refill(nowMs: number): void {
    if (nowMs > atMs) full = Math.min(1, full + fullPerMs * (nowMs - atMs))
    atMs = nowMs
  }

  return {
    allowsRecording(interval, lastRecordedAtMs, nowMs) {
      refill(nowMs)
      if (full <= 0 || fullBooks() === 0) return false
      if (lastRecordedAtMs === null || interval === null) return true
      const intervals = (1 / full ** 2 - 1) / (interval.isTop ? topWaitDivisor : 1)
      const sinceMs = nowMs - lastRecordedAtMs
      // negative if the local clock was ahead when the book was recorded
      return sinceMs < 0 || sinceMs >= interval.intervalMs * intervals
    },
    spend(bytes, nowMs) {
      refill(nowMs)
      if (fullBooks() > 0) full -= Math.max(1, bytes / bytesPerBook) / fullBooks()
    },
  }
}
