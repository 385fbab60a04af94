// Export of candles: the rows of /v1/markets/{market_id}/candles, of several markets. They have no is_final; the
// manifest says whether all of them are final.
import { bucketStartS, candleGrids, type CandleInterval } from '../../domain/candle.ts'
import { candleTableOf, clampTimeS } from '../queries/candles.ts'
import { columnOf, sqlForPlatformOf, type ExportKind, type ExportScope } from './export-kind.ts'

const types = {
  start_ts: 'int64',
  open: 'decimal(38, 18)',
  high: 'decimal(38, 18)',
  low: 'decimal(38, 18)',
  close: 'decimal(38, 18)',
  volume: 'decimal(38, 6)',
  notional: 'decimal(38, 24)',
  outcome_notional: 'decimal(38, 24)',
  trade_count: 'int64',
}

/** Arguments of toStartOfInterval. Weeks begin on Monday, as in candleGrids. */
const intervals: Readonly<Record<CandleInterval, string>> = {
  '1m': '1 MINUTE',
  '5m': '5 MINUTE',
  '15m': '15 MINUTE',
  '1h': '1 HOUR',
  '4h': '4 HOUR',
  '1d': '1 DAY',
  '1w': '1 WEEK',
}

/** Returns the start times of the buckets that begin in the scope. The last bucket may end after the scope. */
function bucketTimesOf({ interval, fromMs, untilMs }: ExportScope): {
  from_s: number
  to_s: number
} {
  const { stepS } = candleGrids[interval]
  const firstBucketStartS = (ms: number): number => bucketStartS(interval, ms / 1000 - 1) + stepS
  return {
    from_s: clampTimeS(firstBucketStartS(fromMs)),
    to_s: clampTimeS(firstBucketStartS(untilMs)),
  }
}

/**
 * Selects the same values as queries/candles.ts. Groups by bucket, which follows the sort key of the table,
 * so ClickHouse aggregates the rows in order.
 */
function sqlOf({ marketIds, interval }: ExportScope): string {
  const { table, column } = candleTableOf(interval)
  const ofMarkets = marketIds === null ? '' : 'market_id IN {markets:Array(String)} AND '
  return `
SELECT market AS market_id, ${sqlForPlatformOf('market')} AS platform, '${interval}' AS interval,
  toInt64(toUnixTimestamp(toDateTime(bucket, 'UTC'))) AS start_ts,
  first AS open, highest AS high, lowest AS low, last AS close, volume_sum AS volume, notional_sum AS notional,
  outcome_notional_sum AS outcome_notional, toInt64(trades) AS trade_count
FROM (
  SELECT market_id AS market, toStartOfInterval(${column}, INTERVAL ${intervals[interval]}, 'UTC') AS bucket,
    argMin(open, ${column}) AS first, max(high) AS highest, min(low) AS lowest, argMax(close, ${column}) AS last,
    sum(volume) AS volume_sum, sum(notional) AS notional_sum, sum(outcome_notional) AS outcome_notional_sum,
    sum(trade_count) AS trades
  FROM ${table} FINAL
  PREWHERE ${ofMarkets}${column} >= toDateTime({from_s:UInt32}, 'UTC') AND ${column} < toDateTime({to_s:UInt32}, 'UTC')
  GROUP BY market_id, bucket)`
}

export const candlesExport: ExportKind = {
  rows: 'One row per bucket with trades, ordered by `market_id` and `start_ts`. The export of a day has the buckets that begin on that day.',
  columns: [
    columnOf('trade', 'market_id', 'string'),
    columnOf('trade', 'platform', 'string'),
    { name: 'interval', type: 'string', description: 'Length of the bucket.' },
    ...Object.entries(types).map(([name, type]) => columnOf('candle', name, type)),
  ],
  time: { column: 'start_ts', unitMs: 1000 },
  hasWatermark: true,
  selectStatementOf: (scope) => ({
    sql: sqlOf(scope),
    params: {
      ...(scope.marketIds === null ? {} : { markets: scope.marketIds }),
      ...bucketTimesOf(scope),
    },
  }),
}
