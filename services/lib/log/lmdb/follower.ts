// A follower: reads a topic from its oldest record on. Its positions exist only in memory, so followers cost
// as little as reads.
import type { FollowHandler, FollowOptions } from '../port.ts'
import { runFollower, type StartedFollower } from '../follower.ts'
import { createLoop } from '../loop.ts'
import { readBatch, rotate, type Cursors } from './batches.ts'
import type { LmdbContext } from './context.ts'
import type { PartitionTree } from './layout.ts'

/** Starts a follower. `trees` are all partitions of the topic. */
export function startFollower(
  { layout, appendSignals, logger }: LmdbContext,
  trees: readonly PartitionTree[],
  options: FollowOptions,
  handle: FollowHandler,
): StartedFollower {
  const { topic } = options
  const loop = createLoop(logger, { follows: topic })
  let cursors: Cursors = new Map(trees.map((tree) => [tree, null]))
  /** The end of each partition when the follower started. */
  const startedAt = new Map(trees.map((tree) => [tree, layout.tailOf(tree).next]))
  const stopNotifying = appendSignals.add([topic], loop.notify)
  return runFollower(loop, options, handle, {
    async read(maxRecords) {
      layout.env.resetReadTxn()
      return readBatch(layout, cursors, maxRecords)
    },
    advance(ends) {
      cursors = new Map(rotate([...cursors]).map(([tree, at]) => [tree, ends.get(tree) ?? at]))
    },
    isPastStart: () => [...startedAt].every(([tree, end]) => (cursors.get(tree) ?? 0) >= end),
    async close() {
      stopNotifying()
    },
  })
}
