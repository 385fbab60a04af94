// Query: a page of a market's trades, newest first, as JSON of the Trade resource. The database
// writes the JSON, because converting its decimals to doubles could lose digits.
import type { Platform } from '../../../schemas/generated/events.ts'
import { outcomePriceSql } from '../../domain/price.ts'
import type { Store } from '../../lib/store/port.ts'
import { hasTransactionIds } from '../../platforms/identity.ts'
import type { TimeSortKey } from '../cursor.ts'
import { transactionHashSql } from './transaction-hash.ts'

/**
 * Reads the table backwards in its sort order. If read_in_order_use_buffering were on, ClickHouse
 * would read far more rows than the page has.
 */
const sql = `
SELECT trade_id AS id, {market:String} AS market_id, {platform:String} AS platform, price, size, side,
  toUnixTimestamp64Milli(ts) AS timestamp_ms,
  if({has_transaction_ids:Bool}, ${transactionHashSql('trade_id')}, trade_id) AS native_trade_id,
  arrayElement({labels:Array(String)}, index + 1) AS outcome,
  ${outcomePriceSql('index')} AS outcome_price
FROM (
  SELECT trades.id AS trade_id, price, size, side, ts, trades.outcome AS index FROM trades
  WHERE trades.market_id = {market:String} AND ts <= fromUnixTimestamp64Milli({t:Int64}, 'UTC')
    AND (ts, id) < (fromUnixTimestamp64Milli({t:Int64}, 'UTC'), {i:String})
    AND ts >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')
  ORDER BY ts DESC, id DESC, version DESC LIMIT 1 BY ts, id LIMIT {n:UInt16})
SETTINGS read_in_order_use_buffering = 0`

export interface TradesRequest {
  readonly marketId: string
  readonly platform: Platform
  /** Labels of the outcomes, by index. */
  readonly labels: readonly string[]
  /** The page begins with the newest trade that is older than this sort key. */
  readonly after: TimeSortKey
  /** Unix milliseconds: only trades at or after this time. */
  readonly fromMs: number
  readonly limit: number
}

/** One JSON object per trade. */
export async function queryTrades(store: Store, request: TradesRequest): Promise<string[]> {
  const [timestampMs, id] = request.after
  const bytes = await store.bytes(
    sql,
    {
      market: request.marketId,
      platform: request.platform,
      has_transaction_ids: hasTransactionIds(request.platform),
      labels: request.labels,
      t: timestampMs,
      i: id,
      from_ms: request.fromMs,
      n: request.limit,
    },
    'JSONEachRow',
  )
  return toLines(bytes)
}

export function toLines(bytes: Buffer): string[] {
  return bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
}
