// Table wallet_activity: one row per action of a wallet. A row comes from a record of the topic
// wallet-activity, or from a trade that states the wallet of its taker.
import type { WalletActivity } from '../../../schemas/generated/events.ts'
import { toFirstOutcomeSide, type Trade } from '../../domain/trade.ts'
import { parseWallet } from '../../domain/wallet.ts'
import type { Refusal } from '../../domain/refusals.ts'
import type { Row } from './row.ts'
import { isDecimal, isTimeInRange } from '../../domain/refusals.ts'

export const walletActivityColumns = [
  'wallet',
  'ts',
  'id',
  'type',
  'platform',
  'market_id',
  'outcome',
  'label',
  'side',
  'price',
  'size',
  'usdc_size',
  'market_slug',
  'event_slug',
  'title',
  'received_at_ms',
  'source',
  'position',
] as const

export function toWalletActivityRow(activity: WalletActivity, offset: number): Row {
  return [
    activity.wallet,
    activity.timestamp_ms,
    activity.id,
    activity.type,
    activity.platform,
    activity.market_id ?? '',
    activity.outcome_index,
    activity.outcome ?? '',
    activity.side,
    activity.price,
    activity.size,
    activity.usdc_size,
    activity.market_slug ?? '',
    activity.event_slug ?? '',
    activity.title ?? '',
    activity.received_at_ms,
    'wallet-activity',
    offset,
  ]
}

/**
 * Returns the row of the taker, or null if the trade does not state the taker's wallet. The caller must
 * have checked the trade with tradeRefusal.
 */
export function toTakerRow(trade: Trade, offset: number): Row | null {
  const wallet = trade.wallet === null ? null : parseWallet(trade.wallet)
  if (wallet === null) return null
  return [
    wallet,
    trade.timestamp_ms,
    trade.id,
    'TRADE',
    trade.platform,
    trade.market_id,
    trade.outcome_index,
    trade.outcome,
    toFirstOutcomeSide(trade.outcome_index, trade.side),
    trade.outcome_price,
    trade.size,
    null,
    '',
    '',
    '',
    trade.received_at_ms,
    'trades',
    offset,
  ]
}

/** Returns why the table cannot store the activity, or null if it can. */
export function walletActivityRefusal(activity: WalletActivity): Refusal | null {
  const { price, outcome_index: index } = activity
  if (!isTimeInRange(activity.timestamp_ms) || !isTimeInRange(activity.received_at_ms))
    return 'time_out_of_range'
  if (price !== null && !isDecimal(price, 1)) return 'decimal_out_of_range'
  if (!isDecimal(activity.size, 12) || !isDecimal(activity.usdc_size, 20))
    return 'decimal_out_of_range'
  return index === null || (index >= 0 && index <= 255) ? null : 'index_out_of_range'
}
