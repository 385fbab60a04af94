// The Trade API of platform_b: events, markets, series, books, trades, candles, and the split into
// a live and a historical tier.
import { count, dollars, DOLLAR } from '../decimals.ts'
import { pageOf } from '../server/paging.ts'
import {
  booleanOf,
  integerOf,
  listOf,
  ok,
  type RouteResponse,
  type RouteRequest,
  type Route,
} from '../server/routes.ts'
import { secondTime } from '../times.ts'
import { bookAt, type Level } from '../world/book.ts'
import { dayMs } from '../world/dates.ts'
import type { EventB, MarketB } from '../world/market.ts'
import type { Trade } from '../world/trades.ts'
import type { SimulatedWorld } from '../simulated-world.ts'
import type { NumberFormat } from './numbers.ts'
import { requireSignature, type RequiredKey } from './signatures.ts'
import {
  closeMs,
  statusOf,
  updatedMs,
  wireEvent,
  wireMarket,
  wireSeries,
  type StatusB,
} from './objects.ts'
import { candles, isBlockTrade, wireTrade } from './trades.ts'

type Json = Readonly<Record<string, unknown>>

const base = '/trade-api/v2'

/** The values of the filter `status`, and the statuses in responses that each one selects. */
const statusesOfFilter: Readonly<Record<string, readonly StatusB[]>> = {
  unopened: ['initialized'],
  open: ['active'],
  paused: ['inactive'],
  closed: ['closed', 'determined', 'disputed'],
  settled: ['finalized'],
}

const badRequest = (details: string): RouteResponse => ({
  status: 400,
  body: { error: { code: 'bad_request', message: 'bad request', details } },
})
const notFound: RouteResponse = {
  status: 404,
  body: { error: { code: 'not_found', message: 'not found' } },
}

export interface PlatformBOptions {
  /** What was settled or traded longer ago than this many days is on the historical routes only (default 2). */
  readonly liveDays?: number
  /** How numbers are written (default fixed-point). */
  readonly numberFormat?: NumberFormat
  /** Every request must be signed with this key (default: no request need be signed). */
  readonly requiredKey?: RequiredKey
}

export function createRoutes(
  { world, isVisible }: SimulatedWorld,
  { liveDays = 2, numberFormat = 'fixed-point', requiredKey }: PlatformBOptions,
): readonly Route[] {
  const cutoffMs = (nowMs: number): number => Math.floor((nowMs - liveDays * dayMs) / dayMs) * dayMs
  const isHistorical = (market: MarketB, nowMs: number): boolean =>
    market.lifecycle.settledMs < cutoffMs(nowMs)
  const object = (market: MarketB, nowMs: number): Json =>
    wireMarket(world, market, nowMs, numberFormat)
  const liveMarkets = (event: EventB, nowMs: number): readonly MarketB[] =>
    event.markets.filter((market) => !isHistorical(market, nowMs))
  const nested = (event: EventB, nowMs: number): Json => ({
    ...wireEvent(event, nowMs),
    markets: liveMarkets(event, nowMs).map((market) => object(market, nowMs)),
  })

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

  function trades({ query, nowMs }: RouteRequest, historical: boolean): RouteResponse {
    const limit = integerOf(query, 'limit') ?? 100
    const minTs = integerOf(query, 'min_ts') ?? 0
    const maxTs = integerOf(query, 'max_ts')
    if (!(limit >= 0 && limit <= 1000)) return badRequest('invalid limit')
    if (Number.isNaN(minTs) || Number.isNaN(maxTs)) return badRequest('invalid timestamp')
    const cutoffUs = cutoffMs(nowMs) * 1000
    // Both bounds are inclusive; `max_ts` includes its whole second.
    const fromUs = Math.max(minTs * 1e6, historical ? world.oldestTradeMs(nowMs) * 1000 : cutoffUs)
    const untilUs = Math.min(
      maxTs === null ? Infinity : (maxTs + 1) * 1e6,
      historical ? cutoffUs : nowMs * 1000 + 1,
    )
    const catalog = world.catalogB(nowMs)
    const ticker = query.get('ticker')
    const market = ticker ? catalog.marketById.get(ticker) : undefined
    const all = ticker
      ? market
        ? world.tape.ofMarket(market, fromUs, untilUs)
        : []
      : world.tape.between('platform_b', fromUs, untilUs)
    const block = booleanOf(query, 'is_block_trade')
    const rows = all.filter(
      (trade) =>
        catalog.marketById.has(trade.market.id) &&
        isVisible(trade, nowMs) &&
        (block === null || isBlockTrade(trade) === block),
    )
    return tradePage(rows, query.get('cursor'), limit === 0 ? 100 : limit, numberFormat)
  }

  function marketBy(historical: boolean): (request: RouteRequest) => RouteResponse {
    return ({ params, nowMs }) => {
      const market = world.catalogB(nowMs).marketById.get(params['ticker'] ?? '')
      return market && isHistorical(market, nowMs) === historical
        ? ok({ market: object(market, nowMs) })
        : notFound
    }
  }

  const book = (market: MarketB, nowMs: number, depth: number): Json =>
    wireBook(market, nowMs, depth, numberFormat)
  const get = (name: string, handle: Route['handle']): Route => ({
    method: 'GET',
    name: base + name,
    handle,
  })
  const routes = [
    get('/exchange/status', () =>
      ok({ exchange_active: true, exchange_estimated_resume_time: null, trading_active: true }),
    ),
    get('/historical/cutoff', ({ nowMs }) => {
      const cutoff = secondTime(cutoffMs(nowMs))
      return ok({
        market_positions_last_updated_ts: cutoff,
        market_settled_ts: cutoff,
        orders_updated_ts: cutoff,
        trades_created_ts: cutoff,
      })
    }),
    get('/historical/markets', (request) => markets(request, true)),
    get('/historical/trades', (request) => trades(request, true)),
    get('/historical/markets/:ticker', marketBy(true)),
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
    get('/markets/trades', (request) => trades(request, false)),
    get('/markets/orderbooks', ({ query, nowMs }) => {
      const tickers = listOf(query, 'tickers')
      if (tickers.length === 0 || tickers.length > 100) return badRequest('invalid tickers')
      const found = tickers.flatMap((ticker) => world.catalogB(nowMs).marketById.get(ticker) ?? [])
      return ok({
        orderbooks: found.map((market) => ({ ticker: market.id, ...book(market, nowMs, 0) })),
      })
    }),
    get('/markets/:ticker/orderbook', ({ params, query, nowMs }) => {
      const market = world.catalogB(nowMs).marketById.get(params['ticker'] ?? '')
      const depth = integerOf(query, 'depth') ?? 0
      if (!(depth >= 0 && depth <= 100)) return badRequest('invalid depth')
      return market ? ok(book(market, nowMs, depth)) : notFound
    }),
    get('/markets', (request) => markets(request, false)),
    get('/markets/:ticker', marketBy(false)),
    get('/series', ({ query, nowMs }) => {
      const all = new Map(
        world.catalogB(nowMs).events.map(({ spec }) => [spec.series.ticker, spec.series]),
      )
      const category = query.get('category')
      const chosen = [...all.values()].filter((series) => !category || series.category === category)
      return ok({ series: chosen.map(wireSeries) })
    }),
    get('/series/:series_ticker', ({ params, nowMs }) => {
      const event = world
        .catalogB(nowMs)
        .events.find(({ spec }) => spec.series.ticker === params['series_ticker'])
      return event ? ok({ series: wireSeries(event.spec.series) }) : notFound
    }),
    get('/series/:series_ticker/markets/:ticker/candlesticks', ({ params, query, nowMs }) => {
      const market = world.catalogB(nowMs).marketById.get(params['ticker'] ?? '')
      if (!market) return notFound
      const [start, end, period] = ['start_ts', 'end_ts', 'period_interval'].map(
        (name) => integerOf(query, name) ?? Number.NaN,
      )
      if (!(start !== undefined && end !== undefined && start <= end))
        return badRequest('invalid range')
      if (period !== 1 && period !== 60 && period !== 1440)
        return badRequest('invalid period_interval')
      const until = Math.min(end, Math.floor(nowMs / 1000))
      if ((until - start) / (period * 60) > 5000) return badRequest('too many candlesticks')
      return ok({ ticker: market.id, candlesticks: candles(world, market, start, until, period) })
    }),
  ]
  return requiredKey === undefined ? routes : requireSignature(routes, requiredKey)
}

/** Newest first; the cursor names the last trade of the page. */
function tradePage(
  rows: readonly Trade[],
  cursor: string | null,
  limit: number,
  numberFormat: NumberFormat,
): RouteResponse {
  const page = pageOf({
    rows,
    keyOf: ({ timeUs, market, order, fill }) => [timeUs, market.number, order, fill],
    descending: true,
    limit,
    cursor,
  })
  if (page === 'bad cursor') return badRequest('invalid cursor')
  return ok({
    cursor: page.hasMore ? page.last : '',
    trades: page.rows.map((trade) => wireTrade(trade, numberFormat)),
  })
}

/** Bids on both sides, best price last: an offer of Yes at p is a bid for No at 1 - p. */
function wireBook(market: MarketB, nowMs: number, depth: number, numberFormat: NumberFormat): Json {
  const found = bookAt(market, nowMs)
  const best = (levels: readonly Level[]): readonly Level[] =>
    (depth === 0 ? levels : levels.slice(0, depth)).toReversed()
  const yes = best(found?.bids ?? [])
  const no = best(found?.asks ?? []).map(({ pricePico, sizeMicro }) => ({
    pricePico: DOLLAR - pricePico,
    sizeMicro,
  }))
  const written = (levels: readonly Level[]): unknown[] =>
    levels.map(({ pricePico, sizeMicro }) => [dollars(pricePico), count(sizeMicro)])
  if (numberFormat === 'fixed-point')
    return { orderbook_fp: { no_dollars: written(no), yes_dollars: written(yes) } }
  // Before 2026 an empty side was null, and sizes were whole: strings where prices are in dollars.
  const side = <T>(levels: readonly Level[], entry: (level: Level) => T): T[] | null =>
    levels.length === 0 ? null : levels.map(entry)
  const whole = ({ sizeMicro }: Level): number => Math.round(sizeMicro / 1e6)
  const inCents = (level: Level): unknown => [Math.round(level.pricePico / 1e10), whole(level)]
  const inDollars = (level: Level): unknown => [dollars(level.pricePico), String(whole(level))]
  return {
    orderbook: {
      no: side(no, inCents),
      no_dollars: side(no, inDollars),
      yes: side(yes, inCents),
      yes_dollars: side(yes, inDollars),
    },
  }
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
