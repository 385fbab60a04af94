// From an occasion to what each platform lists: events and markets with native ids and a life of
// their own (when it opens, pauses, is decided, proposed, disputed, settled).
import { fraction, hashOf, hexOf, mix } from '../random.ts'
import type {
  EventWordsA,
  EventWordsB,
  MarketWordsA,
  MarketWordsB,
  Occasion,
  Platform,
  Proposition,
} from './occasion.ts'

const minute = 60_000

/** Instants of a market's life, Unix milliseconds, in this order. */
export interface Life {
  readonly createdMs: number
  readonly opensMs: number
  /** A pause in trading. */
  readonly paused: { readonly fromMs: number; readonly untilMs: number } | null
  readonly decidedMs: number
  /** No trade at or after it. */
  readonly tradingEndsMs: number
  /** platform_a: result proposed (it may still trade). platform_b: determined. */
  readonly proposedMs: number
  readonly disputedMs: number | null
  /** The result is final. */
  readonly settledMs: number
}

interface MarketBase {
  /** Condition id or ticker; empty for relics of platform_a. */
  readonly id: string
  /** What its random choices hang on. */
  readonly seed: number
  /** Unique on its platform. */
  readonly number: number
  readonly occasion: Occasion
  readonly proposition: Proposition
  readonly life: Life
  readonly tradesPerHour: number
  /** The smallest step of its prices, in 1e-12 dollars. */
  readonly tickPico: number
}

export interface MarketA extends MarketBase {
  readonly platform: 'platform_a'
  readonly words: MarketWordsA
  readonly event: EventA
  /** Token ids, first outcome first. */
  readonly tokens: readonly [string, string]
}

export interface MarketB extends MarketBase {
  readonly platform: 'platform_b'
  readonly words: MarketWordsB
  readonly event: EventB
}

export type Market = MarketA | MarketB

interface EventBase {
  readonly occasion: Occasion
  readonly createdMs: number
  /** The last of its markets is settled: from then on it may fall out of the past that is shown. */
  readonly settledMs: number
}

export interface EventA extends EventBase {
  readonly platform: 'platform_a'
  /** Decimal. */
  readonly id: string
  readonly words: EventWordsA
  readonly markets: readonly MarketA[]
}

export interface EventB extends EventBase {
  readonly platform: 'platform_b'
  /** The event ticker. */
  readonly id: string
  readonly words: EventWordsB
  readonly markets: readonly MarketB[]
}

export type Event = EventA | EventB

/** What the whole world has in common. */
export interface MarketSettings {
  readonly seed: string
  /** Multiplies all trading. */
  readonly activity: number
}

export function eventA(occasion: Occasion, words: EventWordsA, settings: MarketSettings): EventA {
  const markets: MarketA[] = []
  const event: EventA = {
    platform: 'platform_a',
    id: String(10_000 + occasion.number),
    occasion,
    words,
    markets,
    createdMs: occasion.createdMs,
    settledMs: 0,
  }
  for (const [leg, marketWords] of words.markets.entries()) {
    const relic = marketWords.stand === 'legacy'
    const key = `${settings.seed}/a/${marketWords.slug}`
    const seed = hashOf(key)
    const life = relic
      ? relicLife(occasion)
      : lifeOnA(occasion, seed, marketWords.named?.fromMs ?? 0)
    markets.push({
      platform: 'platform_a',
      id: relic ? '' : `0x${hexOf(key, 64)}`,
      seed,
      number: 500_000 + occasion.number * 16 + leg,
      occasion,
      proposition: marketWords.proposition,
      life,
      // Placeholders do not trade until they have a name.
      tradesPerHour:
        marketWords.stand === 'listed' || marketWords.named
          ? pace(occasion, 'platform_a', seed, settings)
          : 0,
      tickPico: words.negRisk && seed % 3 === 0 ? 1e9 : 1e10,
      words: marketWords,
      event,
      tokens: [tokenId(`${key}/0`), tokenId(`${key}/1`)],
    })
  }
  return Object.assign(event, { settledMs: Math.max(...markets.map(({ life }) => life.settledMs)) })
}

/** `nth`: which of the occasion's events on platform_b it is. */
export function eventB(
  occasion: Occasion,
  nth: number,
  words: EventWordsB,
  settings: MarketSettings,
): EventB {
  const markets: MarketB[] = []
  const event: EventB = {
    platform: 'platform_b',
    id: words.ticker,
    occasion,
    words,
    markets,
    createdMs: occasion.createdMs,
    settledMs: 0,
  }
  for (const [leg, marketWords] of words.markets.entries()) {
    const seed = hashOf(`${settings.seed}/b/${marketWords.ticker}`)
    markets.push({
      platform: 'platform_b',
      id: marketWords.ticker,
      seed,
      number: (occasion.number * 4 + nth) * 16 + leg,
      occasion,
      proposition: marketWords.proposition,
      life: lifeOnB(occasion, seed),
      tradesPerHour: pace(occasion, 'platform_b', seed, settings),
      tickPico: words.parlay || seed % 5 === 0 ? 1e9 : 1e10,
      words: marketWords,
      event,
    })
  }
  return Object.assign(event, { settledMs: Math.max(...markets.map(({ life }) => life.settledMs)) })
}

/** Few are traded much: a Pareto tail over the interest of the occasion. */
function pace(
  occasion: Occasion,
  platform: Platform,
  seed: number,
  { activity }: MarketSettings,
): number {
  const share = Math.min(40, (1 - fraction(mix(seed, 1))) ** -0.75) - 0.9
  return activity * occasion.interest * share * (platform === 'platform_a' ? 1 : 0.9)
}

/** A token id is a number of up to 78 digits. */
const tokenId = (key: string): string => BigInt(`0x${hexOf(key, 64)}`).toString()

function relicLife({ createdMs, opensMs, decidedMs }: Occasion): Life {
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

function lifeOnA(occasion: Occasion, seed: number, namedMs: number): Life {
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
    // Most trade until the result is final, one in six stops accepting orders when it is known.
    tradingEndsMs: part(16) < 0.16 ? occasion.decidedMs + minute : settledMs,
    proposedMs,
    disputedMs,
    settledMs,
  }
}

function lifeOnB(occasion: Occasion, seed: number): Life {
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

export function isTrading({ life }: Market, tMs: number): boolean {
  if (tMs < life.opensMs || tMs >= life.tradingEndsMs) return false
  return life.paused === null || tMs < life.paused.fromMs || tMs >= life.paused.untilMs
}

/** What the first outcome pays in the end: 1, 0 or a half. */
export function payout({ occasion, proposition }: Market): 0 | 0.5 | 1 {
  if (occasion.voided) return 0.5
  return proposition.odds.result[proposition.leg] === true ? 1 : 0
}
