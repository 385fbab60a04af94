// The order books of the markets that are followed with a stream, and whether each can be trusted. A book is
// proved when a requested book was equal to it, level by level. Until then, and again after a difference or a
// stall, the market is polled as if there were no stream. docs/decisions/052-live-books.md
import type { BookTarget, FetchedBook } from '../../platforms/source.ts'
import type { StreamFrame, StreamProtocol } from '../../platforms/streams/protocol.ts'
import {
  applyFrame,
  createFollowedBook,
  type FollowedBookState,
  type FollowedBook,
} from './followed-book.ts'

export interface FollowedBooks {
  readonly all: ReadonlyMap<string, FollowedBook>
  readonly isProved: (id: string) => boolean
  /** Follows exactly these markets. */
  readonly followMarkets: (targets: readonly BookTarget[]) => void
  /** To be called when the snapshots of these markets have been requested. */
  readonly awaitSnapshots: (ids: readonly string[]) => void
  /** To be called when the connection of these markets, or messages about them, were lost. */
  readonly markStale: (ids: readonly string[]) => void
  readonly apply: (frame: StreamFrame, receivedAtMs: number) => void
  /**
   * Stores a requested book to compare it with that of the stream some seconds later. Returns whether the
   * requested book has to be recorded.
   */
  readonly addRequestedBook: (requestedBook: FetchedBook) => boolean
  /** Compares each stored requested book with the stream's book of the market, if `streamDelayMs` has passed. */
  readonly compare: () => void
  /**
   * Notes that a request has returned a trade of the market at this time. If the stream has sent nothing
   * about the market since, its book is not proved any more.
   */
  readonly noteTrade: (id: string, timeMs: number) => void
  /**
   * Marks the book as not proved, so that the market is polled at full rate until a requested book is equal
   * to that of the stream.
   */
  readonly withdrawProof: (id: string, reason: string) => void
}

export interface FollowedBooksOptions {
  readonly protocol: Pick<StreamProtocol, 'sidesOf'>
  readonly steadyNow: () => number
  readonly platformNowMs: () => number
  /** See Source. */
  readonly clockDifferenceMs: () => number
  /** Maximum number of price levels on each side of a requested book; 0: all. */
  readonly depth: number
  /** Called when the book has changed, or when it may be recorded because it was proved. */
  readonly onChanged: (followedBook: FollowedBook) => void
  readonly onProvedChanged: (id: string, isProved: boolean) => void
  readonly onBookCompared: (
    followedBook: FollowedBook,
    receivedAtMs: number,
    result: 'equal' | 'different' | 'unknown',
  ) => void
  readonly onSnapshotNeeded: (id: string) => void
  readonly onAnomaly: (reason: string) => void
}

/** Greatest age of a requested book at its receipt: a platform caches books for 15 s. */
const maxAgeMs = 20_000
/**
 * A requested book is compared this long after its receipt: by then the stream has sent all changes that the requested
 * book contains.
 */
const streamDelayMs = 3_000
/** The time of a trade in a response may be some seconds later than the actual time of the trade. */
const tradeToleranceMs = 5_000
/** A snapshot of a market is not requested again within this time, however often its book becomes invalid. */
const minRebuildMs = 5_000

export function createFollowedBooks(options: FollowedBooksOptions): FollowedBooks {
  const { protocol, steadyNow, platformNowMs } = options
  const all = new Map<string, FollowedBook>()

  function setProved(followedBook: FollowedBook, isProved: boolean): void {
    if (followedBook.isProved === isProved) return
    followedBook.isProved = isProved
    // While the book was not proved, requested books were recorded, which may be older than this one.
    followedBook.recorded = null
    followedBook.isDirty = isProved
    options.onProvedChanged(followedBook.target.id, isProved)
  }

  /** Marks the books of these markets as not proved, and sets their state. */
  function reset(ids: readonly string[], state: FollowedBookState): void {
    for (const followed of ids.flatMap((id) => all.get(id) ?? [])) {
      setProved(followed, false)
      if (state === 'rebuilding' && followed.state !== 'rebuilding') followed.requests = 0
      followed.state = state
      followed.awaitedSinceMs = steadyNow()
      followed.check = null
    }
  }

  function rebuildBook(
    { state, awaitedSinceMs, target: { id } }: FollowedBook,
    reason: string,
  ): void {
    if (state === 'rebuilding') return
    options.onAnomaly(reason)
    const wasAwaitedLately = steadyNow() - awaitedSinceMs < minRebuildMs
    reset([id], 'rebuilding')
    // If not requested here, missing-snapshots.ts requests the snapshot later.
    if (!wasAwaitedLately) options.onSnapshotNeeded(id)
  }

  function withdrawProof(id: string, reason: string): void {
    const followed = all.get(id)
    if (!followed?.isProved) return
    options.onAnomaly(reason)
    setProved(followed, false)
  }

  function compareBookIfDue(followedBook: FollowedBook): void {
    const { check, book } = followedBook
    if (check === null || check.dueMs > steadyNow()) return
    followedBook.check = null
    const result = book.compare(check.sides, check.receivedAtMs - maxAgeMs, options.depth)
    options.onBookCompared(followedBook, check.receivedAtMs, result)
    if (result === 'unknown') return
    followedBook.differences = result === 'equal' ? 0 : followedBook.differences + 1
    setProved(followedBook, result === 'equal')
    if (result === 'equal') return options.onChanged(followedBook)
    if (followedBook.differences < 2) return
    followedBook.differences = 0
    rebuildBook(followedBook, 'wrong_book')
  }

  return {
    all,
    isProved: (id) => all.get(id)?.isProved ?? false,
    followMarkets(targets) {
      const wanted = new Set(targets.map(({ id }) => id))
      for (const [id, followed] of all) {
        if (wanted.has(id)) continue
        setProved(followed, false)
        all.delete(id)
      }
      for (const target of targets)
        if (!all.has(target.id)) all.set(target.id, createFollowedBook(target, steadyNow()))
    },
    awaitSnapshots: (ids) => reset(ids, 'rebuilding'),
    markStale: (ids) => reset(ids, 'stale'),
    apply(frame, receivedAtMs) {
      const { event, id } = frame
      if (id === null) return
      const followed = all.get(id)
      if (followed) followed.heardAtMs = platformNowMs()
      const kind = event?.kind
      if (kind !== 'snapshot' && kind !== 'changes' && kind !== 'invalidated') return
      if (followed === undefined) return options.onAnomaly('unknown_market')
      if (kind === 'invalidated') return rebuildBook(followed, 'invalidated')
      const result = applyFrame(followed, frame, receivedAtMs)
      if (result === 'impossible') rebuildBook(followed, 'negative_level')
      else if (result === 'applied') {
        followed.clockDifferenceMs = options.clockDifferenceMs()
        options.onChanged(followed)
      }
    },
    addRequestedBook(requestedBook) {
      const followed = all.get(requestedBook.id)
      if (followed?.state !== 'current') return true
      const sides = protocol.sidesOf(requestedBook)
      if (sides === null) return true
      const { receivedAtMs } = requestedBook
      followed.check ??= { sides, receivedAtMs, dueMs: steadyNow() + streamDelayMs }
      return !followed.isProved
    },
    compare() {
      for (const followed of all.values()) if (followed.check !== null) compareBookIfDue(followed)
    },
    noteTrade(id, timeMs) {
      const heardAtMs = all.get(id)?.heardAtMs ?? Infinity
      if (heardAtMs < timeMs - tradeToleranceMs) withdrawProof(id, 'trade_not_heard')
    },
    withdrawProof,
  }
}
