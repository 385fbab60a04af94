// The events and markets that each platform lists for an occasion, with native ids and a lifecycle of
// their own (opened, paused, decided, proposed, disputed, settled).
import { fraction, hashOf, hexOf, mix } from '../random.ts'
import type {
  EventSpecA,
  EventSpecB,
  MarketSpecA,
  MarketSpecB,
  Occasion,
  Platform,
  Proposition,
} from './occasion.ts'

const minute = 60_000

/** Times of a market's lifecycle, Unix milliseconds, in this order. */
export interface Lifecycle {
  readonly createdMs: number
  readonly opensMs: number
  /** A pause in trading. */
  readonly paused: { readonly fromMs: number; readonly untilMs: number } | null
  readonly decidedMs: number
  /** No trade at or after this time. */
  readonly tradingEndsMs: number
  /** platform_a: a result is proposed (trading may continue). platform_b: determined. */
  readonly proposedMs: number
  readonly disputedMs: number | null
  /** The result is final. */
  readonly settledMs: number
}

interface MarketBase {
  /** Condition id or ticker; empty for legacy markets of platform_a. */
  readonly id: string
  /** Seed of its random choices. */
  readonly seed: number
  /** Unique on its platform. */
  readonly number: number
  readonly occasion: Occasion
  readonly proposition: Proposition
  readonly lifecycle: Lifecycle
  readonly tradesPerHour: number
  /** Price tick, in 1e-12 dollars. */
  readonly tickPico: number
}

export interface MarketA extends MarketBase {
  readonly platform: 'platform_a'
  readonly spec: MarketSpecA
  readonly event: EventA
  /** Token ids, first outcome first. */
  readonly tokens: readonly [string, string]
}

export interface MarketB extends MarketBase {
  readonly platform: 'platform_b'
  readonly spec: MarketSpecB
  readonly event: EventB
}

export type Market = MarketA | MarketB

interface EventBase {
  readonly occasion: Occasion
  readonly createdMs: number
  /** When the last of its markets is settled: later it may fall out of the visible past. */
  readonly settledMs: number
}

export interface EventA extends EventBase {
  readonly platform: 'platform_a'
  /** Decimal. */
  readonly id: string
  readonly spec: EventSpecA
  readonly markets: readonly MarketA[]
}

export interface EventB extends EventBase {
  readonly platform: 'platform_b'
  /** The event ticker. */
  readonly id: string
  readonly spec: EventSpecB
  readonly markets: readonly MarketB[]
}

export type Event = EventA | EventB

/** Settings of the whole world. */
export interface MarketSettings {
  readonly seed: string
  /** Multiplies all trading. */
  readonly activity: number
}

export function eventA(occasion: Occasion, spec: EventSpecA, settings: MarketSettings): EventA {
  const markets: MarketA[] = []
  const event: EventA = {
    platform: 'platform_a',
    id: String(10_000 + occasion.number),
    occasion,
    spec,
    markets,
    createdMs: occasion.createdMs,
    settledMs: 0,
  }
  for (const [leg, marketSpec] of spec.markets.entries()) {
    const isLegacy = marketSpec.kind === 'legacy'
    const key = `${settings.seed}/a/${marketSpec.slug}`
    const seed = hashOf(key)
    const lifecycle = isLegacy
      ? legacyLifecycle(occasion)
      : lifecycleOnA(occasion, seed, marketSpec.named?.fromMs ?? 0)
    markets.push({
      platform: 'platform_a',
      id: isLegacy ? '' : `0x${hexOf(key, 64)}`,
      seed,
      number: 500_000 + occasion.number * 16 + leg,
      occasion,
      proposition: marketSpec.proposition,
      lifecycle,
      // Placeholders have no trades until they have a name.
      tradesPerHour:
        marketSpec.kind === 'listed' || marketSpec.named
          ? tradesPerHourOf(occasion, 'platform_a', seed, settings)
          : 0,
      tickPico: spec.negRisk && seed % 3 === 0 ? 1e9 : 1e10,
      spec: marketSpec,
      event,
      tokens: [tokenId(`${key}/0`), tokenId(`${key}/1`)],
    })
  }
  return Object.assign(event, {
    settledMs: Math.max(...markets.map(({ lifecycle }) => lifecycle.settledMs)),
  })
}

/** `index`: which of the occasion's events on platform_b this is. */
export function eventB(
  occasion: Occasion,
  index: number,
  spec: EventSpecB,
  settings: MarketSettings,
): EventB {
  const markets: MarketB[] = []
  const event: EventB = {
    platform: 'platform_b',
    id: spec.ticker,
    occasion,
    spec,
    markets,
    createdMs: occasion.createdMs,
    settledMs: 0,
  }
  for (const [leg, marketSpec] of spec.markets.entries()) {
    const seed = hashOf(`${settings.seed}/b/${marketSpec.ticker}`)
    markets.push({
      platform: 'platform_b',
      id: marketSpec.ticker,
      seed,
      number: (occasion.number * 4 + index) * 16 + leg,
      occasion,
      proposition: marketSpec.proposition,
      lifecycle: lifecycleOnB(occasion, seed),
      tradesPerHour: tradesPerHourOf(occasion, 'platform_b', seed, settings),
      tickPico: spec.parlay || seed % 5 === 0 ? 1e9 : 1e10,
      spec: marketSpec,
      event,
    })
  }
  return Object.assign(event, {
    settledMs: Math.max(...markets.map(({ lifecycle }) => lifecycle.settledMs)),
  })
}

/** A few markets have most of the trades: a Pareto tail, times the popularity of the occasion. */
function tradesPerHourOf(
  occasion: Occasion,
  platform: Platform,
  seed: number,
  { activity }: MarketSettings,
): number {
  const activityFactor = Math.min(40, (1 - fraction(mix(seed, 1))) ** -0.75) - 0.9
  return activity * occasion.popularity * activityFactor * (platform === 'platform_a' ? 1 : 0.9)
}

/** A token id is a number of up to 78 digits. */
const tokenId = (key: string): string => BigInt(`0x${hexOf(key, 64)}`).toString()

function legacyLifecycle({ createdMs, opensMs, decidedMs }: Occasion): Lifecycle {
  return {
    createdMs,
    opensMs,
    paused: null,
    decidedMs,
    tradingEndsMs: decidedMs,
    proposedMs: decidedMs,
    disputedMs: null,
    settledMs: decidedMs,
  }
}

function lifecycleOnA(occasion: Occasion, seed: number, namedMs: number): Lifecycle {
  const part = (n: number): number => fraction(mix(seed, n))
  const proposedMs = occasion.decidedMs + Math.round((3 + 22 * part(11)) * minute)
  const disputedMs = part(12) < 0.08 ? proposedMs + Math.round((10 + 20 * part(13)) * minute) : null
  const settledMs =
    (disputedMs ?? proposedMs) +
    Math.round((30 + 90 * part(14)) * minute) +
    (disputedMs === null ? 0 : 240 * minute)
  return {
    createdMs: occasion.createdMs,
    opensMs: Math.max(occasion.opensMs + Math.round(part(15) * 2 * minute), namedMs),
    paused: null,
    decidedMs: occasion.decidedMs,
    // Most markets trade until the result is final; one in six stops accepting orders when the result is known.
    tradingEndsMs: part(16) < 0.16 ? occasion.decidedMs + minute : settledMs,
    proposedMs,
    disputedMs,
    settledMs,
  }
}

function lifecycleOnB(occasion: Occasion, seed: number): Lifecycle {
  const part = (n: number): number => fraction(mix(seed, n))
  const tradingEndsMs = Math.min(
    occasion.endsMs,
    occasion.decidedMs + Math.round((1 + 4 * part(11)) * minute),
  )
  const opensMs = occasion.opensMs + Math.round(part(15) * minute)
  const middle = Math.round(opensMs + (tradingEndsMs - opensMs) * part(17))
  const proposedMs =
    Math.max(tradingEndsMs, occasion.decidedMs) + Math.round((2 + 8 * part(12)) * minute)
  const disputedMs = part(13) < 0.05 ? proposedMs + 5 * minute : null
  return {
    createdMs: occasion.createdMs,
    opensMs,
    paused:
      part(16) < 0.06
        ? { fromMs: middle, untilMs: Math.min(tradingEndsMs, middle + 20 * minute) }
        : null,
    decidedMs: occasion.decidedMs,
    tradingEndsMs,
    proposedMs,
    disputedMs,
    settledMs:
      proposedMs +
      Math.round((5 + 55 * part(14)) * minute) +
      (disputedMs === null ? 0 : 90 * minute),
  }
}

export function isTrading({ lifecycle }: Market, tMs: number): boolean {
  if (tMs < lifecycle.opensMs || tMs >= lifecycle.tradingEndsMs) return false
  return (
    lifecycle.paused === null || tMs < lifecycle.paused.fromMs || tMs >= lifecycle.paused.untilMs
  )
}

/** What the first outcome pays in the end: 1, 0 or 0.5. */
export function payout({ occasion, proposition }: Market): 0 | 0.5 | 1 {
  if (occasion.voided) return 0.5
  return proposition.odds.result[proposition.leg] === true ? 1 : 0
}
