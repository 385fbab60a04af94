// The headers of a response about a wallet: how far its activity is complete, and why the wallet is not
// followed.
import { completenessHeaders, toStatedCompleteness, type Period } from '../completeness.ts'
import type { WalletCompleteness } from './wallet-follower.ts'

/**
 * Returns the headers. `X-Wallet-Not-Followed`: the quota that is used up and its limit, as
 * `<quota>;limit=<wallets>`; absent if the wallet is followed.
 */
export function toWalletHeaders(
  completeness: WalletCompleteness,
  /** The period that the response covers. */
  period: Period,
): Readonly<Record<string, string>> {
  const { notFollowed } = completeness
  return {
    ...completenessHeaders(toStatedCompleteness(completeness, period)),
    ...(notFollowed && {
      'X-Wallet-Not-Followed': `${notFollowed.quota};limit=${notFollowed.limit}`,
    }),
  }
}
