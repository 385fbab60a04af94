// platform_a: a Gamma market to the unified market.
import type {
  Market,
  MarketOutcome,
  MarketStatus,
  RawMarket,
} from '../../../../schemas/generated/events.ts'
import type { Decimal } from '../../../domain/money.ts'
import { parseDecimal } from '../../../domain/money.ts'
import { isPrice } from '../../../domain/price.ts'
import type { Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import type { JsonObject } from '../../json.ts'
import { amountOf, idOf, labelsOf, listOf, objectsOf, textOf } from '../../json.ts'
import type { Said } from '../../mapper.ts'
import { listedSeconds } from '../../time.ts'
import { quoteOf } from '../quote.ts'
import { categoryOf, eventIdOf, eventUrl, marketUrl, tagsOf } from './event.ts'

export function toMarket(
  { raw, body, origin }: Said<RawMarket>,
  listedUnder: JsonObject | null,
): Fate<Market> {
  if (body['conditionId'] === '' || body['conditionId'] === null)
    return { drop: 'empty_condition_id' }
  const nativeId = textOf(body['conditionId'])
  if (nativeId === null) return deadLetter('missing_field', 'conditionId')
  if (isPlaceholder(body)) return { drop: 'placeholder' }
  const question = textOf(body['question'])
  if (question === null) return deadLetter('missing_field', 'question')
  const slug = textOf(body['slug'])
  if (slug === null) return deadLetter('missing_field', 'slug')
  const prices = pricesOf(body)
  const outcomes = outcomesOf(body, prices)
  if (outcomes === null) return deadLetter('bad_outcomes', 'outcomes', body['outcomes'] ?? null)
  const status = statusOf(body, prices)
  const ended = listedSeconds(body['closedTime']) ?? listedSeconds(body['umaEndDate'])
  return {
    value: {
      id: `pa_${nativeId}`,
      platform: 'platform_a',
      native_id: nativeId,
      slug,
      question,
      status,
      outcomes,
      description: textOf(body['description']),
      best_bid: quoteOf(body['bestBid']),
      best_ask: quoteOf(body['bestAsk']),
      volume_24h: amountOf(body['volume24hr']) ?? '0',
      volume_total: amountOf(body['volume']) ?? amountOf(body['volumeNum']),
      open_interest: amountOf(body['openInterest']),
      created_at: listedSeconds(body['createdAt']),
      close_time: (status === 'open' ? null : ended) ?? plannedEnd(body),
      resolved_at: status === 'resolved' ? ended : null,
      ...belongingOf(body, slug, listedUnder ?? objectsOf(body['events'])[0] ?? {}),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

/**
 * Not listed yet and not over: a leg kept free for a candidate without a name. It keeps its id when
 * it gets one, and is then a market like any other. `negRiskOther` is "any other", shown nowhere.
 */
function isPlaceholder(body: JsonObject): boolean {
  return (body['active'] === false && body['closed'] !== true) || body['negRiskOther'] === true
}

/** What is derived from the event that a market stands in; an empty object for none. */
function belongingOf(body: JsonObject, slug: string, event: JsonObject) {
  const tags = labelsOf([...tagsOf(event), ...tagsOf(body)])
  const eventId = idOf(event['id'])
  const eventSlug = textOf(event['slug'])
  return {
    url: eventSlug === null ? marketUrl(slug) : eventUrl(eventSlug, slug),
    tags,
    category: textOf(body['category']) ?? categoryOf(event, tags),
    event_id: eventId === null ? null : eventIdOf(eventId),
    event_slug: eventSlug,
    event_title: textOf(event['title']),
  }
}

/** Often in the past while the market still trades; kept as the platform says it. */
function plannedEnd(body: JsonObject): number | null {
  return listedSeconds(body['endDate']) ?? listedSeconds(body['endDateIso'])
}

/** By outcome; null where none is given. All zero is what rows say that never had a price. */
function pricesOf(body: JsonObject): readonly (Decimal | null)[] {
  const prices = (listOf(body['outcomePrices']) ?? []).map((value) => {
    const price = parseDecimal(value)
    return price !== null && isPrice(price) ? price : null
  })
  return prices.every((price) => price === '0') ? [] : prices
}

function outcomesOf(
  body: JsonObject,
  prices: readonly (Decimal | null)[],
): readonly MarketOutcome[] | null {
  const labels = (listOf(body['outcomes']) ?? []).map(textOf)
  const tokens = listOf(body['clobTokenIds']) ?? []
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

/**
 * Flags say less than they seem to: `active` stays true after the end, `acceptingOrders` sometimes,
 * `endDate` passes while trading goes on, and a proposed or disputed result can still be reversed.
 */
function statusOf(body: JsonObject, prices: readonly (Decimal | null)[]): MarketStatus {
  if (body['closed'] !== true) return body['archived'] === true ? 'closed' : 'open'
  const oracle = body['umaResolutionStatus']
  if (oracle === 'proposed' || oracle === 'disputed') return 'closed'
  if (prices.length < 2 || prices.includes(null)) return 'closed'
  const won = prices.filter((price) => price === '1').length
  const lost = prices.filter((price) => price === '0').length
  if (won === 1 && lost === prices.length - 1) return 'resolved'
  return oracle === 'resolved' ? 'resolved' : 'closed' // a split result, or merely the last price
}
