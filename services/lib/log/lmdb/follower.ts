// A follower: reads a topic from given positions or its oldest record on. Its own positions exist only in
// memory, so followers cost as little as reads.
import type { FollowHandler, FollowOptions } from '../port.ts'
import { runFollower, type StartedFollower } from '../follower.ts'
import { createRetryingLoop } from '../loop.ts'
import { checkFollowStart } from '../checks.ts'
import { batchBytes, readBatch, moveFirstToEnd } from './batches.ts'
import type { LmdbContext } from './context.ts'
import type { PartitionTree } from './layout.ts'
import { offsetRangeOf } from './reads.ts'

/**
 * Starts a follower. `trees` are all partitions of the topic. Throws if a position of `from` is after the end
 * of its partition.
 */
export function startFollower(
  { layout, appendSignals, logger }: LmdbContext,
  trees: readonly PartitionTree[],
  options: FollowOptions,
  handle: FollowHandler,
): StartedFollower {
  const { topic, from = new Map<number, number>() } = options
  for (const tree of trees)
    checkFollowStart(offsetRangeOf(layout, tree), from.get(tree.partition) ?? 0)
  const loop = createRetryingLoop(logger, { follows: topic })
  let cursors = new Map<PartitionTree, number | null>(trees.map((tree) => [tree, null]))
  /** Partitions of which the handler has applied a batch. */
  const started = new Set<PartitionTree>()
  /** The end of each partition when the follower started. */
  const initialEnds = new Map(trees.map((tree) => [tree, layout.tailOf(tree).next]))
  /**
   * Returns the offset at which to start reading a partition; null for its oldest record. The result can change
   * before the first read, because retention may remove records.
   */
  function startOffsetOf(tree: PartitionTree): number | null {
    const position = from.get(tree.partition)
    return position !== undefined && position > offsetRangeOf(layout, tree).low ? position : null
  }
  const stopNotifying = appendSignals.add([topic], loop.notify)
  return runFollower(loop, options, handle, {
    async read(maxRecords) {
      layout.env.resetReadTxn()
      for (const tree of trees) if (!started.has(tree)) cursors.set(tree, startOffsetOf(tree))
      return readBatch(layout, cursors, { records: maxRecords, bytes: batchBytes.other })
    },
    advance(nextOffsets) {
      for (const tree of nextOffsets.keys()) started.add(tree)
      cursors = new Map(
        moveFirstToEnd([...cursors]).map(([tree, at]) => [tree, nextOffsets.get(tree) ?? at]),
      )
    },
    hasReachedInitialEnds: () =>
      [...initialEnds].every(([tree, end]) => (cursors.get(tree) ?? 0) >= end),
    async close() {
      stopNotifying()
    },
  })
}
