// platform_b: maps a market to the unified market.
import { toId } from '../../identity.ts'
import type { RawMarket } from '../../../../schemas/generated/events.ts'
import type { Market } from '../../../domain/market.ts'
import type { Decimal } from '../../../domain/money.ts'
import { joinQuestion } from '../../../domain/question.ts'
import { complementOf, isPrice } from '../../../domain/price.ts'
import { toQuote, usableMidPrice } from '../../../domain/quote.ts'
import type { MappingResult } from '../../mapping/result.ts'
import { deadLetter } from '../../mapping/result.ts'
import { objectsOf, textOf } from '../../json.ts'
import type { RawInput } from '../../mapper.ts'
import { toPlausibleSeconds } from '../../time.ts'
import type { PlatformBEvent } from '../wire/event.ts'
import { statusOf, type PlatformBMarket } from '../wire/market.ts'
import { quotedPriceOf } from '../../mapping/quote.ts'
import { contractsOf, dollarsOf } from '../wire/amounts.ts'
import { eventIdOf, eventUrl, tagsOf } from './event.ts'
import { isParlayTicker } from '../wire/ticker.ts'

export function toMarket(
  { raw, body, origin }: RawInput<RawMarket, PlatformBMarket>,
  event: PlatformBEvent | null,
): MappingResult<Market> {
  const ticker = textOf(body.ticker)
  if (ticker === null) return deadLetter('missing_field', 'ticker')
  if (isParlay(ticker, body)) return { drop: 'parlay' }
  const question = questionOf(body, event)
  if (question === null) return deadLetter('missing_field', 'title')
  const status = statusOf(body)
  if (status === null) return deadLetter('unknown_status', 'status', body.status)
  const price = status === 'resolved' ? yesPayoutOf(body) : listedPriceOf(body)
  return {
    value: {
      id: toId('platform_b', ticker),
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
      best_bid: quotedPriceOf(dollarsOf(body, 'yes_bid')),
      best_ask: quotedPriceOf(dollarsOf(body, 'yes_ask')),
      volume_24h: contractsOf(body, 'volume_24h') ?? '0',
      volume_total: contractsOf(body, 'volume'),
      open_interest: contractsOf(body, 'open_interest'),
      created_at: toPlausibleSeconds(body.created_time),
      close_time: toPlausibleSeconds(body.close_time), // the platform changes it to the actual end, unlike expiration_time
      resolved_at: status === 'resolved' ? toPlausibleSeconds(body.settlement_ts) : null,
      ...eventFieldsOf(ticker, body, event ?? {}),
      received_at_ms: raw.received_at_ms,
      origin,
    },
  }
}

function isParlay(ticker: string, body: PlatformBMarket): boolean {
  return (
    isParlayTicker(ticker) ||
    textOf(body.mve_collection_ticker) !== null ||
    objectsOf(body.mve_selected_legs).length > 0
  )
}

/**
 * Returns the title of a market with the label of its Yes outcome, because the markets of one event can
 * share a title.
 */
function questionOf(body: PlatformBMarket, event: PlatformBEvent | null): string | null {
  const title = textOf(body.title) ?? textOf(event?.title)
  const label = textOf(body.yes_sub_title)
  if (title === null || label === null) return title ?? label
  return joinQuestion({ title, subtitle: title.includes(label) ? null : label })
}

function rulesOf(body: PlatformBMarket): string | null {
  const rules = [textOf(body.rules_primary), textOf(body.rules_secondary)]
  return rules.filter((rule) => rule !== null).join('\n\n') || null
}

/**
 * Returns the fields that are derived from the market's event; `event` is an empty object if it is
 * unknown.
 */
function eventFieldsOf(ticker: string, body: PlatformBMarket, event: PlatformBEvent) {
  const eventTicker = textOf(body.event_ticker) ?? textOf(event.event_ticker)
  return {
    url: eventUrl(eventTicker ?? ticker, event),
    tags: tagsOf(event),
    category: textOf(event.category),
    event_id: eventTicker === null ? null : eventIdOf(eventTicker),
    event_slug: eventTicker,
    event_title: textOf(event.title),
  }
}

/**
 * Returns the last price or, if there was no trade (the last price is 0), the middle of the best bid and ask
 * if they are close to each other.
 */
function listedPriceOf(body: PlatformBMarket): Decimal | null {
  const bid = quotedPriceOf(dollarsOf(body, 'yes_bid'))
  const ask = quotedPriceOf(dollarsOf(body, 'yes_ask'))
  return quotedPriceOf(dollarsOf(body, 'last_price')) ?? usableMidPrice(toQuote(bid, ask))
}

/**
 * Returns the payout of a Yes contract. It is between 0 and 1 if the market was settled at a fair price instead of Yes
 * or No.
 */
function yesPayoutOf(body: PlatformBMarket): Decimal | null {
  const value = dollarsOf(body, 'settlement_value')
  if (value !== null && isPrice(value)) return value
  return body.result === 'yes' ? '1' : body.result === 'no' ? '0' : null
}
