// Collects which recorded books were found unchanged, and publishes that for each market once in a while, so
// that readers know how old a quote is. The records of all markets are published together, because each
// append becomes a part of a table.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Publisher } from '../publisher.ts'

/**
 * A market without a record gets one after `minPauseMs`, or after this many intervals of its book
 * if that is longer.
 */
const minPauseMs = 60_000
const intervalsPerRecord = 10

export interface BookSightings {
  /**
   * Notes that the book that was received at `bookReceivedAtMs` was received again at `seenAtMs`.
   * `intervalMs` is the interval at which the book is requested.
   */
  note(id: string, bookReceivedAtMs: number, seenAtMs: number, intervalMs: number): void
  /** Drops the notes about a market whose book was recorded again. */
  forget(id: string): void
  /** Drops the notes about all other markets than these. */
  keepOnly(markets: ReadonlyMap<string, unknown>): void
  /** Publishes the notes that are due. */
  publish(): Promise<void>
}

export function createBookSightings(platform: Platform, publisher: Publisher): BookSightings {
  /**
   * By market: the time of its last sighting that became a record, as long as its book is
   * unchanged.
   */
  const lastMs = new Map<string, number>()
  const due = new Map<string, { readonly bookReceivedAtMs: number; readonly seenAtMs: number }>()
  return {
    note(id, bookReceivedAtMs, seenAtMs, intervalMs) {
      const isDue =
        due.has(id) ||
        seenAtMs - (lastMs.get(id) ?? bookReceivedAtMs) >=
          Math.max(minPauseMs, intervalsPerRecord * intervalMs)
      if (!isDue) return
      due.set(id, { bookReceivedAtMs, seenAtMs })
      lastMs.set(id, seenAtMs)
    },
    forget(id) {
      due.delete(id)
      lastMs.delete(id)
    },
    keepOnly(markets) {
      for (const notes of [due, lastMs])
        for (const id of notes.keys()) if (!markets.has(id)) notes.delete(id)
    },
    async publish() {
      const records = [...due].map(([id, { bookReceivedAtMs, seenAtMs }]) => ({
        topic: 'book-sightings' as const,
        key: id,
        value: { market_id: id, book_received_at_ms: bookReceivedAtMs, seen_at_ms: seenAtMs },
      }))
      due.clear()
      if (records.length > 0) await publisher.publish(platform, records)
    },
  }
}
