// Query: the newest trade and the newest usable quote of many markets, from a table that has both. A quote is
// usable if it has a bid and an ask and they are close together (domain/quote.ts).
import type { Decimal } from '../../domain/money.ts'
import { midPrice } from '../../domain/quote.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryInChunks } from './chunks.ts'

export interface NewestTrade {
  /** Unix milliseconds. */
  readonly ms: number
  readonly id: string
  readonly price: Decimal
  /** When the trade was received, Unix milliseconds. */
  readonly receivedMs: number
  /** Offset in the topic `trades`. */
  readonly position: number
}

export interface NewestQuote {
  /** Unix milliseconds. */
  readonly ms: number
  /**
   * The mid price; null if a later record of the same time has replaced the quote with one whose bid and ask are too
   * far apart for a price.
   */
  readonly price: Decimal | null
  /** Offset in the topic `books`. */
  readonly position: number
}

export interface NewestPrices {
  readonly trade: NewestTrade | null
  readonly quote: NewestQuote | null
}

/**
 * A time of 0 means that there is no trade or quote. market_latest keeps a usable quote even if a later record
 * of the same time replaced it with an unusable one, so a quote that is newer than the trade is looked up in
 * the table quotes. The high 64 bits of a trade's version are 2^42 minus the time of receipt (001_trades.sql).
 */
const sql = `
WITH newest AS (
  SELECT market_id, max(trade) AS trade, max(quote) AS quote FROM market_latest
  WHERE market_id IN {markets:Array(String)} GROUP BY market_id)
SELECT market_id,
  toUnixTimestamp64Milli(tupleElement(trade, 'ts')) AS trade_ms,
  tupleElement(trade, 'id') AS trade_id,
  toString(tupleElement(trade, 'price')) AS trade_price,
  toFloat64(4398046511104 - toInt64(bitShiftRight(tupleElement(trade, 'version'), 64))) AS trade_received_ms,
  toFloat64(toUInt64(tupleElement(trade, 'version'))) AS trade_position,
  toUnixTimestamp64Milli(tupleElement(quote, 'ts')) AS quote_ms,
  toString(tupleElement(quote, 'bid')) AS quote_bid,
  toString(tupleElement(quote, 'ask')) AS quote_ask,
  toFloat64(tupleElement(quote, 'version')) AS quote_position,
  (market_id, tupleElement(quote, 'ts')) IN (
    SELECT market_id, ts FROM quotes WHERE (market_id, ts) IN (
      SELECT market_id, tupleElement(quote, 'ts') FROM newest
      WHERE tupleElement(quote, 'ts') > tupleElement(trade, 'ts'))
    GROUP BY market_id, ts HAVING argMax(usable, version) = 0) AS is_replaced
FROM newest`

interface Row {
  readonly market_id: string
  readonly trade_ms: number
  readonly trade_id: string
  readonly trade_price: Decimal
  readonly trade_received_ms: number
  readonly trade_position: number
  readonly quote_ms: number
  readonly quote_bid: Decimal
  readonly quote_ask: Decimal
  readonly quote_position: number
  readonly is_replaced: number
}

/** Returns the prices by market id. Markets without an observed price are not in the map. */
export async function queryNewestPrices(
  store: Store,
  marketIds: readonly string[],
): Promise<ReadonlyMap<string, NewestPrices>> {
  const rows = await queryInChunks(marketIds, (markets) => store.query<Row>(sql, { markets }))
  return new Map(
    rows.map((row) => [
      row.market_id,
      {
        trade: row.trade_ms === 0 ? null : toTrade(row),
        quote: row.quote_ms === 0 ? null : toQuote(row),
      },
    ]),
  )
}

const toTrade = (row: Row): NewestTrade => ({
  ms: row.trade_ms,
  id: row.trade_id,
  price: row.trade_price,
  receivedMs: row.trade_received_ms,
  position: row.trade_position,
})

const toQuote = (row: Row): NewestQuote => ({
  ms: row.quote_ms,
  price: row.is_replaced === 1 ? null : midPrice({ bid: row.quote_bid, ask: row.quote_ask }),
  position: row.quote_position,
})
