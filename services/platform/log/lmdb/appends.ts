// Writing prepared records, inside a write transaction.
import { createHash } from 'node:crypto'
import { LogError } from '../port.ts'
import { stamp, type Prepared } from './frame.ts'
import type { Layout, Slot } from './layout.ts'

export function writeRecords(layout: Layout, prepared: readonly Prepared[], nowMs: number): void {
  for (const { slot, keys, frames } of prepared) {
    const tail = layout.tailOf(slot)
    // the clock may step back, the times of a partition do not
    const timestampMs = Math.max(nowMs, tail.timestampMs)
    let next = tail.next
    frames.forEach((frame, i) => {
      stamp(frame, timestampMs)
      const key = keys[i]
      if (slot.newest && typeof key === 'string') replaceOlder(slot, slot.newest, key, next)
      const done: unknown = slot.records.putSync(next, frame, { append: true })
      if (done !== true)
        throw new LogError(`${slot.topic}/${slot.partition}: offset ${next} is taken`, {
          retriable: false,
        })
      next += 1
    })
    layout.setTail(slot, { next, timestampMs })
  }
}

/** Compaction happens at once: the older record of the key goes in the transaction that brings the newer. */
function replaceOlder(
  slot: Slot,
  newest: NonNullable<Slot['newest']>,
  key: string,
  offset: number,
): void {
  // a digest, because LMDB's own keys are bounded
  const digest = createHash('sha256').update(key).digest()
  const older = newest.get(digest)
  if (older !== undefined) slot.records.removeSync(older)
  newest.putSync(digest, offset)
}

/** Removes records older than the topic keeps them. At most `limit`; returns how many went. */
export function removeExpired(slot: Slot, nextOffset: number, limit: number): number {
  const offsets = [...slot.records.getKeys({ start: 0, end: nextOffset, limit })]
  for (const offset of offsets) slot.records.removeSync(offset)
  return offsets.length
}
