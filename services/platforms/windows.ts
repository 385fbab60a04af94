// Checks whether the rows of a response belong to the window that was requested.
import type { TradeIdentity, Window } from './source.ts'

/** A row that is outside the window by more than this does not belong to the request. */
const toleranceMs = 5_000

export function isBefore({ timeMs }: TradeIdentity, window: Window): boolean {
  return timeMs !== null && timeMs < window.fromS * 1000 - toleranceMs
}

export function isOutsideWindow(row: TradeIdentity, window: Window): boolean {
  const isAfter = row.timeMs !== null && row.timeMs > window.untilS * 1000 + toleranceMs
  return isAfter || isBefore(row, window)
}

/** Returns the rows that are in the window and the rows without a time. */
export function rowsWithin<Row extends TradeIdentity>(rows: readonly Row[], window: Window): Row[] {
  return rows.filter(
    ({ timeMs }) =>
      timeMs === null || (timeMs >= window.fromS * 1000 && timeMs < window.untilS * 1000),
  )
}
