// platform_a: reads a list of the Data API by time windows, for trades and for wallet activity. The API
// pages by offset, but the list grows between two pages; its rows have no ids, and the API limits the
// number of rows. It has been seen to repeat rows, to reject requests, and to return the page of another
// request without an error.
import { elementTexts } from '../../upstream/json-slices.ts'
import { isRefused, UpstreamError } from '../../upstream/upstream-error.ts'
import type { TokenBucket } from '../../upstream/token-bucket.ts'
import type { Query, Upstream } from '../../upstream/upstream.ts'
import { fingerprint, pagesWithRepeatedRows, repeatedBoundaries, toCompleteFromS } from './pages.ts'
import type { RequestClass } from '../../request-class.ts'
import { refetchWhile } from '../../refetch.ts'
import { isBefore, isOutside } from '../../windows.ts'
import type { FetchedRow, TradeIdentity, Window } from '../../source.ts'

/** How often a list is read if it changes between its pages. */
const maxReads = 3
/** No shorter page has been seen of a longer list. */
const minPageRows = 100
/** How often a page with unexpected rows is requested again before it is accepted. */
const maxRefetches = 3

/** A request for the rows of one window. */
export interface ListRequest<Identity> {
  readonly query: Query
  readonly window: Window
  /** Reading stops when there are more rows than this. */
  readonly maxRows: number
  readonly requestClass: RequestClass
  /**
   * Returns whether a row belongs to the requested markets or wallet. The time of the row is not checked.
   */
  readonly isRequested: (row: Identity) => boolean
}

export interface ListResult<Identity> {
  /** The returned rows, including rows outside the window, in no particular order. */
  readonly rows: readonly (Identity & FetchedRow)[]
  /** The earliest `asOfMs` of the responses. */
  readonly asOfMs: number
  /** Whether no row of the window is missing. */
  readonly isComplete: boolean
  /** True if the platform ignored the requested window; then a shorter window would return the same rows. */
  readonly isWindowIgnored?: boolean
  /** If `isComplete` is false: no row from this second to the end of the window is missing. */
  readonly completeFromS?: number
}

export interface DataListOptions<Identity> {
  readonly data: Upstream
  readonly bucket: TokenBucket
  readonly route: string
  /** Parameters of every request. */
  readonly query: Query
  /** Rows per page. */
  readonly pageRows: number
  /** The largest offset that the platform accepts. */
  readonly maxOffset: number
  readonly identify: (value: unknown, body: string) => Identity
  /** See UpstreamRequest. */
  readonly uniqueParameter?: string
}

/** The parameters `start` and `end`, in Unix seconds. */
interface Bounds {
  readonly start: number
  readonly end: number
}

/** The pages that one reading of the list returned. */
interface PagesRead<Row> {
  readonly pages: readonly (readonly Row[])[]
  readonly isComplete: boolean
  readonly isWindowIgnored: boolean
}

/**
 * Returns a function that reads the list. The platform documents that rows are sorted newest first; no
 * rows are lost if it returns them in another order.
 */
export function createDataList<Identity extends TradeIdentity>(options: DataListOptions<Identity>) {
  const { data, bucket, route, pageRows, maxOffset: largestOffset, identify } = options
  type Row = Identity & FetchedRow
  type Request = ListRequest<Identity>
  type BoundedRequest = Request & {
    readonly bounds: Bounds
    /** Receives the `asOfMs` of each response. */
    readonly noteTime: (asOfMs: number) => void
  }
  /**
   * Whether the API's responses include rows at `start` and at `end`. This is not documented, so one more
   * second is requested on each side until a response has contained a row at the bound. After that, a
   * second with very many rows does not affect the windows next to it.
   */
  const isBoundIncluded = { start: false, end: false }

  /**
   * Returns the bounds to request for a window. They must be the same for all pages of a reading, because
   * offsets count from the newest row within the bounds.
   */
  function toBounds({ fromS, untilS }: Window): Bounds {
    return {
      // The API treats a start of 0 as "the last three years".
      start: Math.max(1, isBoundIncluded.start ? fromS : fromS - 1),
      end: isBoundIncluded.end ? untilS - 1 : untilS,
    }
  }

  async function requestPage(
    { query, requestClass, bounds: { start, end }, noteTime }: BoundedRequest,
    offset: number,
    signal: AbortSignal,
  ): Promise<Row[]> {
    const answer = await data.send(
      {
        route,
        path: route,
        query: [
          ...query,
          ...options.query,
          ['limit', String(pageRows)],
          ['offset', String(offset)],
          ['start', String(start)],
          ['end', String(end)],
        ],
        bucket,
        requestClass,
        hasExpectedShape: Array.isArray,
        isEvidence: true,
        ...(options.uniqueParameter === undefined
          ? {}
          : { uniqueParameter: options.uniqueParameter }),
      },
      signal,
    )
    noteTime(answer.asOfMs)
    const values = answer.value as readonly unknown[]
    const rows = elementTexts(answer.text).map((body, index) => ({
      ...identify(values[index], body),
      body,
      url: answer.url,
      receivedAtMs: answer.receivedAtMs,
    }))
    const seconds = rows.map(({ timeMs }) => (timeMs === null ? start : timeMs / 1000))
    if (seconds.every((second) => second >= start && second <= end)) {
      isBoundIncluded.start ||= rows.some(({ timeMs }) => timeMs === start * 1000)
      isBoundIncluded.end ||= rows.some(({ timeMs }) => timeMs === end * 1000)
    }
    return rows
  }

  /**
   * Requests a page. If it has rows that do not belong to the request, it is requested again: a cache or
   * a fault can return the page of another request.
   */
  async function fetchPage(
    question: BoundedRequest,
    offset: number,
    signal: AbortSignal,
  ): Promise<Row[]> {
    const { window, isRequested: isOurs } = question
    return refetchWhile(
      (rows: Row[]) => rows.some((row) => !isOurs(row) || isOutside(row, window)),
      maxRefetches,
      () => requestPage(question, offset, signal),
    )
  }

  /** Requests a page. Returns null if the platform rejects the offset. */
  async function fetchPageOrNull(
    question: BoundedRequest,
    offset: number,
    signal: AbortSignal,
  ): Promise<Row[] | null> {
    try {
      return await fetchPage(question, offset, signal)
    } catch (error) {
      if (isRefused(error) && error.status === 400 && offset > 0) return null
      throw error
    }
  }

  /** Reads the list to its end or up to `maxRows`. Returns null if the list changed meanwhile. */
  async function readOnce(
    question: BoundedRequest,
    signal: AbortSignal,
  ): Promise<PagesRead<Row> | null> {
    const { window, maxRows } = question
    const pages: Row[][] = []
    /** The offset of each page by fingerprint, to detect a page that was returned twice. */
    const offsets = new Map<string, number>()
    let rowCount = 0
    let isComplete = false
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
        // Either the platform repeats rows past its maximum, or the earlier page did not belong to
        // its offset.
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
  async function isUnchanged(
    question: BoundedRequest,
    pages: readonly (readonly Row[])[],
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

  /** Reads one window. Rejects if shorter windows would not help either. */
  return async function read(
    question: Request,
    signal: AbortSignal,
  ): Promise<ListResult<Identity>> {
    const { window, isRequested: isOurs } = question
    let asOfMs = Infinity
    const noteTime = (pageAsOfMs: number): void => {
      asOfMs = Math.min(asOfMs, pageAsOfMs)
    }
    for (let reads = 0; reads < maxReads; reads += 1) {
      const bounds = toBounds(window)
      const bounded = { ...question, bounds, noteTime }
      asOfMs = Infinity
      const pagesRead = await readOnce(bounded, signal)
      if (!pagesRead) continue
      const { isComplete, isWindowIgnored } = pagesRead
      let { pages } = pagesRead
      // Past its maximum, the platform may return the last page again, from a slightly smaller
      // offset.
      if (!isComplete && !isWindowIgnored && pagesWithRepeatedRows(pages).length > 0)
        pages = pages.slice(0, -1)
      const rows = pages.flat().filter(isOurs)
      if (isWindowIgnored) return { rows, asOfMs, isComplete, isWindowIgnored }
      if (!(await isUnchanged(bounded, pages, signal))) continue
      const completeFromS = isComplete ? null : toCompleteFromS(pages)
      if (completeFromS !== null) return { rows, asOfMs, isComplete, completeFromS }
      const { start, end } = toBounds(window)
      // The excess rows may be in the additional second next to the window. That second is not requested
      // from now on.
      if (isComplete || (start === bounds.start && end === bounds.end))
        return { rows, asOfMs, isComplete }
    }
    // A shorter window has fewer pages, so it changes less while it is read. A window of one second
    // cannot be split; it is requested again later.
    if (window.untilS - window.fromS > 1) return { rows: [], asOfMs, isComplete: false }
    throw new UpstreamError(`${route} changes faster than it can be read`, {
      kind: 'failed',
      status: 200,
    })
  }
}
