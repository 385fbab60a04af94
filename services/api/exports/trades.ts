// Export of trades: the rows of /v1/markets/{market_id}/trades, of several markets.
import { outcomePriceSql } from '../../domain/price.ts'
import { hasTransactionIds, platformNames } from '../../platforms/identity.ts'
import { transactionHashSql } from '../queries/transaction-hash.ts'
import {
  columnOf,
  paramsOf,
  sqlForPlatformOf,
  scopeConditionSql,
  type ExportKind,
  type ExportScope,
} from './export-kind.ts'

const withTransactionIds = platformNames.filter(hasTransactionIds).map((name) => `'${name}'`)

/** The same values as in queries/trades-page.ts. Trades of a market without a record have no outcome label. */
const sqlOf = (scope: ExportScope): string => `
SELECT trade.trade_id AS id, trade.market AS market_id, ${sqlForPlatformOf('trade.market')} AS platform, price, size,
  toString(trade.taker) AS side, toUnixTimestamp64Milli(trade.traded_at) AS timestamp_ms,
  if(platform IN (${withTransactionIds.join(', ')}), ${transactionHashSql('trade.trade_id')}, trade.trade_id) AS native_trade_id,
  arrayElement(market.labels, trade.index + 1) AS outcome, ${outcomePriceSql('trade.index')} AS outcome_price
FROM (
  SELECT market_id AS market, ts AS traded_at, id AS trade_id, any(trades.price) AS price, any(trades.size) AS size,
    any(trades.side) AS taker, any(trades.outcome) AS index
  FROM trades FINAL PREWHERE ${scopeConditionSql(scope)}
  GROUP BY market_id, ts, id) AS trade
LEFT ANY JOIN (
  SELECT id, arrayMap(o -> tupleElement(o, 'label'), outcomes) AS labels FROM markets FINAL
  WHERE id IN (SELECT market_id FROM trades PREWHERE ${scopeConditionSql(scope)})) AS market ON market.id = trade.market`

const types = {
  id: 'string',
  market_id: 'string',
  platform: 'string',
  price: 'decimal(38, 18)',
  size: 'decimal(18, 6)',
  side: 'string',
  timestamp_ms: 'int64',
  native_trade_id: 'string',
  outcome: 'string',
  outcome_price: 'decimal(38, 18)',
}

export const tradesExport: ExportKind = {
  rows: 'One row per trade, ordered by `market_id`, `timestamp_ms` and `id`.',
  columns: Object.entries(types).map(([name, type]) => columnOf('trade', name, type)),
  time: { column: 'timestamp_ms', unitMs: 1 },
  hasWatermark: true,
  selectStatementOf: (scope) => ({ sql: sqlOf(scope), params: paramsOf(scope) }),
}
