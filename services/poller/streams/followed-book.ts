// What is known of the order book of one market that is followed with a stream.
import { createLiveBook, type LiveBook } from '../../domain/live-book.ts'
import { compareDecimals } from '../../domain/money.ts'
import type { BookSides } from '../../domain/order-book.ts'
import type { Quote } from '../../domain/quote.ts'
import type { BookTarget } from '../../platforms/source.ts'
import type { StreamFrame } from '../../platforms/streams/protocol.ts'

/** `rebuilding`: its snapshot was requested. `stale`: its connection was lost. */
export type BookState = 'rebuilding' | 'current' | 'stale'

export interface FollowedBook {
  readonly target: BookTarget
  state: BookState
  /** Whether a requested book was equal to this book, and nothing has raised a doubt since. */
  isProved: boolean
  book: LiveBook
  /** Since when a snapshot is awaited, and how often it was requested again. */
  awaitedSinceMs: number
  requests: number
  /** When the platform made the last snapshot; earlier changes do not count. */
  snapshotSentMs: number | null
  /** The last frame that changed the book: its time by the platform's clock, and of its receipt. */
  sentAtMs: number | null
  receivedAtMs: number
  /** When anything was last heard about the market, by the platform's clock. */
  heardAtMs: number
  /** Number of consecutive requested books that differed from this book. */
  differences: number
  /**
   * A requested book to compare at `dueMs`, when the stream must have sent everything that it
   * shows.
   */
  check: { readonly sides: BookSides; readonly receivedAtMs: number; readonly dueMs: number } | null
  /** Whether the book has changed since it was recorded. */
  isDirty: boolean
  /** What was recorded last; null if nothing was since the snapshot. */
  recorded: { readonly quote: Quote; readonly receivedAtMs: number } | null
  /** When the book was last recorded, and when that may be tried again. */
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
  followed: FollowedBook,
  { event, sentAtMs }: StreamFrame,
  receivedAtMs: number,
): 'applied' | 'ignored' | 'impossible' {
  if (event?.kind === 'snapshot') {
    if (followed.state !== 'current') followed.book = createLiveBook()
    // Not every platform documents the order of snapshots and changes.
    else if (isBefore(sentAtMs, followed.sentAtMs)) return 'ignored'
    followed.book.replace(event.sides, receivedAtMs)
    followed.state = 'current'
    followed.requests = 0
    followed.snapshotSentMs = sentAtMs
  } else if (event?.kind === 'changes') {
    if (followed.state !== 'current' || isBefore(sentAtMs, followed.snapshotSentMs))
      return 'ignored'
    for (const { side, ...level } of event.changes) {
      if (event.as === 'sizes') followed.book.set(side, level, receivedAtMs)
      else if (!followed.book.add(side, level, receivedAtMs)) return 'impossible'
    }
  } else return 'ignored'
  followed.isDirty = true
  followed.sentAtMs = sentAtMs
  followed.receivedAtMs = receivedAtMs
  return 'applied'
}

/** False if one of the times is unknown. */
function isBefore(ms: number | null, otherMs: number | null): boolean {
  return ms !== null && otherMs !== null && ms < otherMs
}

/** Whether the best bid is not below the best ask, although both are there. */
export function isCrossed({ bid, ask }: Quote): boolean {
  return bid !== '0' && ask !== '1' && compareDecimals(bid, ask) >= 0
}
