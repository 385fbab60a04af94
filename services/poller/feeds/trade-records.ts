// Rows of trades -> records of raw.trades, with what the normalizer needs to know of their market.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { MarketsMemory } from '../checkpoints.ts'
import type { PollerRecord } from '../publisher.ts'
import { toMarketId } from './market-id.ts'
import type { NewTrade } from './published-trades.ts'

export function toTradeRecord(
  platform: Platform,
  { markets }: Pick<MarketsMemory, 'markets'>,
  { row, repeat }: NewTrade,
): PollerRecord {
  const marketId = toMarketId(platform, row.marketNativeId)
  const market = markets.get(marketId)
  return {
    topic: 'raw.trades',
    key: marketId,
    value: {
      platform,
      market_id: marketId,
      url: row.url,
      received_at_ms: row.receivedAtMs,
      body: row.body,
      repeat,
      tokens: market?.tokens ?? [],
      outcomes: market?.outcomes ?? [],
      progress: null,
    },
  }
}
