// From a record of the topic `markets` to what is compared.
import type { Market } from '../../schemas/generated/events.ts'
import { dayInTicker, type Listing } from './listing.ts'

/** Between the title and the subtitle of a market of platform_b; the normalizer writes it. */
const separator = ' — '
const dayInSlug = /(?<!\d)(20\d\d-[01]\d-[0-3]\d)(?!\d)/

export function toListing(market: Market): Listing {
  const { id, platform, native_id: nativeId, question, slug, event_slug: eventSlug } = market
  const isB = platform === 'platform_b'
  const eventNativeId = (market.event_id ?? '').slice('pb_'.length)
  const cut = isB ? question.indexOf(separator) : -1
  return {
    id,
    platform,
    nativeId,
    eventNativeId,
    title: (cut < 0 ? question : question.slice(0, cut)).trim(),
    subtitle: cut < 0 ? null : question.slice(cut + separator.length).trim(),
    eventTitle: market.event_title ?? '',
    outcomes: market.outcomes.map(({ label }) => label),
    day: isB
      ? (dayInTicker(eventNativeId)?.day ?? null)
      : (dayInSlug.exec(slug)?.[1] ?? dayInSlug.exec(eventSlug ?? '')?.[1] ?? null),
    deadline: market.close_time === null ? null : toDay(market.close_time),
  }
}

function toDay(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().slice(0, 10)
}
