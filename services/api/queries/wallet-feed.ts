// Query: the newest watermark of a wallet.
import type { FeedGap } from '../../../schemas/generated/events.ts'
import type { Store } from '../../lib/store/port.ts'
import { firstVersionOfEpoch } from './store-epoch.ts'

export interface WalletFeed {
  /** Unix milliseconds; 0: the activity is complete from the wallet's first activity on. */
  readonly completeFromMs: number
  readonly completeUntilMs: number
  readonly gaps: readonly FeedGap[]
  /** When the poller created the watermark. */
  readonly receivedAtMs: number
}

const sql = `
SELECT complete_from_ms, complete_until_ms, gaps, received_at_ms FROM wallet_feeds
WHERE wallet = {wallet:String} AND version >= ${firstVersionOfEpoch}
ORDER BY version DESC LIMIT 1`

interface Row {
  readonly complete_from_ms: number
  readonly complete_until_ms: number
  readonly gaps: string
  readonly received_at_ms: number
}

/**
 * Returns null if no client has requested the wallet yet, or the poller has not fetched anything
 * yet.
 */
export async function queryWalletFeed(store: Store, wallet: string): Promise<WalletFeed | null> {
  const [row] = await store.query<Row>(sql, { wallet })
  if (!row) return null
  return {
    completeFromMs: row.complete_from_ms,
    completeUntilMs: row.complete_until_ms,
    gaps: JSON.parse(row.gaps) as FeedGap[],
    receivedAtMs: row.received_at_ms,
  }
}
