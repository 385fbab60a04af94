// platform_b: maps an event to the unified event. market.ts uses parts of this module for the event of a
// market.
import { toId } from '../../identity.ts'
import type { Event, RawMarket } from '../../../../schemas/generated/events.ts'
import type { MappingResult } from '../../mapping/result.ts'
import { deadLetter } from '../../mapping/result.ts'
import { distinctTextsOf, textOf, toFields } from '../../json.ts'
import type { RawInput } from '../../mapper.ts'
import type { PlatformBEvent, PlatformBProductMetadata } from '../wire/event.ts'
import { pageUrl } from '../../mapping/page-url.ts'
import { isParlayTicker } from '../wire/ticker.ts'

const site = 'https://kalshi.com/markets'

export function toEvent({
  raw,
  body,
  origin,
}: RawInput<RawMarket, PlatformBEvent>): MappingResult<Event> {
  const ticker = textOf(body.event_ticker)
  if (ticker === null) return deadLetter('missing_field', 'event_ticker')
  if (isParlayTicker(ticker)) return { drop: 'parlay' }
  const title = textOf(body.title)
  if (title === null) return deadLetter('missing_field', 'title')
  return {
    value: {
      id: eventIdOf(ticker),
      platform: 'platform_b',
      native_id: ticker,
      slug: ticker,
      title,
      description: textOf(body.sub_title),
      category: textOf(body.category) ?? 'other',
      tags: tagsOf(body),
      url: eventUrl(ticker, body),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

export function eventIdOf(ticker: string): string {
  return toId('platform_b', ticker)
}

export function eventUrl(ticker: string, event: PlatformBEvent): string {
  const series = textOf(event.series_ticker)
  const path = series === null ? [ticker] : [series, ticker]
  return pageUrl(
    site,
    path.map((part) => part.toLowerCase()),
  )
}

/**
 * Returns the tags of an event. The platform's events have none, so category, competition and series, by
 * which its site groups events, are used instead, from general to specific.
 */
export function tagsOf(event: PlatformBEvent): readonly string[] {
  const metadata: PlatformBProductMetadata = toFields(event.product_metadata)
  return distinctTextsOf([event.category, metadata.competition, event.series_ticker])
}
