// The state of a platform_a market at a given time: its flags, and the figures in its lists. The
// figures are refreshed at intervals, also after the market has closed: its volume of the last 24
// hours falls to 0.
import { DOLLAR, priceNumber } from '../decimals.ts'
import { quoteAt } from '../world/book.ts'
import { dayMs } from '../world/dates.ts'
import { isTrading, payout, type MarketA } from '../world/market.ts'
import type { World } from '../world/world.ts'

export interface StateA {
  readonly isActive: boolean
  readonly isClosed: boolean
  readonly isAccepting: boolean
  readonly isPlaceholder: boolean
  /** '' until somebody has proposed a result. */
  readonly uma: '' | 'proposed' | 'disputed' | 'resolved'
  readonly updatedMs: number
  /** Of each outcome, as decimals; null when the platform gives none. */
  readonly prices: readonly [string, string] | null
  readonly bestBid: number | null
  readonly bestAsk: number | null
  readonly lastPrice: number | null
  readonly volume: number
  readonly volume24h: number
}

/** Refresh interval of the figures of a market with hardly any trades. */
const slowestRefreshMs = 1_200_000

/** The last time, on a grid of `periodMs`, at which the figures were computed. */
function lastRefreshMs({ seed }: MarketA, periodMs: number, nowMs: number): number {
  const phase = seed % periodMs
  return Math.floor((nowMs - phase) / periodMs) * periodMs + phase
}

/** When the figures in the lists were last computed while the market was open. */
function refreshedMs(market: MarketA, nowMs: number): number {
  const { tradesPerHour, lifecycle } = market
  const periodMs = tradesPerHour > 8 ? 60_000 : tradesPerHour > 1 ? 300_000 : slowestRefreshMs
  return Math.max(lifecycle.createdMs, lastRefreshMs(market, periodMs, nowMs))
}

/**
 // * When the figures of a closed market were last computed: at its close, or after a trade became older
 // than 24 hours. (The recorded gamma_market_sports_market_money_line was updated 19 hours after its
 // end, and its 24-hour volume no longer contained the oldest trades.)
 */
function recomputedMs(world: World, market: MarketA, nowMs: number): number {
  const closed = closedMs(market)
  const { last } = world.tape.totals(market, lastRefreshMs(market, slowestRefreshMs, nowMs) - dayMs)
  if (last === null) return closed
  const dayOldMs = Math.floor(last.timeUs / 1000) + dayMs
  return dayOldMs < closed
    ? closed
    : lastRefreshMs(market, slowestRefreshMs, dayOldMs + slowestRefreshMs)
}

/** The last change of the market's flags. */
function flagsChangedMs({ lifecycle, spec }: MarketA, nowMs: number): number {
  const changes = [
    lifecycle.createdMs,
    lifecycle.opensMs,
    lifecycle.proposedMs,
    lifecycle.disputedMs,
    lifecycle.tradingEndsMs,
    lifecycle.settledMs,
    spec.named?.fromMs,
  ]
  return Math.max(
    lifecycle.createdMs,
    ...changes.map((ms) => (typeof ms === 'number' && ms <= nowMs ? ms : 0)),
  )
}

export function updatedMs(world: World, market: MarketA, nowMs: number): number {
  return isClosed(market, nowMs)
    ? recomputedMs(world, market, nowMs)
    : Math.max(refreshedMs(market, nowMs), flagsChangedMs(market, nowMs))
}

/** Markets that never get a name stay open until the event is over. */
export function closedMs({ spec, lifecycle, event }: MarketA): number {
  const unnamed = spec.kind === 'other' || (spec.kind === 'placeholder' && !spec.named)
  return unnamed ? event.settledMs : lifecycle.settledMs
}

export function isClosed(market: MarketA, nowMs: number): boolean {
  return nowMs >= closedMs(market)
}

export function isPlaceholder(market: MarketA, nowMs: number): boolean {
  const { spec } = market
  if (spec.kind === 'listed' || spec.kind === 'legacy') return false
  return !(spec.named && nowMs >= spec.named.fromMs) && !isClosed(market, nowMs)
}

export function stateOf(world: World, market: MarketA, nowMs: number): StateA {
  const { lifecycle } = market
  const closed = isClosed(market, nowMs)
  const placeholder = isPlaceholder(market, nowMs)
  const figuresMs = closed ? recomputedMs(world, market, nowMs) : refreshedMs(market, nowMs)
  const totals = world.tape.totals(market, figuresMs)
  const before = world.tape.totals(market, figuresMs - dayMs)
  const last =
    totals.last &&
    (totals.last.outcome === 0 ? totals.last.pricePico : DOLLAR - totals.last.pricePico)
  const trading = isTrading(market, figuresMs)
  const quote = trading ? quoteAt(market, figuresMs) : null
  const bid = quote?.bidTicks == null ? null : quote.bidTicks * market.tickPico
  const ask = quote?.askTicks == null ? null : quote.askTicks * market.tickPico
  return {
    isActive: !placeholder && nowMs >= lifecycle.opensMs,
    isClosed: closed,
    // A few closed markets still have the flag that they accept orders.
    isAccepting: isTrading(market, nowMs) || (closed && market.seed % 17 === 0) || placeholder,
    isPlaceholder: placeholder,
    uma: umaOf(market, nowMs, placeholder),
    updatedMs: updatedMs(world, market, nowMs),
    prices: closed ? finalPrices(market) : placeholder ? null : shownPrices(bid, ask, last),
    bestBid: bid === null ? null : priceNumber(bid),
    bestAsk: ask === null ? null : priceNumber(ask),
    lastPrice: last === null ? null : priceNumber(last),
    volume: Number(totals.notional.toFixed(6)),
    volume24h: Number((totals.notional - before.notional).toFixed(6)),
  }
}

function umaOf({ lifecycle, spec }: MarketA, nowMs: number, placeholder: boolean): StateA['uma'] {
  if (placeholder || spec.kind === 'legacy' || nowMs < lifecycle.proposedMs) return ''
  if (nowMs >= lifecycle.settledMs) return 'resolved'
  return lifecycle.disputedMs !== null && nowMs >= lifecycle.disputedMs ? 'disputed' : 'proposed'
}

function finalPrices(market: MarketA): readonly [string, string] {
  const paid = payout(market)
  return [String(paid), String(1 - paid)]
}

/** The midpoint if the spread is narrow, else the price of the last trade, else the midpoint all the same. */
function shownPrices(
  bid: number | null,
  ask: number | null,
  last: number | null,
): readonly [string, string] {
  const middle = Math.round(((bid ?? 0) + (ask ?? DOLLAR)) / 2 / 5e8) * 5e8
  const narrow = bid !== null && ask !== null && ask - bid <= DOLLAR / 10
  const price = narrow || last === null ? middle : last
  return [String(priceNumber(price)), String(priceNumber(DOLLAR - price))]
}
