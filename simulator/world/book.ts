// Order books of the simulated world: a pure function of market and time. A book is constant for an
// epoch (seconds for busy markets, minutes for quiet ones); trades of the epoch hit its best levels.
import { DOLLAR } from '../decimals.ts'
import { createRandom, fraction, mix } from '../random.ts'
import { isTrading, type Market } from './market.ts'

// Destructured once: see random.ts.
const { ceil, floor, max, min } = Math

/** Best prices of the first outcome, in ticks; null: no bid, no ask. */
export interface Quote {
  readonly bidTicks: number | null
  readonly askTicks: number | null
  /** Start of the epoch, Unix milliseconds. */
  readonly sinceMs: number
}

export interface Level {
  readonly pricePico: number
  readonly sizeMicro: number
}

/** Levels of the first outcome, best first. */
export interface Book {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly sinceMs: number
}

function epochMs({ tradesPerHour }: Market): number {
  return tradesPerHour > 8 ? 5_000 : tradesPerHour > 2 ? 30_000 : 180_000
}

export function probabilityAt({ proposition }: Market, tMs: number): number {
  return proposition.odds.at(tMs)[proposition.leg] ?? 0
}

export function quoteAt(market: Market, tMs: number): Quote {
  const epoch = epochMs(market)
  const phase = market.seed % epoch
  const sinceMs = max(market.lifecycle.opensMs, floor((tMs - phase) / epoch) * epoch + phase)
  const top = DOLLAR / market.tickPico
  const middle = probabilityAt(market, sinceMs) * top
  const width = widthTicks(market, sinceMs, top)
  const bid = floor(middle - width / 2)
  const ask = max(bid + 1, ceil(middle + width / 2))
  return {
    bidTicks: bid >= 1 ? bid : null,
    askTicks: ask <= top - 1 ? ask : null,
    sinceMs,
  }
}

/** Busy markets have the narrowest quotes; the quietest have wide ones now and then. */
function widthTicks({ seed, tradesPerHour }: Market, sinceMs: number, top: number): number {
  const draw = fraction(mix(seed, sinceMs))
  const most = tradesPerHour > 8 ? 1 : tradesPerHour > 1 ? 2 : draw > 0.9 ? 60 : 4
  return (1 + floor(most * draw)) * max(1, top / 500)
}

/** null: there is no order book at that time. */
export function bookAt(market: Market, tMs: number): Book | null {
  if (!isTrading(market, tMs)) return null
  const { bidTicks, askTicks, sinceMs } = quoteAt(market, tMs)
  const top = DOLLAR / market.tickPico
  return {
    bids: bidTicks === null ? [] : ladder(market, sinceMs, bidTicks, -1, (ticks) => ticks >= 1),
    asks:
      askTicks === null ? [] : ladder(market, sinceMs, askTicks, 1, (ticks) => ticks <= top - 1),
    sinceMs,
  }
}

/** The first time after `tMs` at which the book may change; Infinity: never again. */
export function nextBookMs(market: Market, tMs: number): number {
  const { opensMs, paused, tradingEndsMs } = market.lifecycle
  if (tMs < opensMs) return opensMs
  if (tMs >= tradingEndsMs) return Infinity
  const epoch = epochMs(market)
  const phase = market.seed % epoch
  const times = [
    (floor((tMs - phase) / epoch) + 1) * epoch + phase,
    ...(paused === null ? [] : [paused.fromMs, paused.untilMs]),
    tradingEndsMs,
  ]
  return min(...times.filter((ms) => ms > tMs))
}

function ladder(
  market: Market,
  sinceMs: number,
  bestTicks: number,
  step: 1 | -1,
  isInside: (ticks: number) => boolean,
): readonly Level[] {
  const levels: Level[] = []
  const shape = createRandom(mix(market.seed, step))
  const wanted = 4 + shape.below(9)
  for (
    let ticks = bestTicks;
    levels.length < wanted && isInside(ticks);
    ticks += step * (1 + shape.below(3))
  ) {
    // Deep levels change rarely, the best levels with every epoch.
    const resting = levels.length < 2 ? sinceMs : floor(sinceMs / 600_000)
    const random = createRandom(mix(mix(market.seed, ticks * step), resting))
    const whole = ceil((20 + 60 * levels.length) * (0.2 + 6 * random.next() ** 3))
    const cents = random.chance(0.3) ? random.below(100) : 0
    levels.push({
      pricePico: ticks * market.tickPico,
      sizeMicro: whole * 1_000_000 + cents * 10_000,
    })
  }
  return levels
}
