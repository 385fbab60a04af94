// Export of matches: the rows of /v1/matching-markets. The export of a day has the matches that were first
// found on this day.
import {
  columnOf,
  paramsOf,
  type ExportColumn,
  type ExportKind,
  type ExportScope,
} from './export-kind.ts'

/**
 * Selects the matches that still exist. In the row of a match that no longer exists, other_market_id is
 * empty.
 */
const currentMatchesSql = ({ marketIds }: ExportScope): string => `
  SELECT * FROM market_matches FINAL WHERE other_market_id != '' AND ${
    marketIds === null
      ? 'matched_at_ms >= {from_ms:Int64} AND matched_at_ms < {until_ms:Int64}'
      : '(market_id IN {markets:Array(String)} OR other_market_id IN {markets:Array(String)})'
  }`

const marketsOfMatchesSql = (scope: ExportScope): string => `
  SELECT id, question, toString(status) AS market_status, ifNull(event_slug, '') AS event_ticker,
    arrayMap(o -> tupleElement(o, 'label'), outcomes) AS labels
  FROM markets FINAL
  WHERE id IN (SELECT arrayJoin([market_id, other_market_id]) FROM (${currentMatchesSql(scope)}))`

/** The market of the platform that was registered earlier comes first, as in routes/matching-markets.ts. */
const sqlOf = (scope: ExportScope): string => `
SELECT earlier.id AS platform_a_id, earlier.event_ticker AS platform_a_event_ticker,
  earlier.question AS platform_a_question, earlier.market_status AS platform_a_status,
  later.id AS platform_b_id, later.event_ticker AS platform_b_event_ticker,
  later.question AS platform_b_question, later.market_status AS platform_b_status,
  found.score AS score, toString(found.confidence) AS confidence, toString(found.relation) AS relation,
  if(found.outcome_index = 0, 'same', 'inverted') AS polarity,
  arrayElement(earlier.labels, found.outcome_index + 1) AS outcome, toJSONString(found.reasons) AS reasons,
  toInt64(intDiv(found.matched_at_ms, 1000)) AS matched_at
FROM (${currentMatchesSql(scope)}) AS found
INNER JOIN (${marketsOfMatchesSql(scope)}) AS earlier ON earlier.id = found.other_market_id
INNER JOIN (${marketsOfMatchesSql(scope)}) AS later ON later.id = found.market_id
ORDER BY platform_a_id, platform_b_id`

function sideColumns(side: 'platform_a' | 'platform_b'): readonly ExportColumn[] {
  return ['id', 'event_ticker', 'question', 'status'].map((name) => {
    const { description } = columnOf('match-side', name, 'string')
    return {
      name: `${side}_${name}`,
      type: 'string',
      description: `${description} Of \`${side}\`.`,
    }
  })
}

export const matchesExport: ExportKind = {
  rows: 'One row per match, ordered by `platform_a_id` and `platform_b_id`. The export of a day has the matches that were first found on that day.',
  columns: [
    ...sideColumns('platform_a'),
    ...sideColumns('platform_b'),
    columnOf('match', 'score', 'double'),
    columnOf('match', 'confidence', 'string'),
    columnOf('match', 'relation', 'string'),
    columnOf('match', 'polarity', 'string'),
    columnOf('match', 'outcome', 'string'),
    {
      ...columnOf('match', 'reasons', 'string'),
      description: `${columnOf('match', 'reasons', 'string').description} A JSON array.`,
    },
    columnOf('match', 'matched_at', 'int64'),
  ],
  time: { column: 'matched_at', unitMs: 1000 },
  hasWatermark: false,
  selectStatementOf: (scope) => ({ sql: sqlOf(scope), params: paramsOf(scope) }),
}
