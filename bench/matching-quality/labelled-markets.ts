// Converts the markets of a labelled set to matcher inputs through the same code as a record of the topic
// `markets`, so that the evaluation uses no data that production lacks.
import type { Market } from '../../schemas/generated/events.ts'
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'
import { toMatcherInput } from '../../services/matcher/to-matcher-input.ts'
import type { LabelledPair } from './labelled-set.ts'

/** A `deadline` of the set is the day before the one on which the platform closes the market. */
const dayS = 86_400

/** Every market of the set by native id. If several lines list a market, the last line counts. */
export function matcherInputsOf(
  pairs: readonly LabelledPair[],
): Readonly<Record<'platform_a' | 'platform_b', ReadonlyMap<string, MatcherInput>>> {
  const a = new Map<string, MatcherInput>()
  const b = new Map<string, MatcherInput>()
  for (const { platform_a, platform_b } of pairs) {
    for (const { condition_id, title } of platform_a.markets) {
      // production takes the day of platform_a from the slug, so the slug must contain it
      const slug = `market-${platform_a.event_date ?? 'of-no-day'}`
      a.set(condition_id, toInput(condition_id, title, platform_a.event_id, slug, platform_a))
    }
    // the day of platform_b is in the ticker of the event; `event_date` is not used
    for (const { ticker, title } of platform_b.markets)
      b.set(ticker, toInput(ticker, title, platform_b.event_ticker, ticker, platform_b))
  }
  return { platform_a: a, platform_b: b }
}

function toInput(
  nativeId: string,
  question: string,
  eventNativeId: string,
  slug: string,
  event: LabelledPair['platform_a' | 'platform_b'],
): MatcherInput {
  const platform = 'event_ticker' in event ? 'platform_b' : 'platform_a'
  const prefix = platform === 'platform_a' ? 'pa_' : 'pb_'
  const market: Market = {
    ...unusedFields,
    id: prefix + nativeId,
    platform,
    native_id: nativeId,
    slug,
    question,
    close_time: event.deadline === null ? null : Date.parse(event.deadline) / 1000 + dayS,
    event_id: prefix + eventNativeId,
    event_title: event.title,
  }
  // the set has no labels of outcomes
  return { ...toMatcherInput(market), outcomes: null }
}

/** Fields that matching does not use. */
const unusedFields: Omit<Market, 'id' | 'platform' | 'native_id' | 'slug' | 'question'> = {
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
