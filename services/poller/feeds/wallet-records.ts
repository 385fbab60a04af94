// Rows of what a wallet did -> records of raw.wallets, with what the normalizer needs to know of their
// market.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { MarketsMemory } from '../checkpoints.ts'
import type { PollerRecord } from '../publisher.ts'
import { toMarketId } from './market-id.ts'
import type { NewActivity } from './wallet-state.ts'

export function toActivityRecord(
  platform: Platform,
  { markets }: Pick<MarketsMemory, 'markets'>,
  wallet: string,
  { row, repeat }: NewActivity,
): PollerRecord {
  const market = markets.get(toMarketId(platform, row.marketNativeId))
  return {
    topic: 'raw.wallets',
    key: wallet,
    value: {
      platform,
      wallet,
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
