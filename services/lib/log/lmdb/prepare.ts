// Encodes the records of an append, in the process that appends them.
import { choosePartition } from '../checks.ts'
import type { NewRecord, Partition } from '../port.ts'
import { encodeBlock } from './block.ts'
import { encodeSingleRecords, type EntryRecord } from './single-record.ts'
import type { BlockSizes, LogLayout, PartitionTree } from './layout.ts'

/** Encoded records of one partition, complete except for the append time. */
export interface PreparedRecords extends Partition {
  /** Compacted topics only: the key of each entry. */
  readonly keys: readonly string[]
  readonly entries: readonly Buffer[]
}

/** Consecutive records of a partition that become one block, or an entry for each record. */
interface Part {
  readonly records: readonly EntryRecord[]
  /** null: an entry for each record. */
  readonly block: Buffer | null
}

/** Validates and copies the records, so that the write transaction cannot fail because of them. */
export function prepareRecords(
  layout: LogLayout,
  newRecords: readonly NewRecord[],
): PreparedRecords[] {
  const byTree = new Map<PartitionTree, EntryRecord[]>()
  const placed = newRecords.map((record) => choosePartition(layout.settings, record))
  for (const { record, partition } of placed) {
    const tree = layout.treeOf(record.topic, partition)
    const records = byTree.get(tree) ?? []
    byTree.set(tree, records)
    // the append time is set in the write transaction, for all records of an entry at once
    records.push({ timestampMs: 0, key: record.key, value: record.value })
  }
  const partsOfTrees = [...byTree].map(
    ([tree, records]) => [tree, splitIntoParts(tree, records, layout.blockSizes)] as const,
  )
  // one call for all partitions, because all of these entries share one allocation
  const allParts = partsOfTrees.flatMap(([, parts]) => parts)
  const single = encodeSingleRecords(
    allParts.flatMap(({ records, block }) => (block ? [] : records)),
  )
  let used = 0
  return partsOfTrees.map(([tree, parts]) => ({
    topic: tree.topic,
    partition: tree.partition,
    keys: tree.newest ? parts.flatMap(keysOf) : [],
    entries: parts.flatMap(({ records, block }) =>
      block ? [block] : single.slice(used, (used += records.length)),
    ),
  }))
}

const keysOf = ({ records }: Part): string[] => records.map(({ key }) => key ?? '')

function splitIntoParts(
  tree: PartitionTree,
  records: readonly EntryRecord[],
  { minBytes, fullBytes }: BlockSizes,
): Part[] {
  // compaction removes single records, so each one needs an entry of its own
  if (tree.newest) return [{ records, block: null }]
  const parts: { bytes: number; records: EntryRecord[] }[] = []
  for (const record of records) {
    let current = parts.at(-1)
    if (current === undefined || current.bytes >= fullBytes) {
      current = { bytes: 0, records: [] }
      parts.push(current)
    }
    current.records.push(record)
    current.bytes += record.value.length
  }
  return parts.map((part) => ({
    records: part.records,
    block: part.bytes < minBytes ? null : encodeBlock(part.records),
  }))
}
