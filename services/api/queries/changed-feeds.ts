// Which claims of completeness changed since an instant of the store's clock? By pages in the order
// of feed and partition.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Store } from '../../platform/store/port.ts'
import { queryPlainRows } from './plain-rows.ts'

export interface FeedRow {
  readonly feed: string
  readonly partition: number
  readonly platform: Platform
  /** Empty: a tape, the feed of all markets of the platform in the partition. */
  readonly market_id: string
  readonly complete_from_ms: number
  readonly complete_until_ms: number
  /** JSON of FeedGap[]. */
  readonly gaps: string
  readonly version: number
}

const sql = `
SELECT feed, partition, platform, market_id, complete_from_ms, complete_until_ms, gaps, version
FROM feeds FINAL
WHERE written_at >= fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC')
  AND (feed, partition) > ({after_feed:String}, {after_partition:UInt16})
ORDER BY feed, partition LIMIT {limit:UInt32}`

/** Where a page of claims ended. */
export type FeedPlace = Pick<FeedRow, 'feed' | 'partition'>

export async function queryChangedFeeds(
  store: Store,
  page: { readonly sinceMs: number; readonly after: FeedPlace; readonly limit: number },
): Promise<readonly FeedRow[]> {
  return queryPlainRows<FeedRow>(store, sql, {
    since_ms: page.sinceMs,
    after_feed: page.after.feed,
    after_partition: page.after.partition,
    limit: page.limit,
  })
}
