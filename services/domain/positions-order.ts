// The order in which the positions reducer applies the activity of a wallet. The platform gives times in
// whole seconds. Within one second, activity that adds shares comes before activity that removes shares.
import type { WalletActivity } from '../../schemas/generated/events.ts'

/** The fields of an activity that the positions reducer uses. */
export type PositionActivity = Pick<
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

/** Comparison function for Array.sort. Returns 0 for two records of the same activity. */
export function compareActivities(a: PositionActivity, b: PositionActivity): number {
  return (
    a.timestamp_ms - b.timestamp_ms ||
    typeRankOf(a) - typeRankOf(b) ||
    compareTexts(a.tx_hash, b.tx_hash) ||
    compareTexts(a.id, b.id)
  )
}

/** Returns the rank of an activity, by its type, among all activity of the same second. */
function typeRankOf({ type, side }: PositionActivity): number {
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

/** Compares texts by code unit. For hashes and ids, which are ASCII, this is the order of the database. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
