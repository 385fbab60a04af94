// Collects which recorded books were received again unchanged, and publishes this for each market once in a while (a
// sighting), so that readers know how old a quote is. The sightings of all markets are published in one append, because
// the store writes a separate table part for each append.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Publisher } from '../publisher.ts'

/**
 * A market gets at most one sighting record per `minPauseMs`, or per `intervalsPerRecord` request intervals of its book
 * if that is longer.
 */
const minPauseMs = 60_000
const intervalsPerRecord = 10

export interface BookSightings {
  /**
   * Notes that the book that was received at `bookReceivedAtMs` was received again at `seenAtMs`.
   * `intervalMs` is the interval at which the book is requested.
   */
  noteSighting(id: string, bookReceivedAtMs: number, seenAtMs: number, intervalMs: number): void
  /** Drops the sightings of a market, because its book was recorded again. */
  dropSighting(id: string): void
  /** Drops the sightings of all markets that are not in `markets`. */
  keepOnlyMarkets(markets: { has(id: string): boolean }): void
  /** Publishes the sightings that are due. */
  publish(): Promise<void>
}

export function createBookSightings(platform: Platform, publisher: Publisher): BookSightings {
  /** By market: when its last published sighting was made. An entry is dropped when the book changes. */
  const lastMs = new Map<string, number>()
  const due = new Map<string, { readonly bookReceivedAtMs: number; readonly seenAtMs: number }>()
  return {
    noteSighting(id, bookReceivedAtMs, seenAtMs, intervalMs) {
      const isDue =
        due.has(id) ||
        seenAtMs - (lastMs.get(id) ?? bookReceivedAtMs) >=
          Math.max(minPauseMs, intervalsPerRecord * intervalMs)
      if (!isDue) return
      due.set(id, { bookReceivedAtMs, seenAtMs })
      lastMs.set(id, seenAtMs)
    },
    dropSighting(id) {
      due.delete(id)
      lastMs.delete(id)
    },
    keepOnlyMarkets(markets) {
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
