// Writes prepared records to their partitions, inside a write transaction.
import { createHash } from 'node:crypto'
import { LogError } from '../port.ts'
import { setTimestamp, type PreparedRecords } from './frame.ts'
import type { Layout, PartitionTree } from './layout.ts'

export function writeRecords(
  layout: Layout,
  prepared: readonly PreparedRecords[],
  nowMs: number,
): void {
  for (const { topic, partition, keys, frames } of prepared) {
    const tree = layout.treeOf(topic, partition)
    const tail = layout.tailOf(tree)
    // the clock may step back, but times within a partition never decrease
    const timestampMs = Math.max(nowMs, tail.timestampMs)
    let next = tail.next
    frames.forEach((frame, i) => {
      setTimestamp(frame, timestampMs)
      const key = keys[i]
      if (tree.newest && typeof key === 'string') replaceOlder(tree, tree.newest, key, next)
      const done: unknown = tree.records.putSync(next, frame, { append: true })
      if (done !== true) throw new LogError(`${topic}/${partition}: offset ${next} already exists`)
      next += 1
    })
    layout.setTail(tree, { next, timestampMs })
  }
}

/**
 * Removes the key's older record in the transaction that writes the newer one. This is the compaction of
 * topics with only the newest record of each key.
 */
function replaceOlder(
  tree: PartitionTree,
  newest: NonNullable<PartitionTree['newest']>,
  key: string,
  offset: number,
): void {
  // a digest, because LMDB limits the length of keys
  const digest = createHash('sha256').update(key).digest()
  const older = newest.get(digest)
  if (older !== undefined) tree.records.removeSync(older)
  newest.putSync(digest, offset)
}

/** Removes at most `limit` records below `nextOffset`; returns their number. */
export function deleteBefore(tree: PartitionTree, nextOffset: number, limit: number): number {
  const offsets = [...tree.records.getKeys({ start: 0, end: nextOffset, limit })]
  for (const offset of offsets) tree.records.removeSync(offset)
  return offsets.length
}
