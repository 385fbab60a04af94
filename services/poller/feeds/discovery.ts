// Finds markets and events and follows their changes. It scans the lists of open markets repeatedly,
// requests changed markets between two scans, scans the lists of past markets once in the background for
// those that ended recently, and looks up markets that have disappeared from the lists of open markets.
import {
  toCheckpoint,
  type MarketState,
  type PastListState,
  type PlatformMemory,
} from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { MarketSnapshot, PlatformList, Source } from '../../platforms/source.ts'
import { toInstantMs } from '../../platforms/time.ts'
import { walkPages } from '../../platforms/walk-pages.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import type { SnapshotPublisher } from './snapshot-publisher.ts'

/**
 * A request for changes starts this long before the newest change seen, because changes may appear late.
 */
const changesOverlapMs = 60_000
/** How many markets are looked up by id with one call. */
const lookupBatch = 50
/** The estimate of the platform's clock may be wrong by this much. */
const maxClockErrorMs = 3_600_000

export interface DiscoveryOptions {
  readonly source: Source
  readonly memory: PlatformMemory
  readonly snapshots: SnapshotPublisher
  readonly tuning: PollerTuning
  readonly sleep: Sleep
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

export interface Discovery {
  /** Scans the lists of open markets repeatedly until the signal aborts. */
  readonly followOpen: () => Promise<never>
  /** Requests changed markets repeatedly until the signal aborts. */
  readonly followChanges: () => Promise<never>
  /** Scans the lists of past markets once; resolves when every list has been scanned to its end. */
  readonly scanPast: () => Promise<void>
  /** Resolves when the first scan of the lists of open markets has ended, even if it failed. */
  readonly firstScan: Promise<void>
}

export function createDiscovery(options: DiscoveryOptions): Discovery {
  const { source, memory, snapshots, tuning, sleep, observer, signal } = options
  const { platform } = source
  let endFirstScan = (): void => undefined
  const firstScan = new Promise<void>((resolve) => {
    endFirstScan = resolve
  })

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
   * Scans one list, and adds the ids of its markets to `seen`. Returns whether the scan reached the end
   * of the list. `seen` is null for lists of past markets, which can have millions.
   */
  async function scan(list: PlatformList, seen: Set<string> | null): Promise<boolean> {
    const past = list.kind === 'past' ? scannedOf(list) : undefined
    const endedSinceMs = toEndedSinceMs()
    const isKept = ({ id, facts }: MarketSnapshot): boolean => {
      if (list.kind === 'open' || facts.phase === 'open' || memory.markets.has(id)) return true
      return (facts.closedMs ?? toInstantMs(facts.mark) ?? Infinity) >= endedSinceMs
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
        const groups =
          list.kind === 'open'
            ? page.groups
            : page.groups.filter(({ markets }) => markets.some(isKept))
        const refs = page.refs.filter(({ market }) => isKept(market))
        for (const { markets } of groups) for (const { id } of markets) seen?.add(id)
        // The figures of a market that this scan has seen in its event are published from there.
        const due = refs.filter((ref) => snapshots.isDue(ref, !seen?.has(ref.market.id)))
        for (const { market } of refs) seen?.add(market.id)
        const state = { cursor: page.nextCursor, isDone: page.nextCursor === null, endedSinceMs }
        const more = list.kind === 'past' ? [toCheckpoint(platform, 'list', list.name, state)] : []
        await snapshots.publish(groups)
        // Also for a list of past markets: the class `past` may pause for hours, and by then the page would be
        // older than a snapshot published meanwhile (see isOutdated in snapshot-publisher.ts).
        await snapshots.publishRefs(due, 'lists', more)
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

  /**
   * Returns the markets to look up by id: known open markets that are not in `seen`. A market that is
   * absent from the lists of open markets is not necessarily closed.
   */
  function toLookUp(seen: ReadonlySet<string>): string[] {
    const closedAfterMs = source.nowMs() - tuning.settleFollowMs
    const isDue = (market: MarketState): boolean =>
      market.phase === 'open' ||
      (market.phase === 'settling' && (market.closedMs ?? 0) > closedAfterMs)
    return [...memory.markets].flatMap(([id, market]) =>
      market.nativeId !== '' && !seen.has(id) && isDue(market) ? [market.nativeId] : [],
    )
  }

  async function lookUp(nativeIds: readonly string[]): Promise<void> {
    for (let at = 0; at < nativeIds.length; at += lookupBatch) {
      try {
        const some = nativeIds.slice(at, at + lookupBatch)
        const refs = await source.lookup(some, signal, 'lifecycle')
        const due = refs.filter((ref) => snapshots.isDue(ref, true))
        await snapshots.publishRefs(due, 'lifecycle')
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        observer.count('scans_aborted', { platform, list: 'lookup', reason: error.kind })
      }
    }
  }

  return {
    firstScan,

    async followOpen() {
      for (;;) {
        const seen = new Set<string>()
        let isWhole = true
        const startedMs = source.nowMs()
        try {
          for (const list of source.lists) {
            if (list.kind === 'open') isWhole = (await scan(list, seen)) && isWhole
          }
        } finally {
          // Runs when the signal aborts as well, because other jobs wait for the end of the first scan.
          endFirstScan()
        }
        if (isWhole) observer.fresh(platform, 'lists', startedMs)
        if (isWhole) await lookUp(toLookUp(seen))
        await sleep(isWhole ? tuning.openScanMs : tuning.openScanMs / 4, signal)
      }
    },

    async followChanges() {
      for (;;) {
        const startedMs = source.nowMs()
        const sinceMs = memory.changes?.sinceMs ?? startedMs
        let newestMs = sinceMs
        try {
          for await (const refs of source.changed(sinceMs - changesOverlapMs, signal)) {
            for (const { market } of refs) {
              const atMs = Date.parse(market.facts.mark)
              if (atMs > newestMs) newestMs = atMs
            }
            const due = refs.filter((ref) => snapshots.isDue(ref, false))
            await snapshots.publishRefs(due, 'lifecycle')
          }
          const state = { sinceMs: Math.min(newestMs, source.nowMs()) }
          if (!memory.changes || state.sinceMs > memory.changes.sinceMs) {
            await snapshots.publish([], [toCheckpoint(platform, 'changes', '', state)])
            memory.changes = state
          }
          observer.fresh(platform, 'lifecycle', startedMs)
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
          observer.count('scans_aborted', { platform, list: 'changed', reason: error.kind })
        }
        await sleep(tuning.changedMs, signal)
      }
    },

    async scanPast() {
      await firstScan
      for (;;) {
        let isDone = true
        for (const list of source.lists) {
          if (list.kind !== 'past' || scannedOf(list)?.isDone === true) continue
          isDone = (await scan(list, null)) && isDone
        }
        if (isDone) return
        await sleep(tuning.openScanMs / 4, signal)
      }
    },
  }
}
