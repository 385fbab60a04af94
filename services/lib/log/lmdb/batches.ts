// Reads a batch for a subscription or a follower, with equal shares of its partitions.
import { setImmediate } from 'node:timers/promises'
import { recordsRemovedError } from '../checks.ts'
import type { LogRecord } from '../port.ts'
import { readPage } from './reads.ts'
import type { LogLayout, PartitionTree } from './layout.ts'

/**
 * The next offset to read in each partition; null for the oldest record at the time of the read.
 * Partitions are served in the order of the map.
 */
export type ReadCursors = ReadonlyMap<PartitionTree, number | null>

export interface CollectedBatch {
  readonly records: readonly LogRecord[]
  /** The new positions of the partitions that had new records. */
  readonly nextOffsets: ReadonlyMap<PartitionTree, number>
  /** Whether a limit has ended the batch, so that there may be more records. */
  readonly isFull: boolean
}

export interface BatchLimits {
  readonly records: number
  /** Of keys and values. A batch may be larger by one record. */
  readonly bytes: number
}

/**
 * The limits for batches of large records, so that several copies of a batch fit in memory. A sink, which waits for more
 * records, has the larger one, because its writes cost about the same however many records they have. With a larger limit
 * for others, processes keep the memory of their largest batch: freed buffers remain between buffers that are in use.
 */
export const batchBytes = { sink: 8 * 1024 * 1024, other: 4 * 1024 * 1024 } as const

/** After this many records the event loop handles other events. */
const pageRecords = 1_000

/**
 * Reads records from the cursors on, up to the limits. Each partition first gets an equal share; the rest goes
 * to partitions with more records, in the order given. Callers rotate the order so that none starves.
 */
export async function readBatch(
  layout: LogLayout,
  cursors: ReadCursors,
  limits: BatchLimits,
): Promise<CollectedBatch> {
  const ready = [...cursors].flatMap(([tree, cursor]) => {
    const high = layout.tailOf(tree).next
    return (cursor ?? 0) < high ? [{ tree, high, cursor }] : []
  })
  const records: LogRecord[] = []
  let bytes = 0
  const fairShare = Math.max(1, Math.floor(limits.records / ready.length))
  for (const share of [fairShare, limits.records]) {
    for (const part of ready) {
      const full = Math.min(records.length + share, limits.records)
      while (records.length < full && bytes < limits.bytes && (part.cursor ?? 0) < part.high) {
        if (records.length > 0) await setImmediate()
        const page = readPage(layout.blocks, part.tree, part.cursor ?? 0, part.high, {
          records: Math.min(full - records.length, pageRecords),
          bytes: limits.bytes - bytes,
        })
        // only compaction leaves gaps; in other topics a gap means that retention removed unread records
        if (!part.tree.newest && part.cursor !== null && page.records[0]?.offset !== part.cursor)
          throw recordsRemovedError(part.tree, part.cursor)
        for (const record of page.records) records.push(record)
        bytes += page.bytes
        part.cursor = page.next
      }
    }
  }
  const nextOffsets = ready.flatMap(({ tree, cursor }) =>
    cursor === null ? [] : [[tree, cursor] as const],
  )
  const isFull = records.length >= limits.records || bytes >= limits.bytes
  return { records, nextOffsets: new Map(nextOffsets), isFull }
}

/** Moves the first item to the end, for round-robin. */
export function moveFirstToEnd<T>(order: readonly T[]): T[] {
  return [...order.slice(1), ...order.slice(0, 1)]
}
