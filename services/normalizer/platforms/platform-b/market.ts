// platform_b: a market to the unified market.
import type { Market, MarketStatus, RawMarket } from '../../../../schemas/generated/events.ts'
import type { Decimal } from '../../../domain/money.ts'
import { complementOf, isPrice, quotePrice } from '../../../domain/price.ts'
import type { Fate } from '../../fate.ts'
import { deadLetter } from '../../fate.ts'
import type { JsonObject } from '../../json.ts'
import { objectsOf, textOf } from '../../json.ts'
import type { Said } from '../../mapper.ts'
import { listedSeconds } from '../../time.ts'
import { quoteOf } from '../quote.ts'
import { contractsOf, dollarsOf } from './amounts.ts'
import { eventIdOf, eventUrl, tagsOf } from './event.ts'
import { isParlayTicker } from './ticker.ts'

/** By the words of answers, and by those of filters, which differ. */
const statuses: ReadonlyMap<string, MarketStatus> = new Map([
  ['initialized', 'open'],
  ['unopened', 'open'],
  ['active', 'open'],
  ['open', 'open'],
  ['inactive', 'open'],
  ['paused', 'open'],
  ['closed', 'closed'],
  ['determined', 'closed'],
  ['disputed', 'closed'],
  ['amended', 'closed'],
  ['finalized', 'resolved'],
  ['settled', 'resolved'],
])

export function toMarket(
  { raw, body, origin }: Said<RawMarket>,
  event: JsonObject | null,
): Fate<Market> {
  const ticker = textOf(body['ticker'])
  if (ticker === null) return deadLetter('missing_field', 'ticker')
  if (isParlay(ticker, body)) return { drop: 'parlay' }
  const question = questionOf(body, event)
  if (question === null) return deadLetter('missing_field', 'title')
  const status = statuses.get(textOf(body['status']) ?? '')
  if (status === undefined) return deadLetter('unknown_status', 'status', body['status'])
  const price = status === 'resolved' ? resultOf(body) : listedPriceOf(body)
  return {
    value: {
      id: `pb_${ticker}`,
      platform: 'platform_b',
      native_id: ticker,
      slug: ticker,
      question,
      status,
      outcomes: [
        { label: 'Yes', token_id: null, listed_price: price },
        { label: 'No', token_id: null, listed_price: price === null ? null : complementOf(price) },
      ],
      description: rulesOf(body),
      best_bid: quoteOf(dollarsOf(body, 'yes_bid')),
      best_ask: quoteOf(dollarsOf(body, 'yes_ask')),
      volume_24h: contractsOf(body, 'volume_24h') ?? '0',
      volume_total: contractsOf(body, 'volume'),
      open_interest: contractsOf(body, 'open_interest'),
      created_at: listedSeconds(body['created_time']),
      close_time: listedSeconds(body['close_time']), // moves to the real end; expiration_time does not
      resolved_at: status === 'resolved' ? listedSeconds(body['settlement_ts']) : null,
      ...belongingOf(ticker, body, event ?? {}),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

function isParlay(ticker: string, body: JsonObject): boolean {
  return (
    isParlayTicker(ticker) ||
    textOf(body['mve_collection_ticker']) !== null ||
    objectsOf(body['mve_selected_legs']).length > 0
  )
}

/** Forty children of one event share a title; what tells them apart is the label of their Yes. */
function questionOf(body: JsonObject, event: JsonObject | null): string | null {
  const title = textOf(body['title']) ?? textOf(event?.['title'])
  const label = textOf(body['yes_sub_title'])
  if (title === null || label === null) return title ?? label
  return title.includes(label) ? title : `${title} — ${label}`
}

function rulesOf(body: JsonObject): string | null {
  const rules = [textOf(body['rules_primary']), textOf(body['rules_secondary'])]
  return rules.filter((rule) => rule !== null).join('\n\n') || null
}

/** What is derived from the event that a market stands in; an empty object for an unknown one. */
function belongingOf(ticker: string, body: JsonObject, event: JsonObject) {
  const eventTicker = textOf(body['event_ticker']) ?? textOf(event['event_ticker'])
  return {
    url: eventUrl(eventTicker ?? ticker, event),
    tags: tagsOf(event),
    category: textOf(event['category']),
    event_id: eventTicker === null ? null : eventIdOf(eventTicker),
    event_slug: eventTicker,
    event_title: textOf(event['title']),
  }
}

/** The last price, or the middle of a narrow quote; a last price of 0 means that nothing traded. */
function listedPriceOf(body: JsonObject): Decimal | null {
  const bid = quoteOf(dollarsOf(body, 'yes_bid'))
  const ask = quoteOf(dollarsOf(body, 'yes_ask'))
  return quoteOf(dollarsOf(body, 'last_price')) ?? quotePrice(bid, ask)
}

/** What a Yes was paid; between 0 and 1 where the market was settled at a fair price. */
function resultOf(body: JsonObject): Decimal | null {
  const value = dollarsOf(body, 'settlement_value')
  if (value !== null && isPrice(value)) return value
  return body['result'] === 'yes' ? '1' : body['result'] === 'no' ? '0' : null
}
