// Export of markets: the newest state of each market. Current prices are left out, because they follow from
// trades and quotes.
import { commonCategorySql } from '../../platforms/categories.ts'
import { existedInRange } from '../queries/day-completeness.ts'
import { columnOf, listSql, paramsOf, type ExportKind, type ExportScope } from './export-kind.ts'

const newestMarketsSql = (scope: ExportScope): string => `
  SELECT * FROM markets FINAL
  WHERE ${scope.marketIds === null ? existedInRange : 'id IN {markets:Array(String)}'} ORDER BY id`

/** The payouts are computed like the prices of a resolved market in market-response.ts. */
const sqlOf = (scope: ExportScope): string => `
WITH arrayMap(o -> tupleElement(o, 'listed_price'), market.outcomes) AS listed,
  coalesce(listed[1], 1 - listed[2]) AS first_payout,
  arrayMap(
    i -> multiIf(i = 1, assumeNotNull(first_payout), i = 2, 1 - assumeNotNull(first_payout), ifNull(listed[i], toDecimal128(0, 18))),
    arrayEnumerate(listed)) AS all_payouts
SELECT market.id AS id, toString(market.platform) AS platform, market.native_id AS native_id, market.slug AS slug,
  market.question AS question, toString(market.status) AS status,
  ${listSql("arrayMap(o -> tupleElement(o, 'label'), market.outcomes)", scope)} AS outcomes,
  ${listSql("if(market.status = 'resolved' AND isNotNull(first_payout), all_payouts, [])", scope)} AS payouts,
  market.url AS url, market.description AS description, market.volume_24h AS volume_24h,
  market.volume_total AS volume_total, market.open_interest AS open_interest, market.created_at AS created_at,
  market.close_time AS close_time, market.resolved_at AS resolved_at,
  ${listSql('CAST(market.tags AS Array(String))', scope)} AS tags,
  ${commonCategorySql('CAST(market.category AS Nullable(String))')} AS category,
  CAST(market.category AS Nullable(String)) AS platform_category, market.event_slug AS event_slug
FROM (${newestMarketsSql(scope)}) AS market`

const amount = 'decimal(38, 18)'

export const marketsExport: ExportKind = {
  rows: 'One row per market in its newest state, ordered by `id`. The export of a day has the markets that existed on that day.',
  columns: [
    columnOf('market', 'id', 'string'),
    columnOf('trade', 'platform', 'string'),
    columnOf('match-side', 'native_id', 'string'),
    columnOf('market', 'slug', 'string'),
    columnOf('market', 'question', 'string'),
    columnOf('market', 'status', 'string'),
    columnOf('match-side', 'outcomes', 'list of string'),
    {
      name: 'payouts',
      type: `list of ${amount}`,
      description:
        'What each outcome pays, if the market is resolved and the platform states it; else empty.',
    },
    columnOf('match-side', 'url', 'string'),
    columnOf('market', 'description', 'string, nullable'),
    columnOf('market', 'volume_24h', amount),
    columnOf('market', 'volume_total', `${amount}, nullable`),
    columnOf('market', 'open_interest', `${amount}, nullable`),
    columnOf('market', 'created_at', 'int64, nullable'),
    columnOf('market', 'close_time', 'int64, nullable'),
    {
      name: 'resolved_at',
      type: 'int64, nullable',
      description: 'Time of the resolution, Unix seconds, if the platform states it.',
    },
    columnOf('market', 'tags', 'list of string'),
    columnOf('market', 'category', 'string, nullable'),
    columnOf('market', 'platform_category', 'string, nullable'),
    columnOf('market', 'event_slug', 'string, nullable'),
  ],
  time: null,
  hasWatermark: false,
  selectStatementOf: (scope) => ({ sql: sqlOf(scope), params: paramsOf(scope) }),
}
