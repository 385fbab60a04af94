// How much space a partition uses in the file of the log, and which of its records retention removes.
import { firstOffsetWithinSize } from '../expiry.ts'
import type { PartitionUsage } from '../port.ts'
import type { LogLayout, PartitionTree } from './layout.ts'
import { offsetAt, offsetRangeOf, oldestTimestampMs } from './reads.ts'

/** `retentionTimeMs`: the time by which retention decides (retention-time.ts). */
export function usageOf(
  layout: LogLayout,
  tree: PartitionTree,
  retentionTimeMs: number,
): PartitionUsage {
  const { retentionMs, retentionBytes } = tree
  const range = offsetRangeOf(layout, tree)
  const bytes = layout.bytesOf(tree)
  const tooOldUntil = Number.isFinite(retentionMs)
    ? offsetAt(layout, tree, retentionTimeMs - retentionMs)
    : range.low
  const expiredUntil = Math.max(tooOldUntil, firstOffsetWithinSize(range, bytes, retentionBytes))
  const firstUnread = Math.min(
    ...tree.consumerGroups.map((group) => layout.positionOf(group, tree) ?? 0),
  )
  return {
    ...range,
    // only compaction leaves gaps, and an entry of a compacted topic is one record
    records: tree.newest ? layout.entryCountOf(tree) : range.high - range.low,
    bytes,
    oldestMs: oldestTimestampMs(tree),
    retentionMs,
    retentionBytes,
    expiredUntil,
    removableUntil: Math.max(range.low, Math.min(expiredUntil, firstUnread)),
  }
}
