// platform_b: reads trades by time windows, from the live tier and, for older trades, from the
// historical tier. Trades have ids, and pages have cursors.
import type { TokenBucket } from '../../upstream/token-bucket.ts'
import { isRefusedError } from '../../upstream/upstream-error.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { toFields, toText } from '../../json.ts'
import { requestListPage } from '../../lists.ts'
import { toPlausibleMs } from '../../time.ts'
import type { Source, TradeResult, TradeIdentity, TradeRow, Window } from '../../source.ts'
import { cursorOf } from '../wire/page.ts'
import type { PlatformBTrade } from '../wire/trade.ts'
import type { RequestClass } from '../../request-class.ts'
import { createTierCutoff } from './tier-cutoff.ts'
import { refetchWhile } from '../../refetch.ts'
import { isOutsideWindow, rowsWithin } from '../../windows.ts'
import { walkPages } from '../../walk-pages.ts'

const pageRows = 1_000
const historicalPath = '/historical/trades'
/** A window within this distance of the cutoff is read from both tiers. */
const overlapS = 2 * 86_400
/** How often a page with rows that do not belong to the request is requested again before it is accepted. */
const maxRefetches = 2

export function identifyTrade(value: unknown, body: string): TradeIdentity {
  const row: PlatformBTrade = toFields(value)
  return {
    marketNativeId: toText(row.ticker),
    key: toText(row.trade_id) || body,
    timeMs: toPlausibleMs(row.created_time),
  }
}

interface Page {
  readonly rows: readonly TradeRow[]
  readonly asOfMs: number
  readonly firstKey: string | null
  readonly nextCursor: string | null
}

export function createPlatformBTrades(
  api: Upstream,
  bucket: TokenBucket,
  now: () => number,
): Pick<Source, 'tape' | 'tapePageRows' | 'trades'> {
  const getCutoffS = createTierCutoff(api, bucket, now)

  async function requestPage(
    path: string,
    ticker: string | null,
    window: Window,
    cursor: string | null,
    signal: AbortSignal,
    requestClass: RequestClass,
  ): Promise<Page> {
    // One more second on each side, because it is not documented which bounds are included.
    const list = await requestListPage(
      api,
      {
        path,
        name: 'trades',
        cursorOf,
        query: [
          ...(ticker === null ? [] : ([['ticker', ticker]] as const)),
          ['limit', String(pageRows)],
          ['min_ts', String(Math.max(0, window.fromS - 1))],
          ['max_ts', String(window.untilS)],
          ...(cursor === null ? [] : ([['cursor', cursor]] as const)),
        ],
        bucket,
        requestClass,
        isEvidence: true,
      },
      signal,
    )
    const { texts, values, nextCursor, asOfMs, ...received } = list
    const rows = texts.map((body, index): TradeRow => ({
      body,
      ...received,
      // last: docs/decisions/071-fields-before-a-spread.md
      ...identifyTrade(values[index], body),
    }))
    return { rows, asOfMs, firstKey: rows[0]?.key ?? null, nextCursor }
  }

  /** Requests a page. The historical tier returns 404 for a market without trades; then the page is empty. */
  async function requestPageOrEmpty(...args: Parameters<typeof requestPage>): Promise<Page> {
    const [path, , , cursor] = args
    try {
      return await requestPage(...args)
    } catch (error) {
      const mayBeEmpty = path === historicalPath && cursor === null
      if (!mayBeEmpty || !isRefusedError(error) || error.status !== 404) throw error
      return { rows: [], asOfMs: error.asOfMs, firstKey: null, nextCursor: null }
    }
  }

  /**
   * Requests a page. If it has rows that do not belong to the request, it is requested again: a cache or
   * a fault can return the page of another window.
   */
  async function fetchPage(...args: Parameters<typeof requestPage>): Promise<Page> {
    const [, ticker, window] = args
    const isOutsideRequest = (row: TradeRow): boolean =>
      (ticker !== null && row.marketNativeId !== ticker) || isOutsideWindow(row, window)
    return refetchWhile(
      ({ rows }) => rows.some(isOutsideRequest),
      maxRefetches,
      () => requestPageOrEmpty(...args),
    )
  }

  /** Reads the trades of these markets; `null` in place of a ticker: the trades of all markets. */
  async function read(
    tickers: readonly (string | null)[],
    window: Window,
    maxRows: number,
    signal: AbortSignal,
    requestClass: RequestClass,
  ): Promise<TradeResult> {
    const tierCutoffS = await getCutoffS(signal, requestClass)
    // The live tier first: trades that move to the historical tier between the two requests are in both responses.
    const paths = [
      ...(window.untilS > tierCutoffS - overlapS ? ['/markets/trades'] : []),
      ...(window.fromS < tierCutoffS + overlapS ? [historicalPath] : []),
    ]
    /** A window of one second is read completely, because it cannot be split. */
    const rowLimit = window.untilS - window.fromS > 1 ? maxRows : Infinity
    const rows = new Map<string, TradeRow>()
    let asOfMs = tickers.length > 0 ? Infinity : -Infinity
    for (const ticker of tickers) {
      for (const path of paths) {
        const pages = walkPages(null, (cursor) =>
          fetchPage(path, ticker, window, cursor, signal, requestClass),
        )
        for await (const { rows: found, asOfMs: pageAsOfMs } of pages) {
          asOfMs = Math.min(asOfMs, pageAsOfMs)
          for (const row of rowsWithin(found, window))
            if (ticker === null || row.marketNativeId === ticker) rows.set(row.key, row)
          if (rows.size > rowLimit) return { rows: [...rows.values()], asOfMs, isComplete: false }
        }
      }
    }
    return { rows: [...rows.values()], asOfMs, isComplete: true }
  }

  return {
    tape: (window, maxRows, signal) => read([null], window, maxRows, signal, 'tape'),
    tapePageRows: null,
    trades: read,
  }
}
