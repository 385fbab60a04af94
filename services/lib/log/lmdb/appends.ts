// Writes prepared records to their partitions, inside a write transaction.
import { createHash } from 'node:crypto'
import { LogError } from '../port.ts'
import { recordCountOf } from './block.ts'
import { setTimestamp } from './entry.ts'
import type { LogLayout, PartitionTree } from './layout.ts'
import type { PreparedRecords } from './prepare.ts'

export function writeRecords(
  layout: LogLayout,
  preparedRecords: readonly PreparedRecords[],
  nowMs: number,
): void {
  for (const { topic, partition, keys, entries } of preparedRecords) {
    const tree = layout.treeOf(topic, partition)
    const tail = layout.tailOf(tree)
    // the clock may step back, but times within a partition never decrease
    const timestampMs = Math.max(nowMs, tail.timestampMs)
    let next = tail.next
    entries.forEach((entry, i) => {
      setTimestamp(entry, timestampMs)
      const last = next + recordCountOf(entry) - 1
      const key = keys[i]
      if (tree.newest && key !== undefined) replaceOlderRecordOfKey(tree, tree.newest, key, last)
      const done: unknown = tree.records.putSync(last, entry, { append: true })
      if (done !== true) throw new LogError(`${topic}/${partition}: offset ${last} already exists`)
      next = last + 1
    })
    layout.setTail(tree, { next, timestampMs })
  }
}

/**
 * Removes the key's older record in the transaction that writes the newer one. In this way, compacted topics keep
 * only the newest record of each key.
 */
function replaceOlderRecordOfKey(
  tree: PartitionTree,
  newestOffsets: NonNullable<PartitionTree['newest']>,
  key: string,
  offset: number,
): void {
  // a digest, because LMDB limits the length of keys
  const digest = createHash('sha256').update(key).digest()
  const older = newestOffsets.get(digest)
  if (older !== undefined) tree.records.removeSync(older)
  newestOffsets.putSync(digest, offset)
}

/**
 * Removes at most `limit` entries whose records are all below `nextOffset`; returns the number of entries.
 */
export function deleteEntriesBefore(
  tree: PartitionTree,
  nextOffset: number,
  limit: number,
): number {
  const lastOffsets = [...tree.records.getKeys({ start: 0, end: nextOffset, limit })]
  for (const last of lastOffsets) tree.records.removeSync(last)
  return lastOffsets.length
}
