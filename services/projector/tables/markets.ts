// Table markets: the newest record of each market, and its search words.
import { searchWords } from '../../domain/text.ts'
import type { Market } from '../../domain/market.ts'
import type { Row } from './row.ts'

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
