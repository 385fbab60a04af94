// platform_a: the fields of a market of the Gamma API, and functions that read its prices and status for
// both poller and normalizer.
import type { MarketStatus } from '../../../domain/market.ts'
import type { Decimal } from '../../../domain/money.ts'
import { parseDecimal } from '../../../domain/money.ts'
import { isPrice } from '../../../domain/price.ts'
import { createDigestRules } from '../../content.ts'
import { listOf } from '../../json.ts'

/** Any field may be missing or of another type; the code that reads a field checks it. */
export interface PlatformAMarket {
  readonly id?: unknown
  readonly conditionId?: unknown
  readonly slug?: unknown
  readonly question?: unknown
  readonly description?: unknown
  readonly category?: unknown
  readonly tags?: unknown
  readonly events?: unknown
  readonly active?: unknown
  readonly closed?: unknown
  readonly archived?: unknown
  readonly negRiskOther?: unknown
  readonly enableOrderBook?: unknown
  readonly umaResolutionStatus?: unknown
  readonly outcomes?: unknown
  readonly outcomePrices?: unknown
  readonly clobTokenIds?: unknown
  /** "v2": a market of Protocol V2, whose tokens are in `positionIds`. */
  readonly version?: unknown
  readonly positionIds?: unknown
  readonly bestBid?: unknown
  readonly bestAsk?: unknown
  readonly volume?: unknown
  readonly volumeNum?: unknown
  readonly volume24hr?: unknown
  readonly openInterest?: unknown
  readonly createdAt?: unknown
  readonly updatedAt?: unknown
  readonly closedTime?: unknown
  readonly umaEndDate?: unknown
  readonly endDate?: unknown
  readonly endDateIso?: unknown
}

/**
 * Each of these figures is the sum over two kinds of trading (`Clob` and `Amm`), which also have fields of
 * their own.
 */
const sums = ['volume', 'volume24hr', 'volume1wk', 'volume1mo', 'volume1yr', 'liquidity']
const changedPeriods = ['Hour', 'Day', 'Week', 'Month', 'Year']

/**
 * `updatedAt` of every open market changes each minute, even if nothing else does. `events` is the market's
 * event, which is recorded separately; a market nested in an event has no such field. A figure that is zero
 * is usually absent.
 */
export const marketDigestRules = createDigestRules({
  ignored: ['updatedAt', 'events'],
  figures: [
    ...sums.flatMap((name) => [name, `${name}Clob`, `${name}Amm`]),
    ...changedPeriods.map((period) => `one${period}PriceChange`),
    'volumeNum',
    'liquidityNum',
    'openInterest',
    'competitive',
    'outcomePrices',
    'bestBid',
    'bestAsk',
    'spread',
    'lastTradePrice',
  ],
})

/**
 * Returns the ids of the tokens, in the order of the outcomes. A market of Protocol V2 may have both `positionIds` and
 * `clobTokenIds`.
 */
export function tokensOf(market: PlatformAMarket): readonly unknown[] {
  return listOf(market.version === 'v2' ? market.positionIds : market.clobTokenIds) ?? []
}

/**
 * Returns the price of each outcome; null for an outcome without a price. Markets that never had a price
 * have zeros for all outcomes.
 */
export function pricesOf(market: PlatformAMarket): readonly (Decimal | null)[] {
  const prices = (listOf(market.outcomePrices) ?? []).map((value) => {
    const price = parseDecimal(value)
    return price !== null && isPrice(price) ? price : null
  })
  return prices.every((price) => price === '0') ? [] : prices
}

/**
 * Returns the status of a market. The platform's flags are not reliable: `active` and sometimes
 * `acceptingOrders` stay true after the end, trading continues after `endDate`, and a proposed or
 * disputed result can still be reversed.
 */
export function statusOf(market: PlatformAMarket): MarketStatus {
  if (market.closed !== true) return market.archived === true ? 'closed' : 'open'
  const oracle = market.umaResolutionStatus
  if (oracle === 'proposed' || oracle === 'disputed') return 'closed'
  const prices = pricesOf(market)
  if (prices.length < 2 || prices.includes(null)) return 'closed'
  const won = prices.filter((price) => price === '1').length
  const lost = prices.filter((price) => price === '0').length
  if (won === 1 && lost === prices.length - 1) return 'resolved'
  return oracle === 'resolved' ? 'resolved' : 'closed' // else merely the last prices
}
