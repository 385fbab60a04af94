// platform_a: reads all pages of a list of the Data API, and finds out whether the list changed meanwhile.
import { isBefore, isOutside } from '../../windows.ts'
import type { FetchedRow, TradeIdentity } from '../../source.ts'
import { maxRefetches, type BoundedRequest, type DataPages } from './data-pages.ts'
import { endsWithSecond, fingerprint, oldestSecond, repeatedBoundaries } from './pages.ts'

/** No shorter page has been seen of a longer list. */
const minPageRows = 100

/** The pages that one reading of the list returned. */
interface PagesRead<Row> {
  readonly pages: readonly (readonly Row[])[]
  readonly isComplete: boolean
  readonly isWindowIgnored: boolean
}

/** Reads the list to its end or up to `maxRows`. Returns null if the list changed meanwhile. */
export async function readOnce<Identity extends TradeIdentity>(
  { fetchPage, fetchPageOrNull, maxOffset: largestOffset }: DataPages<Identity>,
  question: BoundedRequest<Identity>,
  signal: AbortSignal,
): Promise<PagesRead<Identity & FetchedRow> | null> {
  const { window, maxRows } = question
  const pages: (readonly (Identity & FetchedRow)[])[] = []
  /** The offset of each page by fingerprint, to detect a page that was returned twice. */
  const offsets = new Map<string, number>()
  let rowCount = 0
  let isComplete = false

  /**
   * Whether a growing list ends with its first page. New rows shift the page after it, so the rows of the oldest
   * second are requested again, with what follows them.
   */
  async function isWholeList(page: readonly (Identity & FetchedRow)[]): Promise<boolean> {
    const oldest = page.length > maxRows ? null : oldestSecond(page)
    if (oldest === null) return false
    const end = await fetchPageOrNull(question, page.length - oldest.length, signal)
    return end !== null && endsWithSecond(end, oldest)
  }

  for (;;) {
    if (rowCount > largestOffset || rowCount > maxRows) break
    const offset = rowCount
    let found = await fetchPageOrNull(question, offset, signal)
    if (found === null) break
    let pageFingerprint = fingerprint(found)
    for (
      let refetches = 0;
      refetches < maxRefetches && offsets.has(pageFingerprint);
      refetches += 1
    ) {
      found = await fetchPage(question, offset, signal)
      pageFingerprint = fingerprint(found)
    }
    // Only an empty page is the end of the list, because the platform returns shorter pages without
    // notice.
    isComplete = found.length === 0
    if (isComplete) break
    const previousOffset = offsets.get(pageFingerprint)
    if (previousOffset !== undefined) {
      // The same page was returned for two offsets. If the earlier offset still has this page, the platform repeats
      // its last page for offsets past its maximum. Otherwise the list has changed.
      if (fingerprint(await fetchPage(question, previousOffset, signal)) !== pageFingerprint)
        return null
      return {
        pages,
        isComplete,
        isWindowIgnored: found.some((row) => isOutside(row, window)),
      }
    }
    offsets.set(pageFingerprint, offset)
    pages.push(found)
    rowCount += found.length
    // This applies if the platform ignores the window: rows are sorted newest first, so no row of the
    // window can follow.
    isComplete = found.every((row) => isBefore(row, window))
    if (isComplete) break
    isComplete = question.isGrowing === true && offset === 0 && (await isWholeList(found))
    if (isComplete) break
  }
  // A new row shifts the others, so that the next page repeats rows. The first page is requested again
  // to detect this.
  const [first] = pages
  if (first && pages.length > 1) {
    if (fingerprint(await fetchPage(question, 0, signal)) !== fingerprint(first)) return null
  }
  const isEveryPageOutside = pages.every((rows) => rows.some((row) => isOutside(row, window)))
  return { pages, isComplete, isWindowIgnored: !isComplete && isEveryPageOutside }
}

/**
 * Returns whether the list did not change while it was read. A row on two pages is either two identical
 * rows, or it has moved: the list changed between the two pages, or a cache returned an outdated page. To
 * find out, the rows of its second are requested on one page, if one can hold them. No cache has that page,
 * because its offset is new.
 */
export async function isUnchanged<Identity extends TradeIdentity>(
  { fetchPage }: DataPages<Identity>,
  question: BoundedRequest<Identity>,
  pages: readonly (readonly (Identity & FetchedRow)[])[],
  signal: AbortSignal,
): Promise<boolean> {
  const boundaries = repeatedBoundaries(pages)
  if (boundaries === null) return false
  for (const { offset, ending, beginning } of boundaries) {
    const page = await fetchPage(question, offset, signal)
    const refetched = page.filter((row) => row.timeMs === ending[0]?.timeMs)
    const isTooLong = refetched.length === page.length && page.length >= minPageRows
    const expected = isTooLong ? ending : [...ending, ...beginning]
    if (fingerprint(refetched) !== fingerprint(expected)) return false
  }
  return true
}
