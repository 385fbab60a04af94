// Converts trades of a platform to records of raw.trades, with the facts about their market that the
// normalizer needs.
import type { Platform } from '../../../schemas/generated/events.ts'
import { outcomesOf, type KnownMarkets } from '../retired-markets.ts'
import { toId } from '../../platforms/identity.ts'
import type { TradeRow } from '../../platforms/source.ts'
import type { EmittedRecord } from '../../topology.ts'
import type { NewRow } from '../windows/published-rows.ts'

export function toTradeRecord(
  platform: Platform,
  knownMarkets: KnownMarkets,
  { row, repeat }: NewRow<TradeRow>,
  awaitsMarket = false,
): EmittedRecord<'raw.trades'> {
  const marketId = toId(platform, row.marketNativeId)
  const { tokens, outcomes } = outcomesOf(knownMarkets, marketId)
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
      tokens,
      outcomes,
      awaits_market: awaitsMarket,
      progress: null,
    },
  }
}
