// Query for the catalog: the watermarks that were written to the store since a given time of the
// store's clock, in pages ordered by feed and partition.
import type { Platform } from '../../../schemas/generated/events.ts'
import { parseId, platformNames } from '../../platforms/identity.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryInChunks } from './chunks.ts'
import { queryPlainRows, queryUnparsedRows, type UnparsedRows } from './plain-rows.ts'
import { firstVersionOfEpoch } from './store-epoch.ts'
import { createPageSql } from './written-since.ts'

export interface FeedRow {
  readonly feed: string
  readonly partition: number
  readonly platform: Platform
  /** Empty if the feed is a tape. The watermark of a tape covers all markets of the platform in the partition. */
  readonly market_id: string
  readonly complete_from_ms: number
  readonly complete_until_ms: number
  /** JSON of FeedGap[]. */
  readonly gaps: string
  readonly version: number
}

const columns =
  'feed, partition, platform, market_id, complete_from_ms, complete_until_ms, gaps, version'

const changedSql = createPageSql({
  table: 'feeds',
  columns,
  key: 'feed, partition',
  where: `version >= ${firstVersionOfEpoch}
  AND (feed, partition) > ({after_feed:String}, {after_partition:UInt16})`,
})

/** The sort key of a row. The next page begins after the sort key of the last row of a page. */
export type FeedSortKey = Pick<FeedRow, 'feed' | 'partition'>

export async function queryChangedFeeds(
  store: Store,
  page: { readonly sinceMs: number; readonly after: FeedSortKey; readonly limit: number },
): Promise<UnparsedRows<FeedRow>> {
  return queryUnparsedRows<FeedRow>(store, changedSql(page.sinceMs), {
    since_ms: page.sinceMs,
    after_feed: page.after.feed,
    after_partition: page.after.partition,
    limit: page.limit,
  })
}

const feedsSql = `
SELECT ${columns} FROM feeds
WHERE feed IN {feeds:Array(String)} AND version >= ${firstVersionOfEpoch}
ORDER BY feed, partition, version DESC LIMIT 1 BY feed, partition`

/**
 * Returns the watermarks of the histories of these markets: the feeds of their older trades. The result has no row
 * for a market without a history.
 */
export async function queryHistories(
  store: Store,
  marketIds: readonly string[],
): Promise<readonly FeedRow[]> {
  return queryInChunks(marketIds, (ids) => {
    const feeds = ids.flatMap((id) => {
      const platform = parseId(id)?.platform
      return platform === undefined ? [] : `${platform}/trades/${id}`
    })
    return queryFeeds(store, feeds)
  })
}

/**
 * Returns the watermarks of the tapes, the feeds of all trades of a platform. They are few: one per
 * platform and partition.
 */
export function queryTapes(store: Store): Promise<readonly FeedRow[]> {
  return queryFeeds(
    store,
    platformNames.map((platform) => `${platform}/trades`),
  )
}

function queryFeeds(store: Store, feeds: readonly string[]): Promise<readonly FeedRow[]> {
  return queryPlainRows<FeedRow>(store, feedsSql, { feeds })
}
