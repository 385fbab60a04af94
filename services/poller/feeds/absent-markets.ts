// Looks up the markets that were absent from the lists of open markets. Such a market is not necessarily closed. After an
// outage of days there are tens of thousands, so they wait in a queue while the lists are scanned again.
import { createKeyedQueue } from '../../lib/run/keyed-queue.ts'
import type { MarketNumbers } from '../../lib/run/market-numbers.ts'
import { createNotifier } from '../../lib/run/notifier.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { MarketState } from '../checkpoints.ts'
import type { DiscoveryOptions } from './discovery.ts'

/** How many markets are looked up with one call. */
const lookupBatch = 50
/** Maximum pause while no market is in the queue. */
const idleMs = 60_000

export interface AbsentMarkets {
  /**
   * Puts the known markets that have no number in `seen` into the queue, unless their result is final or they ended long
   * ago.
   */
  readonly addAbsent: (seen: Pick<MarketNumbers, 'get'>) => void
  /** Looks up the markets of the queue until the signal aborts. */
  readonly followQueue: () => Promise<never>
}

export function createAbsentMarkets(options: DiscoveryOptions): AbsentMarkets {
  const { source, memory, snapshots, tuning, sleep, observer, signal } = options
  const { platform } = source
  const queue = createKeyedQueue()
  const added = createNotifier(sleep)
  let addedCount = 0

  function isLookUpDue({ nativeId, phase, closedMs }: MarketState): boolean {
    if (nativeId === '') return false
    const closedAfterMs = source.nowMs() - tuning.settleFollowMs
    return phase === 'open' || (phase === 'settling' && (closedMs ?? 0) > closedAfterMs)
  }

  /** Takes the native ids of the next markets, without those that have ended since they were put into the queue. */
  function takeNextMarkets(): string[] {
    const nativeIds: string[] = []
    for (let next = queue.first(); next && nativeIds.length < lookupBatch; next = queue.first()) {
      queue.delete(next.key)
      const market = memory.markets.get(next.key)
      if (market && isLookUpDue(market)) nativeIds.push(market.nativeId)
    }
    return nativeIds
  }

  async function lookUp(nativeIds: readonly string[]): Promise<void> {
    try {
      const entries = await source.lookup(nativeIds, signal, 'lifecycle')
      const due = entries.filter((entry) => snapshots.needsPublishing(entry, true))
      await snapshots.publishListEntries(due, 'lifecycle')
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.count('scans_aborted', { platform, list: 'lookup', reason: error.kind })
    }
  }

  return {
    addAbsent(seen) {
      for (const [id, market] of memory.markets)
        if (seen.get(id) === undefined && isLookUpDue(market) && !queue.has(id))
          queue.set(id, addedCount++)
      added.notify()
    },

    async followQueue() {
      for (;;) {
        const nativeIds = takeNextMarkets()
        if (nativeIds.length > 0) await lookUp(nativeIds)
        else await added.wait(idleMs, signal)
        signal.throwIfAborted()
      }
    },
  }
}
