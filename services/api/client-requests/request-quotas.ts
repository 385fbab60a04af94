// Which subjects (wallets or markets) clients have asked the poller to fetch, and towards which account's quota
// each of them counts. All api processes build this state in memory from the topic of these requests
// (request-topic.ts), so the quotas survive a restart and hold for all processes together.
import { createTimeQueue, type QueuedItem } from '../../lib/run/time-queue.ts'

/** The fields that the records of all topics of requests have. */
export interface ClientRequest {
  /** Unix milliseconds. */
  readonly requested_at_ms: number
  readonly account_id: string | null
}

/** The maximum number of subjects that count at the same time. */
export interface Quotas {
  readonly perAccount: number
  readonly total: number
}

/** The quota that is used up, so that a subject is not requested. */
export interface ExceededQuota {
  readonly quota: 'account_quota' | 'service_quota'
  readonly limit: number
}

export interface RequestQuotas<Request extends ClientRequest> {
  /**
   * Adds or renews a subject. It counts towards the account of its newest request. A request that is older
   * than the known one is ignored. Returns a function that undoes the change.
   */
  apply(request: Request): () => void
  /** Returns when the subject was last requested, in Unix milliseconds; null if the subject does not count. */
  requestedAtMs(subject: string): number | null
  /** Returns the quota that a request of this account would exceed, or null. */
  exceededBy(subject: string, accountId: string): ExceededQuota | null
}

export function createRequestQuotas<Request extends ClientRequest>(options: {
  readonly quotas: Quotas
  readonly subjectOf: (request: Request) => string
  /** A subject counts for this long after its last request. */
  readonly countsForMs: number
  /** Unix milliseconds. */
  readonly now: () => number
}): RequestQuotas<Request> {
  const { quotas, subjectOf, countsForMs, now } = options
  /** By subject. */
  const entries = new Map<string, QueuedItem<Request>>()
  const byRequestTime = createTimeQueue<Request>()
  /** Number of subjects by account. */
  const counts = new Map<string | null, number>()

  function add(request: Request): QueuedItem<Request> {
    const entry = byRequestTime.add(request.requested_at_ms, request)
    entries.set(subjectOf(request), entry)
    counts.set(request.account_id, (counts.get(request.account_id) ?? 0) + 1)
    return entry
  }

  function remove(entry: QueuedItem<Request>): void {
    const { account_id: accountId } = entry.item
    byRequestTime.remove(entry)
    entries.delete(subjectOf(entry.item))
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
      const subject = subjectOf(request)
      const before = entries.get(subject)
      // the clock of the process that wrote the request may be ahead of the clock of this process
      const requestedAtMs = Math.min(request.requested_at_ms, now())
      if (before && before.atMs > requestedAtMs) return () => undefined
      if (before) remove(before)
      const added = add({ ...request, requested_at_ms: requestedAtMs })
      removeExpired()
      return () => {
        if (entries.get(subject) !== added) return
        remove(added)
        if (before) add(before.item)
      }
    },

    requestedAtMs(subject) {
      removeExpired()
      return entries.get(subject)?.atMs ?? null
    },

    exceededBy(subject, accountId) {
      removeExpired()
      const entry = entries.get(subject)
      if (entry?.item.account_id === accountId) return null
      if ((counts.get(accountId) ?? 0) >= quotas.perAccount)
        return { quota: 'account_quota', limit: quotas.perAccount }
      if (!entry && entries.size >= quotas.total)
        return { quota: 'service_quota', limit: quotas.total }
      return null
    },
  }
}
