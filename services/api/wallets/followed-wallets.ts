// Which wallets the poller follows, and towards which account's quota each of them counts, in memory. The state
// is built from the topic `wallet-requests` (wallet-requests.ts).
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
    walletOrMarketOf: ({ wallet }: WalletRequest) => wallet,
    countsForMs: followForMs,
  })
}
