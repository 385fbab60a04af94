// Scans one market list of a platform from beginning to end, and publishes what has changed. The scan of a list
// of past markets continues after a restart where it stopped.
import { toCheckpoint, type PastListState } from '../checkpoints.ts'
import type { MarketSnapshot, PlatformList } from '../../platforms/source.ts'
import { toInstantMs } from '../../platforms/time.ts'
import { walkPages } from '../../platforms/walk-pages.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { DiscoveryOptions } from './discovery.ts'
import { isKnownMarket } from '../retired-markets.ts'

/** The estimate of the platform's clock may be wrong by this much. */
const maxClockErrorMs = 3_600_000

export function createListScan(options: DiscoveryOptions) {
  const { source, memory, snapshots, tuning, observer, signal } = options
  const { platform } = source

  /** Markets that ended earlier are not discovered. */
  function toEndedSinceMs(): number {
    return source.nowMs() - tuning.endedMarketsMs
  }

  /**
   * Returns how far a list of past markets has been scanned; undefined if it was scanned with a smaller
   * `endedMarketsMs`, so that markets were left out which are wanted now.
   */
  function scannedOf({ name }: PlatformList): PastListState | undefined {
    const state = memory.lists.get(name)
    const hasLeftOut = (state?.endedSinceMs ?? 0) > toEndedSinceMs() + maxClockErrorMs
    return hasLeftOut ? undefined : state
  }

  /**
   * Scans one list, and adds the ids of its known markets to `seen`. Returns whether the scan reached the end
   * of the list. `seen` is null for lists of past markets, which can have millions.
   */
  async function scan(list: PlatformList, seen: Set<string> | null): Promise<boolean> {
    const past = list.kind === 'past' ? scannedOf(list) : undefined
    const endedSinceMs = toEndedSinceMs()
    const isKept = ({ id, facts }: MarketSnapshot): boolean => {
      if (list.kind === 'open' || facts.phase === 'open' || memory.markets.has(id)) return true
      return (facts.closedMs ?? toInstantMs(facts.mark) ?? Infinity) >= endedSinceMs
    }
    const noteSeen = (markets: readonly MarketSnapshot[]): void => {
      for (const { id } of markets) if (isKnownMarket(memory, id)) seen?.add(id)
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
        // Keeps the events of which the page has all markets.
        const groups = page.groups.filter(
          ({ markets }) => list.kind === 'open' || markets.some(isKept),
        )
        await snapshots.publish(groups)
        noteSeen(groups.flatMap(({ markets }) => markets))
        // If this scan has already seen the market in its event, its figures are published from the
        // event.
        const due = page.refs.filter(
          (ref) => isKept(ref.market) && snapshots.isDue(ref, !seen?.has(ref.market.id)),
        )
        const state = { cursor: page.nextCursor, isDone: page.nextCursor === null, endedSinceMs }
        const more = list.kind === 'past' ? [toCheckpoint(platform, 'list', list.name, state)] : []
        // The class `lists` even for a list of past markets: requests of the class `past` may pause
        // for hours, and by then the page would be older than a snapshot published meanwhile (see
        // isOutdated in snapshot-publisher.ts).
        await snapshots.publishRefs(due, 'lists', more)
        noteSeen(page.refs.map(({ market }) => market))
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

  return { scan, scannedOf }
}
