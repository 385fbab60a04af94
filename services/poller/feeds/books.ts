// Requests the order books of open markets. One request can contain books of several tasks of this process;
// each task publishes its own books.
import type { MarketTaskStates } from '../checkpoints.ts'
import type { PollerObserver } from '../observer.ts'
import type { FetchedBook, BookTarget, Source } from '../../platforms/source.ts'
import { createPackedBooks } from '../packed-states.ts'
import type { PollerRecord, Publisher } from '../publisher.ts'
import { marketTaskCount, marketTaskOf } from '../tasks.ts'
import type { PollerTuning } from '../tuning.ts'
import { UpstreamError } from '../../platforms/upstream/upstream-error.ts'
import { runWithYields } from '../../lib/run/turns.ts'
import { rejectOnAbort, type Sleep } from '../../lib/run/wait.ts'
import { createBookBudget } from './book-budget.ts'
import { createBookPublisher, type BookPublishingTask } from './book-publisher.ts'
import { createBookSightings } from './book-sightings.ts'
import { createBookSchedule, type BookSchedule } from './book-schedule.ts'
import { publishByTask } from './publish-by-task.ts'
import type { FollowedStream } from '../streams/stream-hints.ts'
import { createLiveBooks, type LiveBooksOptions } from '../streams/live-books.ts'
import { selectStreamedMarkets } from '../streams/streamed-markets.ts'
import { createTradeAnnouncer } from '../streams/trade-announcer.ts'

/** Pause before the next check of the schedule when no book is due, or after a failed request. */
const idleMs = 500

/** Pause between two appends of sightings. */
const sightingsMs = 30_000

export interface BookTask {
  readonly partition: number
  readonly memory: MarketTaskStates
  readonly publisher: Publisher
  readonly signal: AbortSignal
}

export interface BookPoller {
  /** Requests the books that are due, until the signal aborts. */
  followBooks(signal: AbortSignal): Promise<never>
  /**
   * Adds the books of one task to the schedule. Rejects when they cannot be published, or when the task's
   * signal aborts.
   */
  followTask(task: BookTask): Promise<never>
}

interface ScheduledBookTask extends BookTask, BookPublishingTask {
  readonly fail: (error: unknown) => void
}

export interface BookPollerOptions {
  readonly source: Source
  /** The platform's stream; null if it is not followed. */
  readonly stream: FollowedStream | null
  readonly tuning: PollerTuning
  /** See createSteadyClock. */
  readonly now: () => number
  /** The local clock (Unix milliseconds), for the times in records. */
  readonly wallNow: () => number
  readonly sleep: Sleep
  readonly random: () => number
  readonly observer: PollerObserver
}

export function createBookPoller(options: BookPollerOptions): BookPoller {
  const { source, stream, tuning, now, sleep, observer } = options
  const { platform } = source
  const booksPerRequest = source.batchBooks?.maxMarkets ?? 1
  const members = new Map<number, ScheduledBookTask>()
  const schedule = createBookSchedule(tuning, (id) => live?.isProved(id) ?? false)
  const marketFraction = (): number => members.size / marketTaskCount
  const budget = createBookBudget(tuning.booksPerDay, marketFraction)
  const publish = createBookPublisher({ platform, tuning, schedule, budget, observer })
  let haveMembersChanged = false
  let sightingsAtMs = now()
  const live =
    stream &&
    createLiveBooks(
      toLiveOptions({ ...options, stream, members, schedule, record: publishAllBooks }),
    )

  /**
   * Ranks the markets of this process by volume. The rank decides how often a book is requested. If the process has
   * only a fraction of the tasks, it expects the same fraction of the platform's most traded markets among its markets.
   */
  async function rank(): Promise<void> {
    haveMembersChanged = false
    const markets = [...members.values()].map(({ memory }) => memory.markets)
    await runWithYields(schedule.rank(markets, marketFraction(), now()))
    for (const { memory, published, sightings } of members.values()) {
      for (const id of published.keys()) if (!memory.markets.has(id)) published.delete(id)
      sightings.keepOnlyMarkets(memory.markets)
    }
  }

  /**
   * Publishes the sightings of all tasks at the same time, so that the projector inserts them into the table with one
   * insert.
   */
  async function publishSightings(): Promise<void> {
    sightingsAtMs = now()
    await Promise.all(
      [...members.values()].map(async ({ sightings, signal, fail }) => {
        if (!signal.aborted) await sightings.publish().catch(fail)
      }),
    )
  }

  /**
   * Resolves, by market id, with the time when the newest recorded book was received, for the markets whose newest
   * recorded book equals the one in `books`.
   */
  async function publishAllBooks(
    books: readonly FetchedBook[],
  ): Promise<ReadonlyMap<string, number>> {
    const recorded = new Map<string, number>()
    await publishByTask(
      members,
      books,
      ({ id }) => id,
      async (task, taskBooks) => {
        for (const [id, receivedAtMs] of await publish(task, taskBooks))
          recorded.set(id, receivedAtMs)
      },
    )
    return recorded
  }

  function toBookTarget(id: string): BookTarget[] {
    const market = members.get(marketTaskOf(id))?.memory.markets.get(id)
    return market ? [{ id, nativeId: market.nativeId, tokens: market.tokens }] : []
  }

  /** Records requested books, except those that only check the stream. */
  async function addRequestedBooks(books: readonly FetchedBook[]): Promise<void> {
    const recorded = books.filter((book) => live?.addRequestedBook(book) ?? true)
    const checks = books.length - recorded.length
    if (checks > 0) observer.count('books', { platform, result: 'check' }, checks)
    await publishAllBooks(recorded)
  }

  async function poll(signal: AbortSignal): Promise<never> {
    /** Markets that were taken from the schedule, but not requested, because the request for another one failed. */
    let left: readonly string[] = []
    for (;;) {
      if (haveMembersChanged || schedule.isRankingDue(now())) await rank()
      const due = schedule.takeDueMarkets(now(), booksPerRequest - left.length)
      const targets = [...left, ...due].flatMap(toBookTarget)
      if (targets.length > 0) {
        const { books, unrequested, error } = await readBooks(targets, options, signal)
        if (error) observer.count('scans_aborted', { platform, list: 'books', reason: error.kind })
        await addRequestedBooks(books)
        left = unrequested
        for (const { id } of targets) if (!left.includes(id)) schedule.noteRequested(id, now())
        const asOfMs = schedule.topBooksAsOfMs(now())
        if (asOfMs !== null) observer.reportFreshness(platform, 'books', asOfMs)
      }
      if (now() - sightingsAtMs >= sightingsMs) await publishSightings()
      if (left.length > 0 || targets.length < booksPerRequest) await sleep(idleMs, signal)
    }
  }

  return {
    async followBooks(signal) {
      return live ? Promise.race([poll(signal), live.followStream(signal)]) : poll(signal)
    },

    async followTask(task) {
      let fail: (error: unknown) => void = () => undefined
      const failed = new Promise<never>((_resolve, reject) => {
        fail = reject
      })
      const sightings = createBookSightings(platform, task.publisher)
      const member: ScheduledBookTask = { ...task, published: createPackedBooks(), sightings, fail }
      members.set(task.partition, member)
      haveMembersChanged = true
      try {
        return await rejectOnAbort(failed, task.signal)
      } finally {
        if (members.get(task.partition) === member) members.delete(task.partition)
        haveMembersChanged = true
      }
    },
  }
}

/** Returns the options for the stream, which follows the markets of all tasks of this process. */
function toLiveOptions(
  options: BookPollerOptions & {
    readonly stream: FollowedStream
    readonly members: ReadonlyMap<number, ScheduledBookTask>
    readonly schedule: BookSchedule
    readonly record: LiveBooksOptions['record']
  },
): LiveBooksOptions {
  const { source, stream, tuning, members, schedule, now } = options
  const { platform } = source
  const publishRecords = (records: readonly PollerRecord[]): Promise<void> =>
    publishByTask(
      members,
      records,
      ({ key }) => key,
      ({ publisher }, taskRecords) => publisher.publish(platform, taskRecords),
    )
  const announcer = createTradeAnnouncer({
    ...options,
    platform,
    url: stream.protocol.url,
    platformNowMs: source.nowMs,
    marketsOf: (id) => members.get(marketTaskOf(id))?.memory,
    publish: publishRecords,
  })
  return {
    ...options,
    ...stream,
    platform,
    announcer,
    platformNowMs: source.nowMs,
    clockDifferenceMs: source.clockDifferenceMs,
    now: options.wallNow,
    steadyNow: now,
    selectMarkets(isFollowed) {
      const markets = [...members.values()].map(({ memory }) => memory.markets)
      const count = Math.ceil((tuning.streamMarkets * members.size) / marketTaskCount)
      return selectStreamedMarkets(markets, count, isFollowed)
    },
    publish: publishRecords,
    noteSighting(id, bookReceivedAtMs, seenAtMs) {
      const intervalMs = schedule.pollingIntervalOf(id)?.intervalMs ?? 0
      members
        .get(marketTaskOf(id))
        ?.sightings.noteSighting(id, bookReceivedAtMs, seenAtMs, intervalMs)
    },
  }
}

interface BooksRead {
  readonly books: readonly FetchedBook[]
  /** The error that ended the read. */
  readonly error: UpstreamError | null
  /** The ids of the markets whose books were not requested, because of the error. */
  readonly unrequested: readonly string[]
}

/**
 * Requests the books in one batch if the platform has such a request, and then requests the books that the batch lacks
 * one by one, until a request fails.
 */
async function readBooks(
  targets: readonly BookTarget[],
  { source, tuning }: Pick<BookPollerOptions, 'source' | 'tuning'>,
  signal: AbortSignal,
): Promise<BooksRead> {
  const books: FetchedBook[] = []
  const unrequested = new Set<string>()
  try {
    const batch = await source.batchBooks?.read(targets, signal)
    books.push(...(batch?.books ?? []))
    const missing = batch?.missing ?? targets
    for (const { id } of missing) unrequested.add(id)
    for (const target of missing) {
      unrequested.delete(target.id)
      const one = await source.book(target, tuning.bookDepth, signal)
      if (one) books.push(one)
    }
    return { books, error: null, unrequested: [] }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return { books, error, unrequested: [...unrequested] }
  }
}
