// Keeps the decompressed records of blocks of which a reader has read only the first part. The
// reader's next page continues in the block without decompressing it again. Records never change,
// so nothing here becomes outdated.
import { decodeRecordsOfEntry, type Entry } from './entry.ts'
import type { EntryRecord } from './single-record.ts'
import type { PartitionTree } from './layout.ts'

export interface BlockCache {
  /** Returns the records of an entry, and removes them from the cache. `lastOffset` is the entry's key. */
  take(tree: PartitionTree, lastOffset: number, entry: Entry): readonly EntryRecord[]
  keep(tree: PartitionTree, lastOffset: number, records: readonly EntryRecord[]): void
}

/** A few consumers together read fewer partitions than this. 64 blocks of 200 KiB take 13 MiB. */
const maxBlocks = 64

export function createBlockCache(): BlockCache {
  const kept = new Map<string, readonly EntryRecord[]>()

  /**
   * Returns the key of a block in the cache. It includes the number of records, because packing can make a longer
   * block with the same last record.
   */
  const cacheKeyOf = (
    { topic, partition }: PartitionTree,
    lastOffset: number,
    count: number,
  ): string => `${topic}/${partition}/${lastOffset}/${count}`

  return {
    take(tree, lastOffset, entry) {
      if (!('count' in entry)) return [entry]
      const name = cacheKeyOf(tree, lastOffset, entry.count)
      const records = kept.get(name)
      kept.delete(name)
      return records ?? decodeRecordsOfEntry(tree, lastOffset, entry)
    },
    keep(tree, lastOffset, records) {
      kept.set(cacheKeyOf(tree, lastOffset, records.length), records)
      const [oldest] = kept.keys()
      if (kept.size > maxBlocks && oldest !== undefined) kept.delete(oldest)
    },
  }
}
