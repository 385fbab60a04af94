// Query for the catalog: the matches that were written to the store since a given time of the
// store's clock, in pages ordered by market and other platform.
import type { MatchReason } from '../../../schemas/generated/api.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryInChunks } from './chunks.ts'
import { queryPlainRows, queryUnparsedRows, type UnparsedRows } from './plain-rows.ts'
import { createPageSql } from './written-since.ts'

export interface MatchRow {
  readonly market_id: string
  /** The platform of the other market. It comes before the platform of `market_id` in the registry of platforms. */
  readonly other_platform: string
  /** Empty if the match no longer exists. */
  readonly other_market_id: string
  readonly score: number
  readonly confidence: 'high' | 'medium'
  readonly relation: string
  readonly outcome_index: number
  readonly reasons: readonly MatchReason[]
  readonly matched_at_ms: number
  readonly version: number
}

const columns = `
  market_id, other_platform, other_market_id, score, confidence, relation, outcome_index, reasons,
  matched_at_ms, version`

const changedSql = createPageSql({
  table: 'market_matches',
  columns,
  key: 'market_id, other_platform',
  where: '(market_id, other_platform) > ({after_market:String}, {after_platform:String})',
})

/** The sort key of a row. The next page begins after the sort key of the last row of a page. */
export type MatchSortKey = Pick<MatchRow, 'market_id' | 'other_platform'>

export async function queryChangedMatches(
  store: Store,
  page: { readonly sinceMs: number; readonly after: MatchSortKey; readonly limit: number },
): Promise<UnparsedRows<MatchRow>> {
  const { sinceMs, after, limit } = page
  return queryUnparsedRows<MatchRow>(store, changedSql(sinceMs), {
    since_ms: sinceMs,
    after_market: after.market_id,
    after_platform: after.other_platform,
    limit,
  })
}

/**
 * The outer WHERE compares the ids with both markets of each match again, because a row of match_markets remains after
 * its match has ended.
 */
const sql = `
SELECT * FROM (
  SELECT ${columns} FROM market_matches
  WHERE market_id IN (
    SELECT market_id FROM match_markets WHERE other_market_id IN {ids:Array(String)}
    UNION ALL SELECT arrayJoin({ids:Array(String)}))
  ORDER BY market_id, other_platform, version DESC LIMIT 1 BY market_id, other_platform)
WHERE market_id IN {ids:Array(String)} OR other_market_id IN {ids:Array(String)}`

/**
 * Returns the matches of these markets. If the two markets of a match are in different chunks of ids, the match
 * is returned twice.
 */
export async function queryMatchesOf(
  store: Store,
  marketIds: readonly string[],
): Promise<readonly MatchRow[]> {
  return queryInChunks(marketIds, (ids) => queryPlainRows<MatchRow>(store, sql, { ids }))
}
