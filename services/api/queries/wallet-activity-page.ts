// A page of what a wallet did, newest first.
import type { ActivityType, Platform, Side } from '../../../schemas/generated/events.ts'
import type { Decimal } from '../../domain/money.ts'
import type { Store } from '../../platform/store/port.ts'

export interface ActivityRow {
  readonly id: string
  readonly type: ActivityType
  readonly platform: Platform
  /** Empty: none. */
  readonly market_id: string
  readonly outcome: number | null
  /** This and the slugs and the title as the platform said them; empty if it did not. */
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

/** The trades that only their market told have no cash of their own. */
const sql = `
SELECT id, type, platform, market_id, outcome, label, side, toString(price) AS price,
  toString(size) AS size,
  toString(ifNull(wallet_activity.usdc_size,
    toDecimal128(round(assumeNotNull(wallet_activity.price) * wallet_activity.size, 6), 6))) AS usdc_size,
  replaceRegexpOne(id, '-[^-]*$', '') AS tx_hash, toUnixTimestamp64Milli(ts) AS timestamp_ms,
  market_slug, event_slug, title
FROM wallet_activity FINAL
WHERE wallet = {wallet:String} AND ({type:String} = '' OR type = {type:String})
ORDER BY ts DESC, id DESC LIMIT {limit:UInt32} OFFSET {offset:UInt64}`

export async function queryWalletActivity(
  store: Store,
  page: {
    readonly wallet: string
    readonly type: ActivityType | null
    readonly limit: number
    readonly offset: number
  },
): Promise<readonly ActivityRow[]> {
  const { wallet, type, limit, offset } = page
  return store.query<ActivityRow>(sql, { wallet, type: type ?? '', limit, offset })
}
