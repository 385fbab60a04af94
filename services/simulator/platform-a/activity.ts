// The Data interface: everything one wallet did. No id, whole seconds, and empty words in rows that
// are not trades.
import { sizeNumber } from '../decimals.ts'
import {
  booleanOf,
  integerOf,
  listOf,
  ok,
  wordOf,
  type Answer,
  type Question,
  type Route,
} from '../server/routes.ts'
import { secondOf, type Deed } from '../wallets/deed.ts'
import { sideOf, usdcMicroOf } from '../wallets/fill.ts'
import type { Wallets } from '../wallets/wallets.ts'
import type { MarketA } from '../world/market.ts'
import type { Traders } from '../world/traders.ts'
import type { World } from '../world/world.ts'
import { bad, wrongUser } from './refusals.ts'
import { marketWords, profileOf, wireTrade } from './trade-row.ts'

type Json = Readonly<Record<string, unknown>>

export interface ActivityCaps {
  /** Rows of a page at most. */
  readonly limit: number
  /** Largest offset: beyond it the platform refuses. */
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

/** `isVisible`: whether the platform shows a deed yet. */
export function activityRoute(
  world: World,
  wallets: Wallets,
  caps: ActivityCaps,
  isVisible: (deed: Deed, nowMs: number) => boolean,
): Route {
  return {
    method: 'GET',
    name: '/data/activity',
    handle(question) {
      const choice = choiceOf(question, caps)
      if ('status' in choice) return choice
      const { query, nowMs } = question
      const deeds = wallets
        .deedsOf(userOf(query), nowMs)
        .filter((deed) => choice.isWanted(deed) && isVisible(deed, nowMs))
        .toReversed()
      const sorted = choice.sizeOf ? largestFirst(deeds, choice.sizeOf) : deeds
      return ok(
        (choice.ascending ? sorted.toReversed() : sorted)
          .slice(choice.offset, choice.offset + choice.limit)
          .map((deed) => wireActivity(deed, world.traders)),
      )
    },
  }
}

const userOf = (query: URLSearchParams): string => query.get('user')?.toLowerCase() ?? ''

interface Choice {
  readonly limit: number
  readonly offset: number
  readonly ascending: boolean
  /** null: by time. */
  readonly sizeOf: ((deed: Deed) => number) | null
  readonly isWanted: (deed: Deed) => boolean
}

function choiceOf({ query }: Question, caps: ActivityCaps): Choice | Answer {
  const refusal = wrongUser(userOf(query))
  if (refusal) return refusal
  const [limit = 100, offset = 0, startS = 0, endS = Infinity] = [
    'limit',
    'offset',
    'start',
    'end',
  ].map((name) => integerOf(query, name) ?? undefined)
  if ([limit, offset, startS, endS].some(Number.isNaN)) return bad('invalid query parameters')
  if (offset > caps.offset) return bad(`max historical activity offset of ${caps.offset} exceeded`)
  const conditions = listOf(query, 'market').map((id) => id.toLowerCase())
  const events = listOf(query, 'eventId')
  if (conditions.length > 0 && events.length > 0)
    return bad('market and eventId are mutually exclusive')
  const wanted = listOf(query, 'type').map((type) => type.toUpperCase())
  if (!wanted.every((type) => types.some((known) => known === type))) return bad('invalid type')
  const sortBy = wordOf(query, 'sortBy', ['TIMESTAMP', 'TOKENS', 'CASH'])
  const direction = wordOf(query, 'sortDirection', ['ASC', 'DESC'])
  const side = wordOf(query, 'side', ['BUY', 'SELL'])
  if ([sortBy, direction, side].includes('unknown')) return bad('invalid query parameters')
  const hidesMoves = booleanOf(query, 'excludeDepositsWithdrawals') ?? true
  return {
    limit: Math.min(limit, caps.limit),
    offset,
    ascending: direction === 'ASC',
    sizeOf: sortBy === 'TOKENS' ? sizeMicroOf : sortBy === 'CASH' ? cashOf : null,
    isWanted(deed) {
      const second = secondOf(deed.timeUs)
      if (second < startS || second > endS) return false
      if (hidesMoves && (deed.type === 'DEPOSIT' || deed.type === 'WITHDRAWAL')) return false
      if (wanted.length > 0 && !wanted.includes(deed.type)) return false
      if (side !== null && !('fill' in deed && sideOf(deed.fill).toUpperCase() === side))
        return false
      const market = marketOf(deed)
      return (
        (conditions.length === 0 || (market !== null && conditions.includes(market.id))) &&
        (events.length === 0 || (market !== null && events.includes(market.event.id)))
      )
    },
  }
}

function largestFirst(deeds: readonly Deed[], sizeOf: (deed: Deed) => number): readonly Deed[] {
  return deeds
    .map((deed) => ({ deed, size: sizeOf(deed) }))
    .sort((one, other) => other.size - one.size)
    .map(({ deed }) => deed)
}

function marketOf(deed: Deed): MarketA | null {
  if ('fill' in deed) return deed.fill.market
  return 'market' in deed ? deed.market : null
}

function sizeMicroOf(deed: Deed): number {
  if ('fill' in deed) return deed.fill.trade.sizeMicro
  return 'market' in deed ? deed.sizeMicro : deed.usdcMicro
}

const cashOf = (deed: Deed): number => ('fill' in deed ? usdcMicroOf(deed.fill) : deed.usdcMicro)

function wireActivity(deed: Deed, traders: Traders): Json {
  const { type } = deed
  const usdcSize = sizeNumber(cashOf(deed))
  if ('fill' in deed) return { ...wireTrade(deed.fill, traders), type, usdcSize }
  const market = marketOf(deed)
  const outcome = 'market' in deed ? deed.outcome : null
  return {
    proxyWallet: traders.addresses[deed.wallet],
    timestamp: secondOf(deed.timeUs),
    conditionId: market?.id ?? '',
    type,
    size: sizeNumber(sizeMicroOf(deed)),
    usdcSize,
    transactionHash: deed.transaction,
    price: 0,
    asset: (outcome !== null && market?.tokens[outcome]) || '',
    side: '',
    outcomeIndex: outcome ?? 999,
    ...(market ? marketWords(market) : { title: '', slug: '', icon: '', eventSlug: '' }),
    ...(type === 'CONVERSION' ? { icon: '' } : {}),
    outcome: (outcome !== null && market?.words.outcomes[outcome]) || '',
    ...profileOf(deed.wallet),
  }
}
