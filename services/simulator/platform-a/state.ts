// What platform_a knows about one of its markets at an instant: its flags, and the figures of its
// lists, which are refreshed only now and then, also after its end, as long as they change: the
// volume of the last day runs out.
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
  /** '' before anybody proposed a result. */
  readonly uma: '' | 'proposed' | 'disputed' | 'resolved'
  readonly updatedMs: number
  /** Of each outcome, as decimals; null when the platform tells none. */
  readonly prices: readonly [string, string] | null
  readonly bestBid: number | null
  readonly bestAsk: number | null
  readonly lastPrice: number | null
  readonly volume: number
  readonly volume24h: number
}

/** Between two refreshments of the figures of a market that nobody trades. */
const slowestMs = 1_200_000

/** The last of the instants, `periodMs` apart, at which figures are computed. */
function roundMs({ seed }: MarketA, periodMs: number, nowMs: number): number {
  const phase = seed % periodMs
  return Math.floor((nowMs - phase) / periodMs) * periodMs + phase
}

/** When the figures in the lists were last computed while it was open. */
function refreshedMs(market: MarketA, nowMs: number): number {
  const { tradesPerHour, life } = market
  const periodMs = tradesPerHour > 8 ? 60_000 : tradesPerHour > 1 ? 300_000 : slowestMs
  return Math.max(life.createdMs, roundMs(market, periodMs, nowMs))
}

/**
 * When the figures of a closed market were last computed anew: it closed, or a trade turned a day
 * old since. (The recorded gamma_market_sports_market_money_line was touched 19 hours after its end,
 * and its last day's volume had lost the first of its trades by then.)
 */
function recomputedMs(world: World, market: MarketA, nowMs: number): number {
  const closed = closedMs(market)
  const { last } = world.tape.totals(market, roundMs(market, slowestMs, nowMs) - dayMs)
  if (last === null) return closed
  const dayOldMs = Math.floor(last.timeUs / 1000) + dayMs
  return dayOldMs < closed ? closed : roundMs(market, slowestMs, dayOldMs + slowestMs)
}

/** The newest change of the market's flags. */
function turnedMs({ life, words }: MarketA, nowMs: number): number {
  const turns = [
    life.createdMs,
    life.opensMs,
    life.proposedMs,
    life.disputedMs,
    life.tradingEndsMs,
    life.settledMs,
    words.named?.fromMs,
  ]
  return Math.max(
    life.createdMs,
    ...turns.map((ms) => (typeof ms === 'number' && ms <= nowMs ? ms : 0)),
  )
}

export function updatedMs(world: World, market: MarketA, nowMs: number): number {
  return isClosed(market, nowMs)
    ? recomputedMs(world, market, nowMs)
    : Math.max(refreshedMs(market, nowMs), turnedMs(market, nowMs))
}

/** Legs that never get a name stay until the event is over. */
export function closedMs({ words, life, event }: MarketA): number {
  const unnamed = words.stand === 'other' || (words.stand === 'placeholder' && !words.named)
  return unnamed ? event.settledMs : life.settledMs
}

export function isClosed(market: MarketA, nowMs: number): boolean {
  return nowMs >= closedMs(market)
}

export function isPlaceholder(market: MarketA, nowMs: number): boolean {
  const { words } = market
  if (words.stand === 'listed' || words.stand === 'legacy') return false
  return !(words.named && nowMs >= words.named.fromMs) && !isClosed(market, nowMs)
}

export function stateOf(world: World, market: MarketA, nowMs: number): StateA {
  const { life } = market
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
    isActive: !placeholder && nowMs >= life.opensMs,
    isClosed: closed,
    // A few closed markets still say that they accept orders.
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

function umaOf({ life, words }: MarketA, nowMs: number, placeholder: boolean): StateA['uma'] {
  if (placeholder || words.stand === 'legacy' || nowMs < life.proposedMs) return ''
  if (nowMs >= life.settledMs) return 'resolved'
  return life.disputedMs !== null && nowMs >= life.disputedMs ? 'disputed' : 'proposed'
}

function finalPrices(market: MarketA): readonly [string, string] {
  const paid = payout(market)
  return [String(paid), String(1 - paid)]
}

/** The middle of a narrow quote, else the last trade, else the middle of what there is. */
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
