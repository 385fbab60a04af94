// Removes records that exceed the age or the size that their topic may have, and that every consumer group of
// the topic has read. The records of a block are removed together, when all of them have expired. The file does
// not shrink, but LMDB reuses its pages.
import type { LogLogger } from '../loop.ts'
import { deleteEntriesBefore } from './appends.ts'
import type { CommitQueue } from './commit-queue.ts'
import type { LogLayout, PartitionTree } from './layout.ts'
import { advanceRetentionTime } from './retention-time.ts'
import { usageOf } from './usage.ts'

/**
 * How many entries one transaction removes, so that it does not block the event loop and writers for
 * long.
 */
const entriesPerStep = 1_000

export interface RetentionObserver {
  readonly logger: LogLogger | null
  /**
   * Called after each run for each topic with a limit: the number of records that exceed a limit and are kept
   * because a consumer group has not read them.
   */
  readonly onHeldBack: (topic: string, records: number) => void
}

/**
 * Returns a function that removes the expired records of all partitions. It ends early when `signal` is
 * aborted.
 */
export function createRetention(
  layout: LogLayout,
  commitQueue: CommitQueue,
  now: () => number,
  signal: AbortSignal,
  { logger, onHeldBack }: RetentionObserver,
): () => Promise<void> {
  return async function removeExpiredRecords() {
    const timeMs = await advanceRetentionTime(layout, commitQueue, now())
    const heldBack = new Map<string, number>()
    for (const tree of layout.allTrees) {
      const { topic, retentionMs, retentionBytes } = tree
      if (!Number.isFinite(Math.min(retentionMs, retentionBytes))) continue
      const records = await removeFromPartition(tree, timeMs)
      if (signal.aborted) return
      heldBack.set(topic, (heldBack.get(topic) ?? 0) + records)
    }
    for (const [topic, records] of heldBack) {
      onHeldBack(topic, records)
      if (records > 0)
        logger?.warn(
          { topic, records },
          'retention keeps records of a topic beyond its limits, because a consumer group has not read them',
        )
    }
  }

  /** Returns the number of expired records that are kept for a consumer group. */
  async function removeFromPartition(tree: PartitionTree, timeMs: number): Promise<number> {
    for (;;) {
      layout.env.resetReadTxn()
      const { low, expiredUntil, removableUntil } = usageOf(layout, tree, timeMs)
      let removed = 0
      if (removableUntil > low)
        await commitQueue.run({
          records: entriesPerStep,
          write() {
            removed = deleteEntriesBefore(tree, removableUntil, entriesPerStep)
          },
        })
      // repeats until nothing is removed, because sizes are estimated with the mean size of the records
      if (removed === 0 || signal.aborted) return expiredUntil - removableUntil
    }
  }
}
