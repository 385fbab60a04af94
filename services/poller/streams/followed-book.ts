// What is known of the order book of one market that is followed with a stream.
import { createLiveBook, type LiveBook } from '../../domain/live-book.ts'
import { compareDecimals } from '../../domain/money.ts'
import type { BookSides } from '../../domain/order-book.ts'
import type { Quote } from '../../domain/quote.ts'
import type { BookTarget } from '../../platforms/source.ts'
import type { StreamFrame } from '../../platforms/streams/protocol.ts'

/** `rebuilding`: its snapshot was requested. `stale`: its connection was lost. */
export type FollowedBookState = 'rebuilding' | 'current' | 'stale'

export interface FollowedBook {
  readonly target: BookTarget
  state: FollowedBookState
  /** Whether a requested book was equal to this one, and no reason to doubt this one has occurred since. */
  isProved: boolean
  book: LiveBook
  /** Since when a snapshot is awaited, and how often it was requested again. */
  awaitedSinceMs: number
  requests: number
  /** When the platform made the last snapshot. Changes from before that time are ignored. */
  snapshotSentMs: number | null
  /** When the last frame that changed the book was sent (platform's clock), and when it was received. */
  sentAtMs: number | null
  receivedAtMs: number
  /** By how much the platform's clock was ahead of the local one at `receivedAtMs`. */
  clockDifferenceMs: number
  /** When the last frame about the market was received, by the platform's clock. */
  heardAtMs: number
  /** Number of consecutive requested books that differed from this book. */
  differences: number
  /**
   * A requested book that is compared with this one at `dueMs`. By then the stream must have sent all changes
   * that the requested book contains.
   */
  check: { readonly sides: BookSides; readonly receivedAtMs: number; readonly dueMs: number } | null
  /** Whether the book has to be recorded, because it was proved or has changed since it was last recorded. */
  isDirty: boolean
  /** The quote and time of the last recorded book; null if none was recorded since the book was proved. */
  recorded: { readonly quote: Quote; readonly receivedAtMs: number } | null
  /** When the book was last recorded, and the earliest time of the next attempt to record it. */
  recordedAtMs: number
  retryAtMs: number
}

export function createFollowedBook(target: BookTarget, nowMs: number): FollowedBook {
  return {
    target,
    state: 'stale',
    isProved: false,
    book: createLiveBook(),
    awaitedSinceMs: nowMs,
    requests: 0,
    snapshotSentMs: null,
    sentAtMs: null,
    receivedAtMs: 0,
    clockDifferenceMs: 0,
    heardAtMs: -Infinity,
    differences: 0,
    check: null,
    isDirty: false,
    recorded: null,
    recordedAtMs: -Infinity,
    retryAtMs: -Infinity,
  }
}

/**
 * Applies a frame with a snapshot or changes. `ignored`: the frame is too old, or a snapshot is awaited.
 * `impossible`: a level would become negative.
 */
export function applyFrame(
  followedBook: FollowedBook,
  { event, sentAtMs }: StreamFrame,
  receivedAtMs: number,
): 'applied' | 'ignored' | 'impossible' {
  if (event?.kind === 'snapshot') {
    if (followedBook.state !== 'current') followedBook.book = createLiveBook()
    // Snapshots and changes may arrive in any order: not every platform documents their order.
    else if (isBefore(sentAtMs, followedBook.sentAtMs)) return 'ignored'
    followedBook.book.replace(event.sides, receivedAtMs)
    followedBook.state = 'current'
    followedBook.requests = 0
    followedBook.snapshotSentMs = sentAtMs
  } else if (event?.kind === 'changes') {
    if (followedBook.state !== 'current' || isBefore(sentAtMs, followedBook.snapshotSentMs))
      return 'ignored'
    for (const { side, ...level } of event.changes) {
      if (event.as === 'sizes') followedBook.book.set(side, level, receivedAtMs)
      else if (!followedBook.book.add(side, level, receivedAtMs)) return 'impossible'
    }
  } else return 'ignored'
  followedBook.isDirty = true
  followedBook.sentAtMs = sentAtMs
  followedBook.receivedAtMs = receivedAtMs
  return 'applied'
}

/** Returns whether `ms` is before `otherMs`; false if one of these times is unknown. */
function isBefore(ms: number | null, otherMs: number | null): boolean {
  return ms !== null && otherMs !== null && ms < otherMs
}

/** Returns whether both sides have a price, and the best bid is equal to or above the best ask. */
export function isCrossed({ bid, ask }: Quote): boolean {
  return bid !== '0' && ask !== '1' && compareDecimals(bid, ask) >= 0
}
