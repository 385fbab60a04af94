// platform_a: reads a list of the Data API by windows of time, for trades and for what wallets did. It
// pages by offset over a list that moves, gives no ids, caps what it gives, and has been seen to repeat
// rows, to refuse, or to answer with the page of another question instead of saying so.
import { elementTexts } from '../upstream/json-slices.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { TokenBucket } from '../upstream/token-bucket.ts'
import type { Upstream } from '../upstream/upstream.ts'
import {
  fingerprint,
  isBefore,
  isOutside,
  pagesMetAgain,
  toWholeFromS,
} from './platform-a-pages.ts'
import type { Fetched, TradeIdentity, Window } from './source.ts'

/** Attempts at a list that keeps changing while it is paged. */
const readsOfMovingList = 3
/** How often a page that is strange is asked for again before it is taken as it is. */
const secondLooks = 3

type Query = readonly (readonly [name: string, value: string])[]

/** What of one list is asked for. */
export interface ListQuestion<Identity> {
  readonly query: Query
  readonly window: Window
  /** Reading stops when there are more. */
  readonly maxRows: number
  /** Whether a row belongs to the answer, whatever its time. */
  readonly isOurs: (row: Identity) => boolean
}

export interface ListAnswer<Identity> {
  /** Those that were given, also outside the window, in no order. */
  readonly rows: readonly (Identity & Fetched)[]
  /** Whether nothing of the window is missing. */
  readonly isWhole: boolean
  /** The platform did not keep to the window: a shorter one would not give more. */
  readonly isIndivisible?: boolean
  /** Of an answer that is not whole: from this second on nothing is missing. */
  readonly wholeFromS?: number
}

export interface DataListOptions<Identity> {
  readonly data: Upstream
  readonly bucket: TokenBucket
  readonly route: string
  /** Goes along with every question. */
  readonly query: Query
  /** Rows asked for at once. */
  readonly pageRows: number
  /** The platform refuses an offset beyond this. */
  readonly largestOffset: number
  readonly identify: (value: unknown, body: string) => Identity
}

/** Unix seconds, as they are asked for. */
interface Bounds {
  readonly start: number
  readonly end: number
}

/** Pages of one reading. */
interface Reading<Row> {
  readonly pages: readonly (readonly Row[])[]
  readonly isWhole: boolean
  readonly isIndivisible: boolean
}

/** Newest first is what the platform promises; nothing is lost where it does not keep to it. */
export function createDataList<Identity extends TradeIdentity>(options: DataListOptions<Identity>) {
  const { data, bucket, route, pageRows, largestOffset, identify } = options
  type Row = Identity & Fetched
  type Question = ListQuestion<Identity>
  type BoundQuestion = Question & { readonly bounds: Bounds }
  /**
   * Whether `start` and `end` are included is not documented: a second more is asked for on either
   * side until an answer has shown it. Then a crowded second does not crowd its neighbours.
   */
  const included = { start: false, end: false }

  /** The same for all pages of a reading: offsets count from the newest row in it. */
  function toBounds({ fromS, untilS }: Window): Bounds {
    return {
      // A start of 0 would mean "the last three years".
      start: Math.max(1, included.start ? fromS : fromS - 1),
      end: included.end ? untilS - 1 : untilS,
    }
  }

  async function ask(
    { query, bounds: { start, end } }: BoundQuestion,
    offset: number,
    signal: AbortSignal,
  ): Promise<Row[]> {
    const answer = await data.ask(
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
        isExpected: Array.isArray,
      },
      signal,
    )
    const values = answer.value as readonly unknown[]
    const rows = elementTexts(answer.text).map((body, index) => ({
      ...identify(values[index], body),
      body,
      url: answer.url,
      receivedAtMs: answer.receivedAtMs,
    }))
    const seconds = rows.map(({ timeMs }) => (timeMs === null ? start : timeMs / 1000))
    if (seconds.every((second) => second >= start && second <= end)) {
      included.start ||= rows.some(({ timeMs }) => timeMs === start * 1000)
      included.end ||= rows.some(({ timeMs }) => timeMs === end * 1000)
    }
    return rows
  }

  /** A cache or a fault may answer with the page of another question: that is noticed here. */
  async function page(
    question: BoundQuestion,
    offset: number,
    signal: AbortSignal,
  ): Promise<Row[]> {
    const { window, isOurs } = question
    let rows = await ask(question, offset, signal)
    for (let looks = 0; looks < secondLooks; looks += 1) {
      if (rows.every((row) => isOurs(row) && !isOutside(row, window))) break
      rows = await ask(question, offset, signal)
    }
    return rows
  }

  /** The page, or null: the platform refuses to go so deep into the list. */
  async function pageOrRefusal(
    question: BoundQuestion,
    offset: number,
    signal: AbortSignal,
  ): Promise<Row[] | null> {
    try {
      return await page(question, offset, signal)
    } catch (error) {
      const isRefused = error instanceof UpstreamError && error.kind === 'refused'
      if (isRefused && error.status === 400 && offset > 0) return null
      throw error
    }
  }

  /** Reads the list to its end, or until it is too much; null if it moved meanwhile. */
  async function readOnce(
    question: BoundQuestion,
    signal: AbortSignal,
  ): Promise<Reading<Row> | null> {
    const { window, maxRows } = question
    const pages: Row[][] = []
    /** Where each page was given. */
    const offsets = new Map<string, number>()
    let rowCount = 0
    let isWhole = false
    for (;;) {
      if (rowCount > largestOffset || rowCount > maxRows) break
      const offset = rowCount
      let found = await pageOrRefusal(question, offset, signal)
      if (found === null) break
      let print = fingerprint(found)
      for (let looks = 0; looks < secondLooks && offsets.has(print); looks += 1) {
        found = await page(question, offset, signal)
        print = fingerprint(found)
      }
      // Only an empty page is the end: pages are capped in silence.
      isWhole = found.length === 0
      if (isWhole) break
      const before = offsets.get(print)
      if (before !== undefined) {
        // Past its cap the platform repeats rows instead of failing; else the page given first did
        // not belong where it was given.
        if (fingerprint(await page(question, before, signal)) !== print) return null
        return { pages, isWhole, isIndivisible: found.some((row) => isOutside(row, window)) }
      }
      offsets.set(print, offset)
      pages.push(found)
      rowCount += found.length
      // A server that does not honour the window, newest first: nothing of ours can follow.
      isWhole = found.every((row) => isBefore(row, window))
      if (isWhole) break
    }
    // A row that appeared meanwhile pushed others onto the next page, where they were met again.
    const [first] = pages
    if (first && pages.length > 1) {
      if (fingerprint(await page(question, 0, signal)) !== fingerprint(first)) return null
    }
    const isOfOthers = pages.every((rows) => rows.some((row) => isOutside(row, window)))
    return { pages, isWhole, isIndivisible: !isWhole && isOfOthers }
  }

  /**
   * A row on two pages: two of the same words, or the list moved between them. If it moved, the page
   * that was given first is not what it was.
   */
  async function standsStill(
    question: BoundQuestion,
    pages: readonly (readonly Row[])[],
    signal: AbortSignal,
  ): Promise<boolean> {
    for (const index of pagesMetAgain(pages)) {
      const offset = pages.slice(0, index).reduce((rows, { length }) => rows + length, 0)
      const again = await page(question, offset, signal)
      if (fingerprint(again) !== fingerprint(pages[index] ?? [])) return false
    }
    return true
  }

  /** Rejects where shorter windows would not say more either. */
  return async function read(
    question: Question,
    signal: AbortSignal,
  ): Promise<ListAnswer<Identity>> {
    const { window, isOurs } = question
    for (let reads = 0; reads < readsOfMovingList; reads += 1) {
      const bounds = toBounds(window)
      const reading = await readOnce({ ...question, bounds }, signal)
      if (!reading) continue
      const { isWhole, isIndivisible } = reading
      let { pages } = reading
      // Past its cap the platform may give the last page once more, from a little further up.
      if (!isWhole && !isIndivisible && pagesMetAgain(pages).length > 0) pages = pages.slice(0, -1)
      const rows = pages.flat().filter(isOurs)
      if (isIndivisible) return { rows, isWhole, isIndivisible }
      if (!(await standsStill({ ...question, bounds }, pages, signal))) continue
      const wholeFromS = isWhole ? null : toWholeFromS(pages)
      if (wholeFromS !== null) return { rows, isWhole, wholeFromS }
      const { start, end } = toBounds(window)
      // It may be a neighbour that is crowded, and is left out from now on.
      if (isWhole || (start === bounds.start && end === bounds.end)) return { rows, isWhole }
    }
    // Shorter windows move less; the last second is asked for again later.
    if (window.untilS - window.fromS > 1) return { rows: [], isWhole: false }
    throw new UpstreamError(`${route} keeps changing`, { kind: 'failed', status: 200 })
  }
}
