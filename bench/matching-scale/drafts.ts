// Drafts of the markets of the matching benchmark: events with markets in the texts of a platform, and what
// each outcome asserts, so that markets with the same question are known.
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'

export interface DraftA {
  readonly title: string
  /** Day of the contest, if the slug contains it. */
  readonly day: string | null
  readonly deadline: string
  readonly markets: readonly {
    readonly title: string
    readonly outcomes: readonly [string, string]
    /** What is true if the outcome pays; equal texts on both platforms mean equal outcomes. */
    readonly says: readonly [string, string]
  }[]
}

export interface DraftB {
  readonly ticker: string
  readonly title: string
  readonly day: string | null
  readonly deadline: string
  readonly markets: readonly {
    readonly suffix: string
    readonly title: string
    readonly subtitle: string | null
    readonly says: string
  }[]
}

export interface Drafts {
  readonly a: readonly DraftA[]
  readonly b: readonly DraftB[]
}

export const yesNo = ['Yes', 'No'] as const

/** Three letters, different for each number. */
export function codeOf(n: number): string {
  return [676, 26, 1].map((part) => String.fromCharCode(65 + (Math.floor(n / part) % 26))).join('')
}

export interface DraftMarket {
  readonly matcherInput: MatcherInput
  readonly says: readonly string[]
}

/** `number`: unique per event. */
export function toMatcherInputsA(
  { title, day, deadline, markets }: DraftA,
  number: number,
): DraftMarket[] {
  return markets.map((market, n) => {
    const nativeId = `0x${(number * 64 + n).toString(16).padStart(64, '0')}`
    const matcherInput: MatcherInput = {
      id: `pa_${nativeId}`,
      platform: 'platform_a',
      nativeId,
      eventNativeId: String(number),
      title: market.title,
      subtitle: null,
      eventTitle: title,
      outcomes: market.outcomes,
      day,
      deadline,
    }
    return { matcherInput, says: market.says }
  })
}

export function toMatcherInputsB({ ticker, title, day, deadline, markets }: DraftB): DraftMarket[] {
  return markets.map((market) => {
    const nativeId = `${ticker}-${market.suffix}`
    const matcherInput: MatcherInput = {
      id: `pb_${nativeId}`,
      platform: 'platform_b',
      nativeId,
      eventNativeId: ticker,
      title: market.title,
      subtitle: market.subtitle,
      eventTitle: title,
      outcomes: yesNo,
      day,
      deadline,
    }
    return { matcherInput, says: [market.says] }
  })
}
