// GET /v1/matching-markets: questions that both platforms ask.
import type { MatchesQuery, MatchPage, MatchSide } from '../../../schemas/generated/api.ts'
import type { MatchRow } from '../queries/changed-matches.ts'
import type { MarketDetails } from '../queries/market-details.ts'
import { queryMarketDetails } from '../queries/market-details.ts'
import { createJsonWriter, type Exact } from '../json-writer.ts'
import { createQueryParser } from '../parameters.ts'
import type { Route, RouteContext } from '../route.ts'

const parseQuery = createQueryParser<MatchesQuery>('query-matches')
const toJson = createJsonWriter<MatchPage>('match-page')

export function matchingMarketsRoute({ store, catalog }: RouteContext): Route {
  return {
    path: '/v1/matching-markets',
    document: {
      operationId: 'listMatchingMarkets',
      tag: 'Matches',
      summary: 'List matching markets',
      description:
        'Pairs of markets that ask the same question on both platforms, surest first, with the reasons.',
      query: 'query-matches',
      answer: 'match-page',
      notFound: [],
      tellsCompleteness: false,
    },
    async answer({ search }) {
      const { total, matches } = catalog.matches.find(parseQuery(search))
      const ids = matches.flatMap((row) => [row.platform_a_id, row.platform_b_id])
      const details = await queryMarketDetails(store, [...new Set(ids)])
      const detailsOf = new Map(details.map((market) => [market.id, market]))
      return {
        body: toJson({
          matches: matches.flatMap((row) => toMatch(row, detailsOf) ?? []),
          total,
        }),
      }
    },
  }
}

function toMatch(
  row: MatchRow,
  detailsOf: ReadonlyMap<string, MarketDetails>,
): Exact<MatchPage>['matches'][number] | null {
  const a = detailsOf.get(row.platform_a_id)
  const b = detailsOf.get(row.platform_b_id)
  if (!a || !b) return null
  return {
    platform_a: toSide(a),
    platform_b: toSide(b),
    score: row.score,
    confidence: row.confidence,
    relation: row.relation,
    polarity: row.outcome_index === 0 ? 'same' : 'inverted',
    outcome: a.labels[row.outcome_index] ?? '',
    reasons: row.reasons,
    matched_at: Math.floor(row.matched_at_ms / 1000),
  }
}

function toSide(market: MarketDetails): Exact<MatchSide> {
  return {
    id: market.id,
    native_id: market.native_id,
    slug: market.slug,
    event_ticker: market.event_slug ?? '',
    question: market.question,
    status: market.status,
    close_time: market.close_time,
    url: market.url,
    outcomes: market.labels,
  }
}
