// The Data interface: all activity of one wallet. Rows have no id, times are whole seconds, and rows
// that are not trades have empty text fields.
import { sizeNumber } from '../decimals.ts'
import {
  booleanOf,
  integerOf,
  listOf,
  ok,
  wordOf,
  type RouteResponse,
  type RouteRequest,
  type Route,
} from '../server/routes.ts'
import { secondOf, type WalletAction } from '../wallets/wallet-action.ts'
import { sideOf, usdcMicroOf } from '../wallets/fill.ts'
import type { Wallets } from '../wallets/wallets.ts'
import type { MarketA } from '../world/market.ts'
import type { Traders } from '../world/traders.ts'
import type { World } from '../world/world.ts'
import { badRequest, userErrorOf } from './bad-request.ts'
import { marketWords, profileOf, wireTrade } from './trade-row.ts'

type Json = Readonly<Record<string, unknown>>

export interface ActivityCaps {
  /** Maximum number of rows in one response. */
  readonly limit: number
  /** Largest offset that is accepted; a larger one gets status 400. */
  readonly offset: number
}

const types = [
  'TRADE',
  'SPLIT',
  'MERGE',
  'REDEEM',
  'REWARD',
  'CONVERSION',
  'DEPOSIT',
  'WITHDRAWAL',
  'YIELD',
  'MAKER_REBATE',
  'TAKER_REBATE',
  'REFERRAL_REWARD',
] as const

/** `isVisible`: whether the platform serves an action yet. */
export function activityRoute(
  world: World,
  wallets: Wallets,
  caps: ActivityCaps,
  isVisible: (action: WalletAction, nowMs: number) => boolean,
): Route {
  return {
    method: 'GET',
    name: '/data/activity',
    shortPageEnds: true,
    handle(request) {
      const filter = filterOf(request, caps)
      if ('status' in filter) return filter
      const { query, nowMs } = request
      const actions = wallets
        .actionsOf(userOf(query), nowMs)
        .filter((action) => filter.isWanted(action) && isVisible(action, nowMs))
        .toReversed()
      const sorted = filter.sizeOf ? largestFirst(actions, filter.sizeOf) : actions
      return ok(
        (filter.ascending ? sorted.toReversed() : sorted)
          .slice(filter.offset, filter.offset + filter.limit)
          .map((action) => wireActivity(action, world.traders)),
      )
    },
  }
}

const userOf = (query: URLSearchParams): string => query.get('user')?.toLowerCase() ?? ''

interface Filter {
  readonly limit: number
  readonly offset: number
  readonly ascending: boolean
  /** Sort key; null: sorted by time. */
  readonly sizeOf: ((action: WalletAction) => number) | null
  readonly isWanted: (action: WalletAction) => boolean
}

function filterOf({ query }: RouteRequest, caps: ActivityCaps): Filter | RouteResponse {
  const userError = userErrorOf(userOf(query))
  if (userError) return userError
  const [limit = 100, offset = 0, startS = 0, endS = Infinity] = [
    'limit',
    'offset',
    'start',
    'end',
  ].map((name) => integerOf(query, name) ?? undefined)
  if ([limit, offset, startS, endS].some(Number.isNaN))
    return badRequest('invalid query parameters')
  if (offset > caps.offset)
    return badRequest(`max historical activity offset of ${caps.offset} exceeded`)
  const conditions = listOf(query, 'market').map((id) => id.toLowerCase())
  const events = listOf(query, 'eventId')
  if (conditions.length > 0 && events.length > 0)
    return badRequest('market and eventId are mutually exclusive')
  const wanted = listOf(query, 'type').map((type) => type.toUpperCase())
  if (!wanted.every((type) => types.some((known) => known === type)))
    return badRequest('invalid type')
  const sortBy = wordOf(query, 'sortBy', ['TIMESTAMP', 'TOKENS', 'CASH'])
  const direction = wordOf(query, 'sortDirection', ['ASC', 'DESC'])
  const side = wordOf(query, 'side', ['BUY', 'SELL'])
  if ([sortBy, direction, side].includes('unknown')) return badRequest('invalid query parameters')
  const excludesTransfers = booleanOf(query, 'excludeDepositsWithdrawals') ?? true
  return {
    limit: Math.min(limit, caps.limit),
    offset,
    ascending: direction === 'ASC',
    sizeOf: sortBy === 'TOKENS' ? sizeMicroOf : sortBy === 'CASH' ? cashOf : null,
    isWanted(action) {
      const second = secondOf(action.timeUs)
      if (second < startS || second > endS) return false
      if (excludesTransfers && (action.type === 'DEPOSIT' || action.type === 'WITHDRAWAL'))
        return false
      if (wanted.length > 0 && !wanted.includes(action.type)) return false
      if (side !== null && !('fill' in action && sideOf(action.fill).toUpperCase() === side))
        return false
      const market = marketOf(action)
      return (
        (conditions.length === 0 || (market !== null && conditions.includes(market.id))) &&
        (events.length === 0 || (market !== null && events.includes(market.event.id)))
      )
    },
  }
}

function largestFirst(
  actions: readonly WalletAction[],
  sizeOf: (action: WalletAction) => number,
): readonly WalletAction[] {
  return actions
    .map((action) => ({ action, size: sizeOf(action) }))
    .sort((one, other) => other.size - one.size)
    .map(({ action }) => action)
}

function marketOf(action: WalletAction): MarketA | null {
  if ('fill' in action) return action.fill.market
  return 'market' in action ? action.market : null
}

function sizeMicroOf(action: WalletAction): number {
  if ('fill' in action) return action.fill.trade.sizeMicro
  return 'market' in action ? action.sizeMicro : action.usdcMicro
}

const cashOf = (action: WalletAction): number =>
  'fill' in action ? usdcMicroOf(action.fill) : action.usdcMicro

function wireActivity(action: WalletAction, traders: Traders): Json {
  const { type } = action
  const usdcSize = sizeNumber(cashOf(action))
  if ('fill' in action) return { ...wireTrade(action.fill, traders), type, usdcSize }
  const market = marketOf(action)
  const outcome = 'market' in action ? action.outcome : null
  return {
    proxyWallet: traders.addresses[action.wallet],
    timestamp: secondOf(action.timeUs),
    conditionId: market?.id ?? '',
    type,
    size: sizeNumber(sizeMicroOf(action)),
    usdcSize,
    transactionHash: action.transaction,
    price: 0,
    asset: (outcome !== null && market?.tokens[outcome]) || '',
    side: '',
    outcomeIndex: outcome ?? 999,
    ...(market ? marketWords(market) : { title: '', slug: '', icon: '', eventSlug: '' }),
    ...(type === 'CONVERSION' ? { icon: '' } : {}),
    outcome: (outcome !== null && market?.spec.outcomes[outcome]) || '',
    ...profileOf(action.wallet),
  }
}
