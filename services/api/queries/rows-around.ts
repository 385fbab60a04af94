// Query: the trades or the quotes of one market around a time, read in the sort order of the table. Most requests use
// closest-rows.ts instead, which costs a third as much but reads all rows of the market, or of an interval around the
// time. This query is for markets with too many rows for that, while no suitable interval is known.
import type { Store } from '../../lib/store/port.ts'
import {
  allTime,
  parseRows,
  separateStoreState,
  stateRow,
  tradeColumns,
  type FoundRows,
  type HistoryKind,
  type RowsAroundTimeRequest,
} from './history-rows.ts'

const at = "fromUnixTimestamp64Milli({at_ms:Int64}, 'UTC')"

const selectTradesWhere = (condition: string, direction: '' | 'DESC'): string => `
SELECT toInt16(1), toFloat64(0), toFloat64(toUnixTimestamp64Milli(ts)), ${tradeColumns}
FROM (
  SELECT ts, id, price, size, side, outcome, version FROM trades
  WHERE market_id = {market:String} AND ${condition}
  ORDER BY ts ${direction}, id ${direction}, version DESC LIMIT 1 BY ts, id LIMIT {n:UInt32})`

/**
 * SQL: for each time that has a usable quote, the newest record of this time. This record is returned even if it is
 * unusable, so that a result of fewer than `limit` rows means that there are no more rows.
 */
const selectQuotesWhere = (condition: string, direction: '' | 'DESC'): string => `
SELECT toInt16(1), toFloat64(0), toFloat64(toUnixTimestamp64Milli(ts)), '', toString(bid), toString(ask),
  toUInt16(usable), toFloat64(0), toFloat64(version)
FROM (
  SELECT ts, bid, ask, usable, version FROM quotes
  WHERE market_id = {market:String} AND ts IN (
    SELECT ts FROM quotes WHERE market_id = {market:String} AND ${condition} AND usable
    ORDER BY ts ${direction} LIMIT 1 BY ts LIMIT {n:UInt32})
  ORDER BY ts DESC, version DESC LIMIT 1 BY ts)`

/** Returns a statement that reads the table in its sort order, without buffering (trades-page.ts has the reason). */
const sqlOf = (
  selectWhere: typeof selectTradesWhere,
): string => `${selectWhere(`ts <= ${at}`, 'DESC')}
UNION ALL ${selectWhere(`ts > ${at}`, '')}
UNION ALL ${stateRow}
SETTINGS read_in_order_use_buffering = 0`

const sql: Readonly<Record<HistoryKind, string>> = {
  trades: sqlOf(selectTradesWhere),
  quotes: sqlOf(selectQuotesWhere),
}

/**
 * Returns one row for each trade, or for each time that has a usable quote (domain/quote.ts): the record that the
 * tables keep.
 */
export async function queryRowsAround(
  store: Store,
  { kind, marketId, atMs, limit }: RowsAroundTimeRequest,
): Promise<FoundRows> {
  const params = { market: marketId, at_ms: atMs, n: limit }
  const { state, rows } = separateStoreState(
    parseRows(await store.bytes(sql[kind], params, 'RowBinary')),
  )
  return { ...allTime, rows: rows.map(({ row }) => row), state }
}
