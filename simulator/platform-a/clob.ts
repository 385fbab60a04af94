// The CLOB interface: order books by token, prices, and its own market list.
import { priceNumber, priceText } from '../decimals.ts'
import { integerOf, ok, type RouteResponse, type Route } from '../server/routes.ts'
import { secondTime } from '../times.ts'
import { probabilityAt } from '../world/book.ts'
import { dayMs } from '../world/dates.ts'
import { payout, type MarketA } from '../world/market.ts'
import type { World } from '../world/world.ts'
import { stateOf } from './state.ts'
import { sidesOf, wireBook, type WireBook } from './token-book.ts'
import { createTokenIndex } from './tokens.ts'

type Json = Readonly<Record<string, unknown>>

const noBook: RouteResponse = {
  status: 404,
  body: { error: 'No orderbook exists for the requested token id' },
}
const badToken: RouteResponse = { status: 400, body: { error: 'Invalid token id' } }
/** Base64 of the offset -1: there is no next page. */
const endCursor = 'LTE='

function createTokenBooks(world: World) {
  const findToken = createTokenIndex(world)
  const book = (token: string, nowMs: number): WireBook | null => {
    const found = findToken(token, nowMs)
    return found && wireBook(world, found.market, found.outcome, nowMs)
  }
  /** The best price on one side of a token's book, or the midpoint; null where the book has none. */
  const best = (token: string, side: string, nowMs: number): string | null => {
    const found = findToken(token, nowMs)
    const sides = found && sidesOf(found.market, found.outcome, nowMs)
    if (!sides) return null
    const [bid, ask] = [sides.bids[0]?.pricePico, sides.asks[0]?.pricePico]
    if (side === 'middle')
      return bid === undefined || ask === undefined ? null : priceText((bid + ask) / 2)
    const price = side === 'BUY' ? bid : ask
    return price === undefined ? '0' : priceText(price)
  }
  return { findToken, book, best }
}

export function clobRoutes(world: World, pageSize: number): readonly Route[] {
  const { findToken, book, best } = createTokenBooks(world)
  return [
    {
      method: 'GET',
      name: '/clob/book',
      handle: ({ query, nowMs }) => {
        const token = query.get('token_id') ?? ''
        if (!/^\d+$/.test(token)) return badToken
        const found = book(token, nowMs)
        return found ? ok(found) : noBook
      },
    },
    {
      method: 'POST',
      name: '/clob/books',
      handle: ({ body, nowMs }) => {
        const tokens = tokensOf(body)
        // Tokens without a book are left out of the response.
        return tokens
          ? ok(tokens.flatMap((token) => book(token, nowMs) ?? []))
          : { status: 400, body: { error: 'Invalid payload' } }
      },
    },
    {
      method: 'GET',
      name: '/clob/price',
      handle: ({ query, nowMs }) => {
        const side = (query.get('side') ?? '').toUpperCase()
        if (side !== 'BUY' && side !== 'SELL')
          return { status: 400, body: { error: 'Invalid side' } }
        const price = best(query.get('token_id') ?? '', side, nowMs)
        return price === null ? noBook : ok({ price })
      },
    },
    {
      method: 'GET',
      name: '/clob/midpoint',
      handle: ({ query, nowMs }) => {
        const mid = best(query.get('token_id') ?? '', 'middle', nowMs)
        return mid === null ? noBook : ok({ mid })
      },
    },
    {
      method: 'GET',
      name: '/clob/markets',
      handle: ({ query, nowMs }) => {
        const cursor = query.get('next_cursor') ?? ''
        const offset = cursor === '' ? 0 : Number(Buffer.from(cursor, 'base64').toString())
        if (!Number.isInteger(offset) || offset < 0)
          return { status: 400, body: { error: 'Invalid next_cursor' } }
        const all = world.catalogA(nowMs).markets
        const data = all
          .slice(offset, offset + pageSize)
          .map((market) => wireMarket(world, market, nowMs))
        const next =
          offset + pageSize >= all.length
            ? endCursor
            : Buffer.from(String(offset + pageSize)).toString('base64')
        return ok({ data, next_cursor: next, limit: pageSize, count: data.length })
      },
    },
    {
      method: 'GET',
      name: '/clob/markets/:condition_id',
      handle: ({ params, nowMs }) => {
        const market = world.catalogA(nowMs).marketById.get(params['condition_id'] ?? '')
        return market
          ? ok(wireMarket(world, market, nowMs))
          : { status: 404, body: { error: 'market not found' } }
      },
    },
    {
      method: 'GET',
      name: '/clob/prices-history',
      handle: ({ query, nowMs }) => {
        const found = findToken(query.get('market') ?? '', nowMs)
        if (!found) return ok({ history: [] })
        return pricesHistory(found.market, found.outcome, query, nowMs)
      },
    },
    { method: 'GET', name: '/clob/time', handle: ({ nowMs }) => ok(Math.floor(nowMs / 1000)) },
    { method: 'GET', name: '/clob', handle: () => ok('OK') },
  ]
}

function tokensOf(body: unknown): readonly string[] | null {
  if (!Array.isArray(body)) return null
  const tokens = body.map((item: unknown) =>
    typeof item === 'object' &&
    item !== null &&
    'token_id' in item &&
    typeof item.token_id === 'string'
      ? item.token_id
      : null,
  )
  return tokens.every((token) => token !== null) ? tokens : null
}

function wireMarket(world: World, market: MarketA, nowMs: number): Json {
  const state = stateOf(world, market, nowMs)
  const { spec, lifecycle, event } = market
  const isLegacy = spec.kind === 'legacy'
  const paid = payout(market)
  return {
    enable_order_book: !isLegacy,
    active: state.isActive,
    closed: state.isClosed,
    archived: false,
    accepting_orders: state.isAccepting,
    accepting_order_timestamp: isLegacy ? null : secondTime(lifecycle.opensMs),
    minimum_order_size: 5,
    minimum_tick_size: priceNumber(market.tickPico),
    condition_id: market.id,
    question_id: `0x${market.seed.toString(16).padStart(64, '0')}`,
    question: spec.question,
    description: spec.description,
    market_slug: spec.slug,
    end_date_iso: secondTime(market.occasion.endsMs),
    game_start_time: spec.sport ? secondTime(market.occasion.decidedMs - 2 * 3_600_000) : null,
    seconds_delay: spec.sport ? 3 : 0,
    fpmm: '',
    maker_base_fee: 0,
    taker_base_fee: 0,
    notifications_enabled: true,
    neg_risk: event.spec.negRisk,
    neg_risk_market_id: '',
    neg_risk_request_id: '',
    icon: '',
    image: '',
    rewards: { rates: null, min_size: 0, max_spread: 0 },
    is_50_50_outcome: false,
    tokens: spec.outcomes.map((outcome, n) => ({
      token_id: isLegacy ? '' : market.tokens[n],
      outcome,
      price: Number(state.prices?.[n] ?? 0),
      winner: state.isClosed && paid === (n === 0 ? 1 : 0),
    })),
    tags: [...event.spec.tags, 'All'],
  }
}

/** Named ranges; "1m" is a month. */
const ranges: Readonly<Record<string, number>> = {
  '1h': 3_600_000,
  '6h': 21_600_000,
  '1d': dayMs,
  '1w': 7 * dayMs,
  '1m': 30 * dayMs,
  max: Infinity,
  all: Infinity,
}

function pricesHistory(
  market: MarketA,
  outcome: 0 | 1,
  query: URLSearchParams,
  nowMs: number,
): RouteResponse {
  const interval = query.get('interval')
  const startTs = integerOf(query, 'startTs')
  const span = interval === null ? null : ranges[interval]
  if (span === undefined || (span === null && startTs === null))
    return { status: 400, body: { error: 'invalid interval' } }
  const stepMs = Math.max(1, integerOf(query, 'fidelity') ?? 1) * 60_000
  const endMs = Math.min(
    nowMs,
    (integerOf(query, 'endTs') ?? Infinity) * 1000,
    market.lifecycle.settledMs,
  )
  const startMs = Math.max(
    market.lifecycle.opensMs,
    span === null ? (startTs ?? 0) * 1000 : nowMs - span,
  )
  if (span === null && endMs - startMs > 15 * dayMs)
    return { status: 400, body: { error: 'interval is too long' } }
  // Price history at intervals of less than 12 hours is not kept for settled markets.
  if (nowMs >= market.lifecycle.settledMs && stepMs < dayMs / 2) return ok({ history: [] })
  const history: Json[] = []
  for (let at = Math.ceil(startMs / stepMs) * stepMs; at <= endMs; at += stepMs) {
    const first = probabilityAt(market, at)
    history.push({ t: at / 1000, p: Number((outcome === 0 ? first : 1 - first).toFixed(4)) })
  }
  return ok({ history })
}
