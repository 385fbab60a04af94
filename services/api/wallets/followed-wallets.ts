// The wallets that the poller follows and the account that each of them counts towards, in memory. Built from
// the topic `wallet-requests` (wallet-requests.ts).
import type { WalletRequest } from '../../../schemas/generated/events.ts'
import { followForMs } from '../../domain/wallet.ts'
import {
  createRequestQuotas,
  type Quotas,
  type RequestQuotas,
} from '../client-requests/request-quotas.ts'

export type FollowedWallets = RequestQuotas<WalletRequest>

export function createFollowedWallets(options: {
  readonly quotas: Quotas
  /** Unix milliseconds. */
  readonly now: () => number
}): FollowedWallets {
  return createRequestQuotas({
    ...options,
    subjectOf: ({ wallet }: WalletRequest) => wallet,
    countsForMs: followForMs,
  })
}
