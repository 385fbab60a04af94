// Query: the fields of the Market resource except current prices.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { MarketStatus } from '../../domain/market.ts'
import type { Decimal } from '../../domain/money.ts'
import type { Store } from '../../lib/store/port.ts'
import { queryInChunks } from './chunks.ts'

export interface MarketDetails {
  readonly id: string
  readonly platform: Platform
  readonly native_id: string
  readonly slug: string
  readonly question: string
  readonly status: MarketStatus
  readonly labels: readonly string[]
  /** By outcome; null if the platform lists no price. */
  readonly listed_prices: readonly (Decimal | null)[]
  readonly url: string
  readonly description: string | null
  readonly best_bid: Decimal | null
  readonly best_ask: Decimal | null
  readonly volume_24h: Decimal
  readonly volume_total: Decimal | null
  readonly open_interest: Decimal | null
  readonly created_at: number | null
  readonly close_time: number | null
  readonly resolved_at: number | null
  readonly tags: readonly string[]
  readonly category: string | null
  readonly event_slug: string | null
  /** When the poller received this state from the platform. */
  readonly received_at_ms: number
  /** Offset in the topic `markets`. */
  readonly position: number
}

const sql = `
SELECT id, platform, native_id, slug, question, status,
  arrayMap(o -> tupleElement(o, 'label'), outcomes) AS labels,
  arrayMap(o -> toString(tupleElement(o, 'listed_price')), outcomes) AS listed_prices,
  url, description, toString(best_bid) AS best_bid, toString(best_ask) AS best_ask,
  toString(volume_24h) AS volume_24h, toString(volume_total) AS volume_total,
  toString(open_interest) AS open_interest,
  created_at, close_time, resolved_at, tags, category, event_slug, received_at_ms,
  toFloat64(version) AS position
FROM markets WHERE id IN {ids:Array(String)}
ORDER BY id, version DESC LIMIT 1 BY id`

/** Returns the details in no particular order. Unknown ids have no row. */
export async function queryMarketDetails(
  store: Store,
  marketIds: readonly string[],
): Promise<readonly MarketDetails[]> {
  return queryInChunks(marketIds, (ids) => store.query<MarketDetails>(sql, { ids }))
}
