// platform_a: trades of the Data API by windows of time, of all markets at once where the platform
// gives that, else of markets by name.
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { TokenBucket } from '../upstream/token-bucket.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { toFields, toText } from './fields.ts'
import { createDataList } from './platform-a-data-list.ts'
import { isOutside, toRowTimeMs, within } from './platform-a-pages.ts'
import type { TradeAnswer, TradeIdentity, TradeScope, Window } from './source.ts'

/** Rows asked for at once: about a megabyte. */
const pageRows = 1_000
/** The platform refuses an offset beyond this. */
const largestOffset = 10_000
/** Condition ids in one request. */
const marketsPerRequest = 50

/** wire-formats: the transaction hash is shared by several fills, so the row's words are its identity. */
export function identifyTrade(value: unknown, body: string): TradeIdentity {
  const row = toFields(value)
  const words = ['transactionHash', 'asset', 'proxyWallet', 'side', 'size', 'price', 'timestamp']
  const isRow = toText(row['transactionHash']) !== '' && toText(row['asset']) !== ''
  return {
    marketNativeId: toText(row['conditionId']),
    key: isRow ? words.map((name) => toText(row[name])).join('|') : body,
    timeMs: toRowTimeMs(row['timestamp']),
  }
}

export function createPlatformATrades(data: Upstream, bucket: TokenBucket) {
  const read = createDataList({
    data,
    bucket,
    route: '/trades',
    query: [['takerOnly', 'true']],
    pageRows,
    largestOffset,
    identify: identifyTrade,
  })
  /** Once the bare tape was refused or ignored the window, markets are asked for by name. */
  let hasTape = true

  async function byMarkets(
    nativeIds: readonly string[],
    window: Window,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<TradeAnswer> {
    const rows: TradeAnswer['rows'][number][] = []
    let isWhole = true
    let isIndivisible = false
    for (let at = 0; at < nativeIds.length; at += marketsPerRequest) {
      const wanted = nativeIds.slice(at, at + marketsPerRequest)
      const answer = await read(
        {
          query: [['market', wanted.join(',')]],
          window,
          maxRows,
          isOurs: (row) => wanted.includes(row.marketNativeId),
        },
        signal,
      )
      rows.push(...within(answer.rows, window))
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
        const answer = await read({ query: [], window, maxRows, isOurs: () => true }, signal)
        const isHonoured = !answer.rows.some((row) => isOutside(row, window))
        if (isHonoured) {
          return { isWhole: answer.isWhole, rows: within(answer.rows, window) }
        }
      } catch (error) {
        if (!(error instanceof UpstreamError && error.kind === 'refused')) throw error
      }
      hasTape = false
    }
    return byMarkets(scope.markets(), window, maxRows, signal)
  }
}
