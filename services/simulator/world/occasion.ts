// The vocabulary of the simulated world: an occasion is something that will happen; each platform
// may list it, as events with markets, in its own words. The families write these, world.ts makes
// markets of them.
import type { Odds } from './odds.ts'

export type Platform = 'platform_a' | 'platform_b'

/** One proposition: the market's first outcome pays when it comes true. */
export interface Proposition {
  readonly odds: Odds
  readonly leg: number
}

export interface MarketWordsA {
  readonly proposition: Proposition
  readonly question: string
  readonly slug: string
  readonly outcomes: readonly [string, string]
  /** Short label inside the event; empty when it is the only market. */
  readonly group: string
  readonly description: string
  /**
   * `placeholder`: an unnamed leg of a neg-risk event, not yet tradable; from `namedMs` on it
   * carries `named` instead. `other`: the synthetic remainder. `legacy`: from before the order book.
   */
  readonly stand: 'listed' | 'placeholder' | 'other' | 'legacy'
  readonly named?: { readonly fromMs: number; readonly question: string; readonly group: string }
  readonly sport?: { readonly type: string; readonly line?: number }
}

export interface EventWordsA {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly series: {
    readonly slug: string
    readonly title: string
    readonly recurrence: string
  } | null
  readonly negRisk: boolean
  readonly source: string
  readonly markets: readonly MarketWordsA[]
}

export interface MarketWordsB {
  readonly proposition: Proposition
  readonly ticker: string
  readonly title: string
  readonly yes: string
  readonly no: string
  readonly rules: string
  readonly strike: {
    readonly type: string
    readonly floor?: number
    readonly cap?: number
    readonly custom?: Readonly<Record<string, string>>
  }
  /** Legs of a parlay. */
  readonly legs?: readonly {
    readonly eventTicker: string
    readonly ticker: string
    readonly side: 'yes' | 'no'
  }[]
}

export interface SeriesB {
  readonly ticker: string
  readonly title: string
  readonly category: string
  readonly frequency: string
  readonly tags: readonly string[]
  readonly source: { readonly name: string; readonly url: string }
}

export interface EventWordsB {
  readonly series: SeriesB
  readonly ticker: string
  readonly title: string
  readonly subTitle: string
  readonly exclusive: boolean
  readonly rulesSecondary: string
  /** A multivariate event: only on /events/multivariate. */
  readonly parlay: boolean
  readonly competition?: string
  readonly markets: readonly MarketWordsB[]
}

export interface Occasion {
  /** Its name in the seed: unique. */
  readonly key: string
  /** Unique small integer; platform_a's numeric ids come from it. */
  readonly number: number
  readonly createdMs: number
  readonly opensMs: number
  /** When trading was meant to end. */
  readonly endsMs: number
  /** When the result is known in the world. */
  readonly decidedMs: number
  /** How much it is traded, relative to others. */
  readonly interest: number
  /** It did not take place: markets resolve at one half. */
  readonly voided: boolean
  readonly a: EventWordsA | null
  readonly b: readonly EventWordsB[]
}

/** A day of the calendar, from which a family makes the occasions that are announced on it. */
export interface Slot {
  /** Midnight UTC. */
  readonly startMs: number
  /** Hash of the seed, the family and the day. */
  readonly seed: number
  /** How many things happen a day, 1 being the size that a laptop shows. */
  readonly size: number
  /** A unique integer for the n-th occasion of the slot. */
  readonly number: (n: number) => number
}

export type Family = (slot: Slot) => readonly Occasion[]
