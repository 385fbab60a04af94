// Export of quotes: the best bid and ask of a market at each time at which its order book was recorded.
import {
  columnOf,
  paramsOf,
  sqlForPlatformOf,
  scopeConditionSql,
  type ExportKind,
} from './export-kind.ts'

export const quotesExport: ExportKind = {
  rows: 'One row per recorded order book, ordered by `market_id` and `timestamp_ms`.',
  columns: [
    columnOf('trade', 'market_id', 'string'),
    columnOf('trade', 'platform', 'string'),
    {
      name: 'timestamp_ms',
      type: 'int64',
      description: 'Time of the order book, Unix milliseconds.',
    },
    { name: 'best_bid', type: 'decimal(38, 18)', description: 'Highest bid; 0 if there is none.' },
    { name: 'best_ask', type: 'decimal(38, 18)', description: 'Lowest ask; 1 if there is none.' },
    {
      name: 'mid_price',
      type: 'decimal(38, 19), nullable',
      description:
        'The middle of both, if `/v1/markets/{market_id}/price` uses it as a price: both sides are there, and the spread is at most 0.10. Else null.',
    },
  ],
  time: { column: 'timestamp_ms', unitMs: 1 },
  hasWatermark: false,
  selectStatementOf: (scope) => ({
    sql: `
SELECT market AS market_id, ${sqlForPlatformOf('market')} AS platform, toUnixTimestamp64Milli(quoted_at) AS timestamp_ms,
  best_bid, best_ask, if(is_price, (best_bid + best_ask) * toDecimal128('0.5', 1), NULL) AS mid_price
FROM (
  SELECT market_id AS market, ts AS quoted_at, any(bid) AS best_bid, any(ask) AS best_ask, any(usable) AS is_price
  FROM quotes FINAL PREWHERE ${scopeConditionSql(scope)}
  GROUP BY market_id, ts)`,
    params: paramsOf(scope),
  }),
}
