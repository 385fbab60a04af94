// Query: the trades or quotes of several markets that are closest to given times, with one statement. Most of the
// cost of a small statement is its planning and the files that it opens in each part of a table, so one statement for
// several markets costs much less than one statement per market (docs/decisions/042-cold-reads.md).
import { StoreError, type Store } from '../../lib/store/port.ts'
import type { HistoryRow } from '../history/row.ts'
import { groupBy } from '../../lib/run/group-by.ts'
import {
  hasLowerBound,
  parseRows,
  separateStoreState,
  stateRow,
  tradeColumns,
  type FoundRows,
  type HistoryKind,
  type RowsAroundTimeRequest,
  type SearchedInterval,
} from './history-rows.ts'

/** A request for the rows closest to a time, of which only rows in the interval are read. */
export type ClosestRowsRequest = RowsAroundTimeRequest & SearchedInterval

/** The rows that were found for one request. */
export interface ClosestRows extends FoundRows {
  /** Number of rows of the interval from which the result was selected; 0 if the result is empty. */
  readonly rowsInInterval: number
}

/**
 * SQL: the time of a row, and the number `i` (from 1) of the request to which the row belongs. A row that belongs to
 * several requests about its market occurs once for each of them. paramsOf() returns the parameters.
 */
const numberedColumnsSql = (kind: HistoryKind): string => `
    toUnixTimestamp64Milli(ts) AS ms,
    arrayJoin(arrayFilter(
      n -> ms > arrayElement({${kind}_from:Array(Int64)}, n) AND ms <= arrayElement({${kind}_until:Array(Int64)}, n),
      arrayElement({${kind}_items:Array(Array(UInt16))}, indexOf({${kind}_markets:Array(String)}, market_id)))) AS i`
const selectedColumnsSql = (kind: HistoryKind): string => `
    arrayElement({${kind}_ms:Array(Int64)}, i) AS at_ms, ms > at_ms AS is_after,
    count() OVER (PARTITION BY i) AS rows_in_interval`
const closest = 'ORDER BY i, abs(ms - at_ms) LIMIT {n:UInt32} BY i, is_after'

/** SQL that selects the rows for the requests of one kind. `condition`: the result of conditionOf(). */
const parts: Readonly<Record<HistoryKind, (condition: string) => string>> = {
  trades: (condition) => `
SELECT toInt16(i), toFloat64(rows_in_interval), toFloat64(ms), ${tradeColumns}
FROM (
  SELECT id, price, size, side, outcome, version,${numberedColumnsSql('trades')},${selectedColumnsSql('trades')}
  FROM trades WHERE ${condition}
  ${closest})`,
  // for each time that has a usable quote, the newest record of this time, as in rows-around.ts
  quotes: (condition) => `
SELECT toInt16(-toInt16(i)), toFloat64(rows_in_interval), toFloat64(ms), '', toString(newest.1), toString(newest.2),
  toUInt16(newest.3), toFloat64(0), toFloat64(newest.4)
FROM (
  SELECT i, ms, newest,${selectedColumnsSql('quotes')}
  FROM (
    SELECT argMax((bid, ask, usable, version), version) AS newest,${numberedColumnsSql('quotes')}
    FROM quotes WHERE ${condition}
    GROUP BY i, ms HAVING max(usable))
  ${closest})`,
}

type Params = Readonly<Record<string, unknown>>

/** The bound that an interval without beginning or end has in the parameters of the statement. */
const unboundedMs = Number.MAX_SAFE_INTEGER

/** Returns a condition by which ClickHouse reads only the granules of the requested markets and intervals. */
function conditionOf(kind: HistoryKind, requests: readonly ClosestRowsRequest[]): string {
  const element = (array: string, number: number, type: string): string =>
    `arrayElement({${kind}_${array}:Array(${type})}, ${number})`
  const time = (array: string, number: number): string =>
    `fromUnixTimestamp64Milli(${element(array, number, 'Int64')}, 'UTC')`
  const bounded = requests.flatMap((request, i) => {
    if (!hasLowerBound(request)) return []
    const ofMarket = `market_id = ${element('ids', i + 1, 'String')} AND ts > ${time('from', i + 1)}`
    return request.untilMs < Infinity ? `${ofMarket} AND ts <= ${time('until', i + 1)}` : ofMarket
  })
  return [`market_id IN {${kind}_whole:Array(String)}`, ...bounded]
    .map((condition) => `(${condition})`)
    .join(' OR ')
}

function paramsOf(kind: HistoryKind, requests: readonly ClosestRowsRequest[]): Params {
  /** By market: the requests about the market, each with its index. */
  const byMarket = groupBy(requests.entries(), ([, { marketId }]) => marketId)
  return {
    [`${kind}_ids`]: requests.map(({ marketId }) => marketId),
    [`${kind}_ms`]: requests.map(({ atMs }) => atMs),
    [`${kind}_from`]: requests.map(({ fromMs }) => Math.max(fromMs, -unboundedMs)),
    [`${kind}_until`]: requests.map(({ untilMs }) => Math.min(untilMs, unboundedMs)),
    [`${kind}_markets`]: [...byMarket.keys()],
    [`${kind}_items`]: [...byMarket.values()].map((group) => group.map(([i]) => i + 1)),
    [`${kind}_whole`]: requests
      .filter((one) => !hasLowerBound(one))
      .map(({ marketId }) => marketId),
  }
}

const kinds: readonly HistoryKind[] = ['trades', 'quotes']

/**
 * ClickHouse refuses a statement that would read more rows than this per request, or more than `maxRows`, so that no
 * statement sorts millions of rows. For a small market it reads some 10,000 rows of each part of the table, because it
 * reads whole granules.
 */
const maxRowsPerRequest = 500_000
const maxRows = 8_000_000
/** The ClickHouse error code TOO_MANY_ROWS. */
const tooManyRows = '158'

/**
 * Returns the rows for each request, in the order of `requests`. All requests must have the same limit. Returns null if
 * the statement would read too many rows.
 */
export async function queryClosestRows(
  store: Store,
  requests: readonly ClosestRowsRequest[],
): Promise<readonly ClosestRows[] | null> {
  const ofKinds = kinds.flatMap((kind) => {
    const ofKind = requests.filter((request) => request.kind === kind)
    return ofKind.length > 0 ? [{ kind, ofKind }] : []
  })
  const sql = `${ofKinds.map(({ kind, ofKind }) => `${parts[kind](conditionOf(kind, ofKind))}\nUNION ALL`).join('')} ${stateRow}
SETTINGS max_rows_to_read = ${Math.min(maxRowsPerRequest * requests.length, maxRows)}`
  const params = Object.assign(
    { n: requests[0]?.limit },
    ...ofKinds.map(({ kind, ofKind }) => paramsOf(kind, ofKind)),
  ) as Params
  const found = await readUnlessTooManyRows(store, sql, params)
  if (found === null) return null
  const { state, rows } = separateStoreState(parseRows(found))
  const byPart = new Map<number, { readonly rows: HistoryRow[]; readonly rowsInInterval: number }>()
  for (const { part, row, rowsInInterval } of rows) {
    const known = byPart.get(part)
    if (known) known.rows.push(row)
    else byPart.set(part, { rows: [row], rowsInInterval })
  }
  const partOf = new Map<ClosestRowsRequest, number>()
  for (const { kind, ofKind } of ofKinds)
    for (const [index, request] of ofKind.entries())
      partOf.set(request, kind === 'trades' ? index + 1 : -index - 1)
  return requests.map((request) => ({
    ...(byPart.get(partOf.get(request) ?? 0) ?? { rows: [], rowsInInterval: 0 }),
    fromMs: request.fromMs,
    untilMs: request.untilMs,
    state,
  }))
}

async function readUnlessTooManyRows(
  store: Store,
  sql: string,
  params: Params,
): Promise<Buffer | null> {
  try {
    return await store.bytes(sql, params, 'RowBinary')
  } catch (error) {
    if (error instanceof StoreError && error.code === tooManyRows) return null
    throw error
  }
}
