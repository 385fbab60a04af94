// Makes the poller follow the wallets that clients ask about, and returns how far the activity of a wallet is
// complete. Requests go to the poller through the log; the poller's watermarks come back through the store.
import type { Store } from '../../lib/store/port.ts'
import type { Completeness } from '../catalog/feed-catalog.ts'
import { queryWalletFeed, type WalletFeed } from '../queries/wallet-feed.ts'
import type { ExceededQuota } from '../client-requests/request-quotas.ts'
import { createRequestSender } from '../client-requests/request-sender.ts'
import type { FollowedWallets } from './followed-wallets.ts'
import type { WalletRequests } from './wallet-requests.ts'

export interface WalletCompleteness extends Completeness {
  /** Whether the store has all activity until the last poll of the wallet, and that poll was at most a minute ago. */
  readonly isComplete: boolean
  /** The used-up quota that prevents the poller from following the wallet; null if the wallet is followed. */
  readonly notFollowed: ExceededQuota | null
}

export interface WalletFollower {
  /**
   * Returns the completeness of the wallet. If the poller has to fetch the wallet first, waits up to two
   * seconds. From then on the wallet counts towards the quota of this account; if the quota is used up, the
   * wallet is not requested.
   */
  completenessOf(wallet: string, accountId: string): Promise<WalletCompleteness>
}

/** Maximum age of a watermark that counts as up to date. The poller polls a wallet every half minute. */
const freshForMs = 60_000
/**
 * Minimum time between two requests for one wallet to the poller. During this time the poller is either still
 * fetching the wallet or unable to fetch it, so waiting for the poller again would not help.
 */
const requestAgainMs = 60_000
/**
 * Pauses before each query for the watermark of a requested wallet, two seconds in all. A small wallet
 * takes about 0.2 s. A request makes at most four of these queries; for a wallet that is followed already,
 * the first of them is made before the pauses.
 */
const unknownPausesMs = [250, 150, 500, 1_100]
const stalePausesMs = [300, 600, 1_100]

export function createWalletFollower(options: {
  readonly store: Store
  readonly followedWallets: FollowedWallets
  readonly requests: Pick<WalletRequests, 'append'>
  /** Unix milliseconds. */
  readonly now: () => number
  /** Called when a request could not be appended; the response then uses the stored data. */
  readonly onFailure: (error: unknown) => void
}): WalletFollower {
  const { store, followedWallets, requests, now, onFailure } = options
  const pendingFeeds = new Map<string, Promise<WalletFeed | null>>()
  const send = createRequestSender({ quotas: followedWallets, topic: requests, onFailure })

  /** Requests the wallet from the poller. Not awaited: a log that hangs must not delay the response. */
  function request(wallet: string, accountId: string): void {
    void send({ wallet, requested_at_ms: now(), account_id: accountId })
  }

  /** Waits for the watermark of a wallet. Concurrent callers for the same wallet share one wait. */
  function waitForFeed(
    wallet: string,
    accountId: string,
    pausesMs: readonly number[],
  ): Promise<WalletFeed | null> {
    const known = pendingFeeds.get(wallet)
    if (known) return known
    const feed = requestAndWaitForFeed(wallet, accountId, pausesMs).finally(() =>
      pendingFeeds.delete(wallet),
    )
    pendingFeeds.set(wallet, feed)
    return feed
  }

  async function requestAndWaitForFeed(
    wallet: string,
    accountId: string,
    pausesMs: readonly number[],
  ): Promise<WalletFeed | null> {
    request(wallet, accountId)
    let feed: WalletFeed | null = null
    for (const pauseMs of pausesMs) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      feed = await queryWalletFeed(store, wallet)
      if (isFullyFetched(feed)) break
    }
    return feed
  }

  /** Whether the wallet was requested so long ago that it should be requested again. */
  function isRequestDue(wallet: string): boolean {
    const requestedAtMs = followedWallets.requestedAtMs(wallet)
    return requestedAtMs === null || now() - requestedAtMs >= requestAgainMs
  }

  /** Whether the poller has fetched everything that the platform returns, so that waiting would not help. */
  function isFullyFetched(feed: WalletFeed | null): boolean {
    return (
      feed !== null &&
      feed.completeFromMs === 0 &&
      feed.receivedAtMs >= now() - freshForMs &&
      feed.gaps.every(({ reason }) => reason === 'truncated')
    )
  }

  /** Reads the watermark of the wallet. Requests the wallet from the poller if `mayRequest()` returns true. */
  async function readFeed(
    wallet: string,
    accountId: string,
    mayRequest: () => boolean,
  ): Promise<WalletFeed | null> {
    // the watermark is not queried first, because that of a wallet that is not followed cannot be up to date
    const isFollowed = followedWallets.requestedAtMs(wallet) !== null
    if (!isFollowed && mayRequest()) return waitForFeed(wallet, accountId, unknownPausesMs)
    const feed = await queryWalletFeed(store, wallet)
    // evaluated after the query, because a concurrent call may have requested the wallet meanwhile
    const isAllowed = mayRequest()
    if (!isFullyFetched(feed) && (isAllowed || pendingFeeds.has(wallet)))
      return waitForFeed(wallet, accountId, stalePausesMs)
    if (isAllowed) request(wallet, accountId)
    return feed
  }

  return {
    async completenessOf(wallet, accountId) {
      const feed = await readFeed(
        wallet,
        accountId,
        () => isRequestDue(wallet) && followedWallets.quotaExceededBy(wallet, accountId) === null,
      )
      const isFollowed = followedWallets.requestedAtMs(wallet) !== null
      const notFollowed = isFollowed ? null : followedWallets.quotaExceededBy(wallet, accountId)
      if (feed?.completeFromMs !== 0)
        // the activity is not complete from its beginning, although it may be complete in a later period
        return { completeUntilMs: 0, gaps: [], isComplete: false, notFollowed }
      return {
        completeUntilMs: feed.completeUntilMs,
        gaps: feed.gaps,
        isComplete: isFullyFetched(feed) && feed.gaps.length === 0,
        notFollowed,
      }
    },
  }
}
