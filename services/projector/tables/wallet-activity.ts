// wallet_activity: one row per fact of a wallet, from its own record or from that of a trade.
import type { Trade, WalletActivity } from '../../../schemas/generated/events.ts'
import { parseWallet } from '../../domain/wallet.ts'
import type { Refusal, Row } from './row.ts'
import { isDecimal, isTime, toDateTime64 } from './row.ts'

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
    toDateTime64(activity.timestamp_ms),
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

/** null: it does not tell whose trade it was. The trade is one that the table of trades takes. */
export function toTakerRow(trade: Trade, offset: number): Row | null {
  const wallet = trade.wallet === null ? null : parseWallet(trade.wallet)
  if (wallet === null) return null
  const isTurned = trade.outcome_index === 1
  return [
    wallet,
    toDateTime64(trade.timestamp_ms),
    trade.id,
    'TRADE',
    trade.platform,
    trade.market_id,
    trade.outcome_index,
    trade.outcome,
    isTurned ? (trade.side === 'buy' ? 'sell' : 'buy') : trade.side,
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

/** null: the table takes it. */
export function walletActivityRefusal(activity: WalletActivity): Refusal | null {
  const { price, outcome_index: index } = activity
  if (!isTime(activity.timestamp_ms) || !isTime(activity.received_at_ms)) return 'time_out_of_range'
  if (price !== null && !isDecimal(price, 1)) return 'decimal_out_of_range'
  if (!isDecimal(activity.size, 12) || !isDecimal(activity.usdc_size, 20))
    return 'decimal_out_of_range'
  return index === null || (index >= 0 && index <= 255) ? null : 'index_out_of_range'
}
