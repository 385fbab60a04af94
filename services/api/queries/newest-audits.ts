// Query: the newest audit of each market, which compares its stated volume with its trades.
import type { Audit } from '../../../schemas/generated/events.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryInChunks } from './chunks.ts'
import { queryPlainRows } from './plain-rows.ts'

export interface NewestAudit extends Pick<
  Audit,
  'status' | 'difference' | 'unit' | 'audited_until_ms'
> {
  /** Offset in the topic `audits`. */
  readonly position: number
}

const sql = `
SELECT market_id, status, toString(difference) AS difference, unit, audited_until_ms,
  toFloat64(version) AS position
FROM audits WHERE market_id IN {markets:Array(String)}
ORDER BY market_id, version DESC LIMIT 1 BY market_id`

type Row = NewestAudit & { readonly market_id: string }

/** Returns the audits by market id. Markets without an audit are not in the map. */
export async function queryNewestAudits(
  store: Store,
  marketIds: readonly string[],
): Promise<ReadonlyMap<string, NewestAudit>> {
  const rows = await queryInChunks(marketIds, (markets) =>
    queryPlainRows<Row>(store, sql, { markets }),
  )
  return new Map(rows.map(({ market_id: id, ...audit }) => [id, audit]))
}
