// platform_b: an event, alone or beside a market, to the unified event and its parts.
import type { Event, RawMarket } from '../../../../schemas/generated/events.ts'
import type { Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import type { JsonObject } from '../../json.ts'
import { isObject, labelsOf, textOf } from '../../json.ts'
import type { Said } from '../../mapper.ts'
import { pageUrl } from '../page-url.ts'
import { isParlayTicker } from './ticker.ts'

const site = 'https://kalshi.com/markets'

export function toEvent({ raw, body, origin }: Said<RawMarket>): Fate<Event> {
  const ticker = textOf(body['event_ticker'])
  if (ticker === null) return deadLetter('missing_field', 'event_ticker')
  if (isParlayTicker(ticker)) return { drop: 'parlay' }
  const title = textOf(body['title'])
  if (title === null) return deadLetter('missing_field', 'title')
  return {
    value: {
      id: eventIdOf(ticker),
      platform: 'platform_b',
      native_id: ticker,
      slug: ticker,
      title,
      description: textOf(body['sub_title']),
      category: textOf(body['category']) ?? 'other',
      tags: tagsOf(body),
      url: eventUrl(ticker, body),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

export function eventIdOf(ticker: string): string {
  return `pb_${ticker}`
}

export function eventUrl(ticker: string, event: JsonObject): string {
  const series = textOf(event['series_ticker'])
  const path = series === null ? [ticker] : [series, ticker]
  return pageUrl(
    site,
    path.map((part) => part.toLowerCase()),
  )
}

/** The platform has no tags on events: what its site sorts by, from wide to narrow. */
export function tagsOf(event: JsonObject): readonly string[] {
  const metadata = isObject(event['product_metadata']) ? event['product_metadata'] : {}
  return labelsOf([event['category'], metadata['competition'], event['series_ticker']])
}
