// Query: a page of a wallet's activity, newest first.
import type { ActivityType, Platform } from '../../../schemas/generated/events.ts'
import type { Side } from '../../domain/trade.ts'
import type { Decimal } from '../../domain/money.ts'
import type { Store } from '../../lib/store/port.ts'
import type { TimeSortKey } from '../cursor.ts'
import { transactionHashSql } from './transaction-hash.ts'

export interface ActivityRow {
  readonly id: string
  readonly type: ActivityType
  readonly platform: Platform
  /** Empty if the activity has no market. */
  readonly market_id: string
  readonly outcome: number | null
  /** `label`, the slugs and the title are texts of the platform; empty if the activity has none. */
  readonly label: string
  readonly side: Side | null
  readonly price: Decimal | null
  readonly size: Decimal
  readonly usdc_size: Decimal
  readonly tx_hash: string
  readonly timestamp_ms: number
  readonly market_slug: string
  readonly event_slug: string
  readonly title: string
}

/**
 * Trades that were read from the trade list of a market, instead of the activity of the wallet, lack `usdc_size`. The
 * query computes it for them.
 */
const sql = `
SELECT id, type, platform, market_id, outcome, label, side, toString(price) AS price,
  toString(size) AS size,
  toString(ifNull(wallet_activity.usdc_size,
    toDecimal128(round(assumeNotNull(wallet_activity.price) * wallet_activity.size, 6), 6))) AS usdc_size,
  ${transactionHashSql('id')} AS tx_hash, toUnixTimestamp64Milli(ts) AS timestamp_ms,
  market_slug, event_slug, title
FROM wallet_activity FINAL
WHERE wallet = {wallet:String} AND (ts, id) < (fromUnixTimestamp64Milli({t:Int64}, 'UTC'), {i:String})
  AND ts >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')
  AND ({type:String} = '' OR type = {type:String})
ORDER BY ts DESC, id DESC LIMIT {limit:UInt32} OFFSET {offset:UInt64}`

export async function queryWalletActivity(
  store: Store,
  page: {
    readonly wallet: string
    readonly type: ActivityType | null
    /** The page begins with the newest activity that is older than this sort key. */
    readonly after: TimeSortKey
    /** Unix milliseconds: only activity at or after this time. */
    readonly fromMs: number
    readonly limit: number
    readonly offset: number
  },
): Promise<readonly ActivityRow[]> {
  const { wallet, type, after, fromMs, limit, offset } = page
  const [t, i] = after
  const params = { wallet, type: type ?? '', t, i, from_ms: fromMs, limit, offset }
  return store.query<ActivityRow>(sql, params)
}
