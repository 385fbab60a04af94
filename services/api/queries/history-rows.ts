// The common part of closest-rows.ts and rows-around.ts, which read rows around given times for the memory of the api.
// closest-rows.ts reads many markets at once, rows-around.ts one market with very many rows. Both read RowBinary,
// because parsing some thousand rows of JSON would block the event loop for several milliseconds.
import type { HistoryRow } from '../history/row.ts'
import { storeStateColumns, toStoreState, type StoreState } from './store-positions.ts'

export type HistoryKind = 'trades' | 'quotes'

/** A request for the newest `limit` rows at or before `atMs`, and for the oldest `limit` rows after it. */
export interface RowsAroundTimeRequest {
  readonly kind: HistoryKind
  readonly marketId: string
  readonly atMs: number
  readonly limit: number
}

/**
 * The interval (fromMs, untilMs] in which rows are searched, Unix milliseconds. The interval has a beginning and an
 * end, or only a beginning, or neither.
 */
export interface SearchedInterval {
  readonly fromMs: number
  readonly untilMs: number
}

export const hasLowerBound = ({ fromMs }: SearchedInterval): boolean => fromMs > -Infinity

export const allTime: SearchedInterval = { fromMs: -Infinity, untilMs: Infinity }

export interface FoundRows extends SearchedInterval {
  /**
   * The rows in any order. One trade can have several rows, one per record; each counts towards the limit.
   */
  readonly rows: readonly HistoryRow[]
  /** The state of the store, read by the same statement. */
  readonly state: StoreState
}

/** A row of a result. */
export interface ResultRow {
  /**
   * The number (from 1) of the request that the row belongs to. In closest-rows.ts, the numbers of quotes are negative.
   * 0: the row is `stateRow`, with the state of the store.
   */
  readonly part: number
  /** Number of rows that the requested interval has; 0 in rows-around.ts. */
  readonly rowsInInterval: number
  readonly row: HistoryRow
}

/**
 * SQL: a row with the state of the store. It must be the last part of a statement, so that it shows a replay that
 * truncates the tables while the earlier parts are being read.
 */
export const stateRow = `
SELECT toInt16(0), toFloat64(0), toFloat64(-1), '', '', '', toUInt16(0), version, positions
FROM (SELECT ${storeStateColumns} FROM store_positions FINAL)`

/**
 * SQL: the columns of a trade from its id on. received_at_ms and the position are computed from `version`,
 * which contains both (infra/clickhouse/001_trades.sql).
 */
export const tradeColumns = `id, toString(price), toString(size),
  toUInt16(2 * outcome + (side = 'sell')),
  toFloat64(4398046511104 - toUInt64(bitShiftRight(version, 64))), toFloat64(toUInt64(version))`

export function separateStoreState(found: readonly ResultRow[]): {
  readonly state: StoreState
  readonly rows: readonly ResultRow[]
} {
  const ofState = found.find(({ part }) => part === 0)?.row
  return {
    state: toStoreState(ofState?.receivedMs ?? 0, ofState?.position ?? 0),
    rows: found.filter(({ part }) => part !== 0),
  }
}

/** Parses RowBinary: numbers in little endian, strings after their length as a variable-length integer. */
export function parseRows(bytes: Buffer): readonly ResultRow[] {
  const found: ResultRow[] = []
  let offset = 0
  function readInt16(): number {
    offset += 2
    return bytes.readInt16LE(offset - 2)
  }
  function readDouble(): number {
    offset += 8
    return bytes.readDoubleLE(offset - 8)
  }
  /** Decimals are ASCII, so they can be read as Latin-1, which is faster than UTF-8. */
  function readText(encoding: 'utf8' | 'latin1'): string {
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[offset++] ?? 0
      length += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    offset += length
    return bytes.toString(encoding, offset - length, offset)
  }
  while (offset < bytes.length) {
    const [part, rowsInInterval, ms] = [readInt16(), readDouble(), readDouble()]
    const [id, first, second] = [readText('utf8'), readText('latin1'), readText('latin1')]
    const flags = readInt16() & 0xffff
    const [receivedMs, position] = [readDouble(), readDouble()]
    found.push({
      part,
      rowsInInterval,
      row: { ms, id, first, second, flags, receivedMs, position },
    })
  }
  return found
}
