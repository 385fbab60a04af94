// Puts a batch together: records of all partitions that a member or a follower has, in fair shares.
import { setImmediate } from 'node:timers/promises'
import { LogError, type LogRecord } from '../port.ts'
import { readPage } from './reads.ts'
import type { Layout, Slot } from './layout.ts'

/**
 * Next offset to read of each partition; null: the oldest record that is kept when it comes to that.
 * The first in the map are served first.
 */
export type Cursors = ReadonlyMap<Slot, number | null>

export interface Collected {
  readonly records: readonly LogRecord[]
  /** How far the partitions have been read that have something new. */
  readonly ends: ReadonlyMap<Slot, number>
}

/** A batch of large records stops here, so that it fits in memory several times. */
const batchBytes = 16 * 1024 * 1024
/** Records read before the event loop has its turn. */
const pageRecords = 1_000

/**
 * Reads on from the cursors, at most `maxRecords`. Each partition gets an equal share, then what is
 * left goes to those that have more, in the order given: rotate it to starve none.
 */
export async function collect(
  layout: Layout,
  cursors: Cursors,
  maxRecords: number,
): Promise<Collected> {
  const ready = [...cursors].flatMap(([slot, cursor]) => {
    const high = layout.tailOf(slot).next
    return (cursor ?? 0) < high ? [{ slot, high, cursor }] : []
  })
  const records: LogRecord[] = []
  let bytes = 0
  const fairShare = Math.max(1, Math.floor(maxRecords / ready.length))
  for (const share of [fairShare, maxRecords]) {
    for (const part of ready) {
      const full = Math.min(records.length + share, maxRecords)
      while (records.length < full && bytes < batchBytes && (part.cursor ?? 0) < part.high) {
        if (records.length > 0) await setImmediate()
        const page = readPage(part.slot, part.cursor ?? 0, part.high, {
          records: Math.min(full - records.length, pageRecords),
          bytes: batchBytes - bytes,
        })
        // only compaction makes holes here; elsewhere one means that retention has passed us
        if (!part.slot.newest && part.cursor !== null && page.records[0]?.offset !== part.cursor)
          throw lost(part.slot, part.cursor)
        for (const record of page.records) records.push(record)
        bytes += page.bytes
        part.cursor = page.next
      }
    }
  }
  const ends = ready.flatMap(({ slot, cursor }) =>
    cursor === null ? [] : [[slot, cursor] as const],
  )
  return { records, ends: new Map(ends) }
}

/** The same with the first one last: to be served in turn. */
export function rotate<T>(order: readonly T[]): T[] {
  return [...order.slice(1), ...order.slice(0, 1)]
}

function lost(slot: Slot, offset: number): LogError {
  return new LogError(
    `${slot.topic}/${slot.partition}: the records from offset ${offset} on were removed before they had been read`,
    { retriable: false },
  )
}
