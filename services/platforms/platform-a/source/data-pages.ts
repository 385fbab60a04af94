// platform_a: requests single pages of a list of the Data API within the bounds of a window.
import { elementTexts } from '../../upstream/json-slices.ts'
import { isRefusedError } from '../../upstream/upstream-error.ts'
import type { TokenBucket } from '../../upstream/token-bucket.ts'
import type { Query, Upstream } from '../../upstream/upstream.ts'
import type { RequestClass } from '../../request-class.ts'
import { refetchWhile } from '../../refetch.ts'
import { isOutsideWindow } from '../../windows.ts'
import type { FetchedRow, TradeIdentity, Window } from '../../source.ts'

/** How often a page with unexpected rows is requested again before it is accepted. */
export const maxRefetches = 3

/** A request for the rows of one window. */
export interface ListRequest<Identity> {
  readonly query: Query
  readonly window: Window
  /** Reading stops when there are more rows than this. */
  readonly maxRows: number
  readonly requestClass: RequestClass
  /** Whether new rows are probably added to the list while it is read. */
  readonly isGrowing?: boolean
  /**
   * Returns whether a row belongs to the requested markets or wallet. The time of the row is not checked.
   */
  readonly isRequested: (row: Identity) => boolean
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
interface TimeBounds {
  readonly start: number
  readonly end: number
}

/** The request, and the values that are the same for all its pages. */
export type BoundedRequest<Identity> = ListRequest<Identity> & {
  readonly bounds: TimeBounds
  /** Receives the `asOfMs` of each response. */
  readonly noteTime: (asOfMs: number) => void
}

export type DataPages<Identity extends TradeIdentity> = ReturnType<typeof createDataPages<Identity>>

export function createDataPages<Identity extends TradeIdentity>(
  options: DataListOptions<Identity>,
) {
  const { data, bucket, route, pageRows, maxOffset, identify } = options
  type Row = Identity & FetchedRow
  /**
   * Whether the API's responses include rows at the times `start` and `end` themselves. This is not
   * documented, so one more second is requested on each side until a response has contained a row exactly at
   * that bound. From then on, the additional second is no longer requested, so that its rows cannot fill up
   * the response.
   */
  const isBoundIncluded = { start: false, end: false }

  /**
   * Returns the bounds to request for a window. They must be the same for all pages, because offsets count
   * from the newest row within the bounds.
   */
  function toBounds({ fromS, untilS }: Window): TimeBounds {
    return {
      // The API treats a start of 0 as "the last three years".
      start: Math.max(1, isBoundIncluded.start ? fromS : fromS - 1),
      end: isBoundIncluded.end ? untilS - 1 : untilS,
    }
  }

  async function requestPage(
    { query, requestClass, bounds: { start, end }, noteTime }: BoundedRequest<Identity>,
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
      body,
      url: answer.url,
      receivedAtMs: answer.receivedAtMs,
      // last: docs/decisions/071-fields-before-a-spread.md
      ...identify(values[index], body),
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
    listRequest: BoundedRequest<Identity>,
    offset: number,
    signal: AbortSignal,
  ): Promise<Row[]> {
    const { window, isRequested } = listRequest
    return refetchWhile(
      (rows: Row[]) => rows.some((row) => !isRequested(row) || isOutsideWindow(row, window)),
      maxRefetches,
      () => requestPage(listRequest, offset, signal),
    )
  }

  /** Requests a page. Returns null if the platform rejects the offset. */
  async function fetchPageOrNull(
    listRequest: BoundedRequest<Identity>,
    offset: number,
    signal: AbortSignal,
  ): Promise<Row[] | null> {
    try {
      return await fetchPage(listRequest, offset, signal)
    } catch (error) {
      if (isRefusedError(error) && error.status === 400 && offset > 0) return null
      throw error
    }
  }

  return { toBounds, fetchPage, fetchPageOrNull, maxOffset }
}
