// platform_a: reads the activity of one wallet from the Data API by time windows.
import type { TokenBucket } from '../../upstream/token-bucket.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { toText } from '../../json.ts'
import { toRow } from '../wire/row.ts'
import { createDataList } from './data-list.ts'
import { toRowTimeMs } from './pages.ts'
import { identifyTrade } from './trades.ts'
import { rowsWithin } from '../../windows.ts'
import type { ActivityResult, ActivityIdentity, Window } from '../../source.ts'

/** Maximum rows per page that the platform returns. */
const pageRows = 500
/**
 * The platform rejects a larger offset with status 400. Users have seen lists end at much smaller
 * offsets.
 */
const maxOffset = 5_000

/**
 * Returns the identity of an activity row. A trade has the same identity as in the trade list of its
 * market. Other rows are identified by several fields, because many of them share a transaction, and the
 * names and pictures in a row can change.
 */
export function identifyActivity(value: unknown, body: string): ActivityIdentity {
  const row = toRow(value)
  const { transactionHash, type, conditionId, asset, outcomeIndex, size, usdcSize, timestamp } = row
  const isRow = toText(transactionHash) !== ''
  // Two rows that are not trades are the same row if all of these fields are equal.
  const identityFields = [
    transactionHash,
    type,
    conditionId,
    asset,
    outcomeIndex,
    size,
    usdcSize,
    timestamp,
  ]
  const key = isRow ? identityFields.map(toText).join('|') : body
  return {
    marketNativeId: toText(conditionId),
    key: toText(type) === 'TRADE' ? identifyTrade(value, body).key : key,
    timeMs: toRowTimeMs(timestamp),
    wallet: toText(row.proxyWallet).toLowerCase(),
    needsMarket: toText(asset) !== '' && !['0', '1'].includes(toText(outcomeIndex)),
  }
}

export function createPlatformAActivity(data: Upstream, bucket: TokenBucket) {
  const read = createDataList({
    data,
    bucket,
    route: '/activity',
    query: [
      ['sortBy', 'TIMESTAMP'],
      ['sortDirection', 'DESC'],
      // The default is true.
      ['excludeDepositsWithdrawals', 'false'],
    ],
    pageRows,
    maxOffset,
    identify: identifyActivity,
  })

  return async function readActivity(
    wallet: string,
    window: Window,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<ActivityResult> {
    const isRequestedRow = (row: ActivityIdentity): boolean =>
      row.wallet === '' || row.wallet === wallet
    const answer = await read(
      {
        query: [['user', wallet]],
        window,
        maxRows,
        requestClass: 'wallets',
        isRequested: isRequestedRow,
      },
      signal,
    )
    return { ...answer, rows: rowsWithin(answer.rows, window) }
  }
}
