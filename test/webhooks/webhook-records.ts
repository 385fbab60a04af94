// Webhooks, and records of the topics whose events they report.
import type { Market, Match, Trade, WebhookDefinition } from '../../schemas/generated/events.ts'
import type { Webhook } from '../../services/domain/webhook-registry.ts'
import type { InputRecord } from '../../services/webhooks/detect.ts'

export const definitionOf = (fields: Partial<WebhookDefinition>): WebhookDefinition => ({
  url: 'https://example.com/',
  description: '',
  event: 'price.crossed',
  market_id: 'pa_1',
  level: null,
  direction: 'any',
  last_price: null,
  last_trade_at_ms: 0,
  from: [],
  ...fields,
})

export const webhookOf = (fields: Partial<WebhookDefinition>): Webhook => ({
  id: 'wh_1',
  developerId: 'dev_1',
  createdAtMs: 0,
  definition: definitionOf(fields),
  enabledOffset: -1,
})

export interface TradeFields {
  readonly id?: string
  readonly price?: string
  readonly ms?: number
  readonly rawOffset?: number
}

export function tradeValueOf({ id = 't', price = '0.5', ms = 0, rawOffset = 0 }: TradeFields): {
  readonly trade: Trade
  readonly progress: null
} {
  const trade: Trade = {
    id,
    market_id: 'pa_1',
    platform: 'platform_a',
    price,
    size: '1',
    side: 'buy',
    outcome_index: 0,
    outcome: 'Yes',
    outcome_price: price,
    timestamp_ms: ms,
    native_trade_id: id,
    wallet: null,
    received_at_ms: ms,
    origin: { topic: 'raw.trades', partition: 0, offset: rawOffset },
  }
  return { trade, progress: null }
}

export const tradeOf = (fields: TradeFields): InputRecord => ({
  topic: 'trades',
  partition: 0,
  offset: 0,
  key: 'pa_1',
  value: tradeValueOf(fields),
})

export const marketValueOf = (fields: Partial<Market>): Market => ({
  id: 'pa_1',
  platform: 'platform_a',
  native_id: '1',
  slug: 'rain',
  question: 'Will it rain?',
  status: 'open',
  outcomes: [
    { label: 'Yes', token_id: null, listed_price: '1' },
    { label: 'No', token_id: null, listed_price: null },
  ],
  url: '',
  description: null,
  best_bid: null,
  best_ask: null,
  volume_24h: '0',
  volume_total: null,
  open_interest: null,
  created_at: null,
  close_time: null,
  resolved_at: null,
  tags: [],
  category: null,
  event_id: null,
  event_slug: null,
  event_title: null,
  received_at_ms: 0,
  origin: { topic: 'raw.markets', partition: 0, offset: 0 },
  ...fields,
})

export const marketOf = (fields: Partial<Market>): InputRecord => ({
  topic: 'markets',
  partition: 0,
  offset: 0,
  key: 'pa_1',
  value: marketValueOf(fields),
})

export function matchOf({
  marketId = 'pb_1',
  otherId = 'pa_1',
  changedAtMs = 5_000,
  isWithdrawn = false,
}: {
  readonly marketId?: string
  readonly otherId?: string
  readonly changedAtMs?: number
  readonly isWithdrawn?: boolean
}): InputRecord {
  const value: Match = {
    market_id: marketId,
    other_platform: 'platform_a',
    changed_at_ms: changedAtMs,
    link: isWithdrawn
      ? null
      : {
          other_market_id: otherId,
          score: 90,
          confidence: 'high',
          relation: 'identical',
          outcome_index: 0,
          reasons: [],
          matched_at_ms: 5_000,
        },
  }
  return { topic: 'matches', partition: 0, offset: 0, key: marketId, value }
}
