// platform_a: reads trades from the Data API by time windows: of all markets at once, or of given
// markets.
import { isInvalidRequestError } from '../../upstream/upstream-error.ts'
import type { TokenBucket } from '../../upstream/token-bucket.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { toText } from '../../json.ts'
import type { RequestClass } from '../../request-class.ts'
import { toRow, type PlatformARow } from '../wire/row.ts'
import { createDataList } from './data-list.ts'
import { toRowTimeMs } from './pages.ts'
import { isOutsideWindow, rowsWithin } from '../../windows.ts'
import type { Source, TradeResult, TradeIdentity, Window } from '../../source.ts'

/** Rows per page. A page of this size has about a megabyte. */
const pageRows = 1_000
/** The largest offset that the platform accepts. */
const maxOffset = 10_000
/** Maximum number of condition ids (the platform's ids of markets) in one request. */
const marketsPerRequest = 50

/**
 * Returns the identity of a trade. It consists of several fields, because several fills can share a
 * transaction hash.
 */
export function identifyTrade(value: unknown, body: string): TradeIdentity {
  const row = toRow(value)
  const { transactionHash, asset, proxyWallet, side, size, price, timestamp } = row
  const identityFields = [transactionHash, asset, proxyWallet, side, size, price, timestamp]
  const isRow = toText(transactionHash) !== '' && toText(asset) !== ''
  return {
    marketNativeId: toText(row.conditionId),
    key: isRow ? identityFields.map(toText).join('|') : body,
    timeMs: toRowTimeMs(timestamp),
    needsMarket: isOutcomeUncertain(row),
  }
}

/**
 * Whether the mapper may misread the outcome of a row without the tokens of its market: the index is neither 0 nor 1,
 * the label is missing, or index and label together contradict the usual order of the outcomes (Yes, No).
 */
function isOutcomeUncertain({ outcome, outcomeIndex }: PlatformARow): boolean {
  if (outcomeIndex !== 0 && outcomeIndex !== 1) return true
  const label = toText(outcome).toLowerCase()
  return label === '' || label === (outcomeIndex === 0 ? 'no' : 'yes')
}

export function createPlatformATrades(
  data: Upstream,
  bucket: TokenBucket,
): Pick<Source, 'tape' | 'tapePageRows' | 'trades'> {
  const read = createDataList({
    data,
    bucket,
    route: '/trades',
    query: [['takerOnly', 'true']],
    pageRows,
    maxOffset,
    identify: identifyTrade,
    // A cache in front of the platform was seen to return the same response to a URL for 300 s, although the requests
    // had `Cache-Control: no-cache`.
    uniqueParameter: '_',
  })

  async function trades(
    nativeIds: readonly string[],
    window: Window,
    maxRows: number,
    signal: AbortSignal,
    requestClass: RequestClass,
  ): Promise<TradeResult> {
    const rows: TradeResult['rows'][number][] = []
    let asOfMs = nativeIds.length > 0 ? Infinity : -Infinity
    let isComplete = true
    let isWindowIgnored = false
    for (let at = 0; at < nativeIds.length; at += marketsPerRequest) {
      const wanted = nativeIds.slice(at, at + marketsPerRequest)
      const answer = await read(
        {
          query: [['market', wanted.join(',')]],
          window,
          maxRows,
          requestClass,
          isRequested: (row) => wanted.includes(row.marketNativeId),
        },
        signal,
      )
      rows.push(...rowsWithin(answer.rows, window))
      asOfMs = Math.min(asOfMs, answer.asOfMs)
      isComplete &&= answer.isComplete
      isWindowIgnored ||= answer.isWindowIgnored === true
    }
    return { rows, asOfMs, isComplete, ...(isWindowIgnored ? { isWindowIgnored } : {}) }
  }

  async function readTape(
    window: Window,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<TradeResult | null> {
    try {
      const answer = await read(
        {
          query: [],
          window,
          maxRows,
          requestClass: 'tape',
          isGrowing: true,
          isRequested: () => true,
        },
        signal,
      )
      const { asOfMs, isComplete, rows } = answer
      const isWindowHonoured = !rows.some((row) => isOutsideWindow(row, window))
      return isWindowHonoured ? { asOfMs, isComplete, rows: rowsWithin(rows, window) } : null
    } catch (error) {
      if (isInvalidRequestError(error)) return null
      throw error
    }
  }

  return { tape: readTape, tapePageRows: pageRows, trades }
}
