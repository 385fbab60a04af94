// Query: the current prices of many markets, from a table with the newest trade and the newest
// usable quote of each market. A quote is usable if it has a bid and an ask and they are close
// together (domain/quote.ts).
import type { Store } from '../../lib/store/port.ts'
import type { Decimal } from '../../domain/money.ts'
import { midPrice } from '../../domain/quote.ts'
import { queryPriceAt, type PriceObservation } from './price-at.ts'
import { inChunks } from './chunks.ts'

/**
 * A time of 0 means that there is no trade or quote. At equal times the trade is used, as in
 * price-at.ts.
 */
const sql = `
SELECT market_id,
  toUnixTimestamp64Milli(tupleElement(newest_trade, 'ts')) AS trade_ms,
  toString(tupleElement(newest_trade, 'price')) AS trade_price,
  toUnixTimestamp64Milli(tupleElement(newest_quote, 'ts')) AS quote_ms,
  toString(tupleElement(newest_quote, 'bid')) AS quote_bid,
  toString(tupleElement(newest_quote, 'ask')) AS quote_ask
FROM (
  SELECT market_id, max(trade) AS newest_trade, max(quote) AS newest_quote FROM market_latest
  WHERE market_id IN {markets:Array(String)} GROUP BY market_id)`

interface Row {
  readonly market_id: string
  readonly trade_ms: number
  readonly trade_price: Decimal
  readonly quote_ms: number
  readonly quote_bid: Decimal
  readonly quote_ask: Decimal
}

/** Markets without an observed price are not in the map. */
export async function queryLatestPrices(
  store: Store,
  marketIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, PriceObservation>> {
  const rows = await inChunks(marketIds, (markets) => store.query<Row>(sql, { markets }))
  const prices = new Map<string, PriceObservation>()
  for (const row of rows) {
    const latest = toObservation(row)
    // a platform's clock can be ahead: a price from the future is not the current price
    const price =
      latest.timestampMs <= nowMs ? latest : await queryPriceAt(store, row.market_id, nowMs)
    if (price) prices.set(row.market_id, price)
  }
  return prices
}

function toObservation(row: Row): PriceObservation {
  if (row.trade_ms >= row.quote_ms)
    return { price: row.trade_price, timestampMs: row.trade_ms, source: 'trade' }
  return {
    price: midPrice({ bid: row.quote_bid, ask: row.quote_ask }),
    timestampMs: row.quote_ms,
    source: 'quote',
  }
}
