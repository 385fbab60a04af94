// Removes expired records that every consumer group of their topic has read; those of a block together,
// when all of them have expired. The file does not shrink, but LMDB reuses its pages.
import { deleteBefore } from './appends.ts'
import { offsetAt } from './reads.ts'
import { advanceRetentionTime } from './retention-time.ts'
import type { LogLogger } from '../loop.ts'
import type { CommitQueue } from './commit-queue.ts'
import type { Layout, PartitionTree } from './layout.ts'

/**
 * How many records one transaction removes, so that it does not block the event loop and writers for
 * long.
 */
const recordsPerStep = 1_000

const intervalMs = 600_000

export interface Retention {
  /** Removes the expired records of all partitions. It ends early after stop(). */
  readonly removeExpiredRecords: () => Promise<void>
  /** Removes expired records now, and again every ten minutes. */
  start(): void
  stop(): void
}

export function createRetention(
  layout: Layout,
  commitQueue: CommitQueue,
  now: () => number,
  logger: LogLogger | null,
): Retention {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function removeExpiredRecords(): Promise<void> {
    const timeMs = await advanceRetentionTime(layout, commitQueue, now())
    for (const tree of layout.allTrees) {
      if (isStopped) return
      if (!Number.isFinite(tree.retentionMs)) continue
      const keepFrom = Math.min(
        offsetAt(layout, tree, timeMs - tree.retentionMs),
        firstUnread(layout, tree),
      )
      let removed = recordsPerStep
      while (removed === recordsPerStep && !isStopped)
        await commitQueue.run({
          records: recordsPerStep,
          write() {
            removed = deleteBefore(tree, keepFrom, recordsPerStep)
          },
        })
    }
  }

  function removeInBackground(): void {
    removeExpiredRecords().catch((error: unknown) =>
      logger?.warn({ err: error }, 'retention failed'),
    )
  }

  return {
    removeExpiredRecords,
    start() {
      timer = setInterval(removeInBackground, intervalMs).unref()
      removeInBackground()
    },
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

function firstUnread(layout: Layout, tree: PartitionTree): number {
  return Math.min(...tree.consumerGroups.map((group) => layout.positionOf(group, tree) ?? 0))
}
