// The wallets that the poller follows and the account that each of them counts towards, in memory. All
// api processes build it from the topic `wallet-requests` (wallet-requests.ts), so the quotas survive a
// restart and hold for all processes together.
import type { WalletRequest } from '../../../schemas/generated/events.ts'
import { followForMs } from '../../domain/wallet.ts'
import { createTimeQueue, type QueuedItem } from '../../lib/run/time-queue.ts'

/** The maximum number of wallets that are followed at a time. */
export interface WalletQuotas {
  readonly perAccount: number
  readonly total: number
}

/** Why a wallet is not followed, with the quota that is used up. */
export interface ExceededQuota {
  readonly quota: 'account_quota' | 'service_quota'
  readonly limit: number
}

export interface FollowedWallets {
  /**
   * Adds or renews a wallet. It counts towards the account of its newest request. A request that is older
   * than the known one is ignored. Returns a function that undoes the change.
   */
  apply(request: WalletRequest): () => void
  /** When the wallet was last requested, Unix milliseconds; null if it is not followed. */
  requestedAtMs(wallet: string): number | null
  /** Returns the quota that a request of this account would exceed, or null. */
  exceededBy(wallet: string, accountId: string): ExceededQuota | null
}

export function createFollowedWallets(options: {
  readonly quotas: WalletQuotas
  /** Unix milliseconds. */
  readonly now: () => number
}): FollowedWallets {
  const { quotas, now } = options
  /** By wallet. */
  const entries = new Map<string, QueuedItem<WalletRequest>>()
  const byRequestTime = createTimeQueue<WalletRequest>()
  /** Number of wallets by account. */
  const counts = new Map<string | null, number>()

  function add(request: WalletRequest): QueuedItem<WalletRequest> {
    const entry = byRequestTime.add(request.requested_at_ms, request)
    entries.set(request.wallet, entry)
    counts.set(request.account_id, (counts.get(request.account_id) ?? 0) + 1)
    return entry
  }

  function remove(entry: QueuedItem<WalletRequest>): void {
    const { wallet, account_id: accountId } = entry.item
    byRequestTime.remove(entry)
    entries.delete(wallet)
    const count = (counts.get(accountId) ?? 1) - 1
    if (count > 0) counts.set(accountId, count)
    else counts.delete(accountId)
  }

  function removeExpired(): void {
    const untilMs = now() - followForMs
    for (let first = byRequestTime.first(); first && first.atMs <= untilMs;) {
      remove(first)
      first = byRequestTime.first()
    }
  }

  return {
    apply(request) {
      const before = entries.get(request.wallet)
      // the clock of the process that wrote the request may be ahead of ours
      const requestedAtMs = Math.min(request.requested_at_ms, now())
      if (before && before.atMs > requestedAtMs) return () => undefined
      if (before) remove(before)
      const added = add({ ...request, requested_at_ms: requestedAtMs })
      removeExpired()
      return () => {
        if (entries.get(request.wallet) !== added) return
        remove(added)
        if (before) add(before.item)
      }
    },

    requestedAtMs(wallet) {
      removeExpired()
      return entries.get(wallet)?.atMs ?? null
    },

    exceededBy(wallet, accountId) {
      removeExpired()
      const entry = entries.get(wallet)
      if (entry?.item.account_id === accountId) return null
      if ((counts.get(accountId) ?? 0) >= quotas.perAccount)
        return { quota: 'account_quota', limit: quotas.perAccount }
      if (!entry && entries.size >= quotas.total)
        return { quota: 'service_quota', limit: quotas.total }
      return null
    },
  }
}
