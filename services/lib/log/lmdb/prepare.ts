// Encodes the records of an append, in the process that appends them.
import { placeRecord } from '../checks.ts'
import type { NewRecord, Partition } from '../port.ts'
import { encodeBlock } from './block.ts'
import { encodeFrames, type Frame } from './frame.ts'
import type { BlockSizes, Layout, PartitionTree } from './layout.ts'

/** Encoded records of one partition, complete except for the append time. */
export interface PreparedRecords extends Partition {
  /** Compacted topics only: the key of each entry. */
  readonly keys: readonly string[]
  readonly entries: readonly Buffer[]
}

/** Validates and copies the records, so that the write transaction cannot fail because of them. */
export function prepareRecords(layout: Layout, records: readonly NewRecord[]): PreparedRecords[] {
  const byTree = new Map<PartitionTree, Frame[]>()
  const placed = records.map((record) => placeRecord(layout.settings, record))
  for (const { record, partition } of placed) {
    const tree = layout.treeOf(record.topic, partition)
    const frames = byTree.get(tree) ?? []
    byTree.set(tree, frames)
    // the append time is set in the write transaction, for all records of an entry at once
    frames.push({ timestampMs: 0, key: record.key, value: record.value })
  }
  return [...byTree].map(([tree, frames]) => prepareFrames(layout.blockSizes, tree, frames))
}

function prepareFrames(
  sizes: BlockSizes,
  tree: PartitionTree,
  frames: readonly Frame[],
): PreparedRecords {
  const { topic, partition } = tree
  if (tree.newest) {
    // compaction removes single records, so each one needs an entry of its own
    const keys = frames.map(({ key }) => key ?? '')
    return { topic, partition, keys, entries: encodeFrames(frames) }
  }
  const entries = splitForBlocks(frames, sizes.fullBytes).flatMap(
    ({ bytes, part }) => (bytes < sizes.minBytes ? null : encodeBlock(part)) ?? encodeFrames(part),
  )
  return { topic, partition, keys: [], entries }
}

/** Splits records, in their order, so that each part but the last fills a block. */
function splitForBlocks(
  frames: readonly Frame[],
  fullBytes: number,
): readonly { readonly bytes: number; readonly part: readonly Frame[] }[] {
  const parts: { bytes: number; part: Frame[] }[] = []
  for (const frame of frames) {
    let current = parts.at(-1)
    if (current === undefined || current.bytes >= fullBytes) {
      current = { bytes: 0, part: [] }
      parts.push(current)
    }
    current.part.push(frame)
    current.bytes += frame.value.length
  }
  return parts
}
