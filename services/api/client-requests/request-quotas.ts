// The wallets or the markets whose data the poller fetches because clients requested it, and the quotas
// that limit their number. Each requested wallet or market counts towards the quota of one account. All api
// processes build this state in memory from the topic of these requests (request-topic.ts), so the quotas
// survive a restart and hold for all processes together.
import { createTimeQueue, type QueuedItem } from '../../lib/run/time-queue.ts'

/** The fields that every request of a client to the poller has: for a wallet or for a market. */
export interface ClientRequest {
  /** Unix milliseconds. */
  readonly requested_at_ms: number
  readonly account_id: string | null
}

/**
 * How many wallets (or markets) the poller may fetch at the same time because clients requested them: those
 * requested by one account, and by all accounts together.
 */
export interface Quotas {
  readonly perAccount: number
  readonly total: number
}

/** The quota that is used up, so that a wallet or market cannot be requested. */
export interface ExceededQuota {
  readonly quota: 'account_quota' | 'service_quota'
  readonly limit: number
}

export interface RequestQuotas<Request extends ClientRequest> {
  /**
   * Counts the wallet or market of the request towards the quota of the account that requested it last.
   * Ignores a request that is older than the last known one. Returns a function that undoes the change.
   */
  apply(request: Request): () => void
  /**
   * Returns when the wallet or market was last requested, in Unix milliseconds; null if it does not count
   * towards any quota now.
   */
  requestedAtMs(walletOrMarket: string): number | null
  /** Returns the quota that a request of this account would exceed, or null. */
  quotaExceededBy(walletOrMarket: string, accountId: string): ExceededQuota | null
}

export function createRequestQuotas<Request extends ClientRequest>(options: {
  readonly quotas: Quotas
  readonly walletOrMarketOf: (request: Request) => string
  /** How long a wallet or market counts towards the quotas after its last request. */
  readonly countsForMs: number
  /** Unix milliseconds. */
  readonly now: () => number
}): RequestQuotas<Request> {
  const { quotas, walletOrMarketOf, countsForMs, now } = options
  /** By wallet or market. */
  const entries = new Map<string, QueuedItem<Request>>()
  const byRequestTime = createTimeQueue<Request>()
  /** By account id: number of wallets or markets that count towards its quota. */
  const counts = new Map<string | null, number>()

  function add(request: Request): QueuedItem<Request> {
    const entry = byRequestTime.add(request.requested_at_ms, request)
    entries.set(walletOrMarketOf(request), entry)
    counts.set(request.account_id, (counts.get(request.account_id) ?? 0) + 1)
    return entry
  }

  function remove(entry: QueuedItem<Request>): void {
    const { account_id: accountId } = entry.item
    byRequestTime.remove(entry)
    entries.delete(walletOrMarketOf(entry.item))
    const count = (counts.get(accountId) ?? 1) - 1
    if (count > 0) counts.set(accountId, count)
    else counts.delete(accountId)
  }

  function removeExpired(): void {
    const untilMs = now() - countsForMs
    for (let first = byRequestTime.first(); first && first.atMs <= untilMs;) {
      remove(first)
      first = byRequestTime.first()
    }
  }

  return {
    apply(request) {
      const walletOrMarket = walletOrMarketOf(request)
      const before = entries.get(walletOrMarket)
      // the clock of the process that wrote the request may be ahead of the clock of this process
      const requestedAtMs = Math.min(request.requested_at_ms, now())
      if (before && before.atMs > requestedAtMs) return () => undefined
      if (before) remove(before)
      const added = add({ ...request, requested_at_ms: requestedAtMs })
      removeExpired()
      return () => {
        if (entries.get(walletOrMarket) !== added) return
        remove(added)
        if (before) add(before.item)
      }
    },

    requestedAtMs(walletOrMarket) {
      removeExpired()
      return entries.get(walletOrMarket)?.atMs ?? null
    },

    quotaExceededBy(walletOrMarket, accountId) {
      removeExpired()
      const entry = entries.get(walletOrMarket)
      if (entry?.item.account_id === accountId) return null
      if ((counts.get(accountId) ?? 0) >= quotas.perAccount)
        return { quota: 'account_quota', limit: quotas.perAccount }
      if (!entry && entries.size >= quotas.total)
        return { quota: 'service_quota', limit: quotas.total }
      return null
    },
  }
}
