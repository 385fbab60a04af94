// The newest order books of some markets, in memory. Each is read from the store once, and then replaced by the
// records of the log.
import type { Book, BookSighting } from '../../../schemas/generated/events.ts'
import type { LogRecord } from '../../lib/log/port.ts'
import type { NewestBook } from '../queries/order-book.ts'
import type { CacheItem, Sieve } from '../../lib/run/sieve.ts'
import type { TopicTail } from './tail.ts'

export interface BookCacheOptions {
  readonly tail: TopicTail
  readonly sieve: Sieve
  readonly partitionOf: (marketId: string) => number
  /**
   * Reads the newest book of a market. Returns undefined if the store has lost rows since its positions were
   * read.
   */
  readonly readBook: (marketId: string) => Promise<NewestBook | null | undefined>
  /** Decodes a record of the topic `books`; returns null if the tables leave this record out. */
  readonly decode: (record: LogRecord) => Book | null
}

export interface BookCache {
  has(marketId: string): boolean
  /** Returns undefined if the book is not in memory, null if the market has none. */
  get(marketId: string): NewestBook | null | undefined
  /** Applies a book that was read from the log. */
  patch(book: Book, position: number): void
  /**
   * Notes that the platform returned the book again, unchanged, at a later time (a sighting). If a sighting is
   * missed, only `seenAtMs` of the book is too early.
   */
  applySighting(sighting: BookSighting): void
  /** See SeriesCache.load. */
  load(marketId: string): Promise<boolean>
  clear(): void
  loadCount(): number
}

interface Entry extends CacheItem {
  book: NewestBook | null
  bytes: number
}

/** Estimated memory of an entry without levels, and of a level. */
const entryBytes = 1_000
const levelBytes = 150

const bytesOf = (book: NewestBook | null): number =>
  entryBytes + levelBytes * ((book?.bids.length ?? 0) + (book?.asks.length ?? 0))

const newerBook = (one: NewestBook | null, other: NewestBook): NewestBook =>
  one !== null && one.position >= other.position ? one : other

export function createBookCache(options: BookCacheOptions): BookCache {
  const { tail, sieve, partitionOf, readBook, decode } = options
  const entries = new Map<string, Entry>()
  const loading = new Map<string, Promise<boolean>>()
  let loads = 0

  async function loadBook(marketId: string): Promise<boolean> {
    // the hold is taken before the statement is sent, so that the tail (the records that the store may lack) has
    // every record whose row the statement does not see
    const hold = tail.hold(partitionOf(marketId))
    if (!hold) return false
    try {
      loads += 1
      let book = await readBook(marketId)
      if (book === undefined || !hold.isValid()) return false
      for (const record of hold.recordsOf(marketId)) {
        const found = decode(record)
        if (found) book = newerBook(book, toNewestBook(found, record.offset))
      }
      const onEvicted = (): void => void entries.delete(marketId)
      const entry: Entry = { book, bytes: bytesOf(book), isUsed: false, onEvicted }
      entries.set(marketId, entry)
      sieve.add(entry)
      return true
    } finally {
      hold.release()
    }
  }

  return {
    has: (marketId) => entries.has(marketId),
    get(marketId) {
      const entry = entries.get(marketId)
      if (entry) entry.isUsed = true
      return entry?.book
    },
    patch(book, position) {
      const entry = entries.get(book.market_id)
      if (!entry) return
      entry.book = newerBook(entry.book, toNewestBook(book, position))
      entry.bytes = bytesOf(entry.book)
      sieve.resize(entry)
    },
    applySighting({
      market_id: marketId,
      book_received_at_ms: receivedAtMs,
      seen_at_ms: seenAtMs,
    }) {
      const entry = entries.get(marketId)
      if (entry?.book?.receivedAtMs !== receivedAtMs || entry.book.seenAtMs >= seenAtMs) return
      entry.book = { ...entry.book, seenAtMs }
    },
    load(marketId) {
      const known = loading.get(marketId)
      if (known) return known
      const started = loadBook(marketId).finally(() => loading.delete(marketId))
      loading.set(marketId, started)
      return started
    },
    clear: () => entries.clear(),
    loadCount: () => loads,
  }
}

const toNewestBook = (book: Book, position: number): NewestBook => ({
  bids: book.bids,
  asks: book.asks,
  timestampMs: book.timestamp_ms,
  position,
  receivedAtMs: book.received_at_ms,
  seenAtMs: book.received_at_ms,
})
