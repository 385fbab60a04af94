// The Gamma interface: lists of events and markets, by keyset and (deprecated) by offset, and single objects.
import {
  booleanOf,
  integerOf,
  listOf,
  ok,
  type RouteResponse,
  type RouteRequest,
  type Route,
} from '../server/routes.ts'
import { pageOf } from '../server/paging.ts'
import type { EventA, MarketA } from '../world/market.ts'
import type { World } from '../world/world.ts'
import {
  endDateMs,
  eventUpdatedMs,
  gammaEvent,
  gammaMarket,
  isEventClosed,
  liquidityOf,
  tagOf,
} from './gamma-objects.ts'
import { isClosed, stateOf, updatedMs } from './state.ts'

const invalid = (error: string): RouteResponse => ({
  status: 422,
  body: { type: 'validation error', error },
})
const missing: RouteResponse = {
  status: 404,
  body: { type: 'not found error', error: 'id not found' },
}

/** What the list routes need to know about a kind of object. */
interface Kind<T> {
  readonly plural: 'events' | 'markets'
  readonly maxKeysetRows: number
  readonly all: (nowMs: number) => readonly T[]
  readonly numberOf: (row: T) => number
  readonly slugOf: (row: T) => string
  readonly isClosed: (row: T, nowMs: number) => boolean
  readonly isActive: (row: T, nowMs: number) => boolean
  readonly tagsOf: (row: T) => readonly string[]
  readonly endMs: (row: T) => number
  readonly startMs: (row: T) => number
  /** Fields that a list can be ordered by. */
  readonly orders: Readonly<Record<string, (row: T, nowMs: number) => number>>
  readonly isWanted: (row: T, query: URLSearchParams) => boolean
  /** Parameters that select single objects. */
  readonly lookups: readonly string[]
  readonly object: (row: T, nowMs: number) => unknown
}

export function gammaRoutes(world: World, protocolV2Share: number): readonly Route[] {
  const marketAlone = (market: MarketA, nowMs: number) =>
    gammaMarket(world, market, nowMs, protocolV2Share)
  const eventWithMarkets = (event: EventA, nowMs: number): unknown => ({
    ...gammaEvent(world, event, nowMs),
    markets: event.markets.map((market) => marketAlone(market, nowMs)),
  })
  const marketWithEvent = (market: MarketA, nowMs: number): unknown => ({
    ...marketAlone(market, nowMs),
    events: [gammaEvent(world, market.event, nowMs)],
  })
  const volumeOf = (market: MarketA, nowMs: number): number => stateOf(world, market, nowMs).volume
  const volume24hOf = (market: MarketA, nowMs: number): number =>
    stateOf(world, market, nowMs).volume24h
  const total =
    (of: (market: MarketA, nowMs: number) => number) =>
    (event: EventA, nowMs: number): number =>
      event.markets.reduce((sum, market) => sum + of(market, nowMs), 0)

  const events: Kind<EventA> = {
    plural: 'events',
    maxKeysetRows: 500,
    all: (nowMs) => world.catalogA(nowMs).events,
    numberOf: ({ id }) => Number(id),
    slugOf: ({ spec }) => spec.slug,
    isClosed: isEventClosed,
    isActive: () => true,
    tagsOf: ({ spec }) => spec.tags,
    endMs: ({ occasion }) => occasion.endsMs,
    startMs: ({ occasion }) => occasion.opensMs,
    orders: {
      id: ({ id }) => Number(id),
      createdAt: ({ createdMs }) => createdMs,
      updatedAt: (event, nowMs) => eventUpdatedMs(world, event, nowMs),
      startDate: ({ occasion }) => occasion.opensMs,
      endDate: ({ occasion }) => occasion.endsMs,
      closedTime: ({ settledMs }) => settledMs,
      volume: total(volumeOf),
      volume24hr: total(volume24hOf),
      liquidity: (event) => event.markets.reduce((sum, market) => sum + liquidityOf(market), 0),
    },
    isWanted: () => true,
    lookups: ['id', 'slug'],
    object: eventWithMarkets,
  }
  const markets: Kind<MarketA> = {
    plural: 'markets',
    maxKeysetRows: 100,
    all: (nowMs) => world.catalogA(nowMs).markets,
    numberOf: ({ number }) => number,
    slugOf: ({ spec }) => spec.slug,
    isClosed,
    isActive: (market, nowMs) => stateOf(world, market, nowMs).isActive,
    tagsOf: ({ event }) => event.spec.tags,
    endMs: endDateMs,
    startMs: ({ lifecycle }) => lifecycle.opensMs,
    orders: {
      id: ({ number }) => number,
      createdAt: ({ lifecycle }) => lifecycle.createdMs,
      updatedAt: (market, nowMs) => updatedMs(world, market, nowMs),
      startDate: ({ lifecycle }) => lifecycle.opensMs,
      endDate: endDateMs,
      closedTime: ({ lifecycle }) => lifecycle.settledMs,
      volume: volumeOf,
      volumeNum: volumeOf,
      volume24hr: volume24hOf,
      liquidity: liquidityOf,
      liquidityNum: liquidityOf,
    },
    isWanted: (market, query) => {
      const conditions = listOf(query, 'condition_ids')
      const tokens = listOf(query, 'clob_token_ids')
      return (
        (conditions.length === 0 || conditions.includes(market.id)) &&
        (tokens.length === 0 || tokens.some((token) => market.tokens.includes(token)))
      )
    },
    lookups: ['id', 'slug', 'condition_ids', 'clob_token_ids'],
    object: marketWithEvent,
  }
  return [
    ...listRoutes(events),
    ...listRoutes(markets),
    {
      method: 'GET',
      name: '/gamma/tags',
      handle: ({ nowMs, query }) => {
        const labels = [
          ...new Set(world.catalogA(nowMs).events.flatMap(({ spec }) => spec.tags)),
        ].sort()
        const offset = integerOf(query, 'offset') ?? 0
        return ok(
          labels.slice(offset, offset + Math.min(100, integerOf(query, 'limit') ?? 100)).map(tagOf),
        )
      },
    },
  ]
}

function listRoutes<T>(kind: Kind<T>): readonly Route[] {
  const findOne = (nowMs: number, isRequested: (row: T) => boolean): RouteResponse => {
    const row = kind.all(nowMs).find(isRequested)
    return row === undefined ? missing : ok(kind.object(row, nowMs))
  }
  const base = `/gamma/${kind.plural}`
  return [
    { method: 'GET', name: `${base}/keyset`, handle: (request) => keyset(kind, request) },
    {
      method: 'GET',
      name: `${base}/slug/:slug`,
      handle: ({ nowMs, params }) => findOne(nowMs, (row) => kind.slugOf(row) === params['slug']),
    },
    {
      method: 'GET',
      name: `${base}/:id`,
      handle: ({ nowMs, params }) =>
        findOne(nowMs, (row) => String(kind.numberOf(row)) === params['id']),
    },
    {
      method: 'GET',
      name: base,
      shortPageEnds: true,
      handle: (request) => byOffset(kind, request),
    },
  ]
}

/** The cursor parameter is `after_cursor`. `cursor` is ignored, as every unknown parameter is. */
function keyset<T>(kind: Kind<T>, { query, nowMs }: RouteRequest): RouteResponse {
  if (query.has('offset')) return invalid('offset is not allowed on keyset endpoints')
  const limit = integerOf(query, 'limit') ?? 20
  if (!(limit >= 1)) return invalid('limit must be a positive integer')
  const order = orderOf(kind, query, nowMs)
  if (order === null) return invalid('order fields are not valid')
  const rows = filteredRows(kind, query, nowMs)
  if (!Array.isArray(rows)) return invalid(String(rows))
  const capped = Math.min(limit, kind.maxKeysetRows)
  const page = pageOf({
    rows: rows as readonly T[],
    ...order,
    limit: capped,
    cursor: query.get('after_cursor'),
  })
  if (page === 'bad cursor') return invalid('after_cursor is not valid')
  const objects = page.rows.map((row) => kind.object(row, nowMs))
  // Present after every full page, so the last page may be empty; absent, not null, after a short page.
  return ok({ [kind.plural]: objects, ...(page.isFull ? { next_cursor: page.last } : {}) })
}

/** The deprecated lists: at most 100 rows whatever the limit, and offsets of at most 10,000. */
function byOffset<T>(kind: Kind<T>, { query, nowMs }: RouteRequest): RouteResponse {
  const offset = integerOf(query, 'offset') ?? 0
  if (!(offset <= 10_000)) return invalid('offset exceeds maximum allowed value')
  const limit = integerOf(query, 'limit') ?? 20
  if (!(limit >= 0)) return invalid('limit is not valid')
  const order = orderOf(kind, query, nowMs)
  if (order === null) return invalid('order fields are not valid')
  const rows = filteredRows(kind, query, nowMs)
  if (!Array.isArray(rows)) return invalid(String(rows))
  const page = pageOf({
    rows: rows as readonly T[],
    ...order,
    limit: offset + Math.min(limit, 100),
    cursor: null,
  })
  return page === 'bad cursor'
    ? invalid(page)
    : ok(page.rows.slice(offset).map((row) => kind.object(row, nowMs)))
}

function orderOf<T>(
  kind: Kind<T>,
  query: URLSearchParams,
  nowMs: number,
): { readonly keyOf: (row: T) => readonly number[]; readonly descending: boolean } | null {
  const names = listOf(query, 'order')
  const keys = names.map((name) => kind.orders[name])
  if (keys.includes(undefined)) return null
  return {
    keyOf: (row) => [...keys.map((key) => key?.(row, nowMs) ?? 0), kind.numberOf(row)],
    descending: names.length > 0 && booleanOf(query, 'ascending') === false,
  }
}

/** The rows that pass the filters, or the validation error of a filter. */
function filteredRows<T>(
  kind: Kind<T>,
  query: URLSearchParams,
  nowMs: number,
): readonly T[] | string {
  const closed = booleanOf(query, 'closed')
  if (query.has('closed') && closed === null) return 'closed is not a boolean'
  for (const name of kind.lookups)
    if (listOf(query, name).length > 100) return `${name} has too many values`
  const ids = listOf(query, 'id')
  const slugs = listOf(query, 'slug')
  const tags = listOf(query, 'tag_id')
  const tagSlug = query.get('tag_slug')
  const active = booleanOf(query, 'active')
  const isLookup = kind.lookups.some((name) => listOf(query, name).length > 0)
  // Without `closed`, a list returns closed rows only, and a lookup by name returns open rows only.
  const wanted = closed ?? !isLookup
  const time = (name: string): number => Date.parse(query.get(name) ?? '')
  return kind.all(nowMs).filter((row) => {
    if (kind.isClosed(row, nowMs) !== wanted) return false
    if (ids.length > 0 && !ids.includes(String(kind.numberOf(row)))) return false
    if (slugs.length > 0 && !slugs.includes(kind.slugOf(row))) return false
    if (active !== null && kind.isActive(row, nowMs) !== active) return false
    if (booleanOf(query, 'archived') === true) return false
    if (tags.length > 0 || tagSlug !== null) {
      const own = kind.tagsOf(row).map(tagOf)
      if (tags.length > 0 && !own.some((tag) => tags.includes(String(tag['id'])))) return false
      if (tagSlug !== null && !own.some((tag) => tag['slug'] === tagSlug)) return false
    }
    if (kind.endMs(row) < time('end_date_min') || kind.endMs(row) > time('end_date_max'))
      return false
    if (kind.startMs(row) < time('start_date_min') || kind.startMs(row) > time('start_date_max'))
      return false
    return kind.isWanted(row, query)
  })
}
