// How far is a wallet complete? The newest claim of the poller about it.
import type { FeedGap } from '../../../schemas/generated/events.ts'
import type { Store } from '../../platform/store/port.ts'

export interface WalletFeed {
  /** 0: from the beginning. */
  readonly completeFromMs: number
  readonly completeUntilMs: number
  readonly gaps: readonly FeedGap[]
  /** When the poller said so. */
  readonly receivedAtMs: number
}

const sql = `
SELECT complete_from_ms, complete_until_ms, gaps, received_at_ms FROM wallet_feeds
WHERE wallet = {wallet:String} ORDER BY version DESC LIMIT 1`

interface Row {
  readonly complete_from_ms: number
  readonly complete_until_ms: number
  readonly gaps: string
  readonly received_at_ms: number
}

/** null: nobody has asked about it yet, or the poller has not answered. */
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
