// platform_a: functions that determine from rows and pages of the Data API whether the list changed, and
// how far it is complete. Used by data-list.ts.
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
export function fingerprint(rows: readonly TradeIdentity[]): string {
  return rows
    .map((row) => row.key)
    .toSorted()
    .join('\n')
}

/** The rows of the oldest second of a page; null unless the page begins with newer ones and is sorted by time. */
export function oldestSecond<Row extends TradeIdentity>(
  page: readonly Row[],
): readonly Row[] | null {
  const oldestMs = page.at(-1)?.timeMs ?? null
  if (oldestMs === null || !isNewestFirst(page)) return null
  const oldest = page.filter(({ timeMs }) => timeMs === oldestMs)
  return oldest.length < page.length ? oldest : null
}

/**
 * Whether a list ends with the second `oldest`. `page` is a page of the list that begins with the rows of this second,
 * or with newer ones that have been shifted there by new rows.
 */
export function endsWithSecond(
  page: readonly TradeIdentity[],
  oldest: readonly TradeIdentity[],
): boolean {
  const oldestMs = oldest[0]?.timeMs ?? 0
  const rest = page.filter(({ timeMs }) => (timeMs ?? 0) <= oldestMs)
  return isNewestFirst(page) && fingerprint(rest) === fingerprint(oldest)
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
  /** The offset of the first of these rows. */
  readonly offset: number
  /** Those of the rows that are on the page that ends. */
  readonly ending: readonly Row[]
  /** Those of the rows that are on the page that begins. */
  readonly beginning: readonly Row[]
}

/**
 * Returns the boundaries between pages where a row occurs on both pages. Returns null if a row occurs on two
 * pages elsewhere; then the pages are of different states of the list. The order within a page is not stable,
 * but pages follow each other in time, in either direction.
 */
export function repeatedBoundaries<Row extends TradeIdentity>(
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
      if (before !== index - 1 || !areConsecutive(earlier, page, timeMs)) return null
      const ofSecond = (row: Row): boolean => row.timeMs === timeMs
      const ending = earlier.filter(ofSecond)
      const beginning = page.filter(ofSecond)
      boundaries.set(index, { offset: endOffset - ending.length, ending, beginning })
    }
    endOffset += page.length
  }
  return [...boundaries.values()]
}

/** Whether one page ends and the other begins at this time. */
function areConsecutive(
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
 * Returns the second from which on the rows are complete, or null if that is unknown. If the rows are
 * sorted newest first, no row newer than the oldest one is missing. The order within a page is not
 * stable, so if there are several pages, only the order of the pages is checked.
 */
export function toCompleteFromS(pages: readonly (readonly TradeIdentity[])[]): number | null {
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
