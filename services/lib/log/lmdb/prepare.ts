// Encodes the records of an append, in the process that appends them.
import { choosePartition } from '../checks.ts'
import type { NewRecord, Partition } from '../port.ts'
import { encodeBlock } from './block.ts'
import { encodeFrames, type RecordFrame } from './frame.ts'
import type { BlockSizes, LogLayout, PartitionTree } from './layout.ts'

/** Encoded records of one partition, complete except for the append time. */
export interface PreparedRecords extends Partition {
  /** Compacted topics only: the key of each entry. */
  readonly keys: readonly string[]
  readonly entries: readonly Buffer[]
}

/** Consecutive records of a partition that become one block, or an entry for each record. */
interface Part {
  readonly frames: readonly RecordFrame[]
  /** null: an entry for each record. */
  readonly block: Buffer | null
}

/** Validates and copies the records, so that the write transaction cannot fail because of them. */
export function prepareRecords(
  layout: LogLayout,
  records: readonly NewRecord[],
): PreparedRecords[] {
  const byTree = new Map<PartitionTree, RecordFrame[]>()
  const placed = records.map((record) => choosePartition(layout.settings, record))
  for (const { record, partition } of placed) {
    const tree = layout.treeOf(record.topic, partition)
    const frames = byTree.get(tree) ?? []
    byTree.set(tree, frames)
    // the append time is set in the write transaction, for all records of an entry at once
    frames.push({ timestampMs: 0, key: record.key, value: record.value })
  }
  const partsOfTrees = [...byTree].map(
    ([tree, frames]) => [tree, splitIntoParts(tree, frames, layout.blockSizes)] as const,
  )
  // one call for all partitions, because all of these entries share one allocation
  const allParts = partsOfTrees.flatMap(([, parts]) => parts)
  const single = encodeFrames(allParts.flatMap(({ frames, block }) => (block ? [] : frames)))
  let used = 0
  return partsOfTrees.map(([tree, parts]) => ({
    topic: tree.topic,
    partition: tree.partition,
    keys: tree.newest ? parts.flatMap(keysOf) : [],
    entries: parts.flatMap(({ frames, block }) =>
      block ? [block] : single.slice(used, (used += frames.length)),
    ),
  }))
}

const keysOf = ({ frames }: Part): string[] => frames.map(({ key }) => key ?? '')

function splitIntoParts(
  tree: PartitionTree,
  frames: readonly RecordFrame[],
  { minBytes, fullBytes }: BlockSizes,
): Part[] {
  // compaction removes single records, so each one needs an entry of its own
  if (tree.newest) return [{ frames, block: null }]
  const parts: { bytes: number; frames: RecordFrame[] }[] = []
  for (const frame of frames) {
    let current = parts.at(-1)
    if (current === undefined || current.bytes >= fullBytes) {
      current = { bytes: 0, frames: [] }
      parts.push(current)
    }
    current.frames.push(frame)
    current.bytes += frame.value.length
  }
  return parts.map((part) => ({
    frames: part.frames,
    block: part.bytes < minBytes ? null : encodeBlock(part.frames),
  }))
}
