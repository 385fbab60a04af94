// The time by which retention decides what has expired. It follows the clock, but advances by at
// most an hour per run of retention: one start with a clock that is weeks ahead must not remove all
// records. After a long stop it needs some runs to catch up, and records stay a few hours longer.
import type { CommitQueue } from './commit-queue.ts'
import type { LogLayout } from './layout.ts'

const maxStepMs = 3_600_000

/** Moves the retention time towards the clock, stores it in the log, and returns it. */
export async function advanceRetentionTime(
  layout: LogLayout,
  commitQueue: CommitQueue,
  nowMs: number,
): Promise<number> {
  let timeMs = nowMs
  await commitQueue.run({
    records: 0,
    write() {
      timeMs = nextRetentionTime(layout, nowMs)
      layout.setRetentionTime(timeMs)
    },
  })
  return timeMs
}

/** Returns the time by which the next run of retention decides, Unix milliseconds. */
export function nextRetentionTime(layout: LogLayout, nowMs: number): number {
  const before = layout.retentionTimeMs() ?? newestAppendMs(layout) ?? nowMs
  return Math.min(nowMs, before + maxStepMs)
}

/** undefined: the log is empty. */
function newestAppendMs(layout: LogLayout): number | undefined {
  return Math.max(...layout.allTrees.map((tree) => layout.tailOf(tree).timestampMs)) || undefined
}
