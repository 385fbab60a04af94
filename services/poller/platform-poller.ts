// The platform-wide poller: the work for a platform that cannot be divided among tasks (market lists, the tape of all
// trades, requested wallets). All of this work finds and publishes markets, so a single process has to know which
// snapshot of a market was published last.
import type { Codec } from '../lib/codec/port.ts'
import type { EventLog } from '../lib/log/port.ts'
import { toCheckpoint, type PlatformStates, type TapeState } from './checkpoints.ts'
import { createDiscovery } from './feeds/discovery.ts'
import { followEndedMarkets } from './feeds/ended-markets.ts'
import { createMarketLookups } from './feeds/market-lookups.ts'
import { keepRetiringMarkets } from './feeds/retire-markets.ts'
import { reviveRequestedMarkets } from './feeds/revive-requested.ts'
import { createSnapshotPublisher } from './feeds/snapshot-publisher.ts'
import { readPublishedTrades } from './feeds/published-trades.ts'
import { startTape } from './feeds/tape-feed.ts'
import { followTape } from './feeds/tape.ts'
import { confirmTrades } from './streams/confirm-trades.ts'
import { followWallets } from './wallets/follow-wallets.ts'
import type { PlatformView } from './checkpoint-view.ts'
import type { PlatformClient } from './followed-platform.ts'
import type { HistoryRequests } from './history-requests.ts'
import type { MissingTrades } from './missing-trades.ts'
import type { PollerObserver } from './observer.ts'
import type { Publisher } from './publisher.ts'
import type { PollerTuning } from './tuning.ts'
import { readTapeRows } from './tape-checkpoint.ts'
import { retriableGaps } from './windows/coverage.ts'
import type { PublishedRows } from './windows/published-rows.ts'
import { rejectOnAbort, type Sleep } from '../lib/run/wait.ts'

export interface TaskDeps {
  readonly publisher: Publisher
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  readonly missing: MissingTrades
  readonly requests: HistoryRequests
  readonly tuning: PollerTuning
  readonly now: () => number
  /** See createSteadyClock. */
  readonly steadyNow: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly observer: PollerObserver
  readonly signal: AbortSignal
}

/** How far back the log is searched for the newest published trade of a tape. */
const maxAnchorAgeMs = 86_400_000

export type TaskJobs = readonly (() => Promise<unknown>)[]

/**
 * Returns the jobs of a platform-wide poller. Each job runs until an error or the signal ends it. At first `memory` has
 * only the state of the tape, which is all that the tape job needs. The other jobs wait until `restoredView` resolves;
 * then `memory` has all checkpoints.
 */
export function createPlatformJobs(
  { source, stream, waitUntilClockIsKnown }: PlatformClient,
  memory: PlatformStates,
  restoredView: Promise<PlatformView>,
  deps: TaskDeps,
): TaskJobs {
  const { publisher, tuning, now, signal } = deps
  const { platform } = source
  const common = { ...deps, source, memory, hints: stream?.hints }
  const snapshots = createSnapshotPublisher(common)
  const discovery = createDiscovery({ ...common, snapshots })
  const lookups = createMarketLookups({ ...common, snapshots })

  /**
   * Publishes the `walked` checkpoint after the first scan. The tasks of markets wait for it before they
   * fetch history.
   */
  async function publishFirstScan(): Promise<void> {
    await discovery.firstScan
    signal.throwIfAborted()
    if (memory.walked) return
    const walked = { atMs: now() }
    await publisher.publish(platform, [toCheckpoint(platform, 'walked', '', walked)])
    memory.walked = walked
  }

  async function followEndedMarketsOnceListsAreRead(): Promise<void> {
    await discovery.firstScan
    await followEndedMarkets({ ...common, snapshots })
  }

  /** Reads from raw.trades the published trades since the earliest time that the tape will request again. */
  async function readPublishedRows(tape: TapeState): Promise<PublishedRows> {
    const newestRowMs = Math.max(tape.newestRowMs ?? Infinity, tape.untilMs - maxAnchorAgeMs)
    const gapsFromMs = retriableGaps(tape).map((gap) => gap.from_ms)
    const sinceMs = Math.min(tape.untilMs, newestRowMs, ...gapsFromMs) - 2 * tuning.deepOverlapMs
    // The read may wait for an open transaction in the log, so the signal has to end the wait.
    return rejectOnAbort(readPublishedTrades({ ...common, sinceMs }), signal)
  }

  async function followTrades(): Promise<void> {
    await waitUntilClockIsKnown(signal)
    for (;;) {
      const stored = memory.tape
      const tape = await startTape(common)
      // If the watermark was moved back, the checkpoint lacks some of the rows that will be read again, so the rows are
      // read from raw.trades.
      const rows =
        tape === stored
          ? await rejectOnAbort(readTapeRows({ ...common, platform, tape }), signal)
          : null
      const published = rows ?? (await readPublishedRows(tape))
      await followTape({ ...common, lookups, published, restored: restoredView })
    }
  }

  async function followWalletsOnceClockIsKnown(): Promise<void> {
    await waitUntilClockIsKnown(signal)
    await followWallets({ ...common, lookups })
  }

  const jobsAfterRestore: readonly ((view: PlatformView) => Promise<unknown>)[] = [
    discovery.followOpenMarkets,
    discovery.followAbsentMarkets,
    discovery.followChangedMarkets,
    discovery.scanListsOfPastMarkets,
    publishFirstScan,
    followEndedMarketsOnceListsAreRead,
    (view) => keepRetiringMarkets({ ...common, view, snapshots }),
    () => reviveRequestedMarkets({ ...common, snapshots }),
    () => lookups.followQueue(),
    followWalletsOnceClockIsKnown,
    ...(stream === null ? [] : [() => confirmTrades({ ...deps, platform })]),
  ]
  return [
    followTrades,
    ...jobsAfterRestore.map((job) => async () => job(await rejectOnAbort(restoredView, signal))),
  ]
}
