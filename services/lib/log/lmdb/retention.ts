// Removes expired records that every consumer group of their topic has read. The records of a block
// are removed together, when all of them have expired. The file does not shrink, but LMDB reuses
// its pages.
import { deleteEntriesBefore } from './appends.ts'
import { offsetAt } from './reads.ts'
import { advanceRetentionTime } from './retention-time.ts'
import type { CommitQueue } from './commit-queue.ts'
import type { LogLayout, PartitionTree } from './layout.ts'

/**
 * How many entries one transaction removes, so that it does not block the event loop and writers for
 * long.
 */
const entriesPerStep = 1_000

/**
 * Returns a function that removes the expired records of all partitions. It ends early when `signal` is
 * aborted.
 */
export function createRetention(
  layout: LogLayout,
  commitQueue: CommitQueue,
  now: () => number,
  signal: AbortSignal,
): () => Promise<void> {
  return async function removeExpiredRecords() {
    const timeMs = await advanceRetentionTime(layout, commitQueue, now())
    for (const tree of layout.allTrees) {
      if (signal.aborted) return
      if (!Number.isFinite(tree.retentionMs)) continue
      const keepFrom = Math.min(
        offsetAt(layout, tree, timeMs - tree.retentionMs),
        firstUnreadOffset(layout, tree),
      )
      let removed = entriesPerStep
      while (removed === entriesPerStep && !signal.aborted)
        await commitQueue.run({
          records: entriesPerStep,
          write() {
            removed = deleteEntriesBefore(tree, keepFrom, entriesPerStep)
          },
        })
    }
  }
}

function firstUnreadOffset(layout: LogLayout, tree: PartitionTree): number {
  return Math.min(...tree.consumerGroups.map((group) => layout.positionOf(group, tree) ?? 0))
}
