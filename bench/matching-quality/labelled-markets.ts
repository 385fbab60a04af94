// From the markets of a labelled set to listings, on the way that a record of the topic `markets`
// takes: what production would not see of them, the evaluation must not see either.
import type { Market, Platform } from '../../schemas/generated/events.ts'
import type { Listing } from '../../services/matcher/listing.ts'
import { toListing } from '../../services/matcher/to-listing.ts'
import type { LabelledPair } from './labelled-set.ts'

/** A `deadline` of the set is the day before the one on which the platform closes the market. */
const dayS = 86_400

/** Every market of the set once, by native id. One that several lines list is as the last one says. */
export function listingsOf(
  pairs: readonly LabelledPair[],
): Readonly<Record<Platform, ReadonlyMap<string, Listing>>> {
  const a = new Map<string, Listing>()
  const b = new Map<string, Listing>()
  for (const { platform_a, platform_b } of pairs) {
    for (const { condition_id, title } of platform_a.markets) {
      // production has a day of platform_a from the slug only, so there it is given
      const slug = `market-${platform_a.event_date ?? 'of-no-day'}`
      a.set(condition_id, listingOf(condition_id, title, platform_a.event_id, slug, platform_a))
    }
    // the day of platform_b is in the ticker of the event; `event_date` is not used
    for (const { ticker, title } of platform_b.markets)
      b.set(ticker, listingOf(ticker, title, platform_b.event_ticker, ticker, platform_b))
  }
  return { platform_a: a, platform_b: b }
}

function listingOf(
  nativeId: string,
  question: string,
  eventNativeId: string,
  slug: string,
  event: LabelledPair['platform_a' | 'platform_b'],
): Listing {
  const platform = 'event_ticker' in event ? 'platform_b' : 'platform_a'
  const prefix = platform === 'platform_a' ? 'pa_' : 'pb_'
  const market: Market = {
    ...blank,
    id: prefix + nativeId,
    platform,
    native_id: nativeId,
    slug,
    question,
    close_time: event.deadline === null ? null : Date.parse(event.deadline) / 1000 + dayS,
    event_id: prefix + eventNativeId,
    event_title: event.title,
  }
  // two outcomes that nobody has named: the set leaves them out
  return { ...toListing(market), outcomes: null }
}

/** What matching does not ask for. */
const blank: Omit<Market, 'id' | 'platform' | 'native_id' | 'slug' | 'question'> = {
  status: 'open',
  outcomes: [],
  description: null,
  best_bid: null,
  best_ask: null,
  volume_24h: '0',
  volume_total: null,
  open_interest: null,
  created_at: null,
  close_time: null,
  resolved_at: null,
  url: '',
  tags: [],
  category: null,
  event_id: null,
  event_slug: null,
  event_title: null,
  received_at_ms: 0,
  origin: { topic: 'raw.markets', partition: 0, offset: 0 },
}
