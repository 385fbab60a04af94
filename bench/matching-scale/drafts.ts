// What the families of the matching benchmark write: events with markets in the words of a platform,
// and what each outcome says, so that it is known which markets are the same question.
import type { Listing } from '../../services/matcher/listing.ts'

export interface DraftA {
  readonly title: string
  /** Day of the contest, if the slug tells it. */
  readonly day: string | null
  readonly deadline: string
  readonly markets: readonly {
    readonly title: string
    readonly outcomes: readonly [string, string]
    /** What is so if the outcome pays; the same text on both platforms if it is the same. */
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

/** Three letters, another three for each number. */
export function codeOf(n: number): string {
  return [676, 26, 1].map((part) => String.fromCharCode(65 + (Math.floor(n / part) % 26))).join('')
}

export interface DraftedListing {
  readonly listing: Listing
  readonly says: readonly string[]
}

/** `number`: of the event, another one for each. */
export function toListingsA(
  { title, day, deadline, markets }: DraftA,
  number: number,
): DraftedListing[] {
  return markets.map((market, n) => {
    const nativeId = `0x${(number * 64 + n).toString(16).padStart(64, '0')}`
    const listing: Listing = {
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
    return { listing, says: market.says }
  })
}

export function toListingsB({ ticker, title, day, deadline, markets }: DraftB): DraftedListing[] {
  return markets.map((market) => {
    const nativeId = `${ticker}-${market.suffix}`
    const listing: Listing = {
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
    return { listing, says: [market.says] }
  })
}
