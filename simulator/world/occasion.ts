// The types of the simulated world. An occasion is something that will happen in the real world; each
// platform may list it, as events with markets, in its own texts. The families create occasions, and
// market.ts makes events and markets of them.
import type { Odds } from './odds.ts'

export type Platform = 'platform_a' | 'platform_b'

/** What a market asserts: its first outcome pays if this leg of the odds comes true. */
export interface Proposition {
  readonly odds: Odds
  readonly leg: number
}

export interface MarketSpecA {
  readonly proposition: Proposition
  readonly question: string
  readonly slug: string
  readonly outcomes: readonly [string, string]
  /** Short label inside the event; empty if it is the only market. */
  readonly group: string
  readonly description: string
  /**
   // * `placeholder`: an unnamed market of a neg-risk event, not yet tradable; from `named.fromMs` on it has
   // the texts in `named`. `other`: the remainder of the event. `legacy`: from before the order book.
   */
  readonly kind: 'listed' | 'placeholder' | 'other' | 'legacy'
  readonly named?: { readonly fromMs: number; readonly question: string; readonly group: string }
  readonly sport?: { readonly type: string; readonly line?: number }
}

export interface EventSpecA {
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
  readonly markets: readonly MarketSpecA[]
}

export interface MarketSpecB {
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

export interface EventSpecB {
  readonly series: SeriesB
  readonly ticker: string
  readonly title: string
  readonly subTitle: string
  readonly exclusive: boolean
  readonly rulesSecondary: string
  /** A multivariate event: only on /events/multivariate. */
  readonly parlay: boolean
  readonly competition?: string
  readonly markets: readonly MarketSpecB[]
}

export interface Occasion {
  /** Unique; part of the seeds. */
  readonly key: string
  /** Unique small integer; platform_a's numeric ids are derived from it. */
  readonly number: number
  readonly createdMs: number
  readonly opensMs: number
  /** Scheduled end of trading. */
  readonly endsMs: number
  /** When the result is known in the simulated world. */
  readonly decidedMs: number
  /** Trading volume relative to other occasions. */
  readonly popularity: number
  /** The occasion was cancelled: its markets resolve at 0.5. */
  readonly voided: boolean
  readonly a: EventSpecA | null
  readonly b: readonly EventSpecB[]
}

/** A day of the calendar, for which a family creates occasions. */
export interface Slot {
  /** Midnight UTC. */
  readonly startMs: number
  /** Hash of the seed, the family and the day. */
  readonly seed: number
  /** Multiplies the number of occasions per day. */
  readonly size: number
  /** A unique integer for the n-th occasion of the slot. */
  readonly number: (n: number) => number
}

export type Family = (slot: Slot) => readonly Occasion[]
