// Records the books of a stream: soon after the best bid or ask has changed, otherwise at the interval of the
// market.
import type { FetchedBook } from '../../platforms/source.ts'
import type { StreamProtocol } from '../../platforms/streams/protocol.ts'
import type { BookSchedule } from '../feeds/book-schedule.ts'
import { isCrossed, type FollowedBook } from './followed-book.ts'
import type { FollowedBooks } from './followed-books.ts'

/** A book whose best bid or ask has changed is recorded at most this often. */
const quoteMs = 250
/** Pause before another attempt to record a book that was not recorded. */
const retryMs = 1_000
/** How often the recorder examines the books that wait for the interval of their market. */
const examineWaitingMs = 250

export interface BookRecorder {
  /** Notes that the book has changed, so that it may have to be recorded. */
  add(followedBook: FollowedBook): void
  /** Records the books that are due. */
  record(): Promise<void>
}

export function createBookRecorder(options: {
  readonly books: Pick<FollowedBooks, 'all' | 'withdrawProof'>
  readonly protocol: Pick<StreamProtocol, 'toBody' | 'url'>
  readonly schedule: Pick<BookSchedule, 'pollingIntervalOf'>
  readonly steadyNow: () => number
  /**
   * Records books within the budget, unless they are recorded already. Resolves, by market id, with the time when the
   * newest recorded book was received, for the markets whose newest recorded book equals the one in `books`.
   */
  readonly record: (books: readonly FetchedBook[]) => Promise<ReadonlyMap<string, number>>
}): BookRecorder {
  const { books, protocol, schedule, steadyNow } = options
  /**
   * Books that have changed since they were last examined, and books with a new quote. Each call of `record` examines
   * all of them.
   */
  const changed = new Set<string>()
  /** The books that are to be recorded and are not in `changed`. */
  const waiting = new Set<string>()
  let waitingExaminedMs = -Infinity

  /** Whether the book is to be recorded `now`, `soon` because it has a new quote, or `later`. */
  function decideWhenToRecord(followedBook: FollowedBook, nowMs: number): 'now' | 'soon' | 'later' {
    const { book, isProved, recorded, recordedAtMs, retryAtMs, target } = followedBook
    if (!isProved || nowMs < retryAtMs) return 'later'
    const quote = book.quote()
    if (isCrossed(quote)) {
      books.withdrawProof(target.id, 'crossed')
      return 'later'
    }
    const isNewQuote = quote.bid !== recorded?.quote.bid || quote.ask !== recorded.quote.ask
    const pauseMs = isNewQuote
      ? quoteMs
      : (schedule.pollingIntervalOf(target.id)?.intervalMs ?? quoteMs)
    if (nowMs - recordedAtMs >= pauseMs) return 'now'
    return isNewQuote ? 'soon' : 'later'
  }

  /**
   * Returns the books that are due. Removes them from `changed` and `waiting`, and also the books that need not be
   * recorded any more.
   */
  function takeDueBooks(nowMs: number): FollowedBook[] {
    const due: FollowedBook[] = []
    const ids = new Set(changed)
    if (nowMs - waitingExaminedMs >= examineWaitingMs) {
      waitingExaminedMs = nowMs
      for (const id of waiting) ids.add(id)
    }
    for (const id of ids) {
      const followed = books.all.get(id)
      const when = followed?.isDirty ? decideWhenToRecord(followed, nowMs) : 'never'
      if (when === 'soon') changed.add(id)
      else changed.delete(id)
      if (when === 'later') waiting.add(id)
      else waiting.delete(id)
      if (followed && when === 'now') due.push(followed)
    }
    return due
  }

  function toFetchedBook(followedBook: FollowedBook): FetchedBook {
    const { target, book, sentAtMs, receivedAtMs, clockDifferenceMs } = followedBook
    return {
      id: target.id,
      body: protocol.toBody(target, book.sides(), sentAtMs),
      url: protocol.url,
      receivedAtMs,
      clockDifferenceMs,
      stamp: null,
      fromStream: true,
    }
  }

  return {
    add: ({ target }) => void changed.add(target.id),
    async record() {
      const nowMs = steadyNow()
      const due = takeDueBooks(nowMs)
      if (due.length === 0) return
      const recording = new Map(due.map((one) => [one, one.book.quote()]))
      for (const one of due) one.isDirty = false
      const receivedAtMsOf = await options.record(due.map(toFetchedBook))
      for (const [followed, quote] of recording) {
        const receivedAtMs = receivedAtMsOf.get(followed.target.id)
        const isRecorded = receivedAtMs !== undefined
        if (isRecorded) followed.recordedAtMs = nowMs
        followed.retryAtMs = isRecorded ? -Infinity : nowMs + retryMs
        // If the connection was lost or the proof was withdrawn during the append, the recorded quote is not kept.
        if (!followed.isProved) continue
        if (isRecorded) followed.recorded = { quote, receivedAtMs }
        else followed.isDirty = true
        if (followed.isDirty) changed.add(followed.target.id)
      }
    },
  }
}
