// platform_a: maps an event of the Gamma API to the unified event. market.ts uses parts of this module
// for the event under which a market is listed.
import { toId } from '../../identity.ts'
import type { Event, RawMarket } from '../../../../schemas/generated/events.ts'
import type { MappingResult } from '../../mapping/result.ts'
import { deadLetter } from '../../mapping/result.ts'
import { idOf, distinctTextsOf, objectsOf, textOf } from '../../json.ts'
import type { RawInput } from '../../mapper.ts'
import type { PlatformAEvent, PlatformALabel } from '../wire/event.ts'
import { pageUrl } from '../../mapping/page-url.ts'

const site = 'https://polymarket.com'

/**
 * The sections of platform_a's site, which are tags in the Gamma API, because the API no longer returns
 * categories. If an event has several of these tags, the first in this list is its category. The list
 * begins with the most specific sections, because the order of an event's tags has no meaning.
 */
const categories = [
  'Sports',
  'Esports',
  'Crypto',
  'Weather',
  'Earnings',
  'Mentions',
  'Elections',
  'Geopolitics',
  'Economy',
  'Finance',
  'Business',
  'Tech',
  'Science',
  'Culture',
  'Pop Culture',
  'Politics',
  'World',
]

export function toEvent({
  raw,
  body,
  origin,
}: RawInput<RawMarket, PlatformAEvent>): MappingResult<Event> {
  const nativeId = idOf(body.id)
  if (nativeId === null) return deadLetter('missing_field', 'id')
  const slug = textOf(body.slug)
  if (slug === null) return deadLetter('missing_field', 'slug')
  const title = textOf(body.title)
  if (title === null) return deadLetter('missing_field', 'title')
  const tags = tagsOf(body)
  return {
    value: {
      id: eventIdOf(nativeId),
      platform: 'platform_a',
      native_id: nativeId,
      slug,
      title,
      description: textOf(body.description),
      category: categoryOf(body, tags) ?? 'other',
      tags,
      url: eventUrl(slug),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

export function eventIdOf(nativeId: string): string {
  return toId('platform_a', nativeId)
}

export function eventUrl(slug: string, marketSlug?: string): string {
  return pageUrl(site, ['event', slug, ...(marketSlug === undefined ? [] : [marketSlug])])
}

/** Returns the URL of the page of a market that has no event. */
export function marketUrl(slug: string): string {
  return pageUrl(site, ['market', slug])
}

/** Returns the labels of the tags of an event or a market. */
export function tagsOf(body: Pick<PlatformAEvent, 'tags'>): readonly string[] {
  return distinctTextsOf(
    objectsOf(body.tags).map((tag: PlatformALabel) => textOf(tag.label) ?? tag.slug),
  )
}

/** Returns the category that the object states. Without one, returns the first of its tags that is a section of the site. */
export function categoryOf(
  body: Pick<PlatformAEvent, 'category'>,
  tags: readonly string[],
): string | null {
  const named = textOf(body.category)
  if (named !== null) return named
  const known = new Set(tags.map((tag) => tag.toLowerCase()))
  return categories.find((category) => known.has(category.toLowerCase())) ?? null
}
