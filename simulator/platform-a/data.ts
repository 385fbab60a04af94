// The Data interface: trades, newest first, in whole seconds, without ids; a transaction has several fills.
import { hexOf } from '../random.ts'
import {
  booleanOf,
  integerOf,
  listOf,
  ok,
  type RouteResponse,
  type RouteRequest,
  type Route,
} from '../server/routes.ts'
import { encodeCursor } from '../server/paging.ts'
import { sideOf, type Fill } from '../wallets/fill.ts'
import type { Trade } from '../world/trades.ts'
import type { World } from '../world/world.ts'
import { badRequest } from './bad-request.ts'
import { wireTrade } from './trade-row.ts'

type Json = Readonly<Record<string, unknown>>

export interface TradeCaps {
  /** Maximum number of rows in one response. */
  readonly limit: number
  /** Largest offset. */
  readonly offset: number
  /** Beyond the largest offset the platform answers 400 (today), or returned the last page again (2025). */
  readonly beyond: 'refuse' | 'repeat'
}

/** `isVisible`: whether the platform serves a trade yet. */
export function dataRoutes(
  world: World,
  caps: TradeCaps,
  isVisible: (trade: Trade, nowMs: number) => boolean,
): readonly Route[] {
  return [
    {
      method: 'GET',
      name: '/data/trades',
      shortPageEnds: true,
      handle: (request) => tradesV1(world, caps, isVisible, request),
    },
    {
      method: 'GET',
      name: '/data/v2/trades',
      handle: (request) => tradesV2(world, isVisible, request),
    },
  ]
}

function tradesV1(
  world: World,
  caps: TradeCaps,
  isVisible: (trade: Trade, nowMs: number) => boolean,
  request: RouteRequest,
): RouteResponse {
  const { query } = request
  const limit = integerOf(query, 'limit') ?? 100
  const offset = integerOf(query, 'offset') ?? 0
  if (Number.isNaN(limit) || Number.isNaN(offset)) return badRequest('invalid query parameters')
  const start = integerOf(query, 'start') ?? 0
  const end = integerOf(query, 'end')
  if (Number.isNaN(start) || Number.isNaN(end)) return badRequest('invalid query parameters')
  if (offset > caps.offset && caps.beyond === 'refuse')
    return badRequest(`max historical trades offset of ${caps.offset} exceeded`)
  const conditions = listOf(query, 'market')
  const events = listOf(query, 'eventId')
  if (conditions.length > 0 && events.length > 0)
    return badRequest('market and eventId are mutually exclusive')
  const rows = rowsOf(world, isVisible, request, {
    conditions,
    events,
    startS: start,
    endS: end ?? Infinity,
    takerOnly: booleanOf(query, 'takerOnly') ?? true,
  })
  const from = Math.min(offset, caps.offset)
  const page = firstOf(rows, from + Math.min(limit, caps.limit)).slice(from)
  return ok(page.map((row) => wireTrade(row, world.traders)))
}

function tradesV2(
  world: World,
  isVisible: (trade: Trade, nowMs: number) => boolean,
  request: RouteRequest,
): RouteResponse {
  const { query } = request
  const error = (parameter: string): RouteResponse => ({
    status: 400,
    body: {
      error: `invalid ${parameter}`,
      code: 'invalid_request',
      retryable: false,
      trace_id: hexOf(query.toString(), 32),
      parameter,
    },
  })
  if (query.has('offset')) return error('offset')
  const requestedLimit = integerOf(query, 'limit') ?? 100
  if (!(requestedLimit >= 1)) return error('limit')
  const cursor = query.get('cursor')
  const position = cursor === null ? null : positionOf(cursor)
  if (cursor !== null && position === null) return error('cursor')
  const conditions = ['condition', 'condition_id', 'conditionId'].flatMap((name) =>
    listOf(query, name),
  )
  if (conditions.length > 20) return error('condition')
  const rows = rowsOf(world, isVisible, request, {
    conditions,
    events: [...listOf(query, 'event_id'), ...listOf(query, 'eventId')],
    startS: 0,
    endS: Infinity,
    takerOnly: booleanOf(query, 'taker_only') ?? true,
  })
  // The cursor holds the page size of the first request.
  const limit = position?.limit ?? Math.min(requestedLimit, 1000)
  const found = firstOf(rows, limit + 1, (row) => !position || isAfter(keyOf(row), position.key))
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const more = found.length > limit
  return ok({
    data: page.map((row) => snakeCase(wireTrade(row, world.traders))),
    pagination: {
      limit,
      offset: 0,
      has_more: more,
      next_cursor: more && last ? encodeCursor([limit, ...keyOf(last)]) : null,
    },
  })
}

function positionOf(
  cursor: string,
): { readonly limit: number; readonly key: readonly number[] } | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'number')) return null
    const [limit, ...key] = parts
    return limit === undefined ? null : { limit, key }
  } catch {
    return null
  }
}

const keyOf = ({ trade, isMaker }: Fill): readonly number[] => [
  trade.timeUs,
  trade.market.number,
  trade.order,
  trade.fill,
  Number(isMaker),
]

function isAfter(key: readonly number[], position: readonly number[]): boolean {
  for (const [index, value] of key.entries()) {
    const bound = position[index] ?? 0
    if (value !== bound) return value < bound
  }
  return false
}

interface Filter {
  readonly conditions: readonly string[]
  readonly events: readonly string[]
  /** Unix seconds; both bounds are inclusive. */
  readonly startS: number
  readonly endS: number
  readonly takerOnly: boolean
}

function firstOf(
  rows: Iterable<Fill>,
  count: number,
  isWanted: (row: Fill) => boolean = () => true,
): readonly Fill[] {
  const found: Fill[] = []
  for (const row of rows) {
    if (found.length >= count) break
    if (isWanted(row)) found.push(row)
  }
  return found
}

/** Newest first. Only the trades that are read are computed. */
function* rowsOf(
  world: World,
  isVisible: (trade: Trade, nowMs: number) => boolean,
  { query, nowMs }: RouteRequest,
  filter: Filter,
): Generator<Fill, void> {
  const catalog = world.catalogA(nowMs)
  const fromUs = Math.max(filter.startS * 1e6, world.oldestTradeMs(nowMs) * 1000)
  const untilUs = Math.min((filter.endS + 1) * 1e6, nowMs * 1000 + 1)
  const named = [
    ...filter.conditions.flatMap((id) => catalog.marketById.get(id.toLowerCase()) ?? []),
    ...filter.events.flatMap((id) => catalog.eventById.get(id)?.markets ?? []),
  ]
  const isNamed = filter.conditions.length + filter.events.length > 0
  const trades = isNamed
    ? named
        .flatMap((market) => world.tape.ofMarket(market, fromUs, untilUs))
        .sort((one, other) => one.timeUs - other.timeUs || one.market.number - other.market.number)
        .reverse()
    : world.tape.newestFirst('platform_a', fromUs, untilUs)
  const side = query.get('side')?.toLowerCase()
  const address = query.get('user')
  const user = address === null ? undefined : world.traders.numberOfAddress(address.toLowerCase())
  for (const trade of trades) {
    const market = catalog.marketById.get(trade.market.id)
    if (market === undefined || !isVisible(trade, nowMs)) continue
    for (const isMaker of filter.takerOnly ? [false] : [false, true]) {
      const row: Fill = { trade, market, isMaker }
      if (side !== undefined && sideOf(row) !== side) continue
      if (user !== undefined && world.traders.numberOf(trade, isMaker) !== user) continue
      yield row
    }
  }
}

function snakeCase(row: Json): Json {
  const renamed: Readonly<Record<string, string>> = { asset: 'token_id' }
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      renamed[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )
}
