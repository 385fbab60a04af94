// platform_a: a Gamma event, alone or beside a market, to the unified event and its parts.
import type { Event, RawMarket } from '../../../../schemas/generated/events.ts'
import type { Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import type { JsonObject } from '../../json.ts'
import { idOf, labelsOf, objectsOf, textOf } from '../../json.ts'
import type { Said } from '../../mapper.ts'
import { pageUrl } from '../page-url.ts'

const site = 'https://polymarket.com'

/**
 * Gamma has stopped giving categories; its sections are tags. Of several the first of these wins,
 * most telling first, because the order of an event's tags means nothing.
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

export function toEvent({ raw, body, origin }: Said<RawMarket>): Fate<Event> {
  const nativeId = idOf(body['id'])
  if (nativeId === null) return deadLetter('missing_field', 'id')
  const slug = textOf(body['slug'])
  if (slug === null) return deadLetter('missing_field', 'slug')
  const title = textOf(body['title'])
  if (title === null) return deadLetter('missing_field', 'title')
  const tags = tagsOf(body)
  return {
    value: {
      id: eventIdOf(nativeId),
      platform: 'platform_a',
      native_id: nativeId,
      slug,
      title,
      description: textOf(body['description']),
      category: categoryOf(body, tags) ?? 'other',
      tags,
      url: eventUrl(slug),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

export function eventIdOf(nativeId: string): string {
  return `pa_${nativeId}`
}

export function eventUrl(slug: string, marketSlug?: string): string {
  return pageUrl(site, ['event', slug, ...(marketSlug === undefined ? [] : [marketSlug])])
}

/** The page of a market that belongs to no event. */
export function marketUrl(slug: string): string {
  return pageUrl(site, ['market', slug])
}

/** The labels of an event's or a market's tags. */
export function tagsOf(body: JsonObject): readonly string[] {
  return labelsOf(objectsOf(body['tags']).map((tag) => textOf(tag['label']) ?? tag['slug']))
}

/** The category that the object names, else the section that its tags tell. */
export function categoryOf(body: JsonObject, tags: readonly string[]): string | null {
  const named = textOf(body['category'])
  if (named !== null) return named
  const known = new Set(tags.map((tag) => tag.toLowerCase()))
  return categories.find((category) => known.has(category.toLowerCase())) ?? null
}
