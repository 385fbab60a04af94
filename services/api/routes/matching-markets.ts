// GET /v1/matching-markets: pairs of markets that ask the same question on two platforms. In the
// response, `platform_a` is the market of the platform that was registered earlier, and
// `platform_b` the market of the other platform.
import type {
  MatchedMarket,
  MatchesQuery,
  MatchPage,
  MatchSide,
} from '../../../schemas/generated/api.ts'
import { parseScoreSortKey, type ScoreSortKey } from '../catalog/match-catalog.ts'
import type { MatchRow } from '../queries/changed-matches.ts'
import type { MarketState } from '../history/market-state.ts'
import { toStateRequest } from '../market-response.ts'
import type { MarketDetails } from '../queries/market-details.ts'
import { createBodyWriter, createJsonWriter, RenderedJson, type Exact } from '../json-writer.ts'
import { createPagedParser } from '../paging.ts'
import { idErrors, searchErrors } from '../parameters.ts'
import { chain } from '../../lib/run/maybe-promise.ts'
import type { Route, RouteContext } from '../route.ts'

const parseRequest = createPagedParser<MatchesQuery, ScoreSortKey>({
  query: 'query-matches',
  parseKey: () => parseScoreSortKey,
})
const toBody = createBodyWriter<MatchPage>('match-page')
const toJson = createJsonWriter<MatchedMarket>('match')

export function matchingMarketsRoute({ history, catalog }: RouteContext): Route {
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
    handle({ search }) {
      const { query, after, pageEnd } = parseRequest(search, (valid) => [
        ...searchErrors(valid),
        ...idErrors(valid),
      ])
      return chain(catalog.catalogsFor(query.ids), (catalogs) => {
        const { total, matches: found, last } = catalogs.matches.find(query, after)
        const ids = new Set(found.flatMap((row) => [row.other_market_id, row.market_id]))
        return chain(history.states([...ids].map(toStateRequest)), (states) => {
          const matches = found.flatMap((row) => toMatch(row, states) ?? [])
          return toBody({ matches, total, ...pageEnd(last) })
        })
      })
    },
  }
}

interface Rendering {
  readonly row: MatchRow
  readonly earlier: MarketDetails
  readonly json: RenderedJson<MatchedMarket>
}

/** The JSON of the last returned match of each market; by the market of platform_b. */
const renderings = new WeakMap<MarketDetails, Rendering>()

function toMatch(
  row: MatchRow,
  states: ReadonlyMap<string, MarketState>,
): RenderedJson<MatchedMarket> | null {
  const earlier = states.get(row.other_market_id)?.details
  const later = states.get(row.market_id)?.details
  if (!earlier || !later) return null
  const known = renderings.get(later)
  if (known?.row === row && known.earlier === earlier) return known.json
  const json = new RenderedJson<MatchedMarket>(toJson(describeMatch(row, earlier, later)))
  renderings.set(later, { row, earlier, json })
  return json
}

function describeMatch(
  row: MatchRow,
  earlier: MarketDetails,
  later: MarketDetails,
): Exact<MatchedMarket> {
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
