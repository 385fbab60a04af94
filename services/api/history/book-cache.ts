// The newest order books of some markets, in memory. Each book is read from the store once. After that, records of
// the log replace it.
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
  /** Replaces the book of a market in memory with a book that was read from the log, unless that is older. */
  applyBook(book: Book, position: number): void
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

/** Estimated memory in bytes: of a book without its price levels, and of one level. */
const entryBytes = 1_000
const levelBytes = 150

const bytesOf = (book: NewestBook | null): number =>
  entryBytes + levelBytes * ((book?.bids.length ?? 0) + (book?.asks.length ?? 0))

const selectNewerBook = (one: NewestBook | null, other: NewestBook): NewestBook =>
  one !== null && one.position >= other.position ? one : other

export function createBookCache(options: BookCacheOptions): BookCache {
  const { tail, sieve, partitionOf, readBook, decode } = options
  const entries = new Map<string, Entry>()
  const loading = new Map<string, Promise<boolean>>()
  let loads = 0

  async function loadBook(marketId: string): Promise<boolean> {
    // the tail (the records that the store may lack) is pinned before the statement is sent, so that it has every
    // record whose row the statement does not see
    const pinnedTail = tail.pin(partitionOf(marketId))
    if (!pinnedTail) return false
    try {
      loads += 1
      let book = await readBook(marketId)
      if (book === undefined || !pinnedTail.isValid()) return false
      for (const record of pinnedTail.recordsOf(marketId)) {
        const found = decode(record)
        if (found) book = selectNewerBook(book, toNewestBook(found, record.offset))
      }
      const onEvicted = (): void => void entries.delete(marketId)
      const entry: Entry = { book, bytes: bytesOf(book), isUsed: false, onEvicted }
      entries.set(marketId, entry)
      sieve.add(entry)
      return true
    } finally {
      pinnedTail.release()
    }
  }

  return {
    has: (marketId) => entries.has(marketId),
    get(marketId) {
      const entry = entries.get(marketId)
      if (entry) entry.isUsed = true
      return entry?.book
    },
    applyBook(book, position) {
      const entry = entries.get(book.market_id)
      if (!entry) return
      entry.book = selectNewerBook(entry.book, toNewestBook(book, position))
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
