// The order in which a wallet's facts count towards its positions. The platform tells whole seconds,
// so within one what is acquired comes before what is given away.
import type { WalletActivity } from '../../schemas/generated/events.ts'

/** What the fold of positions has to know of an activity. */
export type PositionFact = Pick<
  WalletActivity,
  | 'id'
  | 'type'
  | 'market_id'
  | 'outcome_index'
  | 'side'
  | 'price'
  | 'size'
  | 'usdc_size'
  | 'tx_hash'
  | 'timestamp_ms'
  | 'event_slug'
>

/** Negative, zero or positive, as Array.sort wants it; zero for two records of one fact. */
export function compareFacts(a: PositionFact, b: PositionFact): number {
  return (
    a.timestamp_ms - b.timestamp_ms ||
    rankOf(a) - rankOf(b) ||
    compareTexts(a.tx_hash, b.tx_hash) ||
    compareTexts(a.id, b.id)
  )
}

function rankOf({ type, side }: PositionFact): number {
  switch (type) {
    case 'SPLIT':
      return 0
    case 'TRADE':
      return side === 'sell' ? 3 : 1
    case 'CONVERSION':
      return 2
    case 'MERGE':
      return 4
    case 'REDEEM':
      return 5
    case 'REWARD':
      return 6
  }
}

/** By code unit, as a database orders bytes: hashes and ids are ASCII. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
