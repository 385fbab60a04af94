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
import {
  createBodyWriter,
  createJsonWriter,
  RenderedJson,
  type WithExactDecimals,
} from '../json-writer.ts'
import { createPagedParser } from '../paging.ts'
import { findIdErrors, findSearchErrors } from '../parameters.ts'
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
        'Returns pairs of markets that ask the same question on two platforms, highest score first, with the reasons for each match. Pairs with a market that ended more than 30 days ago, or before the 200,000 markets that ended last (the operator can change both), are left out, unless `ids` names one of the two.',
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
        ...findSearchErrors(valid),
        ...findIdErrors(valid),
      ])
      return chain(catalog.getCatalogsForList(query.ids), (catalogs) => {
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

interface RenderedMatch {
  readonly row: MatchRow
  readonly marketA: MarketDetails
  readonly json: RenderedJson<MatchedMarket>
}

/** The JSON of matches that were returned before, by the market of platform_b: the last match of each such market. */
const renderedMatches = new WeakMap<MarketDetails, RenderedMatch>()

function toMatch(
  row: MatchRow,
  states: ReadonlyMap<string, MarketState>,
): RenderedJson<MatchedMarket> | null {
  const marketA = states.get(row.other_market_id)?.details
  const marketB = states.get(row.market_id)?.details
  if (!marketA || !marketB) return null
  const known = renderedMatches.get(marketB)
  if (known?.row === row && known.marketA === marketA) return known.json
  const json = new RenderedJson<MatchedMarket>(toJson(describeMatch(row, marketA, marketB)))
  renderedMatches.set(marketB, { row, marketA, json })
  return json
}

function describeMatch(
  row: MatchRow,
  marketA: MarketDetails,
  marketB: MarketDetails,
): WithExactDecimals<MatchedMarket> {
  return {
    platform_a: toSide(marketA),
    platform_b: toSide(marketB),
    score: row.score,
    confidence: row.confidence,
    relation: row.relation,
    polarity: row.outcome_index === 0 ? 'same' : 'inverted',
    outcome: marketA.labels[row.outcome_index] ?? '',
    reasons: row.reasons,
    matched_at: Math.floor(row.matched_at_ms / 1000),
  }
}

function toSide(market: MarketDetails): WithExactDecimals<MatchSide> {
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
