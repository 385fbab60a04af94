// Computes the time range of a page of rows (newest first) from the parameters `start_ts` and `end_ts` and from the
// cursor.
import type { Period } from './completeness.ts'
import { newestSortKey, type TimeSortKey } from './cursor.ts'

interface TimeRangeQuery {
  readonly start_ts?: number
  readonly end_ts?: number
}

const [latestMs] = newestSortKey

/** Returns the time range in Unix milliseconds. Without parameters, the range contains every possible time. */
export function toPeriod({ start_ts: start, end_ts: end }: TimeRangeQuery): Period {
  return { fromMs: toMs(start ?? 0), untilMs: end === undefined ? latestMs : toMs(end) }
}

function toMs(seconds: number): number {
  return Math.min(Math.max(seconds * 1000, 0), latestMs)
}

/**
 * Returns the sort key after which the page begins: the sort key of the cursor, or the end of the period if the
 * period ends earlier.
 */
export function toPageStartKey(after: TimeSortKey | null, { untilMs }: Period): TimeSortKey {
  return after && after[0] < untilMs ? after : [untilMs, '']
}
