// Records of the topic `markets` for tests of the matcher.
import type { Market, MarketStatus } from '../../schemas/generated/events.ts'

/** When the platform said what the records say, unless they state another time. */
export const receivedAtMs = Date.UTC(2026, 4, 1)

export function marketRecord(
  fields: Partial<Omit<Market, 'outcomes'>> & {
    /** Unified. */
    readonly id: string
    readonly question: string
    readonly outcomes?: readonly string[]
  },
): Market {
  const { outcomes = ['Yes', 'No'], ...rest } = fields
  return {
    platform: fields.id.startsWith('pa_') ? 'platform_a' : 'platform_b',
    native_id: fields.id.slice('pa_'.length),
    slug: fields.id.slice('pa_'.length).toLowerCase(),
    status: 'open' satisfies MarketStatus,
    outcomes: outcomes.map((label) => ({ label, token_id: null, listed_price: null })),
    url: 'https://platform.example/',
    description: '',
    best_bid: null,
    best_ask: null,
    volume_24h: '0',
    volume_total: null,
    open_interest: null,
    created_at: null,
    close_time: Date.UTC(2026, 4, 31, 12) / 1000,
    resolved_at: null,
    tags: [],
    category: null,
    event_id: null,
    event_slug: null,
    event_title: null,
    received_at_ms: receivedAtMs,
    origin: { topic: 'raw.markets', partition: 0, offset: 0 },
    ...rest,
  }
}
