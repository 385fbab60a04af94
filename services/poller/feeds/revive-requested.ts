// Requests the retired and forgotten markets for which clients have requested older trades, so that the market tasks
// know these markets again and can fetch the trades (requested-history.ts).
import { parseId } from '../../platforms/identity.ts'
import type { Source } from '../../platforms/source.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import type { PlatformStates } from '../checkpoints.ts'
import type { HistoryRequests, RequestedHistories } from '../history-requests.ts'
import type { PollerObserver } from '../observer.ts'
import { marketTasks } from '../tasks.ts'
import type { PollerTuning } from '../tuning.ts'
import type { SnapshotPublisher } from './snapshot-publisher.ts'

/** Pause between two checks for new requests. */
const idleMs = 1_000
/** Number of markets that are requested with one call. */
const marketsPerCall = 20

/** Runs until the signal aborts. */
export async function reviveRequestedMarkets(options: {
  readonly source: Pick<Source, 'platform'>
  readonly memory: PlatformStates
  readonly requests: HistoryRequests
  readonly snapshots: Pick<SnapshotPublisher, 'reviveMarkets'>
  readonly tuning: PollerTuning
  readonly steadyNow: () => number
  readonly sleep: Sleep
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}): Promise<never> {
  const { source, memory, requests, snapshots, tuning, steadyNow, sleep, observer, signal } =
    options
  const { platform } = source
  /**
   * When each market was last requested. Otherwise a market that the platform no longer returns would be requested all
   * the time.
   */
  const askedAtMs = new Map<string, number>()

  function isRequestDue(id: string, requestedHistories: RequestedHistories): boolean {
    if (memory.markets.has(id)) return false
    if (steadyNow() - (askedAtMs.get(id) ?? -Infinity) < tuning.gapRetryMs) return false
    const retired = memory.retired.get(id)
    if (retired && retired.historyFromMs === undefined) {
      requestedHistories.markComplete(id)
      return false
    }
    // If no market was ever forgotten, a market that is neither open, ended nor retired does not exist.
    return retired !== undefined || memory.retired.expiredBeforeMs > -Infinity
  }

  async function reviveMarkets(ids: readonly string[]): Promise<void> {
    for (const id of ids) askedAtMs.set(id, steadyNow())
    try {
      await snapshots.reviveMarkets(
        ids.flatMap((id) => parseId(id)?.nativeId ?? []),
        'history',
      )
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.count('scans_aborted', { platform, list: 'retired', reason: error.kind })
    }
  }

  for (;;) {
    const due = marketTasks.flatMap(({ partition }) => {
      const requested = requests.of(platform, partition)
      return [...requested.ids()].filter((id) => isRequestDue(id, requested))
    })
    for (let at = 0; at < due.length; at += marketsPerCall)
      await reviveMarkets(due.slice(at, at + marketsPerCall))
    for (const [id, askedMs] of askedAtMs)
      if (steadyNow() - askedMs >= tuning.gapRetryMs) askedAtMs.delete(id)
    await sleep(idleMs, signal)
  }
}
