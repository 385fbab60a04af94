// Which matches changed since an instant of the store's clock? By pages in the order of their ids.
import type { MatchReason } from '../../../schemas/generated/events.ts'
import type { Store } from '../../platform/store/port.ts'
import { queryPlainRows } from './plain-rows.ts'

export interface MatchRow {
  readonly platform_b_id: string
  /** Empty: it has no match any more. */
  readonly platform_a_id: string
  readonly score: number
  readonly confidence: 'high' | 'medium'
  readonly relation: string
  readonly outcome_index: number
  readonly reasons: readonly MatchReason[]
  readonly matched_at_ms: number
  readonly version: number
}

const sql = `
SELECT platform_b_id, platform_a_id, score, confidence, relation, outcome_index, reasons,
  matched_at_ms, version
FROM matches FINAL
WHERE written_at >= fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC') AND platform_b_id > {after:String}
ORDER BY platform_b_id LIMIT {limit:UInt32}`

export async function queryChangedMatches(
  store: Store,
  page: { readonly sinceMs: number; readonly after: string; readonly limit: number },
): Promise<readonly MatchRow[]> {
  const { sinceMs, after, limit } = page
  return queryPlainRows<MatchRow>(store, sql, { since_ms: sinceMs, after, limit })
}
