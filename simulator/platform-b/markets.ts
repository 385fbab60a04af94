// platform_b: the routes of markets, of both tiers.
import {
  integerOf,
  listOf,
  ok,
  type Route,
  type RouteRequest,
  type RouteResponse,
} from '../server/routes.ts'
import { pageOf } from '../server/paging.ts'
import type { MarketB } from '../world/market.ts'
import { badRequest, get, notFound } from './answers.ts'
import { closeMs, statusOf, updatedMs } from './objects.ts'
import { statusesOfFilter, type View } from './view.ts'

export function marketRoutes({ world, isHistorical, object }: View): readonly Route[] {
  function markets({ query, nowMs }: RouteRequest, historical: boolean): RouteResponse {
    const limit = integerOf(query, 'limit') ?? 100
    if (!(limit >= 0 && limit <= 1000)) return badRequest('invalid limit')
    const status = query.get('status')
    const statuses = status === null || status === '' ? null : statusesOfFilter[status]
    if (statuses === undefined) return badRequest('invalid status filter')
    const timesError = historical ? null : timeFilterError(query, status)
    if (timesError !== null) return badRequest(timesError)
    const tickers = listOf(query, 'tickers')
    const event = query.get('event_ticker')
    const series = query.get('series_ticker')
    const parlays = query.get('mve_filter')
    const rows = world.catalogB(nowMs).markets.filter((market) => {
      if (isHistorical(market, nowMs) !== historical) return false
      if (tickers.length > 0 && !tickers.includes(market.id)) return false
      if (event && market.event.id !== event) return false
      if (series && market.event.spec.series.ticker !== series) return false
      if (statuses && !statuses.includes(statusOf(market, nowMs))) return false
      if (parlays === 'exclude' && market.event.spec.parlay) return false
      if (parlays === 'only' && !market.event.spec.parlay) return false
      return isInTimes(market, query, nowMs)
    })
    const page = pageOf({
      rows,
      // Newest first, so the parlays of the day fill the first pages.
      keyOf: ({ lifecycle, id }) => [lifecycle.createdMs, id],
      descending: true,
      limit: limit === 0 ? 100 : limit,
      cursor: query.get('cursor'),
    })
    if (page === 'bad cursor') return badRequest('invalid cursor')
    return ok({
      cursor: page.hasMore ? page.last : '',
      markets: page.rows.map((market) => object(market, nowMs)),
    })
  }

  function marketBy(historical: boolean): (request: RouteRequest) => RouteResponse {
    return ({ params, nowMs }) => {
      const market = world.catalogB(nowMs).marketById.get(params['ticker'] ?? '')
      return market && isHistorical(market, nowMs) === historical
        ? ok({ market: object(market, nowMs) })
        : notFound
    }
  }

  return [
    get('/historical/markets', (request) => markets(request, true)),
    get('/historical/markets/:ticker', marketBy(true)),
    get('/markets', (request) => markets(request, false)),
    get('/markets/:ticker', marketBy(false)),
  ]
}

const timestampFilters = ['created', 'close', 'settled'] as const
/** The values of `status` that are allowed with each pair of timestamp filters; none is always allowed. */
const statusOfTimestampFilter: Readonly<
  Record<(typeof timestampFilters)[number], readonly string[]>
> = {
  created: ['unopened', 'open'],
  close: ['closed'],
  settled: ['settled'],
}

/** Only one pair of timestamp filters per request, and only with a status that it allows. */
function timeFilterError(query: URLSearchParams, status: string | null): string | null {
  const used = timestampFilters.filter(
    (timestampFilter) =>
      query.has(`min_${timestampFilter}_ts`) || query.has(`max_${timestampFilter}_ts`),
  )
  if (used.length > 1 || (used.length > 0 && query.has('min_updated_ts')))
    return 'timestamp filters are mutually exclusive'
  const [timestampFilter] = used
  if (timestampFilter && status && !statusOfTimestampFilter[timestampFilter].includes(status))
    return 'timestamp filter does not go with status'
  if (
    query.has('min_updated_ts') &&
    (status ||
      listOf(query, 'tickers').length > 0 ||
      query.has('event_ticker') ||
      query.has('series_ticker'))
  )
    return 'min_updated_ts goes with no other filter'
  return null
}

function isInTimes(market: MarketB, query: URLSearchParams, nowMs: number): boolean {
  const within = (name: string, ms: number): boolean => {
    const min = integerOf(query, `min_${name}_ts`)
    const max = integerOf(query, `max_${name}_ts`)
    return (min === null || ms >= min * 1000) && (max === null || ms <= max * 1000)
  }
  const isSettled = nowMs >= market.lifecycle.settledMs
  if ((query.has('min_settled_ts') || query.has('max_settled_ts')) && !isSettled) return false
  return (
    within('created', market.lifecycle.createdMs) &&
    within('close', closeMs(market, nowMs)) &&
    within('settled', market.lifecycle.settledMs) &&
    within('updated', updatedMs(market, nowMs))
  )
}
