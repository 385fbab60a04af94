// GET /v1/matching-markets: pairs of markets that ask the same question on two platforms. In the
// response, `platform_a` is the market of the platform that was registered earlier, and
// `platform_b` the market of the other platform.
import type { MatchesQuery, MatchPage, MatchSide } from '../../../schemas/generated/api.ts'
import { parseScoreSortKey, type ScoreSortKey } from '../catalog/match-catalog.ts'
import type { MatchRow } from '../queries/changed-matches.ts'
import type { MarketDetails } from '../queries/market-details.ts'
import { queryMarketDetails } from '../queries/market-details.ts'
import { createJsonWriter, type Exact } from '../json-writer.ts'
import { createPagedParser } from '../paging.ts'
import { idErrors, searchErrors } from '../parameters.ts'
import type { Route, RouteContext } from '../route.ts'

const parseRequest = createPagedParser<MatchesQuery, ScoreSortKey>({
  query: 'query-matches',
  parseKey: () => parseScoreSortKey,
})
const toJson = createJsonWriter<MatchPage>('match-page')

export function matchingMarketsRoute({ store, catalog }: RouteContext): Route {
  return {
    path: '/v1/matching-markets',
    document: {
      operationId: 'listMatchingMarkets',
      tag: 'Matches',
      summary: 'List matching markets',
      description:
        'Returns pairs of markets that ask the same question on two platforms, highest score first, with the reasons for each match. Pairs with a market that ended more than 30 days ago (the operator can change this) are left out, unless `ids` names one of the two.',
      query: 'query-matches',
      response: 'match-page',
      notFound: [],
      hasCompletenessHeaders: false,
      cost: {
        base: 1,
        portions: {
          limit: 50,
          offset: 25_000,
          q: 4,
          platform_a_market_slug: 25,
          platform_b_event_ticker: 25,
          ids: 250,
        },
      },
    },
    async handle({ search }) {
      const { query, after, pageEnd } = parseRequest(search, (valid) => [
        ...searchErrors(valid),
        ...idErrors(valid),
      ])
      const catalogs = await catalog.catalogsFor(query.ids)
      const { total, matches, last } = catalogs.matches.find(query, after)
      const ids = matches.flatMap((row) => [row.other_market_id, row.market_id])
      const details = await queryMarketDetails(store, [...new Set(ids)])
      const detailsOf = new Map(details.map((market) => [market.id, market]))
      return {
        body: toJson({
          matches: matches.flatMap((row) => toMatch(row, detailsOf) ?? []),
          total,
          ...pageEnd(last),
        }),
      }
    },
  }
}

function toMatch(
  row: MatchRow,
  detailsOf: ReadonlyMap<string, MarketDetails>,
): Exact<MatchPage>['matches'][number] | null {
  const earlier = detailsOf.get(row.other_market_id)
  const later = detailsOf.get(row.market_id)
  if (!earlier || !later) return null
  return {
    platform_a: toSide(earlier),
    platform_b: toSide(later),
    score: row.score,
    confidence: row.confidence,
    relation: row.relation,
    polarity: row.outcome_index === 0 ? 'same' : 'inverted',
    outcome: earlier.labels[row.outcome_index] ?? '',
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
