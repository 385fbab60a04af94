// Finds markets and events and follows their changes. It scans the lists of open markets repeatedly,
// requests changed markets between two scans, scans the lists of past markets once in the background for
// those that ended recently, and looks up markets that have disappeared from the lists of open markets.
import { createMarketNumbers } from '../../lib/run/market-numbers.ts'
import { toCheckpoint, type PlatformStates } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { Source } from '../../platforms/source.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import type { Sleep } from '../../lib/run/wait.ts'
import { waitForHint, type StreamHints } from '../streams/stream-hints.ts'
import { createAbsentMarkets } from './absent-markets.ts'
import { createListScan } from './list-scan.ts'
import type { SnapshotPublisher } from './snapshot-publisher.ts'

/**
 * Changes are requested from this long before the newest change that was seen, because changes may appear
 * late.
 */
const changesOverlapMs = 60_000

export interface DiscoveryOptions {
  readonly source: Source
  readonly memory: PlatformStates
  readonly snapshots: SnapshotPublisher
  readonly tuning: PollerTuning
  readonly sleep: Sleep
  readonly observer: PollerObserver
  /**
   * Notifies of changes that the stream has reported. If omitted, the pause between two requests for changes
   * is always the same.
   */
  readonly hints?: StreamHints | undefined
  readonly signal: AbortSignal
}

export interface Discovery {
  /** Scans the lists of open markets repeatedly until the signal aborts. */
  readonly followOpenMarkets: () => Promise<never>
  /** Looks up, until the signal aborts, the markets that were absent from the lists of open markets. */
  readonly followAbsentMarkets: () => Promise<never>
  /** Requests changed markets repeatedly until the signal aborts. */
  readonly followChangedMarkets: () => Promise<never>
  /** Scans the lists of past markets once; resolves when every list has been scanned to its end. */
  readonly scanListsOfPastMarkets: () => Promise<void>
  /** Resolves when the first scan of the lists of open markets has ended, even if it failed. */
  readonly firstScan: Promise<void>
}

export function createDiscovery(options: DiscoveryOptions): Discovery {
  const { source, memory, snapshots, tuning, sleep, observer, signal } = options
  const { platform } = source
  const { scan, scanStateOf } = createListScan(options)
  const absentMarkets = createAbsentMarkets(options)
  let endFirstScan = (): void => undefined
  const firstScan = new Promise<void>((resolve) => {
    endFirstScan = resolve
  })

  return {
    firstScan,

    async followOpenMarkets() {
      for (;;) {
        const seen = createMarketNumbers()
        let isWhole = true
        const startedMs = source.nowMs()
        try {
          for (const list of source.lists) {
            if (list.kind === 'open') isWhole = (await scan(list, seen)) && isWhole
          }
        } finally {
          // Also called when the signal aborts, because other jobs wait for `firstScan`.
          endFirstScan()
        }
        snapshots.reportLeftOutMarkets()
        if (isWhole) observer.reportFreshness(platform, 'lists', startedMs)
        if (isWhole) absentMarkets.addAbsent(seen)
        await sleep(isWhole ? tuning.openScanMs : tuning.openScanMs / 4, signal)
      }
    },

    followAbsentMarkets: absentMarkets.followQueue,

    async followChangedMarkets() {
      for (;;) {
        const startedMs = source.nowMs()
        const sinceMs = memory.changes?.sinceMs ?? startedMs
        let newestMs = sinceMs
        try {
          for await (const entries of source.changedMarkets(sinceMs - changesOverlapMs, signal)) {
            for (const { market } of entries)
              newestMs = Math.max(newestMs, market.facts.changedMs ?? 0)
            const due = entries.filter((entry) => snapshots.needsPublishing(entry, false))
            await snapshots.publishListEntries(due, 'lifecycle')
          }
          const state = { sinceMs: Math.min(newestMs, source.nowMs()) }
          if (!memory.changes || state.sinceMs > memory.changes.sinceMs) {
            await snapshots.publish([], [toCheckpoint(platform, 'changes', '', state)])
            memory.changes = state
          }
          observer.reportFreshness(platform, 'lifecycle', startedMs)
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error
          observer.count('scans_aborted', { platform, list: 'changed', reason: error.kind })
        }
        const pause = { ms: tuning.changedMs, minMs: tuning.changedHintMs }
        await waitForHint(options.hints?.listing, pause, sleep, signal)
      }
    },

    async scanListsOfPastMarkets() {
      await firstScan
      for (;;) {
        let isDone = true
        for (const list of source.lists) {
          if (list.kind !== 'past' || scanStateOf(list)?.isDone === true) continue
          isDone = (await scan(list, null)) && isDone
        }
        if (isDone) return
        await sleep(tuning.openScanMs / 4, signal)
      }
    },
  }
}
