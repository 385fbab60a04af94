// The queues of the wallets that wait for their next poll. Wallets whose last poll failed have queues of
// their own. A wallet is taken from its queue while it is polled.
import { createTimeQueue, type QueuedItem, type TimeQueue } from '../../lib/run/time-queue.ts'

export interface WalletEntry {
  readonly wallet: string
  requestedAtMs: number
  /** When the wallet was first requested since its last poll began; null if it was not requested since. */
  waitingSinceMs: number | null
  /** When the next poll is due. */
  dueMs: number
  isUnderWay: boolean
  /** Consecutive failed polls. */
  failures: number
  /** The wallet's place in a queue; null while the wallet is being polled. */
  queued: QueuedItem<WalletEntry> | null
}

/** Queues of wallets that are not being polled. */
interface RequestedAndDueQueues {
  /** Wallets that a client waits for, by the time of the request. */
  readonly requested: TimeQueue<WalletEntry>
  /**
   * The other wallets, by the time from which they may be polled: the time at which the next poll is due or,
   * after an interrupted poll, the time of the interruption.
   */
  readonly due: TimeQueue<WalletEntry>
}

export function createWalletQueues(now: () => number) {
  const healthy = createQueues()
  const failing = createQueues()
  /** A poll of a failing wallet may take minutes, so at most one such poll runs. */
  let isFailingTaken = false

  function queueOf({ failures, waitingSinceMs }: WalletEntry): TimeQueue<WalletEntry> {
    const queues = failures > 0 ? failing : healthy
    return waitingSinceMs === null ? queues.due : queues.requested
  }

  function add(entry: WalletEntry): void {
    const fromMs = entry.isUnderWay ? now() : entry.dueMs
    entry.queued = queueOf(entry).add(entry.waitingSinceMs ?? fromMs, entry)
  }

  /** Must be called before the entry changes, because its fields determine its queue. */
  function remove(entry: WalletEntry): void {
    if (entry.queued) queueOf(entry).remove(entry.queued)
    entry.queued = null
  }

  /**
   * Returns the first wallet of the queues `requested` or of the queues `due`. While a wallet whose last poll failed is
   * being polled, other such wallets are skipped.
   */
  function first(kind: keyof RequestedAndDueQueues): QueuedItem<WalletEntry> | undefined {
    const one = healthy[kind].first()
    const other = isFailingTaken ? undefined : failing[kind].first()
    return one && other && other.atMs < one.atMs ? other : (one ?? other)
  }

  return {
    add,
    remove,
    first,
    /** Removes a wallet that will be polled now. */
    takeForPoll(entry: WalletEntry): void {
      remove(entry)
      isFailingTaken ||= entry.failures > 0
    },
    /** Notes that a taken wallet is no longer being polled. Must be called before the entry changes. */
    notePollEnded({ failures }: WalletEntry): void {
      if (failures > 0) isFailingTaken = false
    },
    /**
     * Returns the earliest time in the queues of wallets whose last poll did not fail; Infinity if these
     * queues are empty.
     */
    earliestHealthyMs: (): number =>
      Math.min(healthy.requested.first()?.atMs ?? Infinity, healthy.due.first()?.atMs ?? Infinity),
  }
}

function createQueues(): RequestedAndDueQueues {
  return { requested: createTimeQueue(), due: createTimeQueue() }
}
