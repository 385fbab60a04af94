// Converts rows of a wallet's activity to records of raw.wallets, with the facts about their market that
// the normalizer needs.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { PollerRecord } from '../publisher.ts'
import { outcomesOf, type KnownMarkets } from '../retired-markets.ts'
import { toId } from '../../platforms/identity.ts'
import type { ActivityRow } from '../../platforms/source.ts'
import type { NewRow } from '../windows/published-rows.ts'

export function toActivityRecord(
  platform: Platform,
  knownMarkets: KnownMarkets,
  wallet: string,
  { row, repeat }: NewRow<ActivityRow>,
): PollerRecord {
  const { tokens, outcomes } = outcomesOf(knownMarkets, toId(platform, row.marketNativeId))
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
      tokens,
      outcomes,
      progress: null,
    },
  }
}
