// Asks the poller to follow wallets: appends a record to the topic `wallet-requests` when a client has asked
// about a wallet, and reads the topic, to know which wallets are followed.
import type { WalletRequest } from '../../../schemas/generated/events.ts'
import {
  createRequestTopic,
  type RequestTopic,
  type RequestTopicOptions,
} from '../client-requests/request-topic.ts'
import type { FollowedWallets } from './followed-wallets.ts'

export type WalletRequests = RequestTopic<WalletRequest>

export function createWalletRequests(
  options: RequestTopicOptions & { readonly followedWallets: Pick<FollowedWallets, 'apply'> },
): WalletRequests {
  return createRequestTopic({
    ...options,
    topic: 'wallet-requests',
    keyOf: ({ wallet }) => wallet,
    apply: (request) => void options.followedWallets.apply(request),
  })
}
