// wallet_feeds: the newest claim about each wallet.
import type { WalletProgress } from '../../../schemas/generated/events.ts'
import { toGapsText } from './feeds.ts'
import type { Row } from './row.ts'

export const walletFeedColumns = [
  'wallet',
  'complete_from_ms',
  'complete_until_ms',
  'gaps',
  'received_at_ms',
  'version',
] as const

export function toWalletFeedRow(progress: WalletProgress, offset: number): Row {
  return [
    progress.wallet,
    progress.complete_from_ms,
    progress.complete_until_ms,
    toGapsText(progress.gaps),
    progress.received_at_ms,
    offset,
  ]
}
