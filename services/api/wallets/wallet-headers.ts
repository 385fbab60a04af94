// The headers of an answer about a wallet: how far its activity is complete, and why it is not followed.
import { completenessHeaders, stateCompleteness } from '../completeness.ts'
import type { WalletCompleteness } from './wallet-follower.ts'

/**
 * `X-Wallet-Not-Followed`: the quota that is used up and its limit, as `<quota>;limit=<wallets>`. Absent
 * if the wallet is followed.
 */
export function toWalletHeaders(
  completeness: WalletCompleteness,
  nowMs: number,
): Readonly<Record<string, string>> {
  const { notFollowed } = completeness
  return {
    ...completenessHeaders(stateCompleteness(completeness, { fromMs: 0, untilMs: nowMs + 1 })),
    ...(notFollowed && {
      'X-Wallet-Not-Followed': `${notFollowed.quota};limit=${notFollowed.limit}`,
    }),
  }
}
