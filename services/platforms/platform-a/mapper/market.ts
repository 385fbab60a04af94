// platform_a: maps a Gamma market to the unified market.
import { toId } from '../../identity.ts'
import type { RawMarket } from '../../../../schemas/generated/events.ts'
import type { Market, MarketOutcome } from '../../../domain/market.ts'
import type { Decimal } from '../../../domain/money.ts'
import type { MappingResult } from '../../mapping/result.ts'
import { deadLetter } from '../../mapping/result.ts'
import { amountOf, idOf, distinctTextsOf, listOf, objectsOf, textOf } from '../../json.ts'
import type { RawInput } from '../../mapper.ts'
import { toPlausibleSeconds } from '../../time.ts'
import type { PlatformAEvent } from '../wire/event.ts'
import { pricesOf, statusOf, tokensOf, type PlatformAMarket } from '../wire/market.ts'
import { quotedPriceOf } from '../../mapping/quote.ts'
import { categoryOf, eventIdOf, eventUrl, marketUrl, tagsOf } from './event.ts'

export function toMarket(
  { raw, body, origin }: RawInput<RawMarket, PlatformAMarket>,
  event: PlatformAEvent | null,
): MappingResult<Market> {
  if (body.conditionId === '' || body.conditionId === null) return { drop: 'empty_condition_id' }
  const nativeId = textOf(body.conditionId)
  if (nativeId === null) return deadLetter('missing_field', 'conditionId')
  if (isPlaceholder(body)) return { drop: 'placeholder' }
  const question = textOf(body.question)
  if (question === null) return deadLetter('missing_field', 'question')
  const slug = textOf(body.slug)
  if (slug === null) return deadLetter('missing_field', 'slug')
  const prices = pricesOf(body)
  const outcomes = outcomesOf(body, prices)
  if (outcomes === null) return deadLetter('bad_outcomes', 'outcomes', body.outcomes ?? null)
  const status = statusOf(body)
  const endedAt = toPlausibleSeconds(body.closedTime) ?? toPlausibleSeconds(body.umaEndDate)
  return {
    value: {
      id: toId('platform_a', nativeId),
      platform: 'platform_a',
      native_id: nativeId,
      slug,
      question,
      status,
      outcomes,
      description: textOf(body.description),
      best_bid: quotedPriceOf(body.bestBid),
      best_ask: quotedPriceOf(body.bestAsk),
      volume_24h: amountOf(body.volume24hr) ?? '0',
      volume_total: amountOf(body.volume) ?? amountOf(body.volumeNum),
      open_interest: amountOf(body.openInterest),
      created_at: toPlausibleSeconds(body.createdAt),
      close_time: (status === 'open' ? null : endedAt) ?? plannedEnd(body),
      resolved_at: status === 'resolved' ? endedAt : null,
      ...eventFieldsOf(body, slug, event ?? objectsOf(body.events)[0] ?? {}),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

/**
 * Returns whether the market is reserved for a candidate without a name yet: it is neither active nor
 * closed. When it gets a name, it keeps its id and becomes an ordinary market. `negRiskOther` marks the
 * synthetic market "any other", which the platform's site does not show.
 */
function isPlaceholder(body: PlatformAMarket): boolean {
  return (body.active === false && body.closed !== true) || body.negRiskOther === true
}

/**
 * Returns the fields that are derived from the market's event; `event` is an empty object if there is
 * none.
 */
function eventFieldsOf(body: PlatformAMarket, slug: string, event: PlatformAEvent) {
  const tags = distinctTextsOf([...tagsOf(event), ...tagsOf(body)])
  const eventId = idOf(event.id)
  const eventSlug = textOf(event.slug)
  return {
    url: eventSlug === null ? marketUrl(slug) : eventUrl(eventSlug, slug),
    tags,
    category: textOf(body.category) ?? categoryOf(event, tags),
    event_id: eventId === null ? null : eventIdOf(eventId),
    event_slug: eventSlug,
    event_title: textOf(event.title),
  }
}

/**
 * Returns the planned end that the platform states. It is often in the past while the market still
 * trades.
 */
function plannedEnd(body: PlatformAMarket): number | null {
  return toPlausibleSeconds(body.endDate) ?? toPlausibleSeconds(body.endDateIso)
}

function outcomesOf(
  body: PlatformAMarket,
  prices: readonly (Decimal | null)[],
): readonly MarketOutcome[] | null {
  const labels = (listOf(body.outcomes) ?? []).map(textOf)
  const tokens = tokensOf(body)
  if (labels.length < 2) return null
  const outcomes: MarketOutcome[] = []
  for (const [index, label] of labels.entries()) {
    if (label === null) return null
    outcomes.push({
      label,
      token_id: idOf(tokens[index]),
      listed_price: prices[index] ?? null,
    })
  }
  return outcomes
}
