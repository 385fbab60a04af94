// Table wallet_feeds: the newest watermark of each wallet, which states until when the wallet's activity is
// complete.
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

/** `version` is computed from the epoch and the offset (domain/epochs.ts). */
export function toWalletFeedRow(progress: WalletProgress, version: number): Row {
  return [
    progress.wallet,
    progress.complete_from_ms,
    progress.complete_until_ms,
    toGapsText(progress.gaps),
    progress.received_at_ms,
    version,
  ]
}
