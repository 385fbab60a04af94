// Query: the price of a market at a time, from the newest trade or usable quote at or before that
// time. A quote is usable if it has a bid and an ask and they are close together (domain/quote.ts).
import type { Store } from '../../lib/store/port.ts'
import type { Decimal } from '../../domain/money.ts'
import { midPrice } from '../../domain/quote.ts'

export interface PriceObservation {
  readonly price: Decimal
  readonly timestampMs: number
  readonly source: 'trade' | 'quote' | 'settlement'
}

/**
 * The reads of trades and of quotes scan their table backwards in its sort order. With FINAL, ClickHouse could not do
 * this, so the statement removes duplicates itself. The result is exact if copies of a row are in fewer than 64 parts.
 * An unusable quote replaces a usable quote of the same time if it was recorded later. The price of a trade is returned
 * as its bid and ask. A trade is preferred to a quote of the same time.
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
): Promise<PriceObservation | null> {
  if (atMs < 0) return null
  const [row] = await store.query<Row>(sql, { market: marketId, at_ms: atMs })
  if (!row) return null
  return { price: midPrice(row), timestampMs: row.t, source: row.source }
}

const firstSql = `
SELECT t FROM (
  SELECT * FROM (
    SELECT toUnixTimestamp64Milli(ts) AS t FROM trades WHERE market_id = {market:String} ORDER BY ts LIMIT 1)
  UNION ALL
  SELECT * FROM (
    SELECT toUnixTimestamp64Milli(ts) AS t FROM quotes WHERE market_id = {market:String} AND usable
    ORDER BY ts LIMIT 1)
) ORDER BY t LIMIT 1`

/** Returns the time of the first trade or usable quote in Unix milliseconds, or null if there is none. */
export async function queryFirstPriceMs(store: Store, marketId: string): Promise<number | null> {
  const [row] = await store.query<{ readonly t: number }>(firstSql, { market: marketId })
  return row?.t ?? null
}
