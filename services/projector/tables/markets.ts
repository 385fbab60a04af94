// Table markets: the newest record of each market, and its search words.
import { searchWords } from '../../domain/text.ts'
import type { Market } from '../../domain/market.ts'
import type { Refusal } from '../../domain/refusals.ts'
import type { Row } from './row.ts'
import { isDecimal, isTime } from '../../domain/refusals.ts'

export const marketColumns = [
  'id',
  'platform',
  'native_id',
  'slug',
  'question',
  'status',
  'outcomes',
  'url',
  'description',
  'best_bid',
  'best_ask',
  'volume_24h',
  'volume_total',
  'open_interest',
  'created_at',
  'close_time',
  'resolved_at',
  'tags',
  'category',
  'event_id',
  'event_slug',
  'event_title',
  'words',
  'received_at_ms',
  'version',
] as const

export function toMarketRow(market: Market, offset: number): Row {
  return [
    market.id,
    market.platform,
    market.native_id,
    market.slug,
    market.question,
    market.status,
    market.outcomes.map(({ label, token_id, listed_price }) => ({
      label,
      token_id: token_id ?? '',
      listed_price,
    })),
    market.url,
    market.description,
    market.best_bid,
    market.best_ask,
    market.volume_24h,
    market.volume_total,
    market.open_interest,
    market.created_at,
    market.close_time,
    market.resolved_at,
    market.tags,
    market.category,
    market.event_id,
    market.event_slug,
    market.event_title,
    searchWords(market.question, market.slug, ...market.tags, market.event_title ?? ''),
    market.received_at_ms,
    offset,
  ]
}

/** Returns why the table cannot store the market, or null if it can. */
export function marketRefusal(market: Market): Refusal | null {
  if (!isTime(market.received_at_ms)) return 'time_out_of_range'
  const prices = [
    market.best_bid,
    market.best_ask,
    ...market.outcomes.map((outcome) => outcome.listed_price),
  ]
  const amounts = [market.volume_24h, market.volume_total, market.open_interest]
  const isStorable = (wholeDigits: number) => (text: string | null) =>
    text === null || isDecimal(text, wholeDigits)
  return prices.every(isStorable(1)) && amounts.every(isStorable(20))
    ? null
    : 'decimal_out_of_range'
}
