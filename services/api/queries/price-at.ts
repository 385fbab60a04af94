// What was the price of a market at an instant? The newest trade or usable quote at or before it.
import type { Store } from '../../platform/store/port.ts'
import type { Decimal } from '../../domain/money.ts'
import { midOf } from '../../domain/price.ts'

export interface Observation {
  readonly price: Decimal
  readonly timestampMs: number
  readonly source: 'trade' | 'quote'
}

/**
 * Both reads walk backwards in the order of the table, never with FINAL, which cannot. The inner
 * LIMIT 64 is exact as long as one row lies in fewer than 64 parts. A newer record of a quote that
 * is not usable hides an older one of the same instant that is. A trade counts as a bid and an ask at
 * its price; at the same instant it wins.
 */
const sql = `
SELECT source, toString(bid) AS bid, toString(ask) AS ask, t FROM (
  SELECT * FROM (
    SELECT 'trade' AS source, price AS bid, price AS ask, t FROM (
      SELECT price, ts, id, toUnixTimestamp64Milli(ts) AS t, version FROM trades
      WHERE market_id = {market:String} AND ts <= fromUnixTimestamp64Milli({at_ms:Int64}, 'UTC')
      ORDER BY ts DESC, id DESC LIMIT 64)
    ORDER BY ts DESC, id DESC, version DESC LIMIT 1)
  UNION ALL
  SELECT * FROM (
    SELECT 'quote' AS source, bid, ask, toUnixTimestamp64Milli(ts) AS t FROM (
      SELECT ts, bid, ask, usable FROM quotes
      WHERE market_id = {market:String} AND ts IN (
        SELECT ts FROM quotes
        WHERE market_id = {market:String} AND ts <= fromUnixTimestamp64Milli({at_ms:Int64}, 'UTC') AND usable
        ORDER BY ts DESC LIMIT 64)
      ORDER BY ts DESC, version DESC LIMIT 1 BY ts)
    WHERE usable ORDER BY t DESC LIMIT 1)
) ORDER BY t DESC, source DESC LIMIT 1`

interface Row {
  readonly source: 'trade' | 'quote'
  readonly bid: Decimal
  readonly ask: Decimal
  readonly t: number
}

export async function queryPriceAt(
  store: Store,
  marketId: string,
  atMs: number,
): Promise<Observation | null> {
  if (atMs < 0) return null
  const [row] = await store.query<Row>(sql, { market: marketId, at_ms: atMs })
  if (!row) return null
  return { price: midOf(row.bid, row.ask), timestampMs: row.t, source: row.source }
}
