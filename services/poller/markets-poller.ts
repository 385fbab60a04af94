// The work of one market task, for each platform: fetches and repairs the trades of its markets, and publishes their
// books.
import type { MarketTaskStates, TapeState } from './checkpoints.ts'
import { followHistory } from './feeds/history.ts'
import type { FollowedPlatform } from './followed-platform.ts'
import type { TaskDeps, TaskJobs } from './platform-poller.ts'

/**
 * Pause between two checks whether the platform-wide poller has started the tape (the feed of all
 * trades).
 */
const idleMs = 100

/** Returns the jobs for one platform. Each job runs until an error or the signal ends it. */
export function createMarketsJobs(
  followedPlatform: FollowedPlatform,
  partition: number,
  memory: MarketTaskStates,
  deps: TaskDeps,
): TaskJobs {
  const { source, view, bookPoller, sharedHistoryState, waitUntilClockIsKnown } = followedPlatform
  const { publisher, sleep, signal } = deps
  const common = { ...deps, source, memory }

  /**
   * Waits until the tape has started and all open markets are known, because the histories of the most traded markets
   * are fetched first.
   */
  async function waitForTapeStart(): Promise<TapeState> {
    for (;;) {
      const { tape, walked } = view.platformWide
      if (tape && walked) return tape
      await sleep(idleMs, signal)
    }
  }

  async function followHistoryOnceTapeStarted(): Promise<void> {
    const { startMs: endMs } = await waitForTapeStart()
    await waitUntilClockIsKnown(signal)
    await followHistory({
      ...common,
      partition,
      tape: () => view.platformWide.tape,
      shared: sharedHistoryState,
      endMs,
      requests: deps.requests.of(source.platform, partition),
    })
  }

  return [
    followHistoryOnceTapeStarted,
    () => bookPoller.followTask({ partition, memory, publisher, signal }),
  ]
}
