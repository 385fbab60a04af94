// Query: the trades or quotes of several markets that are closest to a given time, one time per market,
// with one statement. Most of the cost of a small statement is its planning and the files that it opens in
// each part of a table, so one statement for several markets costs a fraction of one statement for each
// (docs/decisions/042-cold-reads.md).
import { StoreError, type Store } from '../../lib/store/port.ts'
import type { HistoryRow } from '../history/row.ts'
import {
  parseRows,
  separateStoreState,
  stateRow,
  tradeColumns,
  type FoundRows,
  type HistoryKind,
  type RowsAroundTime,
} from './history-rows.ts'

/** Of one market. */
export interface ClosestRows extends FoundRows {
  /** Number of rows of the market from which the result was selected; 0 if the result is empty. */
  readonly rowsOfMarket: number
}

/** SQL: `i` is the number of the market in the parameters, from 1 on. */
const numberedColumns = (kind: HistoryKind): string => `
    indexOf({${kind}:Array(String)}, market_id) AS i, toUnixTimestamp64Milli(ts) AS ms`
const selectedColumns = (kind: HistoryKind): string => `
    arrayElement({${kind}_ms:Array(Int64)}, i) AS at_ms, ms > at_ms AS is_after,
    count() OVER (PARTITION BY i) AS rows_of_market`
const closest = 'ORDER BY i, abs(ms - at_ms) LIMIT {n:UInt32} BY i, is_after'

const parts: Readonly<Record<HistoryKind, string>> = {
  trades: `
SELECT toInt16(i), toFloat64(rows_of_market), toFloat64(ms), ${tradeColumns}
FROM (
  SELECT id, price, size, side, outcome, version,${numberedColumns('trades')},${selectedColumns('trades')}
  FROM trades WHERE market_id IN {trades:Array(String)}
  ${closest})`,
  // The same rows as in rows-around.ts: for each time with a usable record, the newest record.
  quotes: `
SELECT toInt16(-toInt16(i)), toFloat64(rows_of_market), toFloat64(ms), '', toString(newest.1), toString(newest.2),
  toUInt16(newest.3), toFloat64(0), toFloat64(newest.4)
FROM (
  SELECT i, ms, newest,${selectedColumns('quotes')}
  FROM (
    SELECT argMax((bid, ask, usable, version), version) AS newest,${numberedColumns('quotes')}
    FROM quotes WHERE market_id IN {quotes:Array(String)}
    GROUP BY i, ms HAVING max(usable))
  ${closest})`,
}

const kinds: readonly HistoryKind[] = ['trades', 'quotes']

/**
 * The engine refuses a statement that would read more rows than this per market, or more than `maxRows`, so
 * that no statement sorts millions of rows. A small market needs some 10,000 rows of each part of its table,
 * because the engine reads whole granules.
 */
const maxRowsPerMarket = 500_000
const maxRows = 8_000_000
/** The ClickHouse error code TOO_MANY_ROWS. */
const tooManyRows = '158'

/**
 * Returns the rows for each item of `requests`, in the same order. All items must have the same limit, and two
 * items of the same kind must be about different markets. Returns null if there are too many rows.
 */
export async function queryClosestRows(
  store: Store,
  requests: readonly RowsAroundTime[],
): Promise<readonly ClosestRows[] | null> {
  const ofKinds = kinds.flatMap((kind) => {
    const ofKind = requests.filter((around) => around.kind === kind)
    return ofKind.length > 0 ? [{ kind, ofKind }] : []
  })
  const sql = `${ofKinds.map(({ kind }) => `${parts[kind]}\nUNION ALL`).join('')} ${stateRow}
SETTINGS max_rows_to_read = ${Math.min(maxRowsPerMarket * requests.length, maxRows)}`
  const params = Object.fromEntries(
    ofKinds.flatMap(({ kind, ofKind }) => [
      [kind, ofKind.map(({ marketId }) => marketId)],
      [`${kind}_ms`, ofKind.map(({ atMs }) => atMs)],
    ]),
  )
  const found = await readUnlessTooManyRows(store, sql, { ...params, n: requests[0]?.limit })
  if (found === null) return null
  const { state, rows } = separateStoreState(parseRows(found))
  const byPart = new Map<number, { readonly rows: HistoryRow[]; readonly rowsOfMarket: number }>()
  for (const { part, row, rowsOfMarket } of rows) {
    const known = byPart.get(part)
    if (known) known.rows.push(row)
    else byPart.set(part, { rows: [row], rowsOfMarket })
  }
  const partOf = new Map<RowsAroundTime, number>()
  for (const { kind, ofKind } of ofKinds)
    for (const [index, around] of ofKind.entries())
      partOf.set(around, kind === 'trades' ? index + 1 : -index - 1)
  return requests.map((around) => ({
    ...(byPart.get(partOf.get(around) ?? 0) ?? { rows: [], rowsOfMarket: 0 }),
    state,
  }))
}

async function readUnlessTooManyRows(
  store: Store,
  sql: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Buffer | null> {
  try {
    return await store.bytes(sql, params, 'RowBinary')
  } catch (error) {
    if (error instanceof StoreError && error.code === tooManyRows) return null
    throw error
  }
}
