// Decides which wallet is polled next. First come wallets that a client has just requested, in the order of
// the requests, because the clients are waiting. The other wallets take turns after each piece of their
// activity, so that a wallet with a long past does not block the others. The cost of a call is logarithmic in
// the number of wallets.
import type { PollerTuning } from '../tuning.ts'
import { backOffMs } from '../../lib/run/retry.ts'
import { createWalletQueues, type WalletEntry } from './wallet-queues.ts'

export interface ScheduledPoll {
  readonly wallet: string
  /** true: start a new poll. false: continue the interrupted poll of this wallet. */
  readonly isNewPoll: boolean
}

export interface WalletSchedule {
  /**
   * Records that a client requested the wallet. `lastPolledAtMs` is the time of its last poll, from its checkpoint; it
   * is ignored if this process has polled the wallet.
   */
  request(wallet: string, requestedAtMs: number, lastPolledAtMs: number): void
  /**
   * Returns the next wallet to poll, or null if none is due. The wallet is not returned again before `notePollPaused`,
   * `notePollFinished` or `notePollFailed` is called for it.
   */
  takeNextPoll(): ScheduledPoll | null
  /** Records that the poll has read a piece of the activity, and that more pieces follow. */
  notePollPaused(wallet: string): void
  /** Records that the poll is complete. The next poll is due after the wallet's interval. */
  notePollFinished(wallet: string): void
  /**
   * Records that the poll failed; it is retried with back-off. Only one failing wallet is polled at a
   * time.
   */
  notePollFailed(wallet: string): void
  /** Returns the time until the next poll is due, provided that no other function is called before. */
  msUntilNextPoll(): number
  /**
   * Returns since when the most overdue wallet has been due; now if none is due. Ignores wallets whose last
   * poll failed.
   */
  dueSinceMs(): number
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
  const entries = new Map<string, WalletEntry>()
  const queues = createWalletQueues(now)

  /**
   * Returns how often the wallet is polled. The more recently a client requested it, the shorter the
   * interval.
   */
  function pollIntervalMs(requestedAtMs: number): number {
    const agoMs = now() - requestedAtMs
    if (agoMs < tuning.walletHotForMs) return tuning.walletHotMs
    return agoMs < tuning.walletWarmForMs ? tuning.walletWarmMs : tuning.walletColdMs
  }

  function isRequestExpired(requestedAtMs: number): boolean {
    return now() - requestedAtMs >= tuning.walletForMs
  }

  function next(): WalletEntry | null {
    for (;;) {
      const due = queues.first('due')
      const first = queues.first('requested') ?? (due && due.atMs <= now() ? due : undefined)
      if (!first) return null
      const { item: entry } = first
      if (!isRequestExpired(entry.requestedAtMs)) return entry
      queues.remove(entry)
      entries.delete(entry.wallet)
    }
  }

  function putBackIntoQueue(
    wallet: string,
    change: (entry: WalletEntry) => Partial<WalletEntry>,
  ): void {
    const entry = entries.get(wallet)
    if (!entry || entry.queued) return
    queues.notePollEnded(entry)
    Object.assign(entry, change(entry))
    queues.add(entry)
  }

  return {
    request(wallet, requestedAtMs, lastPolledAtMs) {
      const known = entries.get(wallet)
      if (isRequestExpired(requestedAtMs) || (known && known.requestedAtMs >= requestedAtMs)) return
      const isNew = known !== undefined || requestedAtMs > lastPolledAtMs
      const entry: WalletEntry = known ?? {
        wallet,
        requestedAtMs,
        waitingSinceMs: null,
        dueMs: lastPolledAtMs + pollIntervalMs(requestedAtMs),
        isUnderWay: false,
        failures: 0,
        queued: null,
      }
      entries.set(wallet, entry)
      const isTaken = known?.queued === null
      queues.remove(entry)
      entry.requestedAtMs = requestedAtMs
      if (isNew) entry.waitingSinceMs ??= requestedAtMs
      if (!isTaken) queues.add(entry)
    },

    takeNextPoll() {
      const entry = next()
      if (!entry) return null
      // New rows are more urgent than old ones: when a new poll is due, it replaces a poll that has not
      // finished.
      const isNewPoll = entry.waitingSinceMs !== null || !entry.isUnderWay || entry.dueMs <= now()
      queues.takeForPoll(entry)
      entry.waitingSinceMs = null
      entry.isUnderWay = true
      if (isNewPoll) entry.dueMs = now() + pollIntervalMs(entry.requestedAtMs)
      return { wallet: entry.wallet, isNewPoll }
    },

    notePollPaused(wallet) {
      putBackIntoQueue(wallet, () => ({}))
    },

    notePollFinished(wallet) {
      putBackIntoQueue(wallet, () => ({ isUnderWay: false, failures: 0 }))
    },

    notePollFailed(wallet) {
      putBackIntoQueue(wallet, ({ failures, dueMs }) => ({
        isUnderWay: false,
        failures: failures + 1,
        dueMs: Math.min(dueMs, now() + backOffMs({ ...failedPoll, random }, failures)),
      }))
    },

    msUntilNextPoll() {
      if (queues.first('requested')) return 0
      const due = queues.first('due')
      return due ? Math.min(Math.max(0, due.atMs - now()), maxWaitMs) : maxWaitMs
    },

    dueSinceMs: () => Math.min(queues.earliestHealthyMs(), now()),
  }
}
