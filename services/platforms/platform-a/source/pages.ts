// platform_a: functions that find out, from the rows and pages that the Data API returned, whether a list
// changed while it was read and which part of it is complete. Used by data-list.ts.
import { parseUnixSeconds, plausibleMs } from '../../time.ts'
import type { TradeIdentity } from '../../source.ts'

/**
 * Returns the time of a row in Unix milliseconds, or null if it is invalid. The Data API states it in
 * whole seconds.
 */
export function toRowTimeMs(value: unknown): number | null {
  return plausibleMs(parseUnixSeconds(value))
}

/**
 * Returns a text that is equal for the same rows in any order, because the order within a page is not
 * stable.
 */
export function fingerprintOfRows(rows: readonly TradeIdentity[]): string {
  return rows
    .map((row) => row.key)
    .toSorted()
    .join('\n')
}

/**
 * Returns the rows of the oldest second of a page. Returns null if all rows are in that second, or if the
 * rows are not sorted newest first.
 */
export function rowsOfOldestSecond<Row extends TradeIdentity>(
  page: readonly Row[],
): readonly Row[] | null {
  const oldestMs = page.at(-1)?.timeMs ?? null
  if (oldestMs === null || !isNewestFirst(page)) return null
  const oldest = page.filter(({ timeMs }) => timeMs === oldestMs)
  return oldest.length < page.length ? oldest : null
}

/**
 * Whether `rowsOfSecond` are still the last rows of the list. `page` is a newly requested page that begins at
 * the offset of these rows. It may begin with newer rows, if new rows have shifted the list meanwhile.
 */
export function endsWithRowsOfSecond(
  page: readonly TradeIdentity[],
  rowsOfSecond: readonly TradeIdentity[],
): boolean {
  const oldestMs = rowsOfSecond[0]?.timeMs ?? 0
  const rest = page.filter(({ timeMs }) => (timeMs ?? 0) <= oldestMs)
  return isNewestFirst(page) && fingerprintOfRows(rest) === fingerprintOfRows(rowsOfSecond)
}

function isNewestFirst(page: readonly TradeIdentity[]): boolean {
  return page.every(({ timeMs }, n) => timeMs !== null && timeMs <= (page[n - 1]?.timeMs ?? timeMs))
}

/** Returns, for each row that occurs on several pages, the indexes of all those pages except the last. */
export function pagesWithRepeatedRows(
  pages: readonly (readonly TradeIdentity[])[],
): readonly number[] {
  const lastPageOf = new Map<string, number>()
  const repeated = new Set<number>()
  for (const [index, page] of pages.entries()) {
    for (const { key } of page) {
      const before = lastPageOf.get(key)
      if (before !== undefined && before !== index) repeated.add(before)
      lastPageOf.set(key, index)
    }
  }
  return [...repeated].toSorted((a, b) => a - b)
}

/** The rows of the second in which one page ends and the next one begins. */
export interface PageBoundary<Row> {
  /** The offset, in the list, of the first row of this second. */
  readonly offset: number
  /** The rows of that second on the first of the two pages. */
  readonly ending: readonly Row[]
  /** The rows of that second on the second of the two pages. */
  readonly beginning: readonly Row[]
}

/**
 * Returns the boundaries between two consecutive pages that have a row in common. Returns null if a row is repeated
 * anywhere else: then the list has changed while it was read. The pages must be sorted by time, ascending or
 * descending; the order of the rows within a page does not matter.
 */
export function boundariesWithRepeatedRows<Row extends TradeIdentity>(
  pages: readonly (readonly Row[])[],
): readonly PageBoundary<Row>[] | null {
  const boundaries = new Map<number, PageBoundary<Row>>()
  const lastPageOf = new Map<string, number>()
  let endOffset = 0
  for (const [index, page] of pages.entries()) {
    for (const { key, timeMs } of page) {
      const before = lastPageOf.get(key)
      lastPageOf.set(key, index)
      if (before === undefined || before === index) continue
      const earlier = pages[before] ?? []
      if (before !== index - 1 || !pagesMeetAtTime(earlier, page, timeMs)) return null
      const isOfRepeatedSecond = (row: Row): boolean => row.timeMs === timeMs
      const ending = earlier.filter(isOfRepeatedSecond)
      const beginning = page.filter(isOfRepeatedSecond)
      boundaries.set(index, { offset: endOffset - ending.length, ending, beginning })
    }
    endOffset += page.length
  }
  return [...boundaries.values()]
}

/** Whether the rows of one page end, and those of the next page begin, at this time. */
function pagesMeetAtTime(
  page: readonly TradeIdentity[],
  next: readonly TradeIdentity[],
  timeMs: number | null,
): boolean {
  const times = page.flatMap((row) => row.timeMs ?? [])
  const nextTimes = next.flatMap((row) => row.timeMs ?? [])
  return (
    (Math.min(...times) === timeMs && Math.max(...nextTimes) === timeMs) ||
    (Math.max(...times) === timeMs && Math.min(...nextTimes) === timeMs)
  )
}

/**
 * Returns the second (Unix time) from which on no row is missing, or null if that is unknown. If the rows are
 * sorted newest first, no row is missing after the oldest one. If there are several pages, only the order of
 * the pages is checked, because the order within a page is not stable.
 */
export function firstCompleteSecond(pages: readonly (readonly TradeIdentity[])[]): number | null {
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
  // If all rows are in one second, they do not show in which direction the list is sorted.
  return newestMs > oldestMs ? oldestMs / 1000 + 1 : null
}
