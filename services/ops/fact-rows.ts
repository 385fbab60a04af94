// Reads the rows of one trade or market from the tables, for the operator command `trace`. With the embedded store only
// the running service can read the tables, so the command asks it through the admin port. This file contains both the
// endpoint of the admin port and its client.
import { bucketStartS } from '../domain/candle.ts'
import type { Store } from '../lib/store/port.ts'
import { askAdmin, type AdminCommand } from './ask-admin.ts'

export const factRowsPath = '/facts/rows'

export interface FactRows {
  /**
   * The row in the table `trades` or `markets`, with `position`, the offset of the record that the row was made from.
   * null: there is no such row.
   */
  readonly row: ({ readonly position: number } & Readonly<Record<string, unknown>>) | null
  /**
   * The row in the table `candles_1m`. For a request about a trade: the candle of the minute of the trade. For a
   * request about a market: its newest candle. null: there is no such row.
   */
  readonly candle: Readonly<Record<string, unknown>> | null
}

export interface FactRowsRequest {
  readonly market_id: string
  /** null: the request is for the rows of the market. */
  readonly trade: { readonly id: string; readonly timestamp_ms: number } | null
}

const tradeSql = `
  SELECT market_id, toString(ts) AS ts, id, price, size, side, outcome, received_at_ms,
         toFloat64(toUInt64(bitAnd(version, toUInt128(18446744073709551615)))) AS position
  FROM trades
  WHERE market_id = {market_id:String} AND trades.ts = fromUnixTimestamp64Milli({timestamp_ms:Int64}) AND id = {id:String}
  ORDER BY version DESC LIMIT 1`
const marketSql = `
  SELECT id, question, status, volume_24h, volume_total, received_at_ms, toFloat64(version) AS position
  FROM markets FINAL WHERE id = {market_id:String}`
const candleColumns =
  'market_id, toString(minute) AS minute, open, high, low, close, volume, trade_count'
const candleSql = `
  SELECT ${candleColumns} FROM candles_1m FINAL
  WHERE market_id = {market_id:String} AND candles_1m.minute = toDateTime({minute_s:UInt32}, 'UTC')`
const newestCandleSql = `
  SELECT ${candleColumns} FROM candles_1m FINAL
  WHERE market_id = {market_id:String} ORDER BY candles_1m.minute DESC LIMIT 1`

const timeoutMs = 30_000

/** Creates the endpoint of the admin port. The request body is a FactRowsRequest. */
export function createFactRowsCommand(store: Store): AdminCommand {
  async function first<Row>(sql: string, params: Readonly<Record<string, unknown>>) {
    const [row] = await store.query<Row>(sql, params, { timeoutMs })
    return row ?? null
  }
  return async (body) => {
    if (!isFactRowsRequest(body))
      return {
        status: 422,
        body: {
          detail: 'send {"market_id": "...", "trade": null or {"id": "...", "timestamp_ms": 0}}',
        },
      }
    const { market_id, trade } = body
    const of = { market_id }
    const answer: FactRows =
      trade === null
        ? { row: await first(marketSql, of), candle: await first(newestCandleSql, of) }
        : {
            row: await first(tradeSql, { ...of, ...trade }),
            candle: await first(candleSql, {
              ...of,
              minute_s: bucketStartS('1m', trade.timestamp_ms / 1000),
            }),
          }
    return { status: 200, body: answer }
  }
}

function isFactRowsRequest(body: unknown): body is FactRowsRequest {
  const { market_id, trade } = (body ?? {}) as { market_id?: unknown; trade?: unknown }
  if (typeof market_id !== 'string' || typeof trade !== 'object') return false
  if (trade === null) return true
  const { id, timestamp_ms } = trade as { id?: unknown; timestamp_ms?: unknown }
  return typeof id === 'string' && Number.isSafeInteger(timestamp_ms) && Number(timestamp_ms) >= 0
}

/** Rejects with a message for the operator if no service with the tables runs. */
export function askForRows(adminUrl: string, request: FactRowsRequest): Promise<FactRows> {
  return askAdmin<FactRows>(adminUrl, factRowsPath, request, 'row')
}
