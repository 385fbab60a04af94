// Compresses records that were appended a few at a time, or before blocks existed: consecutive
// records that fill a block are replaced with one block. The file does not shrink, but LMDB reuses
// its pages.
import { setTimeout as sleep } from 'node:timers/promises'
import { LogError } from '../port.ts'
import { encodeBlock } from './block.ts'
import type { CommitQueue } from './commit-queue.ts'
import { decodeRecordsOfEntry, type Entry } from './entry.ts'
import type { EntryRecord } from './single-record.ts'
import type { LogLayout, PartitionTree } from './layout.ts'

/** How many entries are read at once. This limits how long one read blocks the event loop. */
const entriesPerStep = 1_000

/** The pause after each step, as a multiple of the time that the step took. */
const pauseFactor = 4

interface PackingStep {
  /** The keys of consecutive entries that are to become one block. Empty if there is nothing to replace. */
  readonly lastOffsets: readonly number[]
  /** The records of these entries. */
  readonly records: readonly EntryRecord[]
  /** The offset at which the next step begins. */
  readonly next: number
}

/**
 * Returns a function that packs the records of all partitions, slowly. It ends early when `signal` is
 * aborted. Compacted topics stay as they are: compaction removes single records.
 */
export function createPacking(
  layout: LogLayout,
  commitQueue: CommitQueue,
  signal: AbortSignal,
): () => Promise<void> {
  const { blockSizes } = layout

  function isLargeBlock(entry: Entry): boolean {
    return 'count' in entry && entry.rawBytes >= blockSizes.fullBytes / 2
  }

  /** Reads entries from `from` on, until they fill a block or a large block follows. */
  function readPackingStep(tree: PartitionTree, from: number): PackingStep {
    const lastOffsets: number[] = []
    const records: EntryRecord[] = []
    let [begin, bytes, entries] = [from, 0, 0]
    const step = (): PackingStep => ({ lastOffsets, records, next: (lastOffsets.at(-1) ?? 0) + 1 })
    const range = tree.records.getRange({ start: from, limit: entriesPerStep })
    for (const { key: last, value: entry } of range) {
      entries += 1
      if (isLargeBlock(entry)) {
        if (lastOffsets.length > 0) return step()
        begin = last + 1
        continue
      }
      for (const record of decodeRecordsOfEntry(tree, last, entry)) {
        records.push(record)
        bytes += record.value.length
      }
      lastOffsets.push(last)
      if (bytes >= blockSizes.fullBytes || entries === entriesPerStep) return step()
    }
    // the last records do not fill a block: they are packed later, when more records have been appended
    return { lastOffsets: [], records: [], next: begin }
  }

  async function replace(tree: PartitionTree, step: PackingStep, block: Buffer): Promise<void> {
    const { lastOffsets, records, next } = step
    await commitQueue.run({
      records: records.length,
      check() {
        if (!lastOffsets.every((last) => tree.records.doesExist(last)))
          throw new LogError('records were removed while they were being packed')
      },
      write() {
        for (const last of lastOffsets) tree.records.removeSync(last)
        tree.records.putSync(lastOffsets.at(-1) ?? 0, block)
        layout.setPackedUntil(tree, next)
      },
    })
  }

  async function packPartition(tree: PartitionTree): Promise<void> {
    const start = layout.packedUntil(tree)
    let from = start
    while (!signal.aborted) {
      const startedAt = performance.now()
      layout.env.resetReadTxn()
      const step = readPackingStep(tree, from)
      if (step.next === from) break
      from = step.next
      // a single entry stays as it is: it is a block already, or a record that is not worth a block of its own
      const block = step.lastOffsets.length > 1 ? encodeBlock(step.records) : null
      if (block) await replace(tree, step, block)
      const tookMs = performance.now() - startedAt
      await sleep(pauseFactor * tookMs, undefined, { signal }).catch(() => undefined)
    }
    if (from > start && !signal.aborted)
      await commitQueue.run({ records: 0, write: () => layout.setPackedUntil(tree, from) })
  }

  async function packAllPartitions(): Promise<void> {
    for (const tree of layout.allTrees) {
      if (signal.aborted) return
      if (!tree.newest) await packPartition(tree)
    }
  }

  // one run at a time: two would replace the same records
  let lastRun = Promise.resolve()
  return () => (lastRun = lastRun.catch(() => undefined).then(packAllPartitions))
}
