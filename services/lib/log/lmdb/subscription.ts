// A subscription: one member of a group. Reads a batch, calls the handler, and commits the emitted records
// together with the new positions.
import type { BatchHandler, SubscribeOptions, Subscription } from '../port.ts'
import { createLinger } from '../linger.ts'
import { createRetryingLoop } from '../loop.ts'
import { batchBytes, readBatch, moveFirstToEnd, type CollectedBatch } from './batches.ts'
import { PositionMoved } from './committer.ts'
import type { LmdbContext } from './context.ts'
import type { GroupMember } from './groups.ts'
import type { PartitionTree } from './layout.ts'
import { prepareRecords } from './prepare.ts'

export function startSubscription(
  context: LmdbContext,
  options: SubscribeOptions,
  handle: BatchHandler,
): Subscription {
  const { layout, committer, groups, appendSignals, logger } = context
  const {
    group,
    topics,
    maxRecords = 10_000,
    lingerMs = 0,
    onPartitionsAssigned,
    onFatal,
  } = options
  const limits = { records: maxRecords, bytes: batchBytes[lingerMs > 0 ? 'sink' : 'other'] }
  const linger = createLinger(lingerMs)
  const loop = createRetryingLoop(logger, { group })
  const { signal } = loop
  const member: GroupMember = {
    group,
    eligible: topics.flatMap(layout.treesOf),
    notify: loop.notify,
  }
  /** The next offset to read in each partition that this member has. */
  let cursors = new Map<PartitionTree, number | null>()
  /** Whether the last batch was full. Then the next one does not wait, because there is a backlog. */
  let wasFull = false
  /** Partitions for which onPartitionsAssigned has been called. */
  let announced = new Set<PartitionTree>()

  /** Takes and releases partitions, keeps the cursors of those that stay, and rotates their order. */
  function updateAssignment(): void {
    const trees = groups.updateAssignment(member)
    const kept = [...cursors.keys()].filter((tree) => trees.includes(tree))
    const added = trees.filter((tree) => !cursors.has(tree))
    cursors = new Map(
      [...moveFirstToEnd(kept), ...added].map((tree) => [
        tree,
        cursors.get(tree) ?? layout.positionOf(group, tree) ?? null,
      ]),
    )
    announced = new Set([...announced].filter((tree) => cursors.has(tree)))
  }

  async function announcePartitions(): Promise<void> {
    const pending = [...cursors.keys()].filter((tree) => !announced.has(tree))
    if (!onPartitionsAssigned || pending.length === 0) return
    await onPartitionsAssigned(
      pending.map(({ topic, partition }) => ({ topic, partition })),
      signal,
    )
    for (const tree of pending) announced.add(tree)
  }

  async function deliver({ records, nextOffsets }: CollectedBatch): Promise<void> {
    const positions = [...nextOffsets].map(([tree, to]) => {
      const { topic, partition } = tree
      return { group, topic, partition, from: cursors.get(tree) ?? null, to }
    })
    const emitted = await linger.measure(() => handle(records, signal))
    await committer.commit({ records: prepareRecords(layout, emitted), positions })
    for (const [tree, end] of nextOffsets) cursors.set(tree, end)
    appendSignals.notify(new Set(emitted.map(({ topic }) => topic)))
  }

  /** Whether there are unread records, but too few for a full batch. Records that compaction has removed count, too. */
  function hasFewUnreadRecords(): boolean {
    let count = 0
    for (const [tree, cursor] of cursors) count += layout.tailOf(tree).next - (cursor ?? 0)
    return count > 0 && count < maxRecords
  }

  async function iterate(): Promise<void> {
    layout.env.resetReadTxn()
    updateAssignment()
    await announcePartitions()
    if (lingerMs > 0 && !wasFull && hasFewUnreadRecords()) {
      await loop.pause(linger.ms())
      layout.env.resetReadTxn()
    }
    const batch = await readBatch(layout, cursors, limits)
    wasFull = batch.isFull
    if (signal.aborted) return
    if (batch.records.length > 0) return deliver(batch)
    for (const [tree, end] of batch.nextOffsets) cursors.set(tree, end)
    await loop.waitForSignal()
  }

  async function iterateOrResetCursors(): Promise<void> {
    try {
      await iterate()
    } catch (error) {
      // read the stored positions again: the result of a failed commit may be unknown
      cursors = new Map()
      if (error instanceof PositionMoved) announced = new Set()
      throw error
    }
  }

  groups.join(member)
  const stopNotifying = appendSignals.add(topics, loop.notify)
  return loop.start({
    iterate: iterateOrResetCursors,
    async close() {
      stopNotifying()
      groups.leaveGroup(member)
    },
    onFatal,
  })
}
