// platform_a: reads all pages of a list of the Data API, and finds out whether the list changed meanwhile.
import { isBefore, isOutsideWindow } from '../../windows.ts'
import type { FetchedRow, TradeIdentity } from '../../source.ts'
import { maxRefetches, type BoundedRequest, type DataPages } from './data-pages.ts'
import {
  endsWithRowsOfSecond,
  fingerprintOfRows,
  rowsOfOldestSecond,
  boundariesWithRepeatedRows,
} from './pages.ts'

/** As far as has been seen, every page except the last has at least this many rows. */
const minPageRows = 100

/** The result of reading the list once. */
interface ListReading<Row> {
  readonly pages: readonly (readonly Row[])[]
  readonly isComplete: boolean
  readonly isWindowIgnored: boolean
}

/** Reads the list to its end or up to `maxRows`. Returns null if the list changed meanwhile. */
export async function readListOnce<Identity extends TradeIdentity>(
  { fetchPage, fetchPageOrNull, maxOffset: largestOffset }: DataPages<Identity>,
  listRequest: BoundedRequest<Identity>,
  signal: AbortSignal,
): Promise<ListReading<Identity & FetchedRow> | null> {
  const { window, maxRows } = listRequest
  const pages: (readonly (Identity & FetchedRow)[])[] = []
  /** The offset of each page by fingerprint, to detect a page that was returned twice. */
  const offsets = new Map<string, number>()
  let rowCount = 0
  let isComplete = false

  /**
   * Whether the first page is the whole list. While the list grows, new rows move the older ones to higher offsets,
   * so a second page proves nothing. Instead, the rows of the oldest second are requested again, together with all
   * rows after them.
   */
  async function isWholeList(page: readonly (Identity & FetchedRow)[]): Promise<boolean> {
    const oldest = page.length > maxRows ? null : rowsOfOldestSecond(page)
    if (oldest === null) return false
    const end = await fetchPageOrNull(listRequest, page.length - oldest.length, signal)
    return end !== null && endsWithRowsOfSecond(end, oldest)
  }

  for (;;) {
    if (rowCount > largestOffset || rowCount > maxRows) break
    const offset = rowCount
    let found = await fetchPageOrNull(listRequest, offset, signal)
    if (found === null) break
    let pageFingerprint = fingerprintOfRows(found)
    for (
      let refetches = 0;
      refetches < maxRefetches && offsets.has(pageFingerprint);
      refetches += 1
    ) {
      found = await fetchPage(listRequest, offset, signal)
      pageFingerprint = fingerprintOfRows(found)
    }
    // Only an empty page is the end of the list, because the platform returns shorter pages without
    // notice.
    isComplete = found.length === 0
    if (isComplete) break
    const previousOffset = offsets.get(pageFingerprint)
    if (previousOffset !== undefined) {
      // The same page was returned for two offsets. If the earlier offset still has this page, the platform repeats
      // its last page for offsets past its maximum. Otherwise the list has changed.
      if (
        fingerprintOfRows(await fetchPage(listRequest, previousOffset, signal)) !== pageFingerprint
      )
        return null
      return {
        pages,
        isComplete,
        isWindowIgnored: found.some((row) => isOutsideWindow(row, window)),
      }
    }
    offsets.set(pageFingerprint, offset)
    pages.push(found)
    rowCount += found.length
    // All rows are older than the window: the platform has ignored the window and returns rows newest first,
    // so the window has no further rows.
    isComplete = found.every((row) => isBefore(row, window))
    if (isComplete) break
    isComplete = listRequest.isGrowing === true && offset === 0 && (await isWholeList(found))
    if (isComplete) break
  }
  // If a new row was added, the offsets of all others have changed. The first page is requested again to
  // detect this.
  const [first] = pages
  if (first && pages.length > 1) {
    if (fingerprintOfRows(await fetchPage(listRequest, 0, signal)) !== fingerprintOfRows(first))
      return null
  }
  const isEveryPageOutside = pages.every((rows) => rows.some((row) => isOutsideWindow(row, window)))
  return { pages, isComplete, isWindowIgnored: !isComplete && isEveryPageOutside }
}

/**
 * Returns whether the list did not change while it was read. If a row is on two pages, either there are two
 * identical rows, or the row has moved because the list changed or a cache returned an outdated page. To find
 * out, the rows of the same second are requested again on one page, if one page can hold them. That page has
 * a new offset, so no cache can have it.
 */
export async function wasUnchangedWhileRead<Identity extends TradeIdentity>(
  { fetchPage }: DataPages<Identity>,
  listRequest: BoundedRequest<Identity>,
  pages: readonly (readonly (Identity & FetchedRow)[])[],
  signal: AbortSignal,
): Promise<boolean> {
  const boundaries = boundariesWithRepeatedRows(pages)
  if (boundaries === null) return false
  for (const { offset, ending, beginning } of boundaries) {
    const page = await fetchPage(listRequest, offset, signal)
    const refetched = page.filter((row) => row.timeMs === ending[0]?.timeMs)
    const isTooLong = refetched.length === page.length && page.length >= minPageRows
    const expected = isTooLong ? ending : [...ending, ...beginning]
    if (fingerprintOfRows(refetched) !== fingerprintOfRows(expected)) return false
  }
  return true
}
