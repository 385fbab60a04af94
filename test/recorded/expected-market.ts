// What /v1 has to answer about a recorded market, made from the platform's JSON and from the text of the
// specification alone: nothing of the normalizer is called.
import { expectCategory } from './expected-categories.ts'
import { numberOf, one, unitsOf } from './scaled-integers.ts'
import type { Json } from './recordings.ts'

/** What the run has observed of a market besides its record: exact units, see scaled-integers.ts. */
export interface Observed {
  /** The newest trade or usable quote; no time where the platform gives its books none. */
  readonly price: {
    readonly units: bigint
    readonly source: 'trade' | 'quote'
    readonly timestampMs: number | null
  } | null
  readonly book: { readonly bid: bigint; readonly ask: bigint } | null
}

/** Why a recorded market is not served, or null when it has to be. */
export type Reason = 'placeholder' | 'empty_condition_id' | 'parlay'

/** What both platforms come down to before the answer is put together. */
export interface ListedMarket {
  readonly id: string
  readonly nativeId: string
  readonly slug: string
  readonly question: string
  readonly status: 'open' | 'closed' | 'resolved'
  readonly labels: readonly string[]
  /** Of the first outcome; null where the platform lists none. */
  readonly price: bigint | null
  readonly bid: bigint | null
  readonly ask: bigint | null
  readonly url: string
  readonly description: string | null
  readonly volume24h: number
  readonly volumeTotal: number | null
  readonly openInterest: number | null
  readonly createdAt: number | null
  readonly closeTime: number | null
  readonly tags: readonly string[]
  readonly category: string | null
  readonly eventSlug: string | null
}

export function toAnswer(
  platform: 'platform_a' | 'platform_b',
  market: ListedMarket,
  observedValues: Observed,
): Json {
  const observed = observedValues.price?.units ?? null
  // Neither observed nor listed: the middle of what is bid and asked, of everything if nobody does.
  const [first, second] =
    market.status === 'resolved' ? [market.price, observed] : [observed, market.price]
  const price = first ?? second ?? ((market.bid ?? 0n) + (market.ask ?? one)) / 2n
  return {
    id: market.id,
    slug: market.slug,
    question: market.question,
    status: market.status,
    outcomes: [price, one - price].map((units, i) => ({
      label: market.labels[i],
      price: numberOf(units),
      price_cents: numberOf(units * 100n),
    })),
    platforms: [
      {
        platform,
        native_id: market.nativeId,
        url: market.url,
        best_bid: numberOf(observedValues.book ? observedValues.book.bid : (market.bid ?? 0n)),
        best_ask: numberOf(observedValues.book ? observedValues.book.ask : (market.ask ?? one)),
        volume_24h: market.volume24h,
      },
    ],
    description: market.description,
    volume_24h: market.volume24h,
    volume_total: market.volumeTotal,
    open_interest: market.openInterest,
    created_at: market.createdAt,
    close_time: market.closeTime,
    tags: market.tags,
    category: expectCategory(market.category, null),
    platform_category: market.category,
    event_slug: market.eventSlug,
  }
}

/** A best price, unless it is 0 or 1, which mean that there is no offer. */
export function offered(value: unknown): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const units = unitsOf(value)
  return units > 0n && units < one ? units : null
}

export function numberOrNull(value: unknown): number | null {
  return value === undefined || value === null ? null : Number(value)
}

/** Unix seconds; null for none, and for the year 1 that stands for none. */
export function secondsOf(value: unknown): number | null {
  if (typeof value !== 'string' || value === '') return null
  const iso = value.replace(/^(\S+) (\S+)\+00$/, '$1T$2Z')
  const seconds = Math.floor(Date.parse(iso) / 1000)
  return seconds > 0 ? seconds : null
}

export function wordsOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Each once, without empty ones. */
export function unique(values: readonly unknown[]): string[] {
  return [...new Set(values.map(wordsOrNull).filter((value) => value !== null))]
}
