// Queries: the number of all trades, and the mean time between two trades of a market.
import type { Store } from '../../lib/store/port.ts'

/** Reads the one-hour candles instead of the trades, because even a large market has few of them. */
const msPerTradeSql = `
SELECT market_id AS id, (toUnixTimestamp(max(hour)) - toUnixTimestamp(min(hour)) + 3600) * 1000 / sum(trade_count) AS ms_per_trade
FROM candles_1h WHERE market_id IN {markets:Array(String)}
GROUP BY market_id HAVING sum(trade_count) > {n:UInt64}`

/** Returns the number of rows of the table `trades`, which ClickHouse knows without reading any row. */
export async function queryTradeCount(store: Store): Promise<number> {
  const [row] = await store.query<{ readonly trades: number }>(
    'SELECT toFloat64(count()) AS trades FROM trades',
  )
  return row?.trades ?? 0
}

/**
 * Returns, by market id, the mean time between two trades in milliseconds. Markets with at most `minTrades` trades are
 * left out. An hour whose candle was written several times can count more than once.
 */
export async function queryMsPerTrade(
  store: Store,
  marketIds: readonly string[],
  minTrades: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await store.query<{ readonly id: string; readonly ms_per_trade: number }>(
    msPerTradeSql,
    {
      markets: marketIds,
      n: minTrades,
    },
  )
  return new Map(rows.map(({ id, ms_per_trade: ms }) => [id, ms]))
}
