// platform_a: what rows and pages of the Data API tell about the list that they are from.
import { toNumber } from './fields.ts'
import type { TradeIdentity, Window } from './source.ts'

/** A row this far outside the window that was asked for: the window was not honoured. */
const slackMs = 5_000
const earliestMs = Date.UTC(2010, 0, 1)
const latestMs = Date.UTC(2200, 0, 1)

/** The time of a row, which the Data API gives in whole seconds; null when it is of no use. */
export function toRowTimeMs(value: unknown): number | null {
  const seconds = toNumber(value)
  const timeMs = seconds === null ? null : seconds * 1000
  return timeMs !== null && timeMs >= earliestMs && timeMs < latestMs ? timeMs : null
}

export function isBefore({ timeMs }: TradeIdentity, window: Window): boolean {
  return timeMs !== null && timeMs < window.fromS * 1000 - slackMs
}

export function isOutside(row: TradeIdentity, window: Window): boolean {
  return (
    isBefore(row, window) || (row.timeMs !== null && row.timeMs > window.untilS * 1000 + slackMs)
  )
}

/** The rows of the window, and those without a time. */
export function within<Row extends TradeIdentity>(rows: readonly Row[], window: Window): Row[] {
  return rows.filter(
    ({ timeMs }) =>
      timeMs === null || (timeMs >= window.fromS * 1000 && timeMs < window.untilS * 1000),
  )
}

/** The same for the same rows in whatever order: that is not stable within a page. */
export function fingerprint(rows: readonly TradeIdentity[]): string {
  return rows
    .map((row) => row.key)
    .toSorted()
    .join('\n')
}

/** Of each row that was given on more than one page, all of those pages but the last; by index. */
export function pagesMetAgain(pages: readonly (readonly TradeIdentity[])[]): readonly number[] {
  const metOn = new Map<string, number>()
  const again = new Set<number>()
  for (const [index, page] of pages.entries()) {
    for (const { key } of page) {
      const before = metOn.get(key)
      if (before !== undefined && before !== index) again.add(before)
      metOn.set(key, index)
    }
  }
  return [...again].toSorted((a, b) => a - b)
}

/**
 * Nothing newer than the oldest row is missing, if the newest come first; null: they do not, or it
 * cannot be told. Within a page the order is not stable, so of several pages each counts as one.
 */
export function toWholeFromS(pages: readonly (readonly TradeIdentity[])[]): number | null {
  const times = pages.map((page) => page.flatMap(({ timeMs }) => timeMs ?? []))
  const steps = (times.length > 1 ? times : (times[0] ?? []).map((timeMs) => [timeMs])).filter(
    (step) => step.length > 0,
  )
  const newestMs = Math.max(...(steps[0] ?? []))
  let oldestMs = Infinity
  for (const step of steps) {
    if (Math.max(...step) > oldestMs) return null
    oldestMs = Math.min(...step)
  }
  // All in one second: that is an order in either direction.
  return newestMs > oldestMs ? oldestMs / 1000 + 1 : null
}
