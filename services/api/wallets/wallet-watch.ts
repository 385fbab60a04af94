// Sees to it that a wallet that is asked about is followed, and tells how far it is complete. The
// poller is told by way of the log; what it found comes back by way of the store.
import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '../../platform/store/port.ts'
import type { Completeness } from '../catalog/feed-catalog.ts'
import { queryWalletFeed, type WalletFeed } from '../queries/wallet-feed.ts'
import type { WalletRequests } from './wallet-requests.ts'

export interface WalletCompleteness extends Completeness {
  /** All of its past is known, up to a look within the last minute. */
  readonly isComplete: boolean
}

export interface WalletWatch {
  /** Waits a moment for what the poller has to fetch first. */
  ask(wallet: string): Promise<WalletCompleteness>
}

/** A claim that is older does not hold any more: the poller looks again every half minute. */
const freshForMs = 60_000
/**
 * The poller is told again when a wallet is asked about so long after the last time. Before that it is
 * at it, or cannot: waiting again would not help.
 */
const tellAgainMs = 60_000
const waitMs = 2_000
const lookEveryMs = 50
/** So many wallets are remembered as told. */
const mostTold = 10_000

export function createWalletWatch(options: {
  readonly store: Store
  readonly requests: Pick<WalletRequests, 'append'>
  /** Unix milliseconds. */
  readonly now: () => number
  /** The poller could not be told; the question is answered from what is there. */
  readonly onFailure: (error: unknown) => void
}): WalletWatch {
  const { store, requests, now, onFailure } = options
  /** When each wallet was told last, longest ago first. */
  const toldAtMs = new Map<string, number>()
  const waiting = new Map<string, Promise<WalletFeed | null>>()

  /** Never rejects. */
  async function tell(wallet: string): Promise<void> {
    toldAtMs.delete(wallet)
    toldAtMs.set(wallet, now())
    for (const oldest of toldAtMs.keys()) {
      if (toldAtMs.size <= mostTold) break
      toldAtMs.delete(oldest)
    }
    try {
      await requests.append(wallet)
    } catch (error) {
      toldAtMs.delete(wallet)
      onFailure(error)
    }
  }

  /** Those who ask about one wallet at the same time wait together. */
  function waitFor(wallet: string): Promise<WalletFeed | null> {
    const known = waiting.get(wallet)
    if (known) return known
    const feed = look(wallet).finally(() => waiting.delete(wallet))
    waiting.set(wallet, feed)
    return feed
  }

  async function look(wallet: string): Promise<WalletFeed | null> {
    // not waited for by itself: a log that hangs must not hold the answer up
    void tell(wallet)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
    }, waitMs)
    try {
      for (;;) {
        const feed = await queryWalletFeed(store, wallet)
        if (isLate || isFetched(feed)) return feed
        await delay(lookEveryMs)
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** All that the platform gives is there: waiting would bring no more. */
  function isFetched(feed: WalletFeed | null): boolean {
    return (
      feed !== null &&
      feed.completeFromMs === 0 &&
      feed.receivedAtMs >= now() - freshForMs &&
      feed.gaps.every(({ reason }) => reason === 'truncated')
    )
  }

  return {
    async ask(wallet) {
      let feed = await queryWalletFeed(store, wallet)
      const isTold = now() - (toldAtMs.get(wallet) ?? -Infinity) < tellAgainMs
      if (!isFetched(feed) && (!isTold || waiting.has(wallet))) feed = await waitFor(wallet)
      else if (!isTold) void tell(wallet)
      if (feed?.completeFromMs !== 0)
        // what is known in the middle says nothing about what lies before it
        return { completeUntilMs: 0, gaps: [], isComplete: false }
      return {
        completeUntilMs: feed.completeUntilMs,
        gaps: feed.gaps,
        isComplete: isFetched(feed) && feed.gaps.length === 0,
      }
    },
  }
}
