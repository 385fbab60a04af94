// Publishes the order books of one task that have changed, within the daily budget. A book that has not changed
// is published again only after a while.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { FetchedBook } from '../../platforms/source.ts'
import { toCheckpoint, type BookStampState, type MarketTaskStates } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { MutableStates } from '../packed-states.ts'
import type { Publisher, PollerRecord } from '../publisher.ts'
import type { PollerTuning } from '../tuning.ts'
import type { BookBudget } from './book-budget.ts'
import type { BookSchedule } from './book-schedule.ts'
import type { BookSightings } from './book-sightings.ts'
import { digestOf } from './digest.ts'

interface PublishedBook {
  /** The platform's version stamp; a digest of the body if there is no stamp. */
  readonly version: string
  /** null if the book was published by an earlier version of the poller, which did not store the time. */
  readonly receivedAtMs: number | null
}

export interface BookPublishingTask {
  readonly memory: MarketTaskStates
  readonly publisher: Publisher
  /**
   * By market: the last published book, if the platform gave it no version stamp. A digest of the body takes the place
   * of the stamp.
   */
  readonly published: MutableStates<BookStampState>
  readonly sightings: BookSightings
}

export function createBookPublisher({
  platform,
  tuning,
  schedule,
  budget,
  observer,
}: {
  readonly platform: Platform
  readonly tuning: PollerTuning
  readonly schedule: BookSchedule
  readonly budget: BookBudget
  readonly observer: PollerObserver
}): (
  task: BookPublishingTask,
  books: readonly FetchedBook[],
) => Promise<ReadonlyMap<string, number>> {
  /**
   * Returns the last published book of the market. After a restart, published books without a stamp (for example those
   * of a stream) are unknown; the function then returns the last published book with a stamp, or null.
   */
  function lastPublishedBookOf(
    { memory, published }: BookPublishingTask,
    id: string,
  ): PublishedBook | null {
    const last = published.get(id) ?? memory.books.get(id)
    return last ? { version: last.stamp, receivedAtMs: last.receivedAtMs ?? null } : null
  }

  /**
   * Decides whether a received book is recorded, and if so, subtracts it from the budget. A book that is deferred
   * because of the budget counts as changed when it is received again.
   */
  function decideWhetherToRecord(
    task: BookPublishingTask,
    book: FetchedBook,
    version: string,
  ): 'recorded' | 'unchanged' | 'deferred' {
    const { id, receivedAtMs, body } = book
    const last = lastPublishedBookOf(task, id)
    const lastMs = last?.receivedAtMs ?? null
    const interval = schedule.pollingIntervalOf(id)
    if (last?.version === version) {
      if (lastMs === null) return 'unchanged'
      if (receivedAtMs - lastMs < tuning.bookRefreshMs) {
        if (interval) task.sightings.noteSighting(id, lastMs, receivedAtMs, interval.intervalMs)
        return 'unchanged'
      }
    }
    if (!budget.allowsRecording(interval, lastMs, receivedAtMs)) return 'deferred'
    budget.spend(body.length, receivedAtMs)
    return 'recorded'
  }

  function toRecord(book: FetchedBook): PollerRecord {
    return {
      topic: 'raw.books',
      key: book.id,
      value: {
        platform,
        market_id: book.id,
        outcome_index: 0,
        url: book.url,
        received_at_ms: book.receivedAtMs,
        body: book.body,
        depth: tuning.bookDepth,
        from_stream: book.fromStream ?? false,
        clock_difference_ms: Math.round(book.clockDifferenceMs),
      },
    }
  }

  /**
   * Resolves, by market id, with the time when the last published book was received, for the markets whose last
   * published book equals the one in `books`.
   */
  async function publish(
    task: BookPublishingTask,
    books: readonly FetchedBook[],
  ): Promise<ReadonlyMap<string, number>> {
    const { memory, publisher, published, sightings } = task
    const receivedAtMsOf = new Map<string, number>()
    const due: { readonly book: FetchedBook; readonly version: string }[] = []
    for (const book of books) {
      const version = book.stamp ?? digestOf(book.body)
      const result = decideWhetherToRecord(task, book, version)
      observer.count('books', { platform, result })
      const receivedAtMs =
        result === 'unchanged'
          ? lastPublishedBookOf(task, book.id)?.receivedAtMs
          : result === 'recorded' && book.receivedAtMs
      if (typeof receivedAtMs === 'number') receivedAtMsOf.set(book.id, receivedAtMs)
      if (result === 'recorded') due.push({ book, version })
    }
    const stamps = due.flatMap(
      ({ book: { id, stamp, receivedAtMs } }): [string, BookStampState][] =>
        stamp === null ? [] : [[id, { stamp, receivedAtMs }]],
    )
    await publisher.publish(platform, [
      ...due.map(({ book }) => toRecord(book)),
      ...stamps.map(([id, state]) => toCheckpoint(platform, 'book', id, state)),
    ])
    for (const [id, state] of stamps) memory.books.set(id, state)
    for (const { book, version } of due) {
      const { id, stamp, receivedAtMs } = book
      if (stamp === null) published.set(id, { stamp: version, receivedAtMs })
      else published.delete(id)
      sightings.dropSighting(id)
    }
    return receivedAtMsOf
  }

  return publish
}
