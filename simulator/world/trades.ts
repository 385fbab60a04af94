// Order flow of the simulated world: the trades of one market in one hour, a pure function of both.
// Orders come at random, sometimes in bursts. One order may have several fills, at several prices, in
// one transaction; a few fills are exact repeats of the previous one.
import { DOLLAR } from '../decimals.ts'
import { createRandom, fraction, mix, poisson, type Random } from '../random.ts'
import { quoteAt } from './book.ts'
import { hourMs } from './dates.ts'
import { isTrading, type Market } from './market.ts'

// Destructured once: see random.ts.
const { ceil, floor, max, min } = Math

export interface Trade {
  readonly market: Market
  /** Unix microseconds. */
  readonly timeUs: number
  /** Number of the order within market and hour; its fills have the same transaction and wallet. */
  readonly order: number
  /** Number of the fill within the order; an exact repeat has the `twin` of the fill that it repeats. */
  readonly fill: number
  readonly twin: number
  /** The traded outcome, and the taker's side and price in that outcome. */
  readonly outcome: 0 | 1
  readonly side: 'buy' | 'sell'
  readonly pricePico: number
  readonly sizeMicro: number
}

/** Fills of an order are one microsecond apart and stay in the hour of the order. */
const maxFills = 3

/** Trades of a market in an hour counted from the Unix epoch, oldest first. */
export function tradesOf(market: Market, hour: number): readonly Trade[] {
  const { lifecycle } = market
  const fromMs = max(lifecycle.opensMs, hour * hourMs)
  const untilMs = min(lifecycle.tradingEndsMs, (hour + 1) * hourMs)
  if (fromMs >= untilMs || market.tradesPerHour === 0) return []
  const random = createRandom(mix(mix(market.seed, hour), 7))
  const orders = poisson(
    (market.tradesPerHour * tradingIntensity(market, fromMs) * (untilMs - fromMs)) / hourMs / 1.3,
    random,
  )
  const times = orderTimes(orders, fromMs * 1000, untilMs * 1000 - maxFills, random)
  return times
    .flatMap((timeUs, order) =>
      isTrading(market, timeUs / 1000) ? fillsOf(market, timeUs, order, random) : [],
    )
    .sort(
      (one, other) => one.timeUs - other.timeUs || one.order - other.order || one.fill - other.fill,
    )
}

/** Trading increases towards the end, and is much higher in one hour of twelve. */
function tradingIntensity(market: Market, tMs: number): number {
  const { opensMs, tradingEndsMs } = market.lifecycle
  const progress = (tMs - opensMs) / (tradingEndsMs - opensMs)
  const burst = fraction(mix(market.seed ^ 0x5bd1e995, floor(tMs / hourMs))) < 1 / 12 ? 4 : 0.73
  return burst * (0.6 + 1.2 * progress * progress)
}

/** One order in five follows the previous one within a second. */
function orderTimes(
  orders: number,
  fromUs: number,
  untilUs: number,
  random: Random,
): readonly number[] {
  const times: number[] = []
  for (let n = 0; n < orders; n++) {
    const last = times.at(-1)
    const alone = fromUs + floor(random.next() * (untilUs - fromUs))
    const follower = (last ?? 0) + random.below(900_000)
    times.push(last !== undefined && random.chance(0.2) && follower < untilUs ? follower : alone)
  }
  return times
}

function fillsOf(market: Market, timeUs: number, order: number, random: Random): readonly Trade[] {
  const draw = random.next()
  const fills = draw < 0.82 ? 1 : draw < 0.94 ? 2 : maxFills
  const outcome = random.chance(0.3) ? 1 : 0
  const side = random.chance(0.6) ? 'buy' : 'sell'
  const { bidTicks, askTicks } = quoteAt(market, timeUs / 1000)
  const top = DOLLAR / market.tickPico
  // Buying the second outcome hits the bids for the first.
  const hitsAsks = (side === 'buy') === (outcome === 0)
  const best = hitsAsks ? (askTicks ?? top - 1) : (bidTicks ?? 1)
  const fillsSoFar: Trade[] = []
  for (let fill = 0; fill < fills; fill++) {
    const before = fillsSoFar.at(-1)
    if (before && market.platform === 'platform_a' && random.chance(0.25)) {
      fillsSoFar.push({ ...before, fill, twin: before.twin })
      continue
    }
    const ticks = min(top - 1, max(1, best + (hitsAsks ? fill : -fill)))
    const first = firstPrice(market, ticks, hitsAsks, random)
    fillsSoFar.push({
      market,
      timeUs: timeUs + fill,
      order,
      fill,
      twin: fill,
      outcome,
      side,
      pricePico: outcome === 0 ? first : DOLLAR - first,
      sizeMicro: sizeOf(market, random),
    })
  }
  return fillsSoFar
}

/** platform_a reports averages over price levels: prices between ticks, with noise in the last digits. */
function firstPrice(market: Market, ticks: number, hitsAsks: boolean, random: Random): number {
  const onGrid = ticks * market.tickPico
  const top = DOLLAR / market.tickPico
  if (market.platform === 'platform_b' || random.chance(0.85) || ticks <= 1 || ticks >= top - 1)
    return onGrid
  const deviation = random.chance(0.5) ? random.below(2000) : random.below(market.tickPico)
  return hitsAsks ? onGrid + deviation : onGrid - deviation
}

function sizeOf(market: Market, random: Random): number {
  const contracts = 5 * (1 - random.next()) ** -0.9
  const whole = min(50_000, ceil(contracts))
  if (random.chance(0.55)) return whole * 1_000_000
  const part =
    market.platform === 'platform_a' ? random.below(1_000_000) : random.below(100) * 10_000
  return whole * 1_000_000 + part
}
