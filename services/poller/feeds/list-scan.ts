// Scans one market list of a platform from beginning to end, and publishes what has changed. The scan of a list
// of past markets continues after a restart where it stopped.
import { toCheckpoint, type PastListState } from '../checkpoints.ts'
import type { MarketSnapshot, PlatformList } from '../../platforms/source.ts'
import { toPlausibleMs } from '../../platforms/time.ts'
import { walkPages } from '../../platforms/walk-pages.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { DiscoveryOptions } from './discovery.ts'
import { createMarketLimit } from './market-limit.ts'

/** The platform's clock, which is estimated, may be wrong by this much. */
const maxClockErrorMs = 3_600_000

export function createListScan(options: DiscoveryOptions) {
  const { source, memory, snapshots, tuning, observer, signal } = options
  const { platform } = source
  const limit = createMarketLimit({ ...options, platform })

  /**
   * Returns the earliest end that a market of a past list may have; markets that ended before are left out.
   */
  function earliestEndMs(): number {
    return source.nowMs() - tuning.endedMarketsMs
  }

  /**
   * Returns how far a list of past markets has been scanned. Returns undefined, so that the list is scanned
   * again, if markets that are wanted now were left out: `endedMarketsMs` was smaller then.
   */
  function scanStateOf({ name }: PlatformList): PastListState | undefined {
    const state = memory.lists.get(name)
    const hasLeftOut = (state?.endedSinceMs ?? 0) > earliestEndMs() + maxClockErrorMs
    return hasLeftOut ? undefined : state
  }

  /**
   * Scans one list, and adds the ids of its markets to `seenIds`, which is null for lists of past markets
   * because these can have millions. Returns whether the scan reached the end of the list.
   */
  async function scan(list: PlatformList, seenIds: Set<string> | null): Promise<boolean> {
    const past = list.kind === 'past' ? scanStateOf(list) : undefined
    const endedSinceMs = earliestEndMs()
    const isKeptMarket = (market: MarketSnapshot): boolean => {
      const { id, facts } = market
      if (list.kind === 'open') return limit.isKept(market)
      if (facts.phase === 'open' || memory.markets.has(id)) return true
      return (facts.closedMs ?? toPlausibleMs(facts.mark) ?? Infinity) >= endedSinceMs
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
        const groups =
          list.kind === 'open'
            ? limit.keep(page.groups)
            : page.groups.filter(({ markets }) => markets.some(isKeptMarket))
        const refs = page.refs.filter(({ market }) => isKeptMarket(market))
        for (const { markets } of groups) for (const { id } of markets) seenIds?.add(id)
        // If the scan has already seen the market in its event, the figures were published with the event.
        const due = refs.filter((ref) => snapshots.isDue(ref, !seenIds?.has(ref.market.id)))
        for (const { market } of refs) seenIds?.add(market.id)
        const state = { cursor: page.nextCursor, isDone: page.nextCursor === null, endedSinceMs }
        const more = list.kind === 'past' ? [toCheckpoint(platform, 'list', list.name, state)] : []
        await snapshots.publish(groups)
        // The class is `lists` even for a list of past markets: requests of the class `past` may pause for
        // hours, and by then the page would be older than a snapshot published meanwhile (see isOutdated in
        // change-selection.ts).
        await snapshots.publishRefs(due, 'lists', more)
        if (list.kind === 'past') memory.lists.set(list.name, state)
      }
      limit.report(list)
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
