// The Data interface: the positions of a wallet, at current prices.
import { endDateMs } from './gamma-objects.ts'
import {
  booleanOf,
  integerOf,
  listOf,
  ok,
  wordOf,
  type RouteResponse,
  type Route,
} from '../server/routes.ts'
import { dayOf } from '../times.ts'
import type { TruePosition } from '../wallets/true-positions.ts'
import type { MarketA } from '../world/market.ts'
import type { World } from '../world/world.ts'
import { badRequest, userErrorOf } from './bad-request.ts'
import { stateOf } from './state.ts'
import { marketWords } from './trade-row.ts'

type Json = Readonly<Record<string, unknown>>

const maxOffset = 10_000
const maxRows = 500

interface Row {
  readonly market: MarketA
  readonly sizes: Readonly<Record<Order, number>>
  readonly wire: Json
}

const orders = [
  'CURRENT',
  'INITIAL',
  'TOKENS',
  'CASHPNL',
  'PERCENTPNL',
  'PRICE',
  'AVGPRICE',
] as const
type Order = (typeof orders)[number]

/** `positionsOf`: all positions of a wallet. */
export function positionsRoute(
  world: World,
  positionsOf: (wallet: string) => readonly TruePosition[],
): Route {
  return {
    method: 'GET',
    name: '/data/positions',
    shortPageEnds: true,
    handle({ query, nowMs }): RouteResponse {
      const user = query.get('user')?.toLowerCase() ?? ''
      const userError = userErrorOf(user)
      if (userError) return userError
      const [limit = 100, offset = 0] = ['limit', 'offset'].map(
        (name) => integerOf(query, name) ?? undefined,
      )
      const threshold = Number(query.get('sizeThreshold') ?? 1)
      if ([limit, offset, threshold].some(Number.isNaN) || threshold < 0)
        return badRequest('invalid query parameters')
      if (offset > maxOffset) return badRequest(`max positions offset of ${maxOffset} exceeded`)
      const conditions = listOf(query, 'market').map((id) => id.toLowerCase())
      const events = listOf(query, 'eventId')
      if (conditions.length > 0 && events.length > 0)
        return badRequest('market and eventId are mutually exclusive')
      const sortBy = wordOf(query, 'sortBy', orders) ?? 'TOKENS'
      const direction = wordOf(query, 'sortDirection', ['ASC', 'DESC'])
      if (sortBy === 'unknown' || direction === 'unknown')
        return badRequest('invalid query parameters')
      const flags = ['redeemable', 'mergeable'].map(
        (name) => [name, booleanOf(query, name)] as const,
      )
      const positions = positionsOf(user)
      const rows = positions
        .flatMap((position) => rowOf(world, user, position, positions, nowMs) ?? [])
        .filter(
          ({ market, sizes, wire }) =>
            sizes.TOKENS >= threshold &&
            sizes.TOKENS > 0 &&
            (conditions.length === 0 || conditions.includes(market.id)) &&
            (events.length === 0 || events.includes(market.event.id)) &&
            flags.every(([name, wanted]) => wanted === null || wire[name] === wanted),
        )
        .sort((one, other) => other.sizes[sortBy] - one.sizes[sortBy])
      if (direction === 'ASC') rows.reverse()
      return ok(rows.slice(offset, offset + Math.min(limit, maxRows)).map(({ wire }) => wire))
    },
  }
}

function rowOf(
  world: World,
  wallet: string,
  position: TruePosition,
  all: readonly TruePosition[],
  nowMs: number,
): Row | null {
  const market = world.catalogA(nowMs).marketById.get(position.nativeId)
  if (market === undefined) return null
  const { outcomeIndex } = position
  const other = outcomeIndex === 0 ? 1 : 0
  const state = stateOf(world, market, nowMs)
  const [size, avgPrice, initialValue, realizedPnl, totalBought] = [
    position.size,
    position.avgPrice,
    position.initialValue,
    position.realizedPnl,
    position.totalBought,
  ].map(Number) as [number, number, number, number, number]
  const curPrice = Number(state.prices?.[outcomeIndex] ?? 0)
  const currentValue = rounded(size * curPrice)
  const cashPnl = rounded(currentValue - initialValue)
  const percentPnl = initialValue === 0 ? 0 : rounded((100 * cashPnl) / initialValue)
  const paid = rounded(avgPrice * totalBought)
  const wire = {
    proxyWallet: wallet,
    asset: market.tokens[outcomeIndex],
    conditionId: market.id,
    size,
    avgPrice,
    initialValue,
    currentValue,
    cashPnl,
    percentPnl,
    totalBought,
    realizedPnl,
    percentRealizedPnl: paid === 0 ? 0 : rounded((100 * realizedPnl) / paid),
    curPrice,
    redeemable: state.isClosed,
    mergeable: all.some(
      ({ nativeId, outcomeIndex: index }) => nativeId === market.id && index === other,
    ),
    ...marketWords(market),
    eventId: market.event.id,
    outcome: market.spec.outcomes[outcomeIndex],
    outcomeIndex,
    oppositeOutcome: market.spec.outcomes[other],
    oppositeAsset: market.tokens[other],
    endDate: dayOf(endDateMs(market)),
    negativeRisk: market.event.spec.negRisk,
  }
  const sizes = {
    CURRENT: currentValue,
    INITIAL: initialValue,
    TOKENS: size,
    CASHPNL: cashPnl,
    PERCENTPNL: percentPnl,
    PRICE: curPrice,
    AVGPRICE: avgPrice,
  }
  return { market, sizes, wire }
}

/** Rounded to four digits, as the platform does. */
const rounded = (value: number): number => Number(value.toFixed(4))
