// platform_a: reads a list of the Data API by time windows: the list of trades, or of wallet activity. Pages
// are requested by offset, but the list grows between two requests, its rows have no ids, and the API limits
// the number of rows. The API has been seen to repeat rows, to reject requests, and to return the page of
// another request without an error.
import { UpstreamError } from '../../upstream/upstream-error.ts'
import type { ActivityResult, FetchedRow, TradeIdentity } from '../../source.ts'
import { createDataPages, type DataListOptions, type ListRequest } from './data-pages.ts'
import { pagesWithRepeatedRows, firstCompleteSecond } from './pages.ts'
import { wasUnchangedWhileRead, readListOnce } from './whole-list.ts'

/** How often a list is read if it changes while its pages are requested. */
const maxReads = 3

export interface ListResult<Identity> extends Omit<ActivityResult, 'rows'> {
  /** The returned rows, including rows outside the window, in no particular order. */
  readonly rows: readonly (Identity & FetchedRow)[]
}

/**
 * Returns a function that reads one window of the list. The platform documents that rows are sorted newest
 * first; no rows are lost if it returns them in another order.
 */
export function createDataList<Identity extends TradeIdentity>(options: DataListOptions<Identity>) {
  const pageReader = createDataPages(options)
  const { toBounds } = pageReader

  /** Reads one window. Rejects if the list changes during each read and the window is too short to be split. */
  return async function read(
    listRequest: ListRequest<Identity>,
    signal: AbortSignal,
  ): Promise<ListResult<Identity>> {
    const { window, isRequested } = listRequest
    let asOfMs = Infinity
    const noteAnswerTime = (pageAsOfMs: number): void => {
      asOfMs = Math.min(asOfMs, pageAsOfMs)
    }
    for (let reads = 0; reads < maxReads; reads += 1) {
      const bounds = toBounds(window)
      const bounded = { ...listRequest, bounds, noteTime: noteAnswerTime }
      asOfMs = Infinity
      const pagesRead = await readListOnce(pageReader, bounded, signal)
      if (!pagesRead) continue
      const { isComplete, isWindowIgnored } = pagesRead
      let { pages } = pagesRead
      // For an offset past its maximum, the platform may return its last page again, beginning at a slightly
      // smaller offset. That page is dropped.
      if (!isComplete && !isWindowIgnored && pagesWithRepeatedRows(pages).length > 0)
        pages = pages.slice(0, -1)
      const rows = pages.flat().filter(isRequested)
      if (isWindowIgnored) return { rows, asOfMs, isComplete, isWindowIgnored }
      if (!(await wasUnchangedWhileRead(pageReader, bounded, pages, signal))) continue
      const completeFromS = isComplete ? null : firstCompleteSecond(pages)
      if (completeFromS !== null) return { rows, asOfMs, isComplete, completeFromS }
      const { start, end } = toBounds(window)
      // The window may seem incomplete only because the rows of the additional seconds that `toBounds` adds have
      // filled up the responses. If `toBounds` now adds fewer seconds, the window is read again.
      if (isComplete || (start === bounds.start && end === bounds.end))
        return { rows, asOfMs, isComplete }
    }
    // A shorter window has fewer pages, so it changes less while it is read. A window of one second
    // cannot be split; it is requested again later.
    if (window.untilS - window.fromS > 1) return { rows: [], asOfMs, isComplete: false }
    throw new UpstreamError(`${options.route} changes faster than it can be read`, {
      kind: 'failed',
      status: 200,
    })
  }
}
