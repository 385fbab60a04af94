// platform_a: trades of the Data API by windows of time. It pages by offset over a list that moves,
// gives no ids, caps what it gives, and has been seen to repeat rows instead of saying so.
import { elementTexts } from '../upstream/json-slices.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { TokenBucket } from '../upstream/token-bucket.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { toFields, toNumber, toText } from './fields.ts'
import type { TradeAnswer, TradeIdentity, TradeRow, TradeScope, Window } from './source.ts'

/** Rows asked for at once: about a megabyte. */
const pageRows = 1_000
/** The platform refuses an offset beyond this. */
const largestOffset = 10_000
/** Condition ids in one request. */
const marketsPerRequest = 50
/** Attempts at a list that keeps changing while it is paged. */
const readsOfMovingList = 3
/** A row this far outside the window that was asked for: the window was not honoured. */
const slackMs = 5_000
const earliestMs = Date.UTC(2010, 0, 1)
const latestMs = Date.UTC(2200, 0, 1)

/** wire-formats: the transaction hash is shared by several fills, so the row's words are its identity. */
export function identifyTrade(value: unknown, body: string): TradeIdentity {
  const row = toFields(value)
  const seconds = toNumber(row['timestamp'])
  const timeMs = seconds === null ? null : seconds * 1000
  const words = ['transactionHash', 'asset', 'proxyWallet', 'side', 'size', 'price', 'timestamp']
  const isRow = toText(row['transactionHash']) !== '' && toText(row['asset']) !== ''
  return {
    marketNativeId: toText(row['conditionId']),
    key: isRow ? words.map((name) => toText(row[name])).join('|') : body,
    timeMs: timeMs !== null && timeMs >= earliestMs && timeMs < latestMs ? timeMs : null,
  }
}

/** How often a page that is strange is asked for again before it is taken as it is. */
const secondLooks = 3

type Filter = readonly (readonly [string, string])[]

export function createPlatformATrades(data: Upstream, bucket: TokenBucket) {
  /** Once the bare tape was refused or ignored the window, markets are asked for by name. */
  let hasTape = true
  /**
   * Whether `start` and `end` are included is not documented: a second more is asked for on either
   * side until an answer has shown it. Then a crowded second does not crowd its neighbours.
   */
  const included = { start: false, end: false }

  async function ask(
    filter: Filter,
    window: Window,
    offset: number,
    signal: AbortSignal,
  ): Promise<TradeRow[]> {
    // A start of 0 would mean "the last three years".
    const start = Math.max(1, included.start ? window.fromS : window.fromS - 1)
    const end = included.end ? window.untilS - 1 : window.untilS
    const answer = await data.ask(
      {
        route: '/trades',
        path: '/trades',
        query: [
          ...filter,
          ['takerOnly', 'true'],
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
      ...identifyTrade(values[index], body),
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

  /** The same for the same rows in whatever order: that is not stable within a page. */
  const fingerprint = (rows: readonly TradeRow[]): string =>
    rows
      .map((row) => row.key)
      .toSorted()
      .join('\n')
  const isBefore = (row: TradeRow, window: Window): boolean =>
    row.timeMs !== null && row.timeMs < window.fromS * 1000 - slackMs
  const isAfter = (row: TradeRow, window: Window): boolean =>
    row.timeMs !== null && row.timeMs > window.untilS * 1000 + slackMs

  /** A cache or a fault may answer with the page of another window: that is noticed here. */
  async function page(
    filter: Filter,
    window: Window,
    offset: number,
    signal: AbortSignal,
  ): Promise<TradeRow[]> {
    const wanted = filter.find(([name]) => name === 'market')?.[1].split(',')
    const isForeign = (row: TradeRow): boolean =>
      isBefore(row, window) ||
      isAfter(row, window) ||
      (wanted !== undefined && !wanted.includes(row.marketNativeId))
    let rows = await ask(filter, window, offset, signal)
    for (let looks = 0; looks < secondLooks && rows.some(isForeign); looks += 1) {
      rows = await ask(filter, window, offset, signal)
    }
    return rows
  }

  /** Reads the list to its end, or until it is too much; null if it moved meanwhile. */
  async function readOnce(
    filter: Filter,
    window: Window,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<TradeAnswer | null> {
    const rows: TradeRow[] = []
    const seen = new Set<string>()
    let first: string | null = null
    let pages = 0
    for (let offset = 0; ;) {
      if (offset > largestOffset || rows.length > maxRows) return { rows, isWhole: false }
      let found = await page(filter, window, offset, signal)
      // Only an empty page is the end: pages are capped in silence.
      if (found.length === 0) break
      let print = fingerprint(found)
      for (let looks = 0; looks < secondLooks && seen.has(print); looks += 1) {
        found = await page(filter, window, offset, signal)
        print = fingerprint(found)
      }
      // Past its cap the platform repeats rows instead of failing.
      if (seen.has(print)) {
        const isIndivisible = found.some((row) => isBefore(row, window) || isAfter(row, window))
        return { rows, isWhole: false, isIndivisible }
      }
      if (found.length === 0) break
      seen.add(print)
      first ??= print
      pages += 1
      rows.push(...found)
      offset += found.length
      // A server that does not honour the window, newest first: nothing of ours can follow.
      if (found.every((row) => isBefore(row, window))) break
    }
    // A row that appeared meanwhile pushed others onto the next page, where they were met again.
    if (pages > 1 && fingerprint(await page(filter, window, 0, signal)) !== first) return null
    return { rows, isWhole: true }
  }

  async function read(
    filter: Filter,
    window: Window,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<TradeAnswer> {
    for (let reads = 0; reads < readsOfMovingList; reads += 1) {
      const answer = await readOnce(filter, window, maxRows, signal)
      if (answer) return answer
    }
    // Shorter windows move less; the last second is asked for again later.
    if (window.untilS - window.fromS > 1) return { rows: [], isWhole: false }
    throw new UpstreamError('/trades keeps changing', { kind: 'failed', status: 200 })
  }

  function within(rows: readonly TradeRow[], window: Window): TradeRow[] {
    return rows.filter(
      ({ timeMs }) =>
        timeMs === null || (timeMs >= window.fromS * 1000 && timeMs < window.untilS * 1000),
    )
  }

  async function byMarkets(
    nativeIds: readonly string[],
    window: Window,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<TradeAnswer> {
    const wanted = new Set(nativeIds)
    const rows: TradeRow[] = []
    let isWhole = true
    let isIndivisible = false
    for (let at = 0; at < nativeIds.length; at += marketsPerRequest) {
      const group = nativeIds.slice(at, at + marketsPerRequest)
      const answer = await read([['market', group.join(',')]], window, maxRows, signal)
      rows.push(...within(answer.rows, window).filter((row) => wanted.has(row.marketNativeId)))
      isWhole &&= answer.isWhole
      isIndivisible ||= answer.isIndivisible === true
    }
    return isIndivisible ? { rows, isWhole, isIndivisible } : { rows, isWhole }
  }

  return async function trades(
    scope: TradeScope,
    window: Window,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<TradeAnswer> {
    if (scope.kind === 'markets') return byMarkets(scope.nativeIds, window, maxRows, signal)
    if (hasTape) {
      try {
        const answer = await read([], window, maxRows, signal)
        const isHonoured = !answer.rows.some((row) => isBefore(row, window) || isAfter(row, window))
        if (isHonoured) return { ...answer, rows: within(answer.rows, window) }
      } catch (error) {
        if (!(error instanceof UpstreamError && error.kind === 'refused')) throw error
      }
      hasTape = false
    }
    return byMarkets(scope.markets(), window, maxRows, signal)
  }
}
