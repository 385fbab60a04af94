// Decides which wallet is polled next. A wallet that a client has just requested comes first, because the
// client is waiting; of several such wallets, the one that was requested first. The other wallets take
// turns after each piece, so that a wallet with a long past does not block the others. The cost of a call
// is logarithmic in the number of wallets.
import type { PollerTuning } from '../tuning.ts'
import { backOffMs } from '../../lib/run/retry.ts'
import { createTimeQueue, type QueuedItem, type TimeQueue } from '../../lib/run/time-queue.ts'

export interface ScheduledPoll {
  readonly wallet: string
  /** true: start a new poll. false: continue the interrupted poll of this wallet. */
  readonly isNewPoll: boolean
}

export interface WalletSchedule {
  /**
   * Records that a client requested the wallet. `polledAtMs` is the time of its last poll, from its
   * checkpoint; it is ignored if this process has polled the wallet.
   */
  request(wallet: string, requestedAtMs: number, polledAtMs: number): void
  /**
   * Returns the next wallet to poll, or null if none is due. The wallet is not returned again before
   * `pause`, `finish` or `fail` is called for it.
   */
  take(): ScheduledPoll | null
  /** Records that the poll has read a piece and is not complete. */
  pause(wallet: string): void
  /** Records that the poll is complete. The next poll is due after the wallet's interval. */
  finish(wallet: string): void
  /**
   * Records that the poll failed; it is retried with back-off. Only one failing wallet is polled at a
   * time.
   */
  fail(wallet: string): void
  /** Returns the time until a wallet is due, provided that no other call changes the schedule before. */
  waitMs(): number
  /**
   * Returns since when the wallet has been due that has waited for its poll for the longest time; now if none
   * is due. Ignores wallets whose last poll failed.
   */
  dueSinceMs(): number
}

interface Entry {
  readonly wallet: string
  requestedAtMs: number
  /** When the wallet was first requested since its last poll began; null if it was not requested since. */
  waitingSinceMs: number | null
  /** When the next poll is due. */
  dueMs: number
  isUnderWay: boolean
  /** Consecutive failed polls. */
  failures: number
  /** The place in a queue; null while the wallet is taken. */
  queued: QueuedItem<Entry> | null
}

/** Every wallet that is not taken is in one of the queues. */
interface Queues {
  /** Wallets that a client waits for, by the time of its request. */
  readonly requested: TimeQueue<Entry>
  /**
   * The other wallets, by the time from which they may be polled: when the next poll is due, or when the
   * poll under way was interrupted.
   */
  readonly due: TimeQueue<Entry>
}

/**
 * Pause after the first failed poll of a wallet. It doubles with each further failure, up to the wallet's
 * interval.
 */
const failedPoll = { firstMs: 1_000, maxMs: Infinity }
const maxWaitMs = 60_000

export function createWalletSchedule(options: {
  readonly tuning: Pick<
    PollerTuning,
    | 'walletHotMs'
    | 'walletHotForMs'
    | 'walletWarmMs'
    | 'walletWarmForMs'
    | 'walletColdMs'
    | 'walletForMs'
  >
  readonly now: () => number
  readonly random: () => number
}): WalletSchedule {
  const { tuning, now, random } = options
  const entries = new Map<string, Entry>()
  const healthy = createQueues()
  const failing = createQueues()
  /** A poll of a failing wallet may take minutes, so at most one such poll runs. */
  let isFailingTaken = false

  /**
   * Returns how often the wallet is polled. The more recently a client requested it, the shorter the
   * interval.
   */
  function intervalMs(requestedAtMs: number): number {
    const agoMs = now() - requestedAtMs
    if (agoMs < tuning.walletHotForMs) return tuning.walletHotMs
    return agoMs < tuning.walletWarmForMs ? tuning.walletWarmMs : tuning.walletColdMs
  }

  function isExpired(requestedAtMs: number): boolean {
    return now() - requestedAtMs >= tuning.walletForMs
  }

  function queueOf({ failures, waitingSinceMs }: Entry): TimeQueue<Entry> {
    const queues = failures > 0 ? failing : healthy
    return waitingSinceMs === null ? queues.due : queues.requested
  }

  function enqueue(entry: Entry): void {
    const fromMs = entry.isUnderWay ? now() : entry.dueMs
    entry.queued = queueOf(entry).add(entry.waitingSinceMs ?? fromMs, entry)
  }

  /** Must be called before the entry changes, because its fields determine its queue. */
  function dequeue(entry: Entry): void {
    if (entry.queued) queueOf(entry).remove(entry.queued)
    entry.queued = null
  }

  /** Returns the first wallet of a kind. While a failing wallet is taken, the other failing ones wait. */
  function firstOf(kind: keyof Queues): QueuedItem<Entry> | undefined {
    const one = healthy[kind].first()
    const other = isFailingTaken ? undefined : failing[kind].first()
    return one && other && other.atMs < one.atMs ? other : (one ?? other)
  }

  function next(): Entry | null {
    for (;;) {
      const due = firstOf('due')
      const first = firstOf('requested') ?? (due && due.atMs <= now() ? due : undefined)
      if (!first) return null
      const { item: entry } = first
      if (!isExpired(entry.requestedAtMs)) return entry
      dequeue(entry)
      entries.delete(entry.wallet)
    }
  }

  function putBack(wallet: string, change: (entry: Entry) => Partial<Entry>): void {
    const entry = entries.get(wallet)
    if (!entry || entry.queued) return
    if (entry.failures > 0) isFailingTaken = false
    Object.assign(entry, change(entry))
    enqueue(entry)
  }

  return {
    request(wallet, requestedAtMs, polledAtMs) {
      const known = entries.get(wallet)
      if (isExpired(requestedAtMs) || (known && known.requestedAtMs >= requestedAtMs)) return
      const isNew = known !== undefined || requestedAtMs > polledAtMs
      const entry: Entry = known ?? {
        wallet,
        requestedAtMs,
        waitingSinceMs: null,
        dueMs: polledAtMs + intervalMs(requestedAtMs),
        isUnderWay: false,
        failures: 0,
        queued: null,
      }
      entries.set(wallet, entry)
      const isTaken = known?.queued === null
      dequeue(entry)
      entry.requestedAtMs = requestedAtMs
      if (isNew) entry.waitingSinceMs ??= requestedAtMs
      if (!isTaken) enqueue(entry)
    },

    take() {
      const entry = next()
      if (!entry) return null
      // New rows come before old ones: when a new poll is due, it replaces a poll that has not finished.
      const isNewPoll = entry.waitingSinceMs !== null || !entry.isUnderWay || entry.dueMs <= now()
      dequeue(entry)
      isFailingTaken ||= entry.failures > 0
      entry.waitingSinceMs = null
      entry.isUnderWay = true
      if (isNewPoll) entry.dueMs = now() + intervalMs(entry.requestedAtMs)
      return { wallet: entry.wallet, isNewPoll }
    },

    pause(wallet) {
      putBack(wallet, () => ({}))
    },

    finish(wallet) {
      putBack(wallet, () => ({ isUnderWay: false, failures: 0 }))
    },

    fail(wallet) {
      putBack(wallet, ({ failures, dueMs }) => ({
        isUnderWay: false,
        failures: failures + 1,
        dueMs: Math.min(dueMs, now() + backOffMs({ ...failedPoll, random }, failures)),
      }))
    },

    waitMs() {
      if (firstOf('requested')) return 0
      const due = firstOf('due')
      return due ? Math.min(Math.max(0, due.atMs - now()), maxWaitMs) : maxWaitMs
    },

    dueSinceMs() {
      const { requested, due } = healthy
      return Math.min(requested.first()?.atMs ?? Infinity, due.first()?.atMs ?? Infinity, now())
    },
  }
}

function createQueues(): Queues {
  return { requested: createTimeQueue(), due: createTimeQueue() }
}
