// platform_a: what one wallet did, of the Data API, by windows of time.
import type { TokenBucket } from '../upstream/token-bucket.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { toFields, toText } from './fields.ts'
import { createDataList } from './platform-a-data-list.ts'
import { toRowTimeMs, within } from './platform-a-pages.ts'
import { identifyTrade } from './platform-a-trades.ts'
import type { ActivityAnswer, ActivityIdentity, Window } from './source.ts'

/** Rows that the platform gives at once. */
const pageRows = 500
/** The platform refuses an offset beyond this; users have met the end of it much earlier. */
const largestOffset = 5_000

/** What tells one row from another that is no trade. */
const words = [
  'transactionHash',
  'type',
  'conditionId',
  'asset',
  'outcomeIndex',
  'size',
  'usdcSize',
  'timestamp',
]

/**
 * A trade has the identity that it has among the trades of its market. Of the other rows many share
 * a transaction, and names and pictures beside the facts change.
 */
export function identifyActivity(value: unknown, body: string): ActivityIdentity {
  const row = toFields(value)
  const isTrade = toText(row['type']) === 'TRADE'
  const isRow = toText(row['transactionHash']) !== ''
  const key = isRow ? words.map((name) => toText(row[name])).join('|') : body
  const asset = toText(row['asset'])
  return {
    marketNativeId: toText(row['conditionId']),
    key: isTrade ? identifyTrade(value, body).key : key,
    timeMs: toRowTimeMs(row['timestamp']),
    wallet: toText(row['proxyWallet']).toLowerCase(),
    needsTokens: asset !== '' && !['0', '1'].includes(toText(row['outcomeIndex'])),
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
      // Left out, it means that they are.
      ['excludeDepositsWithdrawals', 'false'],
    ],
    pageRows,
    largestOffset,
    identify: identifyActivity,
  })

  return async function activity(
    wallet: string,
    window: Window,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<ActivityAnswer> {
    const isOurs = (row: ActivityIdentity): boolean => row.wallet === '' || row.wallet === wallet
    const answer = await read({ query: [['user', wallet]], window, maxRows, isOurs }, signal)
    return { ...answer, rows: within(answer.rows, window) }
  }
}
