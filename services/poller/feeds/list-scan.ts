// Scans one market list of a platform from beginning to end, and publishes what has changed. The scan of a list
// of past markets continues after a restart where it stopped.
import type { MarketNumbers } from '../../lib/run/market-numbers.ts'
import { toCheckpoint, type PastMarketsScanState } from '../checkpoints.ts'
import type { MarketSnapshot, PlatformList } from '../../platforms/source.ts'
import { walkPages } from '../../platforms/walk-pages.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { DiscoveryOptions } from './discovery.ts'
import { isKnownMarket } from '../retired-markets.ts'

/** The estimate of the platform's clock may be wrong by this much. */
const maxClockErrorMs = 3_600_000

export function createListScan(options: DiscoveryOptions) {
  const { source, memory, snapshots, tuning, observer, signal } = options
  const { platform } = source

  /** Markets in lists of past markets are left out if they ended before the time that this function returns. */
  function earliestEndMs(): number {
    return source.nowMs() - tuning.endedMarketsMs
  }

  /**
   * Returns how far a list of past markets has been scanned. Returns undefined, so that the list is scanned again, if
   * the earlier scan left out markets that are wanted now, because `endedMarketsMs` was smaller then.
   */
  function scanStateOf({ name }: PlatformList): PastMarketsScanState | undefined {
    const state = memory.lists.get(name)
    const hasLeftOut = (state?.endedSinceMs ?? 0) > earliestEndMs() + maxClockErrorMs
    return hasLeftOut ? undefined : state
  }

  /**
   * Scans one list. Each known market of the list gets a number in `seen`, which is null for lists of past markets,
   * because such a list can have millions of markets. Returns whether the scan reached the end of the list.
   */
  async function scan(list: PlatformList, seen: MarketNumbers | null): Promise<boolean> {
    const past = list.kind === 'past' ? scanStateOf(list) : undefined
    const endedSinceMs = earliestEndMs()
    const isKeptMarket = ({ id, facts }: MarketSnapshot): boolean => {
      if (list.kind === 'open' || facts.phase === 'open' || memory.markets.has(id)) return true
      return (facts.closedMs ?? facts.changedMs ?? Infinity) >= endedSinceMs
    }
    const addToSeen = (markets: readonly MarketSnapshot[]): void => {
      for (const { id } of markets) if (isKnownMarket(memory, id)) seen?.assign(id)
    }
    let pageSize = list.pageSize
    const fetchPage = async (cursor: string | null): ReturnType<PlatformList['page']> => {
      for (;;) {
        try {
          return await list.page(cursor, pageSize, signal)
        } catch (error) {
          const isTooLarge = error instanceof UpstreamError && error.kind === 'too_large'
          if (!isTooLarge || pageSize === 1) throw error
          pageSize = Math.ceil(pageSize / 4)
        }
      }
    }
    try {
      for await (const page of walkPages(past?.cursor ?? null, fetchPage)) {
        // In a past list, an event is kept with all its markets if at least one of them is kept.
        const groups = page.groups.filter(
          ({ markets }) => list.kind === 'open' || markets.some(isKeptMarket),
        )
        await snapshots.publish(groups)
        addToSeen(groups.flatMap(({ markets }) => markets))
        // The figures (volumes and listed prices) of a market that the scan has already seen in its event were
        // published with the event.
        const due = page.entries.filter(
          (entry) =>
            isKeptMarket(entry.market) &&
            snapshots.needsPublishing(entry, seen?.get(entry.market.id) === undefined),
        )
        const state = { cursor: page.nextCursor, isDone: page.nextCursor === null, endedSinceMs }
        const more = list.kind === 'past' ? [toCheckpoint(platform, 'list', list.name, state)] : []
        // The class is `lists` even for a list of past markets: requests of the class `past` may pause for
        // hours, and by then the page would be older than a snapshot published meanwhile (see isOutdated in
        // change-selection.ts).
        await snapshots.publishListEntries(due, 'lists', more)
        addToSeen(page.entries.map(({ market }) => market))
        if (list.kind === 'past') memory.lists.set(list.name, state)
      }
      return true
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      observer.count('scans_aborted', { platform, list: list.name, reason: error.kind })
      observer.log('warn', 'scan of a list aborted', {
        platform,
        list: list.name,
        error: error.message,
      })
      // The platform may have refused the cursor: start again from the beginning.
      if (past && error.kind === 'refused') memory.lists.delete(list.name)
      return false
    }
  }

  return { scan, scanStateOf }
}
