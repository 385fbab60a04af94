// Queries: the trades and the quotes of a market around a time, for the memory of the api. RowBinary, because
// parsing some thousand rows of JSON would block the event loop for several milliseconds.
import type { Store } from '../../lib/store/port.ts'
import type { HistoryRow } from '../history/row.ts'
import { storeStateColumns, toStoreState, type StoreState } from './store-positions.ts'

/** At most `limit` rows at or before `atMs`, the newest, and as many after it until `untilMs`, the oldest. */
export interface RowsAround {
  readonly marketId: string
  readonly atMs: number
  /** Infinity: no end. */
  readonly untilMs: number
  readonly limit: number
}

export interface FoundRows {
  readonly rows: readonly HistoryRow[]
  /** Of the same statement. */
  readonly state: StoreState
}

export type QueryRowsAround = (store: Store, around: RowsAround) => Promise<FoundRows>

/** After all times of the tables. */
const endOfTimeMs = 4_102_444_800_000

const at = "fromUnixTimestamp64Milli({at_ms:Int64}, 'UTC')"
const until = "fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')"

const tradesWhere = (condition: string, direction: '' | 'DESC'): string => `
SELECT toFloat64(toUnixTimestamp64Milli(ts)), id, toString(price), toString(size),
  toUInt16(2 * outcome + (side = 'sell')), toFloat64(received_at_ms), toFloat64(toUInt64(version))
FROM (
  SELECT ts, id, price, size, side, outcome, received_at_ms, version FROM trades
  WHERE market_id = {market:String} AND ${condition}
  ORDER BY ts ${direction}, id ${direction}, version DESC LIMIT 1 BY ts, id LIMIT {n:UInt32})`

/** A row before all times. It is the last part, so that it shows a replay that the parts before it did not see. */
const stateRow = `
SELECT toFloat64(-1), '', '', '', toUInt16(0), version, positions
FROM (SELECT ${storeStateColumns} FROM store_positions FINAL)`

/** As in trades-page.ts, the tables are read in their sort order, without buffering. */
const settings = 'SETTINGS read_in_order_use_buffering = 0'

const tradesSql = `${tradesWhere(`ts <= ${at}`, 'DESC')}
UNION ALL ${tradesWhere(`ts > ${at} AND ts <= ${until}`, '')}
UNION ALL ${stateRow}
${settings}`

/**
 * The quotes of times with a usable record. The newest record of such a time may be unusable; it is part of
 * the result, so that fewer than `limit` rows mean that there are no more.
 */
const quotesWhere = (condition: string, direction: '' | 'DESC'): string => `
SELECT toFloat64(toUnixTimestamp64Milli(ts)), '', toString(bid), toString(ask), toUInt16(usable),
  toFloat64(0), toFloat64(version)
FROM (
  SELECT ts, bid, ask, usable, version FROM quotes
  WHERE market_id = {market:String} AND ts IN (
    SELECT ts FROM quotes WHERE market_id = {market:String} AND ${condition} AND usable
    ORDER BY ts ${direction} LIMIT 1 BY ts LIMIT {n:UInt32})
  ORDER BY ts DESC, version DESC LIMIT 1 BY ts)`

const quotesSql = `${quotesWhere(`ts <= ${at}`, 'DESC')}
UNION ALL ${quotesWhere(`ts > ${at} AND ts <= ${until}`, '')}
UNION ALL ${stateRow}
${settings}`

/** The winner of each (time, id). The order of the rows is not defined. */
export const queryTradesAround: QueryRowsAround = (store, around) =>
  queryRows(store, tradesSql, around)

/**
 * One row for each time that has a usable quote (domain/quote.ts): the newest record of that time. The order of the
 * rows is not defined.
 */
export const queryQuotesAround: QueryRowsAround = (store, around) =>
  queryRows(store, quotesSql, around)

async function queryRows(
  store: Store,
  sql: string,
  { marketId, atMs, untilMs, limit }: RowsAround,
): Promise<FoundRows> {
  const params = {
    market: marketId,
    at_ms: atMs,
    until_ms: Math.min(untilMs, endOfTimeMs),
    n: limit,
  }
  const found = parseRows(await store.bytes(sql, params, 'RowBinary'))
  const ofState = found.find((row) => row.ms < 0)
  return {
    rows: found.filter((row) => row.ms >= 0),
    state: toStoreState(ofState?.receivedMs ?? 0, ofState?.position ?? 0),
  }
}

/** RowBinary: numbers in little endian, strings after their length as a variable-length integer. */
function parseRows(bytes: Buffer): readonly HistoryRow[] {
  const rows: HistoryRow[] = []
  let offset = 0
  function readDouble(): number {
    offset += 8
    return bytes.readDoubleLE(offset - 8)
  }
  function readText(): string {
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[offset++] ?? 0
      length += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    offset += length
    return bytes.toString('utf8', offset - length, offset)
  }
  while (offset < bytes.length) {
    const ms = readDouble()
    const [id, first, second] = [readText(), readText(), readText()]
    offset += 2
    const flags = bytes.readUInt16LE(offset - 2)
    rows.push({ ms, id, first, second, flags, receivedMs: readDouble(), position: readDouble() })
  }
  return rows
}
