// Query: the values of a market by time bucket, either of its trades (prices) or of its quotes (bid, ask, mid
// price). The caller passes rows of the log that the table may not have yet, and the statement merges them with the
// rows of the table. docs/decisions/046-quote-candles.md defines the values.
import { candleGrids } from '../../domain/candle.ts'
import type { Decimal } from '../../domain/money.ts'
import type { Store } from '../../lib/store/port.ts'
import type { HistoryRow } from '../history/row.ts'
import { clampTimeS, type CandlesRequest } from './candles.ts'
import { queryPlainRows } from './plain-rows.ts'

export type ValueSource = 'trades' | 'mid' | 'bid' | 'ask'

/** A request for the buckets that the candles of a CandlesRequest would have. */
export interface BucketValuesRequest extends Omit<CandlesRequest, 'marketId'> {
  readonly source: ValueSource
}

/** A trade, or a quote. */
export interface Observation {
  readonly ms: number
  /** Null if the observation is a quote that lacks the requested value, for example the bid. */
  readonly value: Decimal | null
}

/**
 * A bucket that has observations. At least one observation in the bucket, or the newest observation before the bucket,
 * has a value.
 */
export interface ValueBucket {
  /** Unix seconds. */
  readonly startS: number
  /** The newest observation before the bucket. */
  readonly before: Observation | null
  /** Time of the first observation. */
  readonly firstMs: number
  readonly last: Observation
  /** The range of the values in the bucket; null if no observation in the bucket has a value. */
  readonly values: ValueRange | null
}

export interface ValueRange {
  readonly open: Decimal
  readonly high: Decimal
  readonly low: Decimal
  readonly close: Decimal
}

export interface BucketValues {
  /** Oldest first. */
  readonly buckets: readonly ValueBucket[]
  /** The newest observation before `fromS`; null if there is none, or if `limit` has cut off the oldest buckets. */
  readonly before: Observation | null
  /** Time of the first observation at or after `toS`; null if there is none, or if `limit` has cut off buckets. */
  readonly afterMs: number | null
}

const timeSql = (parameter: string): string =>
  `fromUnixTimestamp64Milli({${parameter}:Int64}, 'UTC')`

/** SQL that reads the observations of a source as rows of ms, id, the columns that `value` needs, and version. */
interface SourceSql {
  readonly table: 'trades' | 'quotes'
  readonly columns: string
  /** Like `columns`, but the expressions take a row of `tailRows` instead of a row of the table. */
  readonly tailColumns: string
  /** SQL: the value of an observation; NULL if it lacks the value. */
  readonly value: string
  readonly newestFirst: string
}

/**
 * SQL: the rows of the log that the caller passes, as tuples of (ms, id, first, second, received_ms, position). `first`
 * is the price of a trade or the bid of a quote, `second` the size of a trade or the ask of a quote.
 */
const tailRows = `arrayJoin(arrayZip({tail_ms:Array(Int64)}, {tail_ids:Array(String)},
          {tail_first:Array(String)}, {tail_second:Array(String)},
          {tail_received:Array(UInt64)}, {tail_positions:Array(UInt64)}))`

const tailDecimalSql = (index: number): string => `toDecimal128(tupleElement(tail, ${index}), 18)`

const quoteSourceSql = (value: string): SourceSql => ({
  table: 'quotes',
  columns: `toUnixTimestamp64Milli(ts) AS ms, '' AS id, bid, ask, toUInt128(version) AS v`,
  tailColumns: `tupleElement(tail, 1), '', ${tailDecimalSql(3)}, ${tailDecimalSql(4)}, toUInt128(tupleElement(tail, 6))`,
  value,
  newestFirst: 'ts DESC, version DESC',
})

/** The mid price follows the rule of domain/quote.ts. It has one more digit than bid and ask. */
const sources: Readonly<Record<ValueSource, SourceSql>> = {
  trades: {
    table: 'trades',
    columns: 'toUnixTimestamp64Milli(ts) AS ms, id, price, version AS v',
    // the last expression computes the version as infra/clickhouse/001_trades.sql does
    tailColumns: `tupleElement(tail, 1), tupleElement(tail, 2), ${tailDecimalSql(3)},
          bitOr(bitShiftLeft(toUInt128(4398046511104 - tupleElement(tail, 5)), 64), toUInt128(tupleElement(tail, 6)))`,
    value: 'toNullable(price)',
    newestFirst: 'ts DESC, id DESC, version DESC',
  },
  bid: quoteSourceSql('if(bid > 0, bid, NULL)'),
  ask: quoteSourceSql('if(ask > 0 AND ask < 1, ask, NULL)'),
  mid: quoteSourceSql(`if(bid > 0 AND ask > 0 AND ask < 1 AND ask - bid <= toDecimal128('0.1', 18),
        (bid + ask) * toDecimal128('0.5', 1), NULL)`),
}

/**
 * The values of `start_s` that mark the newest observation before the range, and the first observation after it.
 */
const beforeS = -1
const afterS = 0xffff_ffff

/**
 * Of several records of one observation, the statement uses the one with the highest version. It aggregates values as
 * tuples, because aggregate functions skip NULL but not a tuple that contains NULL.
 */
function sqlOf({ source, keep }: BucketValuesRequest): string {
  const { table, columns, tailColumns, value, newestFirst } = sources[source]
  const rows = (condition: string): string =>
    `SELECT ${columns} FROM ${table} WHERE market_id = {market:String} AND ${condition}`
  return `
SELECT start_s, first_ms, last_ms, before_ms, toString(tupleElement(newest, 1)) AS last,
  toString(tupleElement(earlier, 1)) AS before, toString(first_value) AS open, toString(highest) AS high,
  toString(lowest) AS low, toString(last_value) AS close
FROM (
  SELECT *, any(newest) OVER previous AS earlier, any(toNullable(last_ms)) OVER previous AS before_ms
  FROM (
    SELECT multiIf(ms < {from_ms:Int64}, ${beforeS}, ms >= {to_ms:Int64}, ${afterS},
        s - (s - {offset:Int64}) % {step:Int64}) AS start_s,
      min(ms) AS first_ms, max(ms) AS last_ms,
      argMax(tuple(value), (ms, id)) AS newest, argMin(value, (ms, id)) AS first_value,
      argMax(value, (ms, id)) AS last_value, min(value) AS lowest, max(value) AS highest
    FROM (
      SELECT ms, intDiv(ms, 1000) AS s, id, tupleElement(argMax(tuple(${value}), v), 1) AS value
      FROM (
        ${rows(`ts >= ${timeSql('from_ms')} AND ts < ${timeSql('to_ms')}`)}
        UNION ALL SELECT * FROM (${rows(`ts < ${timeSql('from_ms')}`)} ORDER BY ${newestFirst} LIMIT 1)
        UNION ALL SELECT * FROM (${rows(`ts >= ${timeSql('to_ms')}`)} ORDER BY ts LIMIT 1)
        UNION ALL SELECT ${tailColumns} FROM (SELECT ${tailRows} AS tail))
      GROUP BY ms, id)
    GROUP BY start_s)
  WINDOW previous AS (ORDER BY start_s ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING))
WHERE start_s IN (${beforeS}, ${afterS}) OR isNotNull(lowest) OR isNotNull(tupleElement(earlier, 1))
ORDER BY start_s ${keep === 'oldest' ? '' : 'DESC'} LIMIT {limit:UInt32}
SETTINGS read_in_order_use_buffering = 0`
}

interface Row {
  readonly start_s: number
  readonly first_ms: number
  readonly last_ms: number
  readonly before_ms: number | null
  readonly last: Decimal | null
  readonly before: Decimal | null
  readonly open: Decimal | null
  readonly high: Decimal | null
  readonly low: Decimal | null
  readonly close: Decimal | null
}

/** Returns the buckets. `unwrittenRows`: rows of the source that the table may not have yet, in any order. */
export async function queryBucketValues(
  store: Store,
  marketId: string,
  request: BucketValuesRequest,
  unwrittenRows: readonly HistoryRow[],
): Promise<BucketValues> {
  const { stepS, offsetS } = candleGrids[request.interval]
  const rows = await queryPlainRows<Row>(store, sqlOf(request), {
    market: marketId,
    from_ms: clampTimeS(request.fromS) * 1000,
    to_ms: clampTimeS(request.toS) * 1000,
    offset: offsetS,
    step: stepS,
    // two more rows, for the observations before and after the range
    limit: request.limit + 2,
    tail_ms: unwrittenRows.map(({ ms }) => ms),
    tail_ids: unwrittenRows.map(({ id }) => id),
    tail_first: unwrittenRows.map(({ first }) => first),
    tail_second: unwrittenRows.map(({ second }) => second),
    tail_received: unwrittenRows.map(({ receivedMs }) => receivedMs),
    tail_positions: unwrittenRows.map(({ position }) => position),
  })
  const before = rows.find((row) => row.start_s === beforeS)
  const after = rows.find((row) => row.start_s === afterS)
  const inRange = rows.filter((row) => row !== before && row !== after)
  const { limit, keep } = request
  const buckets = (keep === 'oldest' ? inRange : inRange.toReversed()).map(toBucket)
  return {
    buckets: keep === 'oldest' ? buckets.slice(0, limit) : buckets.slice(-limit),
    before: before ? { ms: before.last_ms, value: before.last } : null,
    afterMs: after?.first_ms ?? null,
  }
}

function toBucket({ open, high, low, close, ...row }: Row): ValueBucket {
  const hasValues = open !== null && high !== null && low !== null && close !== null
  return {
    startS: row.start_s,
    before: row.before_ms === null ? null : { ms: row.before_ms, value: row.before },
    firstMs: row.first_ms,
    last: { ms: row.last_ms, value: row.last },
    values: hasValues ? { open, high, low, close } : null,
  }
}
