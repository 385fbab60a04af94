// platform_b: the routes of events.
import {
  booleanOf,
  integerOf,
  listOf,
  ok,
  type Route,
  type RouteRequest,
  type RouteResponse,
} from '../server/routes.ts'
import { pageOf } from '../server/paging.ts'
import { badRequest, get, notFound } from './answers.ts'
import { closeMs, statusOf, updatedMs, wireEvent } from './objects.ts'
import { statusesOfFilter, type View } from './view.ts'

export function eventRoutes({ world, nested, liveMarkets, object }: View): readonly Route[] {
  function events({ query, nowMs }: RouteRequest, parlay: boolean): RouteResponse {
    const limit = integerOf(query, 'limit') ?? (parlay ? 100 : 200)
    if (!(limit >= 1 && limit <= 200)) return badRequest('invalid limit')
    const status = query.get('status')
    const statuses = status === null || status === '' ? null : statusesOfFilter[status]
    if (statuses === undefined || status === 'paused') return badRequest('invalid status filter')
    const tickers = listOf(query, 'tickers')
    const series = query.get('series_ticker')
    const minClose = integerOf(query, 'min_close_ts')
    const minUpdated = integerOf(query, 'min_updated_ts')
    const rows = world.catalogB(nowMs).events.filter((event) => {
      if (event.spec.parlay !== parlay) return false
      if (tickers.length > 0 && !tickers.includes(event.id)) return false
      if (series && event.spec.series.ticker !== series) return false
      if (statuses && !event.markets.some((market) => statuses.includes(statusOf(market, nowMs))))
        return false
      if (
        minClose !== null &&
        !event.markets.some((market) => closeMs(market, nowMs) >= minClose * 1000)
      )
        return false
      return (
        minUpdated === null ||
        event.markets.some((market) => updatedMs(market, nowMs) >= minUpdated * 1000)
      )
    })
    const page = pageOf({
      rows,
      keyOf: ({ createdMs, id }) => [createdMs, id],
      descending: true,
      limit,
      cursor: query.get('cursor'),
    })
    if (page === 'bad cursor') return badRequest('invalid cursor')
    const withMarkets = booleanOf(query, 'with_nested_markets') ?? false
    return ok({
      cursor: page.hasMore ? page.last : '',
      events: page.rows.map((event) =>
        withMarkets ? nested(event, nowMs) : wireEvent(event, nowMs),
      ),
      ...(parlay ? {} : { milestones: [] }),
    })
  }

  return [
    get('/events/multivariate', (request) => events(request, true)),
    get('/events', (request) => events(request, false)),
    get('/events/:event_ticker', ({ params, query, nowMs }) => {
      const event = world.catalogB(nowMs).eventById.get(params['event_ticker'] ?? '')
      if (!event) return notFound
      if (booleanOf(query, 'with_nested_markets') === true)
        return ok({ event: nested(event, nowMs) })
      return ok({
        event: wireEvent(event, nowMs),
        markets: liveMarkets(event, nowMs).map((market) => object(market, nowMs)),
      })
    }),
  ]
}
