// Looks up the markets that were absent from the lists of open markets. Such a market is not necessarily closed. After an
// outage of days there are tens of thousands, so they wait in a queue while the lists are scanned again. They are requested
// with their events, because most markets of an event end together, and then by their own ids if no event contains them.
import { createKeyedQueue } from '../../lib/run/keyed-queue.ts'
import type { MarketNumbers } from '../../lib/run/market-numbers.ts'
import { createNotifier } from '../../lib/run/notifier.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { MarketState, MarketSummary } from '../checkpoints.ts'
import type { DiscoveryOptions } from './discovery.ts'

/** How many markets are looked up together: those of some twenty events, which one request returns. */
const lookupBatch = 200
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

  function isLookUpDue({ nativeId, phase, closedMs }: MarketSummary): boolean {
    if (nativeId === '') return false
    const closedAfterMs = source.nowMs() - tuning.settleFollowMs
    return phase === 'open' || (phase === 'settling' && (closedMs ?? 0) > closedAfterMs)
  }

  /** Takes the next markets, by id, without those that have ended since they were put into the queue. */
  function takeNextMarkets(): Map<string, MarketState> {
    const markets = new Map<string, MarketState>()
    for (let next = queue.first(); next && markets.size < lookupBatch; next = queue.first()) {
      queue.delete(next.key)
      const market = memory.markets.get(next.key)
      if (market && isLookUpDue(market)) markets.set(next.key, market)
    }
    return markets
  }

  async function lookUp(markets: ReadonlyMap<string, MarketState>): Promise<void> {
    try {
      const left = new Map(markets)
      const eventIds = new Set([...markets.values()].flatMap((one) => one.eventNativeId ?? []))
      const groups = await source.events([...eventIds], signal, 'lifecycle')
      await snapshots.publish(groups)
      for (const { id } of groups.flatMap((group) => group.markets)) left.delete(id)
      if (left.size === 0) return
      const nativeIds = [...left.values()].map(({ nativeId }) => nativeId)
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
        const markets = takeNextMarkets()
        if (markets.size > 0) await lookUp(markets)
        else await added.wait(idleMs, signal)
        signal.throwIfAborted()
      }
    },
  }
}
