// What one process does for a share of the markets of each platform: their history and their books.
import type { MarketsMemory, TapeState } from './checkpoints.ts'
import { followHistory } from './feeds/history.ts'
import type { FollowedPlatform } from './followed-platform.ts'
import type { ShareDeps, Works } from './hub.ts'

/** Between two looks at whether the hub is so far. */
const idleMs = 100

/** What is to be done for one platform, each until an error or the signal ends it. */
export function marketWorks(
  followed: FollowedPlatform,
  partition: number,
  memory: MarketsMemory,
  deps: ShareDeps,
): Works {
  const { source, fold, books, history, knowClock } = followed
  const { publisher, sleep, signal } = deps
  const common = { ...deps, source, memory }

  /** The most traded markets come first, so the open lists have to be known. */
  async function tapeBehindLists(): Promise<TapeState> {
    for (;;) {
      const { tape, walked } = fold.hub
      if (tape && walked) return tape
      await sleep(idleMs, signal)
    }
  }

  async function followHistoryOfTape(): Promise<void> {
    const { startMs: endMs } = await tapeBehindLists()
    await knowClock(signal)
    await followHistory({ ...common, pace: history, endMs })
  }

  return [followHistoryOfTape, () => books.followShare({ partition, memory, publisher, signal })]
}
