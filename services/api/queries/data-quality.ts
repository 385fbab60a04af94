// Query: the newest comparison of a market's stated volume with its trades.
import type { DataQuality } from '../../../schemas/generated/api.ts'
import type { Store } from '../../lib/store/port.ts'
import type { Exact } from '../json-writer.ts'
import { queryPlainRows } from './plain-rows.ts'

const sql = `
SELECT status, toString(difference) AS difference, unit, intDiv(audited_until_ms, 1000) AS audited_until
FROM audits WHERE market_id = {id:String} ORDER BY version DESC LIMIT 1`

/** Returns null if the market was not compared yet. */
export async function queryDataQuality(
  store: Store,
  marketId: string,
): Promise<Exact<DataQuality>> {
  const [row] = await queryPlainRows<NonNullable<Exact<DataQuality>>>(store, sql, { id: marketId })
  return row ?? null
}
